// Compiles src/ to dist/ and makes the CLI executable. The old dist/ is there until the new one is complete: a host may
// start its bridge meanwhile, and a compiler error leaves it.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const fresh = mkdtempSync(`${root}node_modules/.build-`);
const run = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', fresh], {
  cwd: root,
  stdio: 'inherit',
});
if (run.status === 0) {
  chmodSync(fresh, 0o755);
  chmodSync(`${fresh}/cli.js`, 0o755);
  const old = `${fresh}-old`;
  if (existsSync(`${root}dist`)) renameSync(`${root}dist`, old);
  renameSync(fresh, `${root}dist`);
  rmSync(old, { recursive: true, force: true });
} else {
  rmSync(fresh, { recursive: true, force: true });
  process.exitCode = run.status ?? 1;
}

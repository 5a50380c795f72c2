import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The program as `npm run build` made it: what these tests run. */
export const CLI = join(ROOT, 'dist/cli.js');

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

requireFreshBuild();

/** A test of an old build would say nothing about the sources. */
function requireFreshBuild(): void {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: run npm run build first.');
  const built = statSync(CLI).mtimeMs;
  const source = join(ROOT, 'src');
  const newer = readdirSync(source, { recursive: true, encoding: 'utf8' }).find(
    (name) => name.endsWith('.ts') && statSync(join(source, name)).mtimeMs > built,
  );
  if (newer === undefined) return;
  throw new Error(`dist/cli.js is older than src/${newer}: run npm run build first.`);
}

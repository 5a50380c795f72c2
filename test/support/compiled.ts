import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Compiled {
  /** Path of the JavaScript made of a source file, given relative to the root of the project. */
  path(source: string): string;
  remove(): Promise<void>;
}

/**
 * Compiles source files with all that they import from the project, for tests that run them in a process of their
 * own. The folder is inside the project, so that packages are found.
 */
export async function compile(...sources: readonly string[]): Promise<Compiled> {
  const cache = join(ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'compiled-'));
  const target = (source: string): string => join(folder, source.replace(/\.ts$/, '.js'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const waiting = [...sources];
  const seen = new Set<string>();
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (seen.has(source)) continue;
    seen.add(source);
    const { outputText } = ts.transpileModule(await readFile(join(ROOT, source), 'utf8'), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
      },
    });
    await mkdir(dirname(target(source)), { recursive: true });
    await writeFile(target(source), outputText);
    for (const [, path] of outputText.matchAll(
      /^(?:import|export)\b[^;]*?from '(\.[^']+)\.js'/gm,
    )) {
      waiting.push(relative(ROOT, resolve(ROOT, dirname(source), `${path}.ts`)));
    }
  }
  return { path: target, remove: () => rm(folder, { recursive: true, force: true }) };
}

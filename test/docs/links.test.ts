import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
const pages = [
  'README.md',
  ...docs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name)),
];

interface Link {
  readonly page: string;
  readonly target: string;
}

/** The links of a page to files of this repository; links to the web are not looked at. */
function links(page: string): Link[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/```[^]*?```/g, '');
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** The anchor that GitHub gives a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function problem({ page, target }: Link): string | undefined {
  const [path = '', fragment] = target.split('#');
  const file = path === '' ? join(root, page) : resolve(root, dirname(page), path);
  if (relative(root, file).startsWith('..') || !existsSync(file)) return `${page}: ${target}`;
  if (fragment === undefined) return undefined;
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)];
  return headings.some(([, heading = '']) => anchor(heading) === fragment)
    ? undefined
    : `${page}: ${target}`;
}

describe('links between README and docs', () => {
  const all = pages.flatMap(links);

  it('are found', () => {
    expect(all).toContainEqual({ page: 'README.md', target: 'docs/security.md' });
    expect(all).toContainEqual({ page: 'docs/decisions/README.md', target: 'wiring.md' });
  });

  it('point to files, and headings, that exist', () => {
    expect(all.map(problem).filter((one) => one !== undefined)).toEqual([]);
  });

  it('lead to every page of docs, from README or from another page', () => {
    const reached = all.map(({ page, target }) =>
      relative(root, resolve(root, dirname(page), target.split('#')[0] ?? '')),
    );
    expect(pages.filter((page) => page !== 'README.md' && !reached.includes(page))).toEqual([]);
  });

  it('name no file of the code that does not exist', () => {
    const gone = pages.flatMap((page) =>
      [
        ...readFileSync(join(root, page), 'utf8').matchAll(
          /`((?:src|test|bench|scripts)\/[\w./-]+)`/g,
        ),
      ]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(gone).toEqual([]);
  });
});

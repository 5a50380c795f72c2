import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusedFilesMarkdown } from '../../../src/domain/files/refused-docs.js';

describe('docs/security.md', () => {
  it('shows the refused files as the table has them', () => {
    const page = readFileSync('docs/security.md', 'utf8');
    const shown = /<!-- refused-files -->\n([^]*?)\n<!-- \/refused-files -->/.exec(page)?.[1];
    const bare = shown
      ?.replace('<!-- prettier-ignore-start -->', '')
      .replace('<!-- prettier-ignore-end -->', '');
    expect(bare?.trim()).toBe(refusedFilesMarkdown());
  });

  it('is a table of three cells a row', () => {
    const rows = refusedFilesMarkdown()
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(30);
    for (const row of rows) expect([row, row.split('|').length]).toEqual([row, 5]);
  });
});

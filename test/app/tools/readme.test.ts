import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withTools } from '../../../scripts/readme-tools.mjs';
import { toolDefinitions, type ToolHandlers } from '../../../src/app/tools/definitions.js';

const tools = toolDefinitions('requests', {} as ToolHandlers);

describe('README.md', () => {
  it('has the table of tools as they are defined; scripts/readme-tools.mjs writes it', async () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    expect(readme).toBe(await withTools(readme, tools));
  });
});

describe('the table of tools', () => {
  it('has a row for each tool, with its arguments and their defaults', async () => {
    const readme = await withTools(
      '# A\n\n<!-- tools -->\nstale words\n<!-- /tools -->\n\nB\n',
      tools,
    );
    expect(readme).not.toContain('stale words');
    const rows = readme
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replace(/ +/g, ' '));
    expect(rows).toHaveLength(6);
    expect(rows[0]).toBe(
      '| `connect` | Connects you to a person, bot, agent, group or channel by a SimpleX link or name. | **`target`**, `incognito` (false), `message`, `wait` (60), `idle` (30) |',
    );
    expect(rows[4]).toBe('| `list` | Lists your chats and your open actions. | none |');
    expect(await withTools(readme, tools)).toBe(readme);
  });

  it('needs its markers', async () => {
    await expect(withTools('# A\n', tools)).rejects.toThrow('README.md has no <!-- tools -->');
  });
});

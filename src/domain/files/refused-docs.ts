import { HEAD_BYTES, REFUSED_KINDS, type RefusedKind } from './refused-table.js';

/** The files that are never sent, as docs/security.md shows them: generated, so that the page can't differ. */
export function refusedFilesMarkdown(): string {
  return [
    '| Files | Content | Why |',
    '| --- | --- | --- |',
    '| `~/.ssh/`, `~/.gnupg/` | | keys of the user |',
    "| `~/.simplex-mcp/` and the data folder, except the agent's own `DATA/files/` | | the agents' chats, keys and tokens |",
    ...REFUSED_KINDS.map(row),
    '',
    `Names match in any case and any Unicode form, by the real path of the file. Content is looked for in the first ${HEAD_BYTES} bytes.`,
  ].join('\n');
}

function row({ files, content, why }: RefusedKind): string {
  const names = files.map((file) => `\`${file}\``).join(', ');
  return `| ${names} | ${content?.shown ?? ''} | ${why} |`;
}

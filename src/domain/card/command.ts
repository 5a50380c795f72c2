import type { ActionRequest, ActionTool } from '../action/request.js';

/** The command line of a pending card (api 2.2): the only place of a card where peers' words never stand. */
export function commandLine(request: ActionRequest, number: number): string {
  switch (request.tool) {
    case 'connect':
      return `/'approve ${number}' or /'reject ${number}'`;
    case 'send': {
      const { chat } = request;
      return `/'approve ${chat} ${number}', /'approve ${chat} all' or /'reject ${chat} ${number}'`;
    }
    case 'download': {
      const { chat, servers } = request;
      const all = servers.kind === 'unknown' ? '' : ` /'receive ${chat} ${number} all',`;
      return `/'receive ${chat} ${number}',${all} /'forward ${chat} ${number}' or /'reject ${chat} ${number}'`;
    }
    case 'leave':
      return `/'approve ${request.chat} ${number}' or /'reject ${request.chat} ${number}'`;
  }
}

const number = '(?<number>[1-9]\\d*)';
const chat = '(?<chat>[@#][1-9]\\d{0,14})';

/** What `commandLine` writes for each tool, in the same order. */
const written: Readonly<Record<ActionTool, RegExp>> = {
  connect: new RegExp(`^/'approve ${number}' or /'reject \\k<number>'$`),
  send: new RegExp(
    `^/'approve ${chat} ${number}', /'approve \\k<chat> all' or /'reject \\k<chat> \\k<number>'$`,
  ),
  download: new RegExp(
    `^/'receive ${chat} ${number}',( /'receive \\k<chat> \\k<number> all',)? /'forward \\k<chat> \\k<number>' or /'reject \\k<chat> \\k<number>'$`,
  ),
  leave: new RegExp(`^/'approve ${chat} ${number}' or /'reject \\k<chat> \\k<number>'$`),
};

/** Tool and action number of a line that `commandLine` wrote; `undefined` for any other line. */
export function readCommandLine(
  line: string,
): { readonly tool: ActionTool; readonly number: number } | undefined {
  for (const tool of ['connect', 'send', 'download', 'leave'] as const) {
    const found = written[tool].exec(line)?.groups?.['number'];
    if (found !== undefined) return { tool, number: Number(found) };
  }
  return undefined;
}

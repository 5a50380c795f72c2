import type { ActionRequest } from '../action/request.js';

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

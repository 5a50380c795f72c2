import { commandLine } from '../hosts/self-command.js';
import { hostEntry, type EntryFacts } from '../hosts/entry.js';
import { serverName } from '../hosts/host.js';
import { mcpUrl } from '../hosts/server-info.js';
import { shellWord } from './shell.js';

// What `serve --core sandbox` adds to the start.

/** Somebody on the sandbox network, as the list at the start shows them. */
export interface ShownInhabitant {
  readonly name: string;
  readonly kind: string;
  readonly link: string;
  readonly simplexName?: string;
  readonly what: string;
}

/** Who lives on the sandbox network, with the links that lead to them. */
export function inhabitantLines(inhabitants: readonly ShownInhabitant[]): readonly string[] {
  return [
    'This is the sandbox: a SimpleX network inside this process. Nothing leaves this computer. On it are:',
    ...inhabitants.flatMap(({ name, kind, link, simplexName, what }) => [
      `  ${name} (${kind}): ${what}`,
      `    ${simplexName === undefined ? '' : `${simplexName} or `}${link}`,
    ]),
  ];
}

/** Two ways to the tools that work as pasted; neither shows the token to other users of the computer. */
export function tryLines(facts: EntryFacts): readonly string[] {
  const entry = JSON.stringify(hostEntry('claude-code', facts));
  const add = ['claude', 'mcp', 'add-json', serverName(facts.agent), entry];
  return [
    'Add the agent to Claude Code:',
    `  ${commandLine(add, facts.platform)}`,
    'Or list its tools:',
    `  ${listToolsCommand(facts)}`,
  ];
}

function listToolsCommand({ dataFolder, port }: EntryFacts): string {
  const request = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const token = `printf 'header = "Authorization: Bearer %s"' "$(cat ${shellWord(`${dataFolder}/token`)})"`;
  const headers = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
  const options = headers.map((header) => `-H '${header}'`).join(' ');
  return `${token} | curl -sK - ${options} -d '${request}' ${mcpUrl(port)}`;
}

/** To the person at the terminal, who is the owner. */
export const ownerSeatedLine =
  'You are the owner. Below is the agent control chat, as your SimpleX app would show it: type /approve 1 where the app has a button. Ctrl-C stops the server.';

/** The owner's place is empty: how to take it from another terminal. `command` works as typed. */
export function ownerDoorLine(command: string): string {
  return `Sit in the owner's place from another terminal: ${command}`;
}

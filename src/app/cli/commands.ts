import type { OptionRules } from './arguments.js';
import type { CommandRule } from './parse.js';

const data = {
  kind: 'value',
  value: 'folder',
  describe: 'data folder (default ~/.simplex-mcp/NAME)',
} as const;

const json = { kind: 'flag', describe: 'print JSON' } as const;

const hostOptions: OptionRules = {
  host: {
    kind: 'value',
    value: 'host',
    describe: 'claude-code (default), claude-desktop, cursor, vscode, codex, gemini or opencode',
  },
  scope: {
    kind: 'value',
    value: 'user or local',
    describe: 'all projects, or this one (Claude Code)',
  },
  data,
};

const coreOptions: OptionRules = {
  core: {
    kind: 'value',
    value: 'core',
    describe: 'native (default), sandbox, or ws://127.0.0.1:PORT of a running simplex-chat',
  },
  'core-lib': { kind: 'value', value: 'path', describe: 'libsimplex of the native core' },
  'core-allow-remote': { kind: 'flag', describe: 'allow a WebSocket core on another computer' },
  'smp-server': {
    kind: 'values',
    value: 'address',
    describe: 'use only this message server (repeatable)',
  },
  'xftp-server': {
    kind: 'values',
    value: 'address',
    describe: 'use only this file server (repeatable)',
  },
  'socks-proxy': {
    kind: 'optional-value',
    value: 'host:port',
    describe: 'connect through a SOCKS proxy (default 127.0.0.1:9050)',
  },
};

/** The commands and their options (api 3). */
export const commandRules: Readonly<Record<string, CommandRule>> = {
  serve: {
    words: 'NAME [options]',
    describe: 'Run the agent NAME: its SimpleX identity, its control chat and its MCP tools.',
    options: {
      data,
      'display-name': {
        kind: 'value',
        value: 'text',
        describe: 'name that others see (default NAME)',
      },
      approve: {
        kind: 'value',
        value: 'requests or host',
        describe: 'ask the owner by cards (default), or leave it to the MCP host',
      },
      owners: {
        kind: 'optional-value',
        value: 'ID:NAME,...',
        describe: 'members of the control chat who approve; without a list, print their IDs',
      },
      expire: {
        kind: 'value',
        value: 'hours',
        describe: 'a request expires after 1 to 23 hours (default 23)',
      },
      'stop-wait': {
        kind: 'value',
        value: 'seconds',
        describe: 'at a stop, wait 0 to 60 seconds for cancelled cards to be sent (default 10)',
      },
      'reset-owners': { kind: 'flag', describe: 'start with a new agent control chat' },
      'new-token': { kind: 'flag', describe: 'replace the token of the MCP endpoint' },
      port: { kind: 'value', value: 'number', describe: 'port on 127.0.0.1 (default 5226)' },
      'qr-code': {
        kind: 'value',
        value: 'small or large',
        describe: 'size of the QR code (default small)',
      },
      ...coreOptions,
    },
  },
  register: {
    words: 'NAME [options]',
    describe: 'Add the agent NAME to an MCP host.',
    options: {
      ...hostOptions,
      print: { kind: 'flag', describe: 'print the entry, change nothing' },
      channel: { kind: 'flag', describe: 'push "N new messages" into Claude Code sessions' },
      'channel-text': { kind: 'flag', describe: 'push the texts too' },
    },
  },
  unregister: {
    words: 'NAME [options]',
    describe: 'Remove the agent NAME from an MCP host.',
    options: hostOptions,
  },
  bridge: {
    words: 'NAME [options]',
    describe: 'Connect an MCP host that speaks stdio to the running agent NAME.',
    options: {
      data,
      channel: { kind: 'flag', describe: 'push "N new messages" into Claude Code sessions' },
      'channel-text': { kind: 'flag', describe: 'push the texts too' },
    },
  },
  doctor: {
    words: 'NAME [options]',
    describe: 'Check everything between the MCP host and SimpleX.',
    options: { data, json, 'core-lib': coreOptions['core-lib'] ?? data },
  },
  audit: {
    words: 'NAME [options]',
    describe: 'Show what the agent did and who decided it.',
    options: {
      data,
      json,
      follow: { kind: 'flag', describe: 'go on with new records' },
      verify: { kind: 'flag', describe: 'check the chain of hashes' },
    },
  },
  service: {
    words: 'NAME [options]',
    describe: 'Print a unit that runs the agent NAME in the background.',
    options: {
      data,
      systemd: { kind: 'flag', describe: 'for systemd' },
      launchd: { kind: 'flag', describe: 'for launchd of macOS' },
    },
  },
  core: {
    words: '[install] [options]',
    describe: 'Show which SimpleX core library is used, or download it.',
    options: { 'core-lib': coreOptions['core-lib'] ?? data },
  },
  owner: {
    words: 'NAME [options]',
    describe: "Sit in the owner's place of an agent that runs on the sandbox network.",
    options: { data },
  },
};

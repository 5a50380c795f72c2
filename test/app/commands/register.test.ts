import { chmod, mkdir, readdir, rename, stat, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { register, type RegisterOptions } from '../../../src/app/commands/register.js';
import { unregister } from '../../../src/app/commands/unregister.js';
import type { HostName } from '../../../src/domain/hosts/host.js';
import { Setting } from './setting.js';

let setting: Setting;

beforeEach(async () => {
  setting = await Setting.make();
});

afterEach(() => setting.remove());

const OPTIONS: RegisterOptions = {
  agent: 'ann',
  host: 'claude-code',
  scope: 'user',
  dataGiven: false,
  print: false,
  channel: 'off',
};

async function run(options: Partial<RegisterOptions> = {}): Promise<[number, ...string[]]> {
  const { exitCode } = await register(setting, { ...OPTIONS, ...options });
  return [exitCode, ...setting.terminal.take()];
}

async function undo(options: Partial<RegisterOptions> = {}): Promise<[number, ...string[]]> {
  const { exitCode } = await unregister(setting, { ...OPTIONS, ...options });
  return [exitCode, ...setting.terminal.take()];
}

const ENTRY =
  '{"type":"http","url":"http://127.0.0.1:5226/mcp","headersHelper":"cat \'/home/ann/.simplex-mcp/ann/headers.json\'","timeout":169800000}';

describe('register for Claude Code (api 3.2, 3.3)', () => {
  it('runs claude mcp remove, then add-json', async () => {
    await setting.claude();
    expect(await run()).toEqual([0, 'Added simplex-ann to Claude Code, scope user.']);
    expect(await setting.claudeCalls()).toEqual([
      ['mcp', 'remove', '--scope', 'user', 'simplex-ann'],
      ['mcp', 'add-json', '--scope', 'user', 'simplex-ann', ENTRY],
    ]);
  });

  it('goes on when there was nothing to remove', async () => {
    await setting.claude('[ "$2" = remove ] && { echo none >&2; exit 1; }; exit 0');
    expect(await run({ scope: 'local' })).toEqual([
      0,
      'Added simplex-ann to Claude Code, scope local.',
    ]);
  });

  it('prints the entry to add by hand when there is no claude', async () => {
    expect(await run()).toEqual([
      1,
      `! Add this entry under "mcpServers" in ~/.claude.json: {"simplex-ann": ${ENTRY}}`,
    ]);
  });

  it('names the root of the project for scope local', async () => {
    await mkdir(setting.path('.git'));
    expect(await run({ scope: 'local' })).toEqual([
      1,
      `! Add this entry under "projects" > "${setting.home}" > "mcpServers" in ~/.claude.json: {"simplex-ann": ${ENTRY}}`,
    ]);
  });

  it('says why add-json failed, on one line', async () => {
    await setting.claude('[ "$2" = remove ] || { printf "no\\nway" >&2; exit 3; }');
    expect(await run()).toEqual([1, '! claude mcp add-json failed: no way']);
  });

  it('says how add-json ended when it wrote nothing', async () => {
    await setting.claude('[ "$2" = remove ] || exit 3');
    expect(await run()).toEqual([1, '! claude mcp add-json failed: exit 3']);
  });

  it('gives up on a claude that hangs', async () => {
    await setting.remove();
    setting = await Setting.make('linux', 200);
    await setting.claude('[ "$2" = remove ] || sleep 60');
    expect(await run()).toEqual([1, '! claude mcp add-json failed: no answer in 0.2 seconds']);
  });

  it('refuses to replace an entry that is not its own', async () => {
    await setting.claude();
    const path = await setting.write(
      '.claude.json',
      '{"mcpServers":{"simplex-ann":{"command":"x"}}}',
    );
    const message = `! ${path} has an entry simplex-ann that simplex-mcp did not write. Nothing was changed. Rename or remove that entry first.`;
    expect(await run()).toEqual([1, message]);
    expect(await undo()).toEqual([1, message]);
    expect(await setting.claudeCalls()).toEqual([]);
  });

  it('gives the bridge for a channel', async () => {
    await setting.claude();
    expect(await run({ channel: 'notice' })).toEqual([
      0,
      'Added simplex-ann to Claude Code, scope user.',
      'Start it with: claude --dangerously-load-development-channels server:simplex-ann',
    ]);
    expect((await setting.claudeCalls())[1]?.at(-1)).toBe(
      '{"type":"stdio","command":"/usr/bin/node","args":["/opt/simplex-mcp/dist/cli.js","bridge","ann","--channel"],"timeout":169800000}',
    );
  });

  it('prints only with --print', async () => {
    await setting.claude();
    expect(await run({ print: true })).toEqual([
      0,
      `! Add this under "mcpServers" in ${setting.path('.claude.json')}:`,
      `{
  "simplex-ann": {
    "type": "http",
    "url": "http://127.0.0.1:5226/mcp",
    "headersHelper": "cat '/home/ann/.simplex-mcp/ann/headers.json'",
    "timeout": 169800000
  }
}`,
    ]);
    expect(await setting.claudeCalls()).toEqual([]);
  });

  it('needs a server that was started', async () => {
    for (const text of [undefined, 'broken']) {
      const files = { dataFolder: '/d', readState: () => Promise.resolve(text) };
      expect(await register({ ...setting, files, registry: setting.registry }, OPTIONS)).toEqual({
        exitCode: 1,
      });
      expect(setting.terminal.take()).toEqual([
        '! Agent "ann" was never started. Start it with: node /opt/simplex-mcp/dist/cli.js serve ann',
      ]);
    }
    const files = { dataFolder: '/d a', readState: () => Promise.resolve(undefined) };
    const { terminal, registry } = setting;
    await register({ terminal, registry, files }, { ...OPTIONS, dataGiven: true });
    expect(terminal.take()).toEqual([
      '! Agent "ann" was never started. Start it with: node /opt/simplex-mcp/dist/cli.js serve ann --data \'/d a\'',
    ]);
  });
});

describe('unregister for Claude Code', () => {
  const registered = `{"mcpServers":{"simplex-ann":${ENTRY}}}`;

  it('runs claude mcp remove', async () => {
    await setting.claude();
    await setting.write('.claude.json', registered);
    expect(await undo()).toEqual([0, 'Removed simplex-ann from Claude Code, scope user.']);
    expect(await setting.claudeCalls()).toEqual([
      ['mcp', 'remove', '--scope', 'user', 'simplex-ann'],
    ]);
  });

  it('has nothing to do when there is no entry', async () => {
    expect(await undo()).toEqual([0, 'simplex-ann is not registered in Claude Code.']);
  });

  it('says what to remove when there is no claude', async () => {
    await setting.write('.claude.json', registered);
    expect(await undo()).toEqual([
      1,
      '! Remove "simplex-ann" under "mcpServers" in ~/.claude.json.',
    ]);
  });

  it('says why remove failed', async () => {
    await setting.claude('echo locked >&2; exit 1');
    await setting.write('.claude.json', registered);
    expect(await undo()).toEqual([1, '! claude mcp remove failed: locked']);
  });

  it('lets claude decide about a config that it can not read', async () => {
    await setting.claude();
    await setting.write('.claude.json', '{');
    expect(await undo()).toEqual([0, 'Removed simplex-ann from Claude Code, scope user.']);
  });
});

describe('register for the hosts with a config file', () => {
  const FILES: Record<Exclude<HostName, 'claude-code'>, [string, string, string]> = {
    'claude-desktop': [
      '.config/Claude/claude_desktop_config.json',
      'Claude Desktop',
      '{\n  "mcpServers": {\n    "b": {}\n  }\n}\n',
    ],
    cursor: [
      '.cursor/mcp.json',
      'Cursor',
      '// mine\n{\n  "mcpServers": {\n    "b": {}, // b\n  },\n}\n',
    ],
    vscode: [
      '.config/Code/User/mcp.json',
      'VS Code',
      '{\n\t"servers": {\n\t\t"b": {}\n\t},\n\t"inputs": []\n}\n',
    ],
    codex: [
      '.codex/config.toml',
      'Codex',
      'model = "m" # mine\n\n[mcp_servers.b]\ncommand = "b"\n',
    ],
    gemini: ['.gemini/settings.json', 'Gemini CLI', '{"theme":"dark","mcpServers":{"b":{}}}'],
    opencode: [
      '.config/opencode/opencode.jsonc',
      'OpenCode',
      '{\n  // mine\n  "mcp": {\n    "servers": {\n      "b": { "type": "local", "command": ["b"] },\n    },\n  },\n}\n',
    ],
  };
  const hosts = Object.entries(FILES).map(
    ([host, [file, title, text]]) => [host as HostName, file, title, text] as const,
  );

  it.each(hosts)(
    '%s: edits %s in place, with a backup, and undoes it',
    async (host, file, title, before) => {
      const path = await setting.write(file, before);
      await chmod(path, 0o640);
      expect(await run({ host })).toEqual([
        0,
        `Added simplex-ann to ${path}. The file before is ${path}.bak. Restart ${title}.`,
      ]);
      const after = await setting.read(file);
      expect(after).toContain('simplex-ann');
      expect(after).toContain('/opt/simplex-mcp/dist/cli.js');
      expect(await setting.read(`${file}.bak`)).toBe(before);
      expect((await stat(path)).mode & 0o777).toBe(0o640);
      expect(await run({ host })).toEqual([0, `simplex-ann is in ${path} already.`]);
      expect(await undo({ host })).toEqual([
        0,
        `Removed simplex-ann from ${path}. The file before is ${path}.bak-2. Restart ${title}.`,
      ]);
      expect(await setting.read(file)).toBe(before);
      expect(await undo({ host })).toEqual([0, `simplex-ann is not registered in ${title}.`]);
    },
  );

  it.each(hosts)('%s: makes a config that is not there', async (host, file, title) => {
    const path = setting.path(file.replace('jsonc', 'json'));
    expect(await undo({ host })).toEqual([0, `simplex-ann is not registered in ${title}.`]);
    expect(await run({ host })).toEqual([0, `Added simplex-ann to ${path}. Restart ${title}.`]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await run({ host })).toEqual([0, `simplex-ann is in ${path} already.`]);
  });

  it('opencode: follows the form of version 1', async () => {
    const file = '.config/opencode/opencode.json';
    await setting.write(file, '{\n  "mcp": {\n    "b": {"type":"local","command":["b"]}\n  }\n}\n');
    await run({ host: 'opencode' });
    expect(JSON.parse(await setting.read(file))).toEqual({
      mcp: {
        b: { type: 'local', command: ['b'] },
        'simplex-ann': {
          type: 'local',
          command: ['/usr/bin/node', '/opt/simplex-mcp/dist/cli.js', 'bridge', 'ann'],
          enabled: true,
          timeout: 169_800_000,
        },
      },
    });
  });

  it('codex: prints TOML', async () => {
    expect(await run({ host: 'codex', print: true })).toEqual([
      0,
      `! Add this to ${setting.path('.codex/config.toml')}:`,
      `[mcp_servers.simplex-ann]
command = "/usr/bin/node"
args = ["/opt/simplex-mcp/dist/cli.js", "bridge", "ann"]
startup_timeout_sec = 30
tool_timeout_sec = 169800`,
    ]);
    expect(await readdir(setting.home)).not.toContain('.codex');
  });

  it('says with --print what unregister would remove', async () => {
    expect(await undo({ host: 'opencode', print: true })).toEqual([
      0,
      `Remove "simplex-ann" under "mcp" > "servers" in ${setting.path('.config/opencode/opencode.json')}.`,
    ]);
  });

  it('refuses an entry of the name that is not its own', async () => {
    const path = await setting.write(
      '.cursor/mcp.json',
      '{"mcpServers":{"simplex-ann":{"url":"https://x"}}}',
    );
    const message = `! ${path} has an entry simplex-ann that simplex-mcp did not write. Nothing was changed. Rename or remove that entry first.`;
    expect(await run({ host: 'cursor' })).toEqual([1, message]);
    expect(await undo({ host: 'cursor' })).toEqual([1, message]);
    expect(await readdir(setting.path('.cursor'))).toEqual(['mcp.json']);
  });

  it.each([
    ['--scope local', { scope: 'local' }],
    ['--channel', { channel: 'notice' }],
  ] as const)('takes no %s', async (option, options) => {
    expect(await run({ host: 'cursor', ...options })).toEqual([
      2,
      `! ${option} applies to --host claude-code.`,
    ]);
  });

  it('takes no --scope local for unregister', async () => {
    expect(await undo({ host: 'cursor', scope: 'local' })).toEqual([
      2,
      '! --scope local applies to --host claude-code.',
    ]);
  });
});

describe('a config file that is not edited', () => {
  const HINT = 'Nothing was changed. To edit it by hand, run with --print.';

  it.each<[string, string, HostName, string, string]>([
    ['is cut off', '{"a"', 'cursor', '.cursor/mcp.json', 'is not valid JSON (line 1, column 5).'],
    ['is no object', '[]', 'cursor', '.cursor/mcp.json', 'is not a JSON object.'],
    ['is no TOML', 'a =\n', 'codex', '.codex/config.toml', 'is not valid TOML (line 1, column 4).'],
    [
      'is not UTF-8',
      'latin1',
      'cursor',
      '.cursor/mcp.json',
      'is not valid JSON (line 1, column 1).',
    ],
  ])('%s', async (_, text, host, file, problem) => {
    const bytes = text === 'latin1' ? Buffer.from('{"a":"\xe9"}', 'latin1') : text;
    const path = await setting.write(file, bytes as string);
    expect(await run({ host })).toEqual([1, `! ${path} ${problem} ${HINT}`]);
    expect(await undo({ host })).toEqual([1, `! ${path} ${problem} ${HINT}`]);
    expect((await readdir(setting.path(file, '..'))).length).toBe(1);
  });

  it('has servers of another form', async () => {
    const path = await setting.write('.cursor/mcp.json', '{"mcpServers":[]}');
    expect(await run({ host: 'cursor' })).toEqual([
      1,
      `! "mcpServers" in ${path} is not in a form that can be edited in place. ${HINT}`,
    ]);
  });

  it('is a link', async () => {
    const path = await setting.write('.cursor/mcp.json', '{}');
    await rename(path, setting.path('real.json'));
    await symlink('../real.json', path);
    expect(await run({ host: 'cursor' })).toEqual([
      1,
      `! ${path} is a link to ${setting.path('real.json')}. ${HINT}`,
    ]);
    expect(await setting.read('real.json')).toBe('{}');
  });

  it.skipIf(process.platform === 'win32')('is read-only', async () => {
    const path = await setting.write('.cursor/mcp.json', '{}');
    await chmod(path, 0o444);
    expect(await run({ host: 'cursor' })).toEqual([1, `! ${path} is read-only. ${HINT}`]);
    expect(await readdir(setting.path('.cursor'))).toEqual(['mcp.json']);
  });

  it('is a folder', async () => {
    await mkdir(setting.path('.cursor/mcp.json'), { recursive: true });
    expect(await run({ host: 'cursor' })).toEqual([
      1,
      `! ${setting.path('.cursor/mcp.json')} can't be read or written: EISDIR. ${HINT}`,
    ]);
  });
});

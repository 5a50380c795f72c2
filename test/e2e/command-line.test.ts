import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from './support/built-cli.js';
import { Place } from './support/place.js';
import { runCli } from './support/run-cli.js';

let place: Place;
/** A port that is taken. */
let taken: Server;

beforeAll(async () => {
  place = await Place.make();
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  taken.close();
  await place.remove();
});

const usage =
  'Usage: simplex-mcp serve NAME [options] or simplex-mcp register NAME [options]. Run simplex-mcp --help.';
const badName =
  'NAME: 1 to 32 lowercase letters, digits and single hyphens, starting with a letter or digit.';

const serve = (...options: readonly string[]) => ['serve', 'demo', '--core', 'sandbox', ...options];

// `it.concurrent`: each runs a process that ends by itself.
describe('wrong arguments end with exit code 2 (api 3.3)', () => {
  it.concurrent.each<[readonly string[], string]>([
    [[], usage],
    [['serve', 'De mo'], badName],
    [serve('--port'), '--port: a value expected.'],
    [serve('--nope'), 'Unknown option --nope. Run simplex-mcp --help.'],
    [
      serve('--display-name', ' Ada  Lovelace '),
      '--display-name: not a valid SimpleX name; try Ada Lovelace',
    ],
    [serve('--approve', 'never'), '--approve: requests or host expected, got never'],
    [serve('--qr-code', 'huge'), '--qr-code: small or large expected, got huge'],
    [['register', 'demo', '--scope', 'all'], '--scope: user or local expected, got all'],
    [serve('--owners', 'bob'), '--owners: ID:NAME expected, got bob'],
    [serve('--expire', '24'), '--expire: hours from 1 to 23 expected, got 24'],
    [serve('--stop-wait', '61'), '--stop-wait: seconds from 0 to 60 expected, got 61'],
    [serve('--port', '0'), '--port: a port from 1 to 65535 expected, got 0'],
    [
      serve('--reset-owners', '--owners', '2:bob'),
      '--reset-owners takes --owners without a list: member IDs change in a new agent control chat.',
    ],
  ])('%j', async (args, message) => {
    const { code, out, err } = await runCli(place, args);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: message });
  });

  it('--owners with a member who is not in the control chat', async () => {
    const data = join(place.root, 'owners');
    const port = String((taken.address() as AddressInfo).port + 1);
    expect(
      await runCli(place, serve('--data', data, '--port', port, '--owners', '9:Zoe')),
    ).toMatchObject({
      code: 2,
      err: '--owners: member 9:Zoe is not in the agent control chat. Start with --reset-owners --owners, or use the IDs of current members.',
    });
    expect(await readdir(data)).not.toContain('lock');
  });
});

describe('--help prints on stdout, exit code 0 (api 3.3)', () => {
  it.concurrent.each<[readonly string[], string]>([
    [['--help'], 'Your AI agent on SimpleX Chat, with you in command.'],
    [['serve', '--help'], 'simplex-mcp serve NAME [options]'],
  ])('%j', async (args, words) => {
    const { code, out, err } = await runCli(place, args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(words);
  });
});

describe('failures end with exit code 1 (api 3.3)', () => {
  const data = () => join(place.root, 'data');

  it('a port that is taken', async () => {
    const { port } = taken.address() as AddressInfo;
    const folder = join(place.root, 'port');
    const { code, err } = await runCli(place, serve('--data', folder, '--port', `${port}`));
    expect({ code, err }).toEqual({ code: 1, err: `Port ${port} is in use. Start with --port N.` });
    const names = await readdir(folder);
    expect(names).not.toContain('lock');
    expect(names).not.toContain('server.json');
  });

  it.each(['file', join('file', 'below')])('a data folder that is a file: %s', async (name) => {
    await writeFile(join(place.root, 'file'), 'mine');
    const folder = join(place.root, name);
    expect(await runCli(place, serve('--data', folder))).toEqual({
      code: 1,
      out: '',
      err: `simplex-mcp: ${folder} is a file where a folder is needed. Move it away, or use another folder.`,
    });
  });

  // Nobody may write there, root included; elsewhere a mode would not keep root out.
  it.runIf(process.platform === 'linux')('a data folder that can not be written', async () => {
    expect(await runCli(place, serve('--data', '/sys/simplex-mcp-test'))).toEqual({
      code: 1,
      out: '',
      err: 'simplex-mcp: /sys/simplex-mcp-test: permission denied. Give the user who runs the server the right to read and write it.',
    });
  });

  it.each([[], ['--data', 'other']])('an agent that was never started %j', async (...given) => {
    const options = given.map((word) => (word === 'other' ? join(place.root, word) : word));
    const start = ['node', CLI, 'serve', 'demo', ...options].join(' ');
    const { code, err } = await runCli(place, ['register', 'demo', ...options]);
    expect({ code, err }).toEqual({
      code: 1,
      err: `Agent "demo" was never started. Start it with: ${start}`,
    });
  });

  describe('Claude Code', () => {
    const headers = () => `cat '${data()}/headers.json'`;
    const entry = () =>
      `{"type":"http","url":"http://127.0.0.1:5999/mcp","headersHelper":"${headers()}","timeout":169800000}`;
    let noPrograms: string;

    beforeAll(async () => {
      await mkdir(data(), { recursive: true });
      await writeFile(
        join(data(), 'server.json'),
        '{"name":"demo","port":5999,"expireHours":23}\n',
      );
      noPrograms = join(place.root, 'bin');
      await mkdir(noPrograms);
    });

    it('that is not found: the entry is printed with its place', async () => {
      const register = ['register', 'demo', '--data', data()];
      expect(await runCli(place, register, { path: noPrograms })).toMatchObject({
        code: 1,
        err: `Add this entry under "mcpServers" in ~/.claude.json: {"simplex-demo": ${entry()}}`,
      });
      const local = [...register, '--scope', 'local'];
      expect(await runCli(place, local, { path: noPrograms, cwd: place.home })).toMatchObject({
        code: 1,
        err: `Add this entry under "projects" > "${place.home}" > "mcpServers" in ~/.claude.json: {"simplex-demo": ${entry()}}`,
      });
    });

    it('that fails: its own words are printed', async () => {
      const bin = join(place.root, 'failing');
      await mkdir(bin);
      await writeFile(
        join(bin, 'claude'),
        '#!/bin/sh\n[ "$2" = remove ] && exit 0\necho "the config is locked" >&2\nexit 3\n',
        { mode: 0o755 },
      );
      const path = `${bin}:/bin:/usr/bin`;
      expect(await runCli(place, ['register', 'demo', '--data', data()], { path })).toMatchObject({
        code: 1,
        err: 'claude mcp add-json failed: the config is locked',
      });
    });

    it('that works: it gets the entry, and never the token', async () => {
      const bin = join(place.root, 'working');
      await mkdir(bin);
      await writeFile(join(data(), 'token'), 's'.repeat(43));
      await writeFile(
        join(bin, 'claude'),
        `#!/bin/sh\nprintf '%s\\n' "$*" >> '${join(bin, 'calls')}'\n`,
        { mode: 0o755 },
      );
      const path = `${bin}:/bin:/usr/bin`;
      const { code } = await runCli(place, ['register', 'demo', '--data', data()], { path });
      expect(code).toBe(0);
      expect(await readFile(join(bin, 'calls'), 'utf8')).toBe(
        `mcp remove --scope user simplex-demo\nmcp add-json --scope user simplex-demo ${entry()}\n`,
      );
    });
  });
});

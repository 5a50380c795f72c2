import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LocalCoreLibrary } from '../../../../src/adapters/simplex/library/local-core-library.js';
import { compile } from '../../../support/compiled.js';
import { FakeClock } from '../../../support/fake-clock.js';
import {
  type Certificate,
  ReleaseServer,
  type ZipEntry,
  makeCertificate,
  makeZip,
  missingOpenssl,
  sha256,
} from './release-server.js';

const missing = await missingOpenssl();

const good: readonly ZipEntry[] = [
  { name: 'libs/' },
  { name: 'libs/libsimplex.so', content: 'the library' },
  { name: 'libs/libHSbase-4.18.so', content: 'what it needs' },
  { name: 'README', content: 'not unpacked' },
];

describe.skipIf(missing !== undefined)(
  `downloading libsimplex from a local https server (${missing ?? 'certificate by openssl'})`,
  () => {
    let certificate: Certificate;
    let server: ReleaseServer;
    let home: string;
    let clock: FakeClock;
    let output: string;
    let terminal: boolean;
    let env: NodeJS.ProcessEnv;

    beforeAll(async () => {
      certificate = await makeCertificate();
    });
    beforeEach(async () => {
      server = new ReleaseServer(certificate);
      await server.listen();
      home = await mkdtemp(join(tmpdir(), 'simplex-mcp-install-'));
      clock = new FakeClock(Date.now());
      output = '';
      terminal = false;
      env = {};
    });
    afterEach(async () => {
      await server.close();
      await rm(home, { recursive: true });
    });

    const folder = (): string => join(home, '.cache/simplex-chat/v1/sqlite');
    const url = (base = server.url): string => `${base}/v1/simplex-chat-libs-linux-x86_64.zip`;

    function library(pin: string, base = server.url): LocalCoreLibrary {
      return new LocalCoreLibrary(
        {
          platform: 'linux',
          arch: 'x64',
          env,
          home,
          userId: process.getuid?.(),
          output: {
            isTTY: terminal,
            write: (text) => {
              output += text;
            },
          },
          release: { tag: 'v1', base, pins: { 'linux-x86_64': pin } },
          ca: certificate.cert,
        },
        clock,
      );
    }

    async function failure(file: Buffer | string, base?: string): Promise<string> {
      const pin = typeof file === 'string' ? file : sha256(file);
      const error: unknown = await library(pin, base)
        .provide(undefined, true)
        .then(
          () => expect.fail('it was installed'),
          (reason: unknown) => reason,
        );
      expect(error).toMatchObject({ name: 'CoreLibraryError' });
      // Nothing is left, whatever went wrong.
      const left = await readdir(dirname(folder())).catch(() => []);
      expect(left).toEqual([]);
      return (error as Error).message;
    }

    const notDownloaded = (why: string, base?: string): string =>
      `libsimplex was not downloaded from ${url(base)}: ${why}. By hand: download ${url(base)} and put the files of ` +
      `its folder libs into ${folder()}, or anywhere and give that place with --core-lib PATH.`;

    it('installs the files of libs for this user only, and finds them from then on', async () => {
      const zip = await makeZip(good);
      server.serve(zip);
      const core = library(sha256(zip));
      const path = join(folder(), 'libsimplex.so');
      expect(await core.provide(undefined, true)).toBe(path);
      expect(await readdir(folder())).toEqual(['libHSbase-4.18.so', 'libsimplex.so']);
      expect(await readFile(path, 'utf8')).toBe('the library');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(folder())).mode & 0o777).toBe(0o700);
      expect(await readdir(dirname(folder()))).toEqual(['sqlite']);
      expect(await core.provide(undefined, true)).toBe(path);
      expect(server.requests).toEqual(['/v1/simplex-chat-libs-linux-x86_64.zip']);
      expect(output).toBe(
        `Downloading the SimpleX core v1 from ${url()}\nInstalled in ${folder()}\n`,
      );
      expect(clock.waiting).toBe(0);
    });

    it('shows a bar on a terminal', async () => {
      terminal = true;
      const zip = await makeZip([{ name: 'libs/libsimplex.so', content: 'x'.repeat(50) }]);
      server.serve(zip);
      await library(sha256(zip)).provide(undefined, true);
      const [first, bar, last] = output.split('\n');
      expect(first).toBe(`Downloading the SimpleX core v1 from ${url()}`);
      expect(bar).toBe(
        `\r[##############################] 100% ${zip.length} bytes of ${zip.length} bytes`,
      );
      expect(last).toBe(`Installed in ${folder()}`);
    });

    it('downloads nothing when that is not wanted', async () => {
      await expect(library('0').provide(undefined, false)).rejects.toMatchObject({
        message:
          'libsimplex is not on this computer, and it is not downloaded while --socks-proxy is given, since the ' +
          'download would not go through the proxy. Run simplex-mcp core install first. By hand: download ' +
          `${url()} and put the files of its folder libs into ${folder()}, or anywhere and give that place with ` +
          '--core-lib PATH.',
      });
      expect(server.requests).toEqual([]);
    });

    describe('a file that is not the pinned one', () => {
      it('is not unpacked', async () => {
        const zip = await makeZip(good);
        server.serve(zip);
        const pin = 'ab'.repeat(32);
        expect(await failure(pin)).toBe(
          notDownloaded(
            `it is not the file that this program expects (SHA-256 ${sha256(zip)} and not ${pin}), and nothing was unpacked`,
          ),
        );
      });
    });

    describe('a zip file', () => {
      const damaged = "it can't be unpacked: it is damaged or not safe";

      it.each([
        'libs/../../evil.so',
        '/etc/cron.d/evil12',
        'libs/..\\..\\evil.so',
        'C:/libs/evil123.so',
      ])('with the path %s writes nothing outside', async (name) => {
        const placeholder = `libs/${'x'.repeat(name.length - 5)}`;
        const zip = await makeZip(
          [...good, { name: placeholder, content: 'evil' }],
          [placeholder, name],
        );
        server.serve(zip);
        expect(await failure(zip)).toBe(notDownloaded(damaged));
      });

      it.each([
        [
          'a link',
          { name: 'libs/liblink.so', content: '/etc/passwd', mode: 0o120777 },
          'it has a link or special file',
        ],
        [
          'a link elsewhere',
          { name: 'other', content: '/etc/passwd', mode: 0o120777 },
          'it has a link or special file',
        ],
        ['a pipe', { name: 'libs/pipe', mode: 0o010644 }, 'it has a link or special file'],
        ['a name with a space', { name: 'libs/a b.so' }, 'it has a file of an odd name'],
        ['a name with a colon', { name: 'libs/a:b' }, 'it has a file of an odd name'],
        ['a hidden step', { name: 'libs/./b' }, 'it has a file of an odd name'],
        [
          'a name twice',
          { name: 'libs/libsimplex.so', content: 'other' },
          'it is damaged or not safe',
        ],
      ] as const)('with %s is refused', async (_, entry, why) => {
        const zip = await makeZip([...good, entry]);
        server.serve(zip);
        expect(await failure(zip)).toBe(notDownloaded(`it can't be unpacked: ${why}`));
      });

      it('without the library is refused', async () => {
        const zip = await makeZip([{ name: 'libs/other.so' }]);
        server.serve(zip);
        expect(await failure(zip)).toBe(
          notDownloaded("it can't be unpacked: it has no libs/libsimplex.so"),
        );
      });

      it('that is cut or no zip file is refused', async () => {
        const zip = await makeZip(good);
        for (const file of [zip.subarray(0, zip.length - 30), Buffer.from('no zip file')]) {
          server.serve(file);
          expect(await failure(file)).toBe(notDownloaded(damaged));
        }
      });

      it('whose content is damaged is refused', async () => {
        const zip = await makeZip([{ name: 'libs/libsimplex.so', content: 'abc'.repeat(5000) }]);
        zip.fill(0xff, 60, 90);
        server.serve(zip);
        expect(await failure(zip)).toBe(notDownloaded(damaged));
      });
    });

    describe('the connection', () => {
      it('follows five redirects over https, also relative ones', async () => {
        const zip = await makeZip(good);
        server.answer = (request, response) => {
          const step = Number(/^\/step(\d)$/.exec(request.url ?? '')?.[1] ?? 0);
          if (step === 5) response.writeHead(200).end(zip);
          else response.writeHead(302, { location: `/step${step + 1}` }).end();
        };
        expect(await library(sha256(zip)).provide(undefined, true)).toBeDefined();
        expect(server.requests).toHaveLength(6);
      });

      it('is given up at the sixth redirect', async () => {
        server.answer = (_, response) => {
          response.writeHead(301, { location: `${server.url}/again` }).end();
        };
        expect(await failure('0')).toBe(notDownloaded('it was redirected too often'));
        expect(server.requests).toHaveLength(6);
      });

      it('does not follow a redirect to http', async () => {
        let asked = 0;
        const plain = createServer((_, response) => {
          asked += 1;
          response.end('x');
        });
        const port = await listen(plain);
        server.answer = (_, response) => {
          response.writeHead(302, { location: `http://127.0.0.1:${port}/libs.zip` }).end();
        };
        expect(await failure('0')).toBe(
          notDownloaded('it was redirected to an address that is not https'),
        );
        expect(asked).toBe(0);
        await close(plain);
      });

      it.each([403, 404, 500, 204, 304])('is given up at the status %d', async (status) => {
        server.answer = (_, response) => void response.writeHead(status).end();
        expect(await failure('0')).toBe(notDownloaded(`the server answered ${status}`));
      });

      it('is given up when it is cut off', async () => {
        server.answer = (_, response) => {
          response.writeHead(200, { 'content-length': 1000 });
          response.write('part', () => response.destroy());
        };
        expect(await failure('0')).toBe(notDownloaded('the connection ended too early'));
      });

      it('is given up when nothing comes', async () => {
        const asked = new Promise<void>((resolve) => (server.answer = () => resolve()));
        const failed = failure('0');
        await asked;
        await clock.advance(30_000);
        expect(await failed).toBe(notDownloaded('nothing came for 30 seconds'));
      });

      it('is given up when it takes too long in all', async () => {
        const asked = new Promise<void>((resolve) => {
          server.answer = (_, response) => {
            response.writeHead(200);
            const drip = clock.every(20_000, () => response.write('x'));
            response.on('close', drip);
            response.write('x', () => resolve());
          };
        });
        const failed = failure('0');
        await asked;
        let done = false;
        void failed.then(() => (done = true));
        while (!done) {
          await clock.advance(1000);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        expect(await failed).toBe(notDownloaded('it was not complete after 900 seconds'));
      });

      it('is given up when the file is too large', async () => {
        server.answer = (_, response) => {
          response.writeHead(200, { 'content-length': 200_000_001 });
          response.write('x');
        };
        expect(await failure('0')).toBe(notDownloaded('it is larger than 200.0 MB'));
      });

      it('says that the server is not reached', async () => {
        const base = server.url;
        await server.close();
        expect(await failure('0', base)).toBe(notDownloaded('ECONNREFUSED', base));
        server = new ReleaseServer(certificate);
        await server.listen();
      });

      it('does not trust an unknown certificate', async () => {
        const trusted = certificate;
        certificate = { ...trusted, cert: (await makeCertificate()).cert };
        expect(await failure('0')).toBe(notDownloaded('DEPTH_ZERO_SELF_SIGNED_CERT'));
        certificate = trusted;
        expect(server.requests).toEqual([]);
      });

      it('is not made over http', async () => {
        expect(await failure('0', 'http://127.0.0.1:9')).toBe(
          notDownloaded('it was redirected to an address that is not https', 'http://127.0.0.1:9'),
        );
      });
    });

    describe('a proxy in HTTPS_PROXY', () => {
      let proxy: Server;
      let port: number;
      let asked: string[];
      let authorization: string | undefined;

      beforeEach(async () => {
        asked = [];
        proxy = createServer((_, response) => response.writeHead(400).end());
        proxy.on('connect', (request, client) => {
          asked.push(request.url ?? '');
          authorization = request.headers['proxy-authorization'];
          client.on('error', () => undefined);
          const upstream = connectTcp(server.port, '127.0.0.1', () => {
            client.write('HTTP/1.1 200 OK\r\n\r\n');
            upstream.pipe(client).pipe(upstream);
          });
          upstream.on('error', () => client.destroy());
        });
        port = await listen(proxy);
        env = { HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${port}` };
      });
      afterEach(() => close(proxy));

      it('is used, with its user', async () => {
        const zip = await makeZip(good);
        server.serve(zip);
        expect(await library(sha256(zip)).provide(undefined, true)).toBeDefined();
        expect(asked).toEqual([`localhost:${server.port}`]);
        expect(authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
      });

      it.each(['localhost', '*', 'example.org, .localhost'])(
        'is not used for what NO_PROXY names: %s',
        async (names) => {
          env = { ...env, NO_PROXY: names };
          const zip = await makeZip(good);
          server.serve(zip);
          expect(await library(sha256(zip)).provide(undefined, true)).toBeDefined();
          expect(asked).toEqual([]);
        },
      );

      it('that refuses is named, without its password', async () => {
        proxy.removeAllListeners('connect');
        proxy.on('connect', (_, client) => client.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
        expect(await failure('0')).toBe(
          notDownloaded(`the proxy 127.0.0.1:${port} refused with 403`),
        );
      });

      it('that does not answer is named', async () => {
        await close(proxy);
        expect(await failure('0')).toBe(
          notDownloaded(`the proxy 127.0.0.1:${port} does not answer (ECONNREFUSED)`),
        );
      });

      it.each(['socks5://127.0.0.1:9050', 'https://user:secret@proxy.example', 'nonsense'])(
        'of another kind is refused: %s',
        async (text) => {
          env = { https_proxy: text };
          expect(await failure('0')).toBe(
            notDownloaded('HTTPS_PROXY is not an address of the form http://HOST:PORT'),
          );
        },
      );
    });

    describe('the cache', () => {
      it('that can not be written is named', async () => {
        await writeFile(join(home, '.cache'), 'a file');
        const parent = join(home, '.cache/simplex-chat/v1');
        await expect(library('0').provide(undefined, true)).rejects.toMatchObject({
          message: `${parent} can't be written: ENOTDIR.`,
        });
      });

      it('with a folder that lacks the library is not touched', async () => {
        await mkdir(folder(), { recursive: true, mode: 0o700 });
        await writeFile(join(folder(), 'part'), 'of another program');
        const zip = await makeZip(good);
        server.serve(zip);
        await expect(library(sha256(zip)).provide(undefined, true)).rejects.toMatchObject({
          message: `${folder()} is there without libsimplex.so. Remove the folder and try again.`,
        });
        expect(await readdir(folder())).toEqual(['part']);
        expect(await readdir(dirname(folder()))).toEqual(['sqlite']);
      });

      it('is cleared of what killed processes left a day ago, not of what others work on', async () => {
        const parent = dirname(folder());
        const [old, recent] = [join(parent, '.simplex-mcp-old'), join(parent, '.simplex-mcp-new')];
        for (const one of [old, recent]) await mkdir(one, { recursive: true, mode: 0o700 });
        const yesterday = new Date(clock.now() - 25 * 3_600_000);
        await utimes(old, yesterday, yesterday);
        const zip = await makeZip(good);
        server.serve(zip);
        await library(sha256(zip)).provide(undefined, true);
        expect(await readdir(parent)).toEqual(['.simplex-mcp-new', 'sqlite']);
      });
    });

    describe('two processes at once', () => {
      let script: string;
      let compiled: Awaited<ReturnType<typeof compile>>;

      beforeAll(async () => {
        compiled = await compile(
          'src/adapters/simplex/library/local-core-library.ts',
          'src/adapters/clock/system-clock.ts',
        );
        script = `
          import { LocalCoreLibrary } from '${compiled.path('src/adapters/simplex/library/local-core-library.ts')}';
          import { SystemClock } from '${compiled.path('src/adapters/clock/system-clock.ts')}';
          const options = JSON.parse(process.argv[1]);
          const core = new LocalCoreLibrary({ ...options, env: {}, output: process.stderr }, new SystemClock());
          process.stdout.write(await core.provide(undefined, true));`;
      });
      afterAll(() => compiled.remove());

      function start(pin: string): Promise<string> {
        const options = {
          platform: 'linux',
          arch: 'x64',
          home,
          release: { tag: 'v1', base: server.url, pins: { 'linux-x86_64': pin } },
          ca: certificate.cert,
        };
        const child = spawn(process.execPath, [
          '--input-type=module',
          '-e',
          script,
          JSON.stringify(options),
        ]);
        let text = '';
        child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
        child.stderr.on('data', () => undefined);
        return new Promise((resolve) =>
          child.on('close', (code) => resolve(code === 0 ? text : `exit code ${code}`)),
        );
      }

      it('both end with the same whole files', async () => {
        const zip = await makeZip(good);
        const waiting: (() => void)[] = [];
        server.answer = (_, response) => {
          waiting.push(() => void response.writeHead(200).end(zip));
          // Neither gets its file before both have asked.
          if (waiting.length === 2) for (const send of waiting) send();
        };
        const path = join(folder(), 'libsimplex.so');
        expect(await Promise.all([start(sha256(zip)), start(sha256(zip))])).toEqual([path, path]);
        expect(await readdir(folder())).toEqual(['libHSbase-4.18.so', 'libsimplex.so']);
        expect(await readdir(dirname(folder()))).toEqual(['sqlite']);
      });
    });
  },
);

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A home and a data folder of a test's own, so that nothing of the person who runs it is touched. */
export class Place {
  private constructor(
    readonly root: string,
    readonly home: string,
    readonly data: string,
  ) {}

  static async make(): Promise<Place> {
    const root = await mkdtemp(join(tmpdir(), 'simplex-mcp-e2e-'));
    const home = join(root, 'home');
    await mkdir(home);
    return new Place(root, home, join(root, 'data'));
  }

  get env(): NodeJS.ProcessEnv {
    const { PATH } = process.env;
    return { HOME: this.home, USERPROFILE: this.home, TERM: 'dumb', ...(PATH ? { PATH } : {}) };
  }

  /** A path in the data folder. */
  path(...names: readonly string[]): string {
    return join(this.data, ...names);
  }

  read(...names: readonly string[]): Promise<string> {
    return readFile(this.path(...names), 'utf8');
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** A port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

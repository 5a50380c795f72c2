import type { Readable } from 'node:stream';
import {
  GenericContainer,
  getContainerRuntimeClient,
  Wait,
  type StartedTestContainer,
} from 'testcontainers';

export interface Addresses {
  readonly smp: string;
  readonly xftp: string;
  readonly unknownXftp: string;
}

const SMP_PORT = 5223;
const XFTP_PORT = 443;
const START_MS = 120_000;

export async function dockerAnswers(): Promise<boolean> {
  try {
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
}

/** One SMP and two XFTP servers, reachable from this computer only. */
export async function startServers(): Promise<{
  readonly addresses: Addresses;
  stop(): Promise<void>;
}> {
  const starting = [startSmp(), startXftp(), startXftp()] as const;
  const stop = async (): Promise<void> => {
    const started = await Promise.allSettled(starting);
    for (const one of started) if (one.status === 'fulfilled') await one.value.container.stop();
  };
  try {
    const [smp, xftp, unknownXftp] = await Promise.all(starting);
    return {
      addresses: { smp: smp.address, xftp: xftp.address, unknownXftp: unknownXftp.address },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Server {
  readonly container: StartedTestContainer;
  readonly address: string;
}

/**
 * The port is the same inside and outside: with private routing the server connects to itself by the address that
 * clients use.
 */
async function startSmp(): Promise<Server> {
  const server = new LocalServer('simplexchat/smp-server:latest')
    .withEnvironment({ ADDR: '127.0.0.1', WEB_MANUAL: '1' })
    .withExposedPorts({ container: SMP_PORT, host: SMP_PORT });
  const started = await start(server, /(Serving SMP protocol|Listening) on port/);
  return { ...started, address: withPort(started.address, SMP_PORT) };
}

async function startXftp(): Promise<Server> {
  const server = new LocalServer('simplexchat/xftp-server:latest')
    .withEnvironment({ ADDR: '127.0.0.1', QUOTA: '2gb' })
    .withTmpFs({ '/srv/xftp': 'rw' })
    .withExposedPorts(XFTP_PORT);
  const started = await start(server, /Listening on port/);
  return {
    ...started,
    address: withPort(started.address, started.container.getMappedPort(XFTP_PORT)),
  };
}

/** Resolves when the server listens, with the address that it wrote. */
async function start(server: LocalServer, listens: RegExp): Promise<Server> {
  let address = (_: string): void => undefined;
  const written = new Promise<string>((resolve) => (address = resolve));
  const container = await server
    .withLogConsumer((output: Readable) => {
      let text = '';
      output.on('data', (chunk: Buffer | string) => {
        text += chunk.toString();
        const [found] = /\b(smp|xftp):\/\/\S+(?=\s)/.exec(text) ?? [];
        if (found !== undefined) address(found);
      });
    })
    .withWaitStrategy(Wait.forLogMessage(listens))
    .withStartupTimeout(START_MS)
    .start();
  return { container, address: await written };
}

function withPort(address: string, port: number): string {
  return `${address.replace(/:\d+$/, '')}:${port}`;
}

/** Publishes its ports on the loopback interface, where the default is all interfaces. */
class LocalServer extends GenericContainer {
  protected override beforeContainerCreated(): Promise<void> {
    const bindings = (this.hostConfig.PortBindings ?? {}) as Record<string, { HostPort: string }[]>;
    this.hostConfig.PortBindings = Object.fromEntries(
      Object.entries(bindings).map(([port, hosts]) => [
        port,
        hosts.map(({ HostPort }) => ({ HostIp: '127.0.0.1', HostPort })),
      ]),
    );
    return Promise.resolve();
  }
}

import 'reflect-metadata';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { container, instanceCachingFactory, type DependencyContainer } from 'tsyringe';
import { AuditLogReader } from '../adapters/audit/log-reader.js';
import { AuditLogWriter } from '../adapters/audit/log-writer.js';
import { StdioBridge } from '../adapters/bridge/stdio-bridge.js';
import { McpProbe } from '../adapters/bridge/mcp-probe.js';
import { SystemClock } from '../adapters/clock/system-clock.js';
import { DataFolder } from '../adapters/filesystem/data-folder.js';
import { LocalDaemon } from '../adapters/daemon/local-daemon.js';
import { LocalComputer } from '../adapters/doctor/local-computer.js';
import { LocalHosts } from '../adapters/hosts/local-hosts.js';
import { HttpMcpServer } from '../adapters/http/http-mcp-server.js';
import { MediaAdapter } from '../adapters/media/media-adapter.js';
import { nearbyLatency, SandboxChat, SandboxNetwork } from '../adapters/sandbox/index.js';
import { OwnerConsole } from '../adapters/sandbox/owner/console.js';
import { SandboxDoor } from '../adapters/sandbox/sandbox-door.js';
import { SandboxPlace } from '../adapters/sandbox/sandbox-place.js';
import { StoredFileServers } from '../adapters/simplex/file-servers.js';
import { LocalCoreLibrary } from '../adapters/simplex/library/local-core-library.js';
import { NativeTransport } from '../adapters/simplex/native/native-transport.js';
import type { SimplexNetwork } from '../adapters/simplex/simplex-chat-account.js';
import { SimplexChat } from '../adapters/simplex/simplex-chat.js';
import type { CoreTransport } from '../adapters/simplex/transport.js';
import { WebSocketTransport } from '../adapters/simplex/websocket/websocket-transport.js';
import { ConsoleTerminal } from '../adapters/terminal/console-terminal.js';
import type { Invocation } from '../domain/hosts/self-command.js';
import type { AuditLogPort, AuditPort } from '../ports/audit.js';
import type { ChatPort } from '../ports/chat.js';
import type { ClockPort } from '../ports/clock.js';
import type { DaemonPort } from '../ports/daemon.js';
import type { FileStorePort } from '../ports/file-store.js';
import type { McpPort } from '../ports/mcp.js';
import type { MediaPort } from '../ports/media.js';
import type { SandboxPort } from '../ports/sandbox.js';
import type { TerminalPort } from '../ports/terminal.js';
import {
  AUDIT_LOG_PORT,
  AUDIT_PORT,
  BRIDGE_PORT,
  CHAT_PORT,
  CLOCK_PORT,
  CORE_LIBRARY_PORT,
  DAEMON_PORT,
  DOCTOR_PORT,
  FILE_STORE_PORT,
  HOST_REGISTRY_PORT,
  MCP_PORT,
  MCP_PROBE_PORT,
  MEDIA_PORT,
  SANDBOX_DOOR_PORT,
  SANDBOX_PORT,
  TERMINAL_PORT,
} from '../ports/tokens.js';
import { Log } from './log.js';
import type { Ports } from './runtime.js';
import { startOnSandbox } from './sandbox-start.js';
import { Server, type Companion, type ServerIdentity } from './server.js';
import type { ServeSettings } from './settings.js';

/** The roots that the CLI asks for. */
export const LOG = Symbol('Log');
export const SERVER = Symbol('Server');
export const SANDBOX_NETWORK = Symbol('SandboxNetwork');

/** Registers a value that is made once, when it is first asked for. */
function single<T>(
  into: DependencyContainer,
  token: symbol,
  make: (from: DependencyContainer) => T,
): void {
  into.register(token, { useFactory: instanceCachingFactory(make) });
}

/** The ports that the commands need; `dataFolder` is absolute. */
export function commandContainer(
  dataFolder: string,
  terminal: TerminalPort,
  invocation: Invocation,
  version: string,
): DependencyContainer {
  const child = container.createChildContainer();
  child.register(TERMINAL_PORT, { useValue: terminal });
  single(child, CLOCK_PORT, () => new SystemClock());
  single(child, FILE_STORE_PORT, () => new DataFolder(dataFolder));
  single(child, HOST_REGISTRY_PORT, () => {
    const { platform, env } = process;
    return new LocalHosts({ platform, env, home: homedir(), folder: process.cwd(), invocation });
  });
  single(child, SANDBOX_DOOR_PORT, () => {
    const { stdin, stdout } = process;
    const folder = join(dataFolder, 'sandbox');
    return new SandboxDoor(folder, { input: stdin, output: stdout, colours: hasColours() });
  });
  single(child, AUDIT_LOG_PORT, (from) => {
    return new AuditLogReader(dataFolder, from.resolve<ClockPort>(CLOCK_PORT));
  });
  single(child, CORE_LIBRARY_PORT, (from) => {
    const { platform, arch, env, stderr } = process;
    const userId = process.getuid?.();
    return new LocalCoreLibrary(
      { platform, arch, env, home: homedir(), userId, output: stderr },
      from.resolve<ClockPort>(CLOCK_PORT),
    );
  });
  single(child, DOCTOR_PORT, () => new LocalComputer(dataFolder));
  single(child, MCP_PROBE_PORT, (from) => {
    return new McpProbe(from.resolve<DaemonPort>(DAEMON_PORT), version);
  });
  single(child, DAEMON_PORT, () => new LocalDaemon(dataFolder));
  single(child, BRIDGE_PORT, (from) => {
    const { stdin, stdout } = process;
    const log = from.resolve<Log>(LOG);
    return new StdioBridge(
      from.resolve<DaemonPort>(DAEMON_PORT),
      from.resolve<ClockPort>(CLOCK_PORT),
      { input: stdin, output: stdout },
      (error) => {
        log.error('bridge', error);
      },
    );
  });
  single(child, LOG, (from) => new Log(from.resolve<TerminalPort>(TERMINAL_PORT)));
  return child;
}

/** What `serve` runs with. */
export interface ServeParts {
  readonly settings: ServeSettings;
  readonly core: ServeCore;
  readonly identity: ServerIdentity;
  readonly invocation: Invocation;
  readonly terminal: TerminalPort;
}

/** The core of a server, found and checked. */
export type ServeCore =
  | {
      readonly kind: 'sandbox';
      /** The owner sits at this terminal. */
      readonly console: OwnerConsole | undefined;
    }
  | { readonly kind: 'native'; readonly library: string; readonly network: SimplexNetwork }
  | { readonly kind: 'websocket'; readonly url: string; readonly network: SimplexNetwork };

/** Everything of a running agent, on the core that was chosen. */
export function serveContainer(parts: ServeParts): DependencyContainer {
  const { settings, identity } = parts;
  const child = commandContainer(
    settings.dataFolder,
    parts.terminal,
    parts.invocation,
    identity.version,
  );
  single(child, AUDIT_PORT, (from) => {
    return new AuditLogWriter(settings.dataFolder, from.resolve<ClockPort>(CLOCK_PORT));
  });
  single(child, MEDIA_PORT, () => new MediaAdapter());
  single(child, MCP_PORT, (from) => {
    const log = from.resolve<Log>(LOG);
    return new HttpMcpServer((context, error) => {
      log.error(context, error);
    });
  });
  const companion = registerCore(child, parts);
  single(child, SERVER, (from) => {
    return new Server(portsOf(from), settings, identity, from.resolve<Log>(LOG), companion(from));
  });
  return child;
}

/** Registers the chat port; returns what the core adds to the life of the server. */
function registerCore(
  child: DependencyContainer,
  { core, settings, invocation }: ServeParts,
): (from: DependencyContainer) => Companion | undefined {
  if (core.kind !== 'sandbox') {
    single(child, CHAT_PORT, (from) => simplexChat(from, core, settings));
    return () => undefined;
  }
  const folder = join(settings.dataFolder, 'sandbox');
  single(child, SANDBOX_NETWORK, (from) => {
    const clock = from.resolve<ClockPort>(CLOCK_PORT);
    return new SandboxNetwork({ clock, latency: nearbyLatency, inhabitants: true, folder });
  });
  single(child, CHAT_PORT, (from) => {
    return new SandboxChat({ network: from.resolve<SandboxNetwork>(SANDBOX_NETWORK) });
  });
  single(child, SANDBOX_PORT, (from) => {
    const network = from.resolve<SandboxNetwork>(SANDBOX_NETWORK);
    return new SandboxPlace(network, folder, core.console);
  });
  return (from) => {
    const sandbox = from.resolve<SandboxPort>(SANDBOX_PORT);
    const log = from.resolve<Log>(LOG);
    return {
      listening: (facts) => startOnSandbox(sandbox, settings, invocation, log, facts),
      stopping: () => sandbox.close(),
    };
  };
}

function simplexChat(
  from: DependencyContainer,
  core: Exclude<ServeCore, { kind: 'sandbox' }>,
  settings: ServeSettings,
): ChatPort {
  const clock = from.resolve<ClockPort>(CLOCK_PORT);
  const log = from.resolve<Log>(LOG);
  const transport: CoreTransport =
    core.kind === 'native'
      ? new NativeTransport(
          { library: core.library, database: join(settings.dataFolder, 'simplex'), key: '' },
          clock,
        )
      : new WebSocketTransport({ url: core.url }, clock, (line) => {
          from.resolve<TerminalPort>(TERMINAL_PORT).err(line);
        });
  const memory = new StoredFileServers(from.resolve<FileStorePort>(FILE_STORE_PORT));
  return new SimplexChat(transport, memory, core.network, (context, error) => {
    log.error(context, error);
  });
}

function portsOf(from: DependencyContainer): Ports {
  return {
    chats: from.resolve<ChatPort>(CHAT_PORT),
    store: from.resolve<FileStorePort>(FILE_STORE_PORT),
    clock: from.resolve<ClockPort>(CLOCK_PORT),
    mcp: from.resolve<McpPort>(MCP_PORT),
    media: from.resolve<MediaPort>(MEDIA_PORT),
    terminal: from.resolve<TerminalPort>(TERMINAL_PORT),
    audit: from.resolve<AuditPort>(AUDIT_PORT),
    auditLog: from.resolve<AuditLogPort>(AUDIT_LOG_PORT),
  };
}

/** Standard output and error of this process. */
export function processTerminal(): TerminalPort {
  return ConsoleTerminal.ofProcess();
}

/** The owner's place at this terminal, when it is interactive: its lines are written above the prompt. */
export function ownerTerminal(
  onInterrupt: () => void,
): { readonly console: OwnerConsole; readonly terminal: TerminalPort } | undefined {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return undefined;
  const streams = { input: stdin, output: stdout, colours: hasColours() };
  const console = new OwnerConsole(streams, onInterrupt);
  return { console, terminal: new ConsoleTerminal(console, console) };
}

function hasColours(): boolean {
  const { stdout, env } = process;
  return stdout.isTTY && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb';
}

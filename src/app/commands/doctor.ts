import { checkLine, isHealthy, type Check } from '../../domain/doctor/check.js';
import {
  clockCheck,
  coreCheck,
  diskCheck,
  ffmpegCheck,
  folderChecks,
  nodeCheck,
} from '../../domain/doctor/computer.js';
import { parseStatus, type CoreFacts } from '../../domain/doctor/facts.js';
import {
  auditCheck,
  unreadableAudit,
  bridgeCheck,
  controlCheck,
  httpCheck,
  portCheck,
  serverCheck,
} from '../../domain/doctor/server.js';
import { statusUri } from '../../domain/chat/resource-uri.js';
import { bridgeCommand } from '../../domain/hosts/entry.js';
import { commandLine, selfCommand, selfProcess } from '../../domain/hosts/self-command.js';
import { parseServerInfo, type ServerInfo } from '../../domain/hosts/server-info.js';
import type { AuditLogPort } from '../../ports/audit.js';
import type { ClockPort } from '../../ports/clock.js';
import type { DaemonPort } from '../../ports/daemon.js';
import { CoreLibraryError, type CoreLibraryPort } from '../../ports/core-library.js';
import type { DoctorPort, McpProbePort, ProbeAnswer } from '../../ports/doctor.js';
import type { FileStorePort } from '../../ports/file-store.js';
import type { HostRegistryPort } from '../../ports/host-registry.js';
import type { TerminalPort } from '../../ports/terminal.js';
import { errorText } from '../errors.js';
import { hostChecks } from './doctor-hosts.js';
import { DONE, FAILED, type CommandOutcome } from './outcome.js';
import { isOnSandbox, startOptions } from './start-options.js';

export interface DoctorPorts {
  readonly computer: DoctorPort;
  readonly library: Pick<CoreLibraryPort, 'find' | 'probe'>;
  readonly mcp: McpProbePort;
  readonly daemon: DaemonPort;
  readonly registry: HostRegistryPort;
  /** Of the agent's data folder. */
  readonly files: Pick<FileStorePort, 'dataFolder' | 'readState'>;
  readonly audit: AuditLogPort;
  readonly clock: Pick<ClockPort, 'now'>;
  readonly terminal: TerminalPort;
}

export interface DoctorOptions {
  /** NAME of the agent. */
  readonly agent: string;
  /** `--data` was given. */
  readonly dataGiven: boolean;
  /** Value of `--core-lib`, when it was given. */
  readonly coreLibrary?: string;
  /** One JSON list of all checks instead of lines. */
  readonly json: boolean;
}

/** `simplex-mcp doctor NAME`: looks at everything between an MCP host and SimpleX; exit code 1 when anything is wrong. */
export async function doctor(ports: DoctorPorts, options: DoctorOptions): Promise<CommandOutcome> {
  const { terminal } = ports;
  const checks: Check[] = [];
  for await (const check of allChecks(ports, options)) {
    checks.push(check);
    // Lines come as they are known: some checks take seconds.
    if (!options.json) terminal.out(checkLine(check));
  }
  if (options.json) terminal.out(JSON.stringify(checks));
  return isHealthy(checks) ? DONE : FAILED;
}

async function* allChecks(ports: DoctorPorts, options: DoctorOptions): AsyncGenerator<Check> {
  const { computer, registry, files, audit, clock } = ports;
  const typed = (...words: readonly string[]): string =>
    commandLine([...selfCommand(registry.invocation), ...words], registry.invocation.platform);
  yield nodeCheck(computer.nodeVersion);
  const folder = await computer.folder();
  const sandbox = await isOnSandbox(computer, files.dataFolder);
  const data = startOptions(false, files.dataFolder, options.dataGiven);
  const how = startOptions(sandbox, files.dataFolder, options.dataGiven);
  const start = typed('serve', options.agent, ...how);
  yield* folderChecks(files.dataFolder, folder, start);
  const server = parseServerInfo(
    (await files.readState('server.json').catch(() => undefined)) ?? '',
  );
  yield* serverChecks(ports, options, server, start);
  yield coreCheck(sandbox ? { kind: 'sandbox' } : await coreFacts(ports, options));
  if (server) yield* hostChecks(ports, options, server, typed('register', options.agent, ...data));
  yield await audit.verify().then(
    (verdict) => auditCheck(audit.path, verdict),
    (error: unknown) => unreadableAudit(errorText(error)),
  );
  yield ffmpegCheck(await computer.ffmpeg());
  yield diskCheck(await computer.freeBytes());
  yield clockCheck(clock.now(), folder);
}

async function* serverChecks(
  { computer, mcp, daemon, registry, files }: DoctorPorts,
  { agent, dataGiven }: DoctorOptions,
  server: ServerInfo | undefined,
  start: string,
): AsyncGenerator<Check> {
  const state = await daemon.locate();
  yield serverCheck(state, start);
  if (state.kind !== 'running') {
    if (state.kind === 'stopped' && server)
      yield portCheck(server.port, await computer.portIsFree(server.port));
    yield controlCheck(undefined);
    return;
  }
  yield httpCheck(told(await mcp.listOverHttp()));
  const bridge = bridgeCommand({
    agent,
    dataFolder: files.dataFolder,
    dataGiven,
    self: selfProcess(registry.invocation),
    channel: 'off',
  });
  yield bridgeCheck(told(await mcp.listOverBridge(bridge)));
  const status = await mcp.readResource(statusUri(agent));
  yield controlCheck(status.kind === 'answer' ? parseStatus(status.value) : undefined);
}

/** Whether the core's library is there and loads. */
async function coreFacts(
  { library }: DoctorPorts,
  { coreLibrary }: DoctorOptions,
): Promise<CoreFacts> {
  try {
    const found = await library.find(coreLibrary);
    if (found.kind === 'none') return { kind: 'none' };
    return { path: found.path, ...(await library.probe(found.path)) };
  } catch (error) {
    if (!(error instanceof CoreLibraryError)) throw error;
    return { kind: 'unusable', message: error.message };
  }
}

function told<T>(
  answer: ProbeAnswer<T>,
): T | Extract<ProbeAnswer<T>, { kind: 'failure' }>['failure'] {
  return answer.kind === 'answer' ? answer.value : answer.failure;
}

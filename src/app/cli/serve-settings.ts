import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseCoreOption, type CoreOption } from '../../domain/network/core-option.js';
import {
  parseServers,
  type ServerAddress,
  type ServerProtocol,
} from '../../domain/network/server-address.js';
import { parseSocksProxy, type SocksProxy } from '../../domain/network/socks-proxy.js';
import type { OwnerPolicy } from '../../domain/owner/approver.js';
import { parseOwnerEntries } from '../../domain/owner/entries.js';
import { validName } from '../../domain/text/name.js';
import type { ServeSettings } from '../settings.js';
import {
  isGiven,
  oneOf,
  UsageError,
  valueOf,
  valuesOf,
  wholeNumber,
  type OptionValues,
} from './arguments.js';

/** Which core carries the agent, and how it reaches the network. */
export interface CoreSettings {
  readonly core: CoreOption;
  /** `--core-lib`, absolute. */
  readonly library?: string;
  readonly smpServers: readonly ServerAddress[];
  readonly xftpServers: readonly ServerAddress[];
  readonly socksProxy?: SocksProxy;
}

/** The data folder of an agent: `--data`, or `~/.simplex-mcp/NAME`; absolute. */
export function dataFolderOf(name: string, options: OptionValues): string {
  const given = valueOf(options, 'data');
  return given === undefined ? join(homedir(), '.simplex-mcp', name) : resolve(given);
}

/** Checks the options of `serve`, in the order of api 3.1. UsageError for the first wrong one. */
export function serveSettings(name: string, options: OptionValues): ServeSettings {
  const displayName = displayNameOf(options);
  const mode = oneOf(options, 'approve', ['requests', 'host']);
  const owners = ownersOf(options);
  const expireHours = wholeNumber(options, 'expire', 'hours', { min: 1, max: 23, fallback: 23 });
  const stopWaitSeconds = wholeNumber(options, 'stop-wait', 'seconds', {
    min: 0,
    max: 60,
    fallback: 10,
  });
  const port = wholeNumber(options, 'port', 'a port', { min: 1, max: 65535, fallback: 5226 });
  const resetOwners = isGiven(options, 'reset-owners');
  if (resetOwners && owners.kind === 'listed') {
    throw new UsageError(
      '--reset-owners takes --owners without a list: member IDs change in a new agent control chat.',
    );
  }
  return {
    name,
    dataFolder: dataFolderOf(name, options),
    dataGiven: isGiven(options, 'data'),
    ...(displayName === undefined ? {} : { displayName }),
    mode,
    owners,
    expireHours,
    stopWaitSeconds,
    resetOwners,
    newToken: isGiven(options, 'new-token'),
    port,
    qrCode: oneOf(options, 'qr-code', ['small', 'large']),
  };
}

/** Checks the options about the core, before it starts. UsageError for a wrong one. */
export function coreSettings(options: OptionValues): CoreSettings {
  const library = valueOf(options, 'core-lib');
  const parsed = parseCoreOption(
    valueOf(options, 'core') ?? 'native',
    isGiven(options, 'core-allow-remote'),
  );
  if (parsed.kind === 'refused') throw new UsageError(parsed.reason);
  const socksProxy = socksProxyOf(options);
  return {
    core: parsed.core,
    ...(library === undefined ? {} : { library: resolve(library) }),
    smpServers: serversOf('smp', options),
    xftpServers: serversOf('xftp', options),
    ...(socksProxy === undefined ? {} : { socksProxy }),
  };
}

function displayNameOf(options: OptionValues): string | undefined {
  const given = valueOf(options, 'display-name');
  if (given === undefined || given === validName(given)) return given;
  throw new UsageError(`--display-name: not a valid SimpleX name; try ${validName(given)}`);
}

function ownersOf(options: OptionValues): OwnerPolicy {
  if (!isGiven(options, 'owners')) return { kind: 'absent' };
  const list = valueOf(options, 'owners');
  if (list === undefined) return { kind: 'unlisted' };
  const parsed = parseOwnerEntries(list);
  if (parsed.kind === 'entries') return { kind: 'listed', entries: parsed.entries };
  throw new UsageError(`--owners: ID:NAME expected, got ${parsed.entry}`);
}

function serversOf(protocol: ServerProtocol, options: OptionValues): readonly ServerAddress[] {
  const parsed = parseServers(protocol, valuesOf(options, `${protocol}-server`));
  if (parsed.kind === 'refused') throw new UsageError(parsed.reason);
  return parsed.servers;
}

function socksProxyOf(options: OptionValues): SocksProxy | undefined {
  if (!isGiven(options, 'socks-proxy')) return undefined;
  const parsed = parseSocksProxy(valueOf(options, 'socks-proxy') ?? '');
  if (parsed.kind === 'refused') throw new UsageError(parsed.reason);
  return parsed.proxy;
}

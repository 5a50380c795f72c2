import {
  commandPaths,
  entryCheck,
  noHostCheck,
  type FoundEntry,
} from '../../domain/doctor/host-entry.js';
import { note, type Check } from '../../domain/doctor/check.js';
import type { Entry, EntryFacts } from '../../domain/hosts/entry.js';
import { HOSTS, serverName, type HostName } from '../../domain/hosts/host.js';
import { selfProcess } from '../../domain/hosts/self-command.js';
import type { ServerInfo } from '../../domain/hosts/server-info.js';
import { problemText } from '../../domain/hosts/text.js';
import type { DoctorPort } from '../../ports/doctor.js';
import type { FileStorePort } from '../../ports/file-store.js';
import type { HostRegistryPort } from '../../ports/host-registry.js';
import { hostPlace, type HostPlace, type Scope } from './host-place.js';

export interface HostCheckPorts {
  readonly registry: HostRegistryPort;
  readonly computer: Pick<DoctorPort, 'fileExists'>;
  readonly files: Pick<FileStorePort, 'dataFolder'>;
}

/** The entry of each host that has one for the agent. `register`: the command that registers it, as typed. */
export async function* hostChecks(
  ports: HostCheckPorts,
  options: { readonly agent: string; readonly dataGiven: boolean },
  server: ServerInfo,
  register: string,
): AsyncGenerator<Check> {
  const places: [HostName, Scope][] = [
    ['claude-code', 'local'],
    ...HOSTS.map((host): [HostName, Scope] => [host, 'user']),
  ];
  let registered = false;
  for (const [host, scope] of places) {
    const place = await hostPlace(ports.registry, host, scope);
    const read = await ports.registry.readEntry(place.target, serverName(options.agent));
    if (read.kind === 'problem') {
      // It may hold an entry, or the host may not be used at all.
      yield note(problemText(read.path, place.target.format, read.problem).replace(/\.$/, ''));
    } else if (read.kind === 'entry') {
      registered = true;
      const found: FoundEntry = {
        ...{ host, scope, path: read.path, value: read.value },
        expected: expectedEntries(ports, options, server, place),
        missing: await missingFiles(ports, read.value),
      };
      yield entryCheck(options.agent, found, register);
    }
  }
  if (!registered) yield noHostCheck(register);
}

/** What `register` may have written, by its options. */
function expectedEntries(
  { registry, files }: HostCheckPorts,
  { agent, dataGiven }: { readonly agent: string; readonly dataGiven: boolean },
  { port, expireHours }: ServerInfo,
  place: HostPlace,
): readonly Entry[] {
  const { invocation } = registry;
  const facts = {
    agent,
    platform: invocation.platform,
    dataFolder: files.dataFolder,
    port,
    expireHours,
    self: selfProcess(invocation),
  };
  const all: EntryFacts[] = [];
  for (const given of new Set([dataGiven, true])) {
    for (const channel of ['off', 'notice', 'text'] as const)
      all.push({ ...facts, dataGiven: given, channel });
  }
  return all.map((each) => place.entry(each));
}

async function missingFiles(
  { registry, computer }: HostCheckPorts,
  value: unknown,
): Promise<readonly string[]> {
  const { program, script } = commandPaths(value);
  const missing: string[] = [];
  if (program !== undefined && !(await registry.programExists(program))) missing.push(program);
  if (script !== undefined && !(await computer.fileExists(script))) missing.push(script);
  return missing;
}

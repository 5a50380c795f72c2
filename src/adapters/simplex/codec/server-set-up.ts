import { z } from 'zod';
import { maybe } from './schema.js';

/** Servers of the agent's own: where a list is not empty, only these are used for its protocol. */
export interface OwnServers {
  readonly smp: readonly string[];
  readonly xftp: readonly string[];
}

const serverSchema = z.looseObject({
  server: z.string(),
  preset: z.boolean().default(false),
  enabled: z.boolean().default(true),
  deleted: z.boolean().default(false),
});

type CoreServer = z.output<typeof serverSchema>;

const operatorSchema = z.looseObject({ enabled: z.boolean() });

const operatorServersSchema = z.looseObject({
  operator: maybe(operatorSchema),
  smpServers: z.array(serverSchema),
  xftpServers: z.array(serverSchema),
});

export type OperatorServers = z.output<typeof operatorServersSchema>;

/** Servers by operator; those of no operator are the user's own. */
export const userServersResultSchema = z
  .object({ userServers: z.array(operatorServersSchema) })
  .transform(({ userServers }) => userServers);

/** XFTP servers of no operator or of an enabled one: those from which the core downloads without asking. */
export function knownXftpServers(groups: readonly OperatorServers[]): string[] {
  return groups
    .filter((group) => group.operator?.enabled !== false)
    .flatMap((group) => group.xftpServers)
    .filter((server) => !server.deleted)
    .map((server) => server.server);
}

const noServers: OperatorServers = {
  operator: undefined,
  smpServers: [],
  xftpServers: [],
  chatRelays: [],
};

const noRoles = { storage: false, proxy: false, names: false };

/** The servers to set, or `undefined` when the core has them so already. */
export function withOwnServers(
  groups: readonly OperatorServers[],
  own: OwnServers,
): OperatorServers[] | undefined {
  const ofNoOperator = groups.find((group) => group.operator === undefined);
  const others = groups.filter((group) => group !== ofNoOperator);
  const wanted = [
    ...others.map((group) => (group.operator === undefined ? group : withoutOperator(group, own))),
    ownGroup(ofNoOperator ?? noServers, own),
  ];
  return JSON.stringify(wanted) ===
    JSON.stringify([...others, ...(ofNoOperator ? [ofNoOperator] : [])])
    ? undefined
    : wanted;
}

/** An operator whose servers are not used for the protocols that have own servers. */
function withoutOperator(group: OperatorServers, own: OwnServers): OperatorServers {
  const both = own.smp.length > 0 && own.xftp.length > 0;
  return {
    ...group,
    operator: {
      ...group.operator,
      enabled: both ? false : (group.operator?.enabled ?? false),
      ...(own.smp.length > 0 && { smpRoles: noRoles }),
      ...(own.xftp.length > 0 && { xftpRoles: noRoles }),
    },
    smpServers: own.smp.length > 0 ? group.smpServers.map(disabled) : group.smpServers,
    xftpServers: own.xftp.length > 0 ? group.xftpServers.map(disabled) : group.xftpServers,
  };
}

function ownGroup(group: OperatorServers, own: OwnServers): OperatorServers {
  return {
    ...group,
    smpServers: ownList(group.smpServers, own.smp),
    xftpServers: ownList(group.xftpServers, own.xftp),
  };
}

function ownList(current: readonly CoreServer[], wanted: readonly string[]): CoreServer[] {
  if (wanted.length === 0) return [...current];
  const kept = current.map((server) =>
    wanted.includes(server.server)
      ? { ...server, enabled: true }
      : { ...server, enabled: false, deleted: true },
  );
  const known = new Set(current.map((server) => server.server));
  const added = [...new Set(wanted)].filter((server) => !known.has(server));
  return [...kept, ...added.map(newServer)];
}

function disabled(server: CoreServer): CoreServer {
  return { ...server, enabled: false };
}

function newServer(server: string): CoreServer {
  return { server, preset: false, tested: null, enabled: true, deleted: false };
}

import type { DownloadServers } from '../action/request.js';

/** The address of a file server, without its password. */
interface FileServer {
  /** Equal for equal servers, as the core compares them: fingerprint, hosts and port. */
  readonly identity: string;
  /** The hosts that see this computer's IP address when it connects. */
  readonly hosts: readonly string[];
}

const UNREADABLE = 'unreadable address';

// fingerprint, optional password, hosts with an optional port: whatever a peer's client wrote there.
const ADDRESS = /^xftp:\/\/([^:@/\s]+)(?::[^@\s]*)?@([^@/\s]+)\/?$/;

/**
 * Which servers a file is on, as its card shows it (api 1.5): unknown ones are those whose address, without password,
 * is not among the known. Their hosts, each once, in the order of the description. A server with an address that
 * can't be read is unknown.
 */
export function downloadServers(
  addresses: readonly string[],
  known: readonly string[],
): DownloadServers {
  const identities = new Set(known.map((address) => readServer(address)?.identity));
  const hosts = new Set<string>();
  for (const address of addresses) {
    const server = readServer(address);
    if (server !== undefined && identities.has(server.identity)) continue;
    for (const host of server?.hosts ?? [UNREADABLE]) hosts.add(host);
  }
  return hosts.size === 0 ? { kind: 'known' } : { kind: 'unknown', hosts: [...hosts] };
}

function readServer(address: string): FileServer | undefined {
  const [, fingerprint, place] = ADDRESS.exec(address.trim()) ?? [];
  if (fingerprint === undefined || place === undefined) return undefined;
  const all = hostsOf(place);
  if (all.length === 0) return undefined;
  const seeing = all.filter((host) => !host.endsWith('.onion'));
  // An onion address is the server's alone only when there is no other.
  return { identity: `${fingerprint}@${place}`, hosts: seeing.length > 0 ? seeing : all };
}

/** `HOST[,HOST][:PORT]`, where an IPv6 address is in brackets. */
function hostsOf(place: string): readonly string[] {
  const withoutPort = place.replace(/:\d*$/, '');
  return withoutPort
    .split(',')
    .map((host) => host.replace(/^\[(.*)\]$/, '$1'))
    .filter((host) => host !== '');
}

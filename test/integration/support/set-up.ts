import { homedir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { SystemClock } from '../../../src/adapters/clock/system-clock.js';
import { LocalCoreLibrary } from '../../../src/adapters/simplex/library/local-core-library.js';
import { dockerAnswers, startServers } from './containers.js';
import type { Availability } from './network.js';

interface Found {
  readonly availability: Availability;
  end(): Promise<void>;
}

/** Finds the core and the servers once for all test files, and stops what it started. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { availability, end } = await find();
  project.provide('availability', availability);
  return end;
}

async function find(): Promise<Found> {
  const library = await coreLibrary();
  if (library === undefined) {
    return nothing(
      'no libsimplex: name it in SIMPLEX_MCP_CORE_LIB, or run "node dist/cli.js core install"',
    );
  }
  const named = namedServers();
  if (named !== undefined) {
    return { availability: { network: { library, ...named } }, end: () => Promise.resolve() };
  }
  if (await dockerAnswers()) {
    const { addresses, stop } = await startServers();
    return { availability: { network: { library, ...addresses } }, end: stop };
  }
  return nothing(
    'no servers: no Docker engine answers, and SIMPLEX_MCP_SMP and SIMPLEX_MCP_XFTP name none',
  );
}

function nothing(missing: string): Found {
  return { availability: { missing }, end: () => Promise.resolve() };
}

/** As the program finds it, but never downloaded by a test. */
async function coreLibrary(): Promise<string | undefined> {
  const { platform, arch, env, stderr } = process;
  const userId = process.getuid?.();
  const places = { platform, arch, env, home: homedir(), userId, output: stderr };
  const found = await new LocalCoreLibrary(places, new SystemClock()).find(undefined);
  return found.kind === 'library' ? found.path : undefined;
}

/** The second file server is the second address in SIMPLEX_MCP_XFTP, or the one in SIMPLEX_MCP_XFTP_UNKNOWN. */
function namedServers() {
  const { SIMPLEX_MCP_SMP: smp, SIMPLEX_MCP_XFTP, SIMPLEX_MCP_XFTP_UNKNOWN } = process.env;
  const [xftp, second] = (SIMPLEX_MCP_XFTP ?? '').split(/\s+/).filter(Boolean);
  if (!smp || xftp === undefined) return undefined;
  const unknownXftp = SIMPLEX_MCP_XFTP_UNKNOWN ?? second;
  return { smp, xftp, ...(unknownXftp !== undefined && { unknownXftp }) };
}

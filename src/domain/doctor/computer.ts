import { counted, sizeText } from '../text/quantity.js';
import { bad, good, note, type Check } from './check.js';
import type { CoreFacts, FolderFacts, ProgramFacts } from './facts.js';

const OLDEST_NODE = [20, 19] as const;
const LEAST_FREE_BYTES = 500_000_000;
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Files that hold the token or tell how to reach the server. */
const SECRETS: ReadonlySet<string> = new Set([
  'token',
  'headers.json',
  'server.json',
  'audit.jsonl',
  'audit.head',
]);

export function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  return major > oldMajor || (major === oldMajor && minor >= oldMinor)
    ? good(`Node.js ${version}`)
    : bad(`Node.js ${version} is too old`, `install ${oldMajor}.${oldMinor} or newer`);
}

/** `start`: the command that starts the server, as a person types it. */
export function folderChecks(path: string, facts: FolderFacts, start: string): readonly Check[] {
  switch (facts.kind) {
    case 'missing':
      return [bad(`There is no data folder ${path}`, `start the server with ${start}`)];
    case 'unreadable':
      return [bad(`The data folder ${path} can't be read (${facts.code})`, 'check who owns it')];
    case 'folder': {
      const folder = isOpen(facts.mode)
        ? bad(`The data folder ${path} is open to others`, `run chmod 700 '${path}'`)
        : good(`Data folder ${path}`);
      const secrets = facts.files.filter(({ name }) => SECRETS.has(name));
      if (secrets.length === 0) return [folder];
      const open = secrets.filter(({ mode }) => isOpen(mode)).map(({ name }) => name);
      const closed = good('Its secrets are readable by you only');
      const paths = open.map((name) => `'${path}/${name}'`).join(' ');
      const others = bad(`Others can read ${open.join(', ')}`, `run chmod 600 ${paths}`);
      return [folder, open.length === 0 ? closed : others];
    }
  }
}

function isOpen(mode: number | undefined): boolean {
  return mode !== undefined && (mode & 0o077) !== 0;
}

export function coreCheck(facts: CoreFacts): Check {
  switch (facts.kind) {
    case 'sandbox':
      return note('The agent is on the sandbox network: there is no core library');
    case 'loads':
      return good(`SimpleX core ${facts.version}, ${facts.path}`);
    case 'none':
      return note('The SimpleX core library is not on this computer yet: serve downloads it');
    case 'unusable':
      return bad('There is no SimpleX core library to use', facts.message);
    case 'fails':
      return bad(
        `The SimpleX core library ${facts.path} can't be loaded`,
        `${facts.reason} Remove it and run simplex-mcp core install`,
      );
  }
}

export function ffmpegCheck(facts: ProgramFacts): Check {
  switch (facts.kind) {
    case 'found':
      return good(`ffmpeg ${facts.version}`);
    case 'missing':
      return note('ffmpeg is not installed: videos are sent without a preview');
    case 'broken':
      return note(`ffmpeg does not run (${facts.reason}): videos are sent without a preview`);
  }
}

export function diskCheck(freeBytes: number | undefined): Check {
  if (freeBytes === undefined) return note('The system does not tell how much disk is free');
  const free = `${sizeText(freeBytes)} of disk are free`;
  return freeBytes < LEAST_FREE_BYTES
    ? bad(`Only ${free}`, 'make room: without it no action is recorded, so none is performed')
    : good(free);
}

/** Requests expire by the computer's clock. `now` in milliseconds since the epoch. */
export function clockCheck(now: number, folder: FolderFacts): Check {
  const changes = folder.kind === 'folder' ? folder.files.map(({ changed }) => changed) : [];
  const ahead = Math.max(0, ...changes) - now;
  if (ahead <= CLOCK_TOLERANCE_MS) return good('The clock is not behind the files of the agent');
  const minutes = counted(Math.round(ahead / 60_000), 'minute');
  return bad(`The clock is ${minutes} behind the files of the agent`, 'set it');
}

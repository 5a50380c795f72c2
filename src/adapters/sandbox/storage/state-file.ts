import { link, mkdir, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { ChatError } from '../../../ports/chat.js';
import { SeededRandom } from '../model/random.js';
import type { World } from '../model/world.js';
import { brokenReference, stateSchema } from './state-schema.js';

/** Version of the state that this program writes. */
const version = 1;

const tables = [
  'people',
  'links',
  'conversations',
  'messages',
  'offers',
  'contacts',
  'groups',
  'members',
  'items',
  'files',
  'pending',
] as const;

const store = { kind: 'store' } as const;

/** The whole state as text: each table's rows keep their own JSON. */
export function stateText(world: World): string {
  const head = {
    version,
    seed: world.random.seed,
    presetContacts: world.presetContacts,
    counters: world.counters,
    ...(world.user === undefined ? {} : { user: world.user }),
    inbox: world.inbox,
  };
  const parts = tables.map((table) => `"${table}":${world[table].json()}`);
  return `${JSON.stringify(head).slice(0, -1)},\n${parts.join(',\n')}}\n`;
}

/** Reads the state into an empty world; `false` when there is none yet. Rejects with ChatError `store`. */
export async function loadState(folder: string, world: World): Promise<boolean> {
  await prepareFolder(folder);
  const path = join(folder, 'state.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return false;
    throw new ChatError(`The sandbox's state ${path} can't be read.`, store, { cause: error });
  }
  const state = parse(text);
  if (state.kind === 'newer') {
    throw new ChatError(
      `The sandbox's state ${path} was written by a newer simplex-mcp (state version ${state.version}). Use that one, or another --data folder.`,
      store,
    );
  }
  if (state.kind === 'damaged') {
    const kept = await setAside(folder, path);
    throw new ChatError(
      `The sandbox's state ${path} is damaged (${state.reason}). It is kept as ${kept}. Put a good copy back as state.json, or start again to begin with a new sandbox.`,
      store,
    );
  }
  fill(world, state.value);
  return true;
}

type State = ReturnType<typeof stateSchema.parse>;

type Parsed =
  | { readonly kind: 'state'; readonly value: State }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'damaged'; readonly reason: string };

function parse(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'damaged', reason: 'it is not JSON' };
  }
  const found =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof found === 'number' && found > version) return { kind: 'newer', version: found };
  const checked = stateSchema.safeParse(value);
  if (!checked.success) {
    const place = checked.error.issues[0]?.path.join('.') ?? '';
    return { kind: 'damaged', reason: `unexpected value at ${place === '' ? 'its top' : place}` };
  }
  const broken = brokenReference(checked.data);
  if (broken !== undefined) return { kind: 'damaged', reason: broken };
  return { kind: 'state', value: checked.data };
}

/** The schema has checked what the rows need; their further fields are those that this program wrote. */
function fill(world: World, state: State): void {
  world.random = new SeededRandom(state.seed);
  world.presetContacts = state.presetContacts;
  Object.assign(world.counters, state.counters);
  world.user = state.user as World['user'];
  world.inbox = state.inbox as unknown as World['inbox'];
  for (const table of tables) world[table].load(state[table] as never);
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
    // Parts of a write that a killed program left.
    for (const name of await readdir(folder)) {
      if (/^state\.json\.\d+$/.test(name)) await rm(join(folder, name), { force: true });
    }
  } catch (error) {
    throw new ChatError(`The sandbox's folder ${folder} can't be written.`, store, {
      cause: error,
    });
  }
}

/** Moves the file aside under a new name, never over another; returns the name. */
async function setAside(folder: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const to = join(folder, `state.json.corrupt-${number}`);
    try {
      await link(path, to);
    } catch (error) {
      if (isCode(error, 'EEXIST')) continue;
      throw new ChatError(
        `The sandbox's state ${path} is damaged and can't be moved aside. Move it away and start again.`,
        store,
        { cause: error },
      );
    }
    await unlink(path);
    return to;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function isMissing(error: unknown): boolean {
  return isCode(error, 'ENOENT');
}

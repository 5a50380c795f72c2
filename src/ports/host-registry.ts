import type { ConfigProblem, ConfigTarget, HostSystem } from '../domain/hosts/config-target.js';
import type { Entry } from '../domain/hosts/entry.js';
import type { Invocation } from '../domain/hosts/self-command.js';

/** What became of a run of the `claude` program. */
export type ClaudeRun =
  | { readonly kind: 'done' }
  /** No such program on PATH. */
  | { readonly kind: 'not-found' }
  /** `error`: what it wrote to stderr, or why it did not run; it may hold anything. */
  | { readonly kind: 'failed'; readonly error: string };

/** The file of a target: the first of its paths that exists, or its first path. */
export type EntryRead =
  | { readonly kind: 'none'; readonly path: string }
  | { readonly kind: 'entry'; readonly path: string; readonly value: unknown }
  | { readonly kind: 'problem'; readonly path: string; readonly problem: ConfigProblem };

export type EntryWrite =
  /** `backup`: the file as it was before; absent when there was none. */
  | { readonly kind: 'written'; readonly path: string; readonly backup?: string }
  /** The file has it so already. */
  | { readonly kind: 'unchanged'; readonly path: string }
  | { readonly kind: 'problem'; readonly path: string; readonly problem: ConfigProblem };

/**
 * The MCP hosts of this computer. Edits keep every other byte of a config file, are written whole or not at all, and
 * leave a backup beside it.
 */
export interface HostRegistryPort {
  readonly system: HostSystem;
  readonly invocation: Invocation;
  /** The folder of the nearest repository around the current folder, or the current folder. */
  projectRoot(): Promise<string>;
  /** Runs `claude` with these arguments, for at most 30 seconds. */
  runClaude(args: readonly string[]): Promise<ClaudeRun>;
  /** The value under `server` in the servers of `target`. */
  readEntry(target: ConfigTarget, server: string): Promise<EntryRead>;
  /** Sets that value, making the file and the tables around it where they are missing. */
  writeEntry(target: ConfigTarget, server: string, entry: Entry): Promise<EntryWrite>;
  /** Removes that value; tables that become empty stay. */
  removeEntry(target: ConfigTarget, server: string): Promise<EntryWrite>;
  /** Whether the program of an entry is there: an absolute path, or a name on PATH. */
  programExists(command: string): Promise<boolean>;
}

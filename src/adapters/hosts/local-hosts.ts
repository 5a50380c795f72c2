import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ConfigTarget, HostSystem } from '../../domain/hosts/config-target.js';
import type { Entry } from '../../domain/hosts/entry.js';
import type { Invocation } from '../../domain/hosts/self-command.js';
import type {
  ClaudeRun,
  EntryRead,
  EntryWrite,
  HostRegistryPort,
} from '../../ports/host-registry.js';
import { runClaude } from './claude-program.js';
import { readConfig, writeConfig, type FileRead } from './config-file.js';
import type { ConfigFormat, Edited } from './edit.js';
import { jsonConfig } from './json-config.js';
import { findProgram } from './programs.js';
import { tomlConfig } from './toml-config.js';

const CLAUDE_TIMEOUT_MS = 30_000;

/** What the registry takes from the process that it runs in. */
export interface ProcessFacts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly folder: string;
  readonly invocation: Invocation;
}

/** The hosts of this computer: their config files and the `claude` program. */
export class LocalHosts implements HostRegistryPort {
  readonly system: HostSystem;
  readonly invocation: Invocation;
  private readonly facts: ProcessFacts;
  private readonly claudeTimeoutMs: number;

  constructor(facts: ProcessFacts, claudeTimeoutMs = CLAUDE_TIMEOUT_MS) {
    this.facts = facts;
    this.claudeTimeoutMs = claudeTimeoutMs;
    this.invocation = facts.invocation;
    this.system = { os: osOf(facts.platform), home: facts.home, env: configEnv(facts.env) };
  }

  async projectRoot(): Promise<string> {
    const { folder } = this.facts;
    for (let at = folder; ; at = dirname(at)) {
      if (await exists(join(at, '.git'))) return at;
      if (dirname(at) === at) return folder;
    }
  }

  runClaude(args: readonly string[]): Promise<ClaudeRun> {
    const { env, platform } = this.facts;
    return runClaude(args, { env, platform, timeoutMs: this.claudeTimeoutMs });
  }

  async programExists(command: string): Promise<boolean> {
    return (await findProgram(command, this.facts.env, this.facts.platform)) !== undefined;
  }

  async readEntry(target: ConfigTarget, server: string): Promise<EntryRead> {
    const { path, read } = await readTarget(target, true);
    if (read.kind === 'missing') return { kind: 'none', path };
    if (read.kind === 'problem') return { ...read, path };
    return { ...formatOf(target).find(read.text, { servers: target.servers, server }), path };
  }

  writeEntry(target: ConfigTarget, server: string, entry: Entry): Promise<EntryWrite> {
    return this.edit(target, (text) =>
      formatOf(target).set(text, { servers: target.servers, server }, entry),
    );
  }

  removeEntry(target: ConfigTarget, server: string): Promise<EntryWrite> {
    return this.edit(target, (text) =>
      formatOf(target).remove(text, { servers: target.servers, server }),
    );
  }

  private async edit(target: ConfigTarget, change: (text: string) => Edited): Promise<EntryWrite> {
    const { path, read } = await readTarget(target);
    if (read.kind === 'problem') return { ...read, path };
    const text = read.kind === 'text' ? read.text : '';
    const edited = change(text);
    if (edited.kind === 'problem') return { ...edited, path };
    if (edited.text === text) return { kind: 'unchanged', path };
    return { ...(await writeConfig(path, read, edited.text)), path };
  }
}

/** The first file that is there, or the name of a new one. */
async function readTarget(
  { paths }: ConfigTarget,
  follow = false,
): Promise<{ path: string; read: FileRead }> {
  for (const path of paths) {
    const read = await readConfig(path, follow);
    if (read.kind !== 'missing') return { path, read };
  }
  return { path: paths[0], read: { kind: 'missing' } };
}

function formatOf(target: ConfigTarget): ConfigFormat {
  return target.format === 'json' ? jsonConfig : tomlConfig;
}

function osOf(platform: NodeJS.Platform): HostSystem['os'] {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'mac' : 'linux';
}

function configEnv(env: NodeJS.ProcessEnv): HostSystem['env'] {
  const { APPDATA, XDG_CONFIG_HOME, CODEX_HOME, CLAUDE_CONFIG_DIR } = env;
  return {
    ...(APPDATA ? { APPDATA } : {}),
    ...(XDG_CONFIG_HOME ? { XDG_CONFIG_HOME } : {}),
    ...(CODEX_HOME ? { CODEX_HOME } : {}),
    ...(CLAUDE_CONFIG_DIR ? { CLAUDE_CONFIG_DIR } : {}),
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

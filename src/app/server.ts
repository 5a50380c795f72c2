import { join } from 'node:path';
import type { Group, User } from '../domain/chat/chat.js';
import { controlProfile, profileDiffers } from '../domain/owner/profile.js';
import {
  cancelledLine,
  controlLostLine,
  listeningLine,
  registerHintLines,
  startLines,
  stoppedLine,
  stoppingLine,
} from '../domain/text/terminal.js';
import type { McpService } from '../ports/mcp.js';
import { prepareDataFolder, writeServerInfo } from './data-folder.js';
import { findControlChat } from './control/find-control-chat.js';
import type { Log } from './log.js';
import { Queue } from './queue.js';
import { createRuntime, type Ports, type Runtime } from './runtime.js';
import type { ServeSettings } from './settings.js';
import { instructions } from './tools/instructions.js';

/** What the process knows of itself. */
export interface ServerIdentity {
  readonly version: string;
  /** A command that works as typed for how this process was started. */
  readonly command: string;
}

/** What is known when the server listens. */
export interface Listening {
  readonly port: number;
  /** The link by which the owner joins, when one is open. */
  readonly joinLink: string | undefined;
}

/** What a kind of core adds to the life of the server. */
export interface Companion {
  listening(facts: Listening): Promise<void>;
  stopping(): Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

/** The server was stopped before its start was complete. */
export class StartCancelled extends Error {
  override readonly name = 'StartCancelled';
}

/** The life of an agent's server: start, dispatch and stop (behaviour 4). */
export class Server {
  private runtime: Runtime | undefined;
  private stopping = false;
  private lockHeld = false;
  private opened = false;
  private readonly closes = new Queue();

  constructor(
    private readonly ports: Ports,
    private readonly settings: ServeSettings,
    private readonly identity: ServerIdentity,
    private readonly log: Log,
    private readonly companion: Companion = { listening: nothing, stopping: nothing },
  ) {}

  /**
   * Starts in the order of behaviour 4.1. After an error everything that was opened is closed again. Resolves when
   * events are dispatched; `lost` resolves when the core is gone by itself, with the reason. Rejects with
   * StartCancelled when `stop` came first.
   */
  async start(): Promise<{ readonly lost: Promise<string> }> {
    const token = await prepareDataFolder(this.ports.store, this.settings.newToken);
    this.lockHeld = true;
    try {
      await this.recordStart();
      this.goOn();
      this.opened = true;
      await this.ports.chats.open();
      return await this.startOpened(token);
    } catch (error) {
      this.stopping = true;
      await this.runtime?.registry.stop();
      await this.close().catch((failure: unknown) => {
        this.log.error('stop', failure);
      });
      throw error;
    }
  }

  /** Stops as behaviour 4.3 says, also during the start; `hurry` ends the wait for cancelled cards. */
  async stop(hurry: AbortSignal): Promise<void> {
    this.stopping = true;
    try {
      const cardsShown = await this.cancelActions();
      const wait = this.settings.stopWaitSeconds;
      if (cardsShown > 0 && wait > 0 && this.runtime?.control.lost === false) {
        this.log.line(stoppingLine(cardsShown, wait));
        await this.ports.clock.sleep(wait * 1000, hurry);
      }
    } finally {
      await this.close();
    }
    this.log.line(stoppedLine);
  }

  /** Between the steps of the start: what a stop has closed must not be opened again. */
  private goOn(): void {
    if (this.stopping) throw new StartCancelled('The server was stopped while it started.');
  }

  /** A log that can't be written is told here; later it keeps every action from being performed. */
  private async recordStart(): Promise<void> {
    const { version } = this.identity;
    try {
      await this.ports.audit.append({ event: 'server-started', version, mode: this.settings.mode });
    } catch (error) {
      this.log.error('audit', error);
    }
  }

  private async cancelActions(): Promise<number> {
    const none = { cancelled: 0, cardsShown: 0 };
    const [stopped] = await Promise.all([
      this.runtime?.registry.stop() ?? none,
      this.ports.mcp.close(),
    ]);
    this.runtime?.stopFiles();
    if (stopped.cancelled > 0) this.log.line(cancelledLine(stopped.cancelled));
    return stopped.cardsShown;
  }

  private async startOpened(token: string): Promise<{ readonly lost: Promise<string> }> {
    const { chats, store, mcp } = this.ports;
    const { settings } = this;
    for (const line of startLines(
      this.identity.version,
      settings.name,
      settings.dataFolder,
      settings.mode,
    )) {
      this.log.line(line);
    }
    this.goOn();
    const user = await this.startChat();
    this.goOn();
    const found = await findControlChat(chats, user.displayName, settings.resetOwners, this.log);
    const runtime = createRuntime(this.ports, settings, user, found, this.log, () => {
      this.registerHint();
    });
    this.runtime = runtime;
    this.goOn();
    await this.loadControl(runtime, found.group, user);
    this.goOn();
    const port = await mcp.listen(this.service(runtime, user), { port: settings.port, token });
    this.goOn();
    const { name, expireHours } = settings;
    await writeServerInfo(store, { name, port, expireHours }, this.log);
    if (!runtime.control.lost) await runtime.setup.run();
    this.goOn();
    this.log.line(listeningLine(port));
    runtime.registry.start();
    mcp.ready();
    const lost = this.dispatch(runtime);
    await this.companion.listening({ port, joinLink: runtime.link.current });
    return { lost };
  }

  /** Steps 4 to 8: the user, the network and the start of the chat. */
  private async startChat(): Promise<User> {
    const { chats, store } = this.ports;
    const { displayName, name } = this.settings;
    const user = (await chats.activeUser()) ?? (await chats.createUser(displayName ?? name));
    await chats.setPrivateRouting();
    await chats.setTempFolder(join(store.dataFolder, 'tmp'));
    await store.deleteFolder(join(store.dataFolder, 'files', 'sent'));
    await chats.start();
    return chats.updateProfile(displayName ?? user.displayName);
  }

  /** Step 11: a lost control chat is told, another one gets the agent's name and menu. */
  private async loadControl(runtime: Runtime, group: Group, user: User): Promise<void> {
    const { control, registry, leftCards } = runtime;
    if (!group.connected || group.membership.role !== 'owner') {
      control.markLost();
      registry.loseControl();
      this.log.line(controlLostLine);
      return;
    }
    const wanted = controlProfile(user.displayName);
    if (profileDiffers(group, wanted)) {
      control.group = await this.ports.chats.updateGroup(control.groupId, wanted);
    }
    await control.refreshMembers();
    await leftCards.close();
  }

  private service(runtime: Runtime, user: User): McpService {
    return {
      name: `simplex-${this.settings.name}`,
      version: this.identity.version,
      instructions: () => instructions(user.displayName, this.settings.mode),
      tools: runtime.tools,
      resources: runtime.resources,
    };
  }

  /** Reads events in order until the core is closed or lost. */
  private async dispatch(runtime: Runtime): Promise<string> {
    for await (const event of this.ports.chats.events) {
      if (this.stopping) continue;
      if (event.kind === 'core-lost') return event.error;
      try {
        await runtime.dispatch(event);
      } catch (error) {
        this.log.error(`${event.kind} event`, error);
      }
    }
    return new Promise(() => {
      // The end of the events after a stop is no loss.
    });
  }

  private registerHint(): void {
    const { name, dataGiven, dataFolder } = this.settings;
    const lines = dataGiven
      ? registerHintLines(this.identity.command, name, dataFolder)
      : registerHintLines(this.identity.command, name);
    for (const line of lines) this.log.line(line);
  }

  /** Closes what is open, the last opened first, once; a failure does not keep the rest open. */
  private close(): Promise<void> {
    return this.closes.run(() => this.closeOpen());
  }

  private async closeOpen(): Promise<void> {
    const errors: unknown[] = [];
    const attempt = async (step: () => Promise<void>): Promise<void> => {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    };
    await attempt(() => this.companion.stopping());
    await attempt(() => this.ports.mcp.close());
    if (this.opened) {
      this.opened = false;
      await attempt(() => this.ports.chats.close());
    }
    if (this.lockHeld) {
      this.lockHeld = false;
      const { version } = this.identity;
      await attempt(() => this.ports.audit.append({ event: 'server-stopped', version }));
      await attempt(() => this.ports.audit.close());
      await attempt(() => this.ports.store.releaseLock());
    }
    if (errors.length > 0) throw errors[0];
  }
}

import { connect, type Socket } from 'node:net';

import { z } from 'zod';

import { readLines, writeLine } from './lines.js';
import type { OwnerChange, OwnerItem, OwnerMember } from './owner-item.js';
import { socketPath } from './socket-path.js';

const answer = z.union([
  z.object({ id: z.int(), error: z.string() }),
  z.object({ id: z.int(), value: z.unknown() }),
  z.object({ event: z.literal('change'), person: z.string(), change: z.unknown() }),
]);

interface Call {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A person's app for the control chat of a sandbox that runs in another process. */
export class SandboxOwnerClient {
  readonly name: string;
  private readonly socket: Socket;
  private readonly calls = new Map<number, Call>();
  private readonly listeners = new Set<(change: OwnerChange) => void>();
  private nextId = 1;
  private watching: Promise<unknown> | undefined;

  private constructor(socket: Socket, name: string) {
    this.socket = socket;
    this.name = name;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const call of this.calls.values()) call.reject(new Error('the sandbox is gone'));
      this.calls.clear();
    });
    readLines(socket, (value) => {
      this.take(value);
    });
  }

  /** Connects to the sandbox of `folder`, which must be running. */
  static open(folder: string, name = 'owner'): Promise<SandboxOwnerClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(socketPath(folder));
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new SandboxOwnerClient(socket, name));
      });
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(value: unknown): void {
    const parsed = answer.safeParse(value);
    if (!parsed.success) return;
    const message = parsed.data;
    if ('event' in message) {
      if (message.person !== this.name) return;
      for (const listener of [...this.listeners]) listener(message.change as OwnerChange);
      return;
    }
    const call = this.calls.get(message.id);
    this.calls.delete(message.id);
    if ('error' in message) call?.reject(new Error(message.error));
    else call?.resolve(message.value);
  }

  /** Any operation of the socket, by its name. */
  request<Value = void>(op: string, args: object = {}): Promise<Value> {
    if (this.socket.destroyed) return Promise.reject(new Error('the sandbox is gone'));
    const id = this.nextId++;
    return new Promise<Value>((resolve, reject) => {
      this.calls.set(id, { resolve: resolve as (value: unknown) => void, reject });
      writeLine(this.socket, { id, op, args: { person: this.name, ...args } });
    });
  }

  join(link: string): Promise<void> {
    return this.request('join', { link });
  }

  /** The link by which people join the control chat now. */
  async openLink(): Promise<string | undefined> {
    return (await this.request<string | null>('open-link')) ?? undefined;
  }

  joined(): Promise<boolean> {
    return this.request('joined');
  }

  /** Resolves when the sandbox is gone. */
  gone(): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.destroyed) resolve();
      else
        this.socket.once('close', () => {
          resolve();
        });
    });
  }

  items(): Promise<OwnerItem[]> {
    return this.request('items');
  }

  members(): Promise<OwnerMember[]> {
    return this.request('members');
  }

  /** Writes into the control chat; resolves with the number of the item. */
  say(text: string, options: { readonly replyTo?: number } = {}): Promise<number> {
    return this.request('say', { text, ...options });
  }

  async download(item: number): Promise<Uint8Array> {
    return Buffer.from(await this.request<string>('download', { item }), 'base64');
  }

  /** Calls `listener` for each item that comes, is edited or is deleted. */
  async subscribe(listener: (change: OwnerChange) => void): Promise<() => void> {
    this.listeners.add(listener);
    this.watching ??= this.request('watch');
    await this.watching;
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** The first item, there or to come, for which `test` is true. Rejects when the sandbox goes. */
  async waitFor(test: (item: OwnerItem) => boolean): Promise<OwnerItem> {
    let found = (_item: OwnerItem): void => undefined;
    let lose = (_error: Error): void => undefined;
    const waited = new Promise<OwnerItem>((resolve, reject) => {
      found = resolve;
      lose = reject;
    });
    const gone = (): void => {
      lose(new Error('the sandbox is gone'));
    };
    this.socket.once('close', gone);
    const stop = await this.subscribe(({ item }) => {
      if (test(item)) found(item);
    });
    try {
      return (await this.items()).find(test) ?? (await waited);
    } finally {
      stop();
      this.socket.off('close', gone);
      waited.catch(() => undefined);
    }
  }
}

import type { MemberRole } from '../../../domain/chat/chat.js';
import type { PersonEvent } from '../model/person-event.js';
import { AGENT, type GroupRow } from '../model/rows.js';
import type { World } from '../model/world.js';
import type { Participant } from '../people/participant.js';
import { ownerItem, type OwnerChange, type OwnerItem, type OwnerMember } from './owner-item.js';

/** What the owner's app needs of the network. */
export interface OwnersNetwork {
  readonly world: World;
  person(name: string): Participant;
}

/**
 * A person's app with the agent control chat open: the owner, or somebody else who joined it. All of it works
 * after a restart as before.
 */
export class SandboxOwner {
  readonly name: string;
  private readonly network: OwnersNetwork;
  private known: Participant | undefined;
  private readonly listeners = new Set<(change: OwnerChange) => void>();

  constructor(network: OwnersNetwork, name = 'owner') {
    this.network = network;
    this.name = name;
  }

  private get world(): World {
    return this.network.world;
  }

  /** The person, made at the first use: the network is loaded by then. */
  private get person(): Participant {
    if (this.known === undefined) {
      this.known = this.network.person(this.name);
      this.known.listen((event) => {
        this.see(event);
      });
    }
    return this.known;
  }

  /** The newest group of the agent that this person joined. */
  private get group(): Readonly<GroupRow> | undefined {
    let newest: number | undefined;
    for (const row of this.world.conversations.all()) {
      if (row.kind !== 'group' || row.host !== AGENT) continue;
      if (row.members.some((member) => member.who === this.person.id)) newest = row.id;
    }
    return newest === undefined ? undefined : this.world.sharedGroup(newest);
  }

  private get joinedGroup(): Readonly<GroupRow> {
    const { group } = this;
    if (group === undefined) throw new Error(`${this.name} is not in the control chat`);
    return group;
  }

  /** Whether this person is a member of the control chat now. */
  get joined(): boolean {
    const own = this.group?.members.find((member) => member.who === this.person.id);
    return own?.status === 'connected';
  }

  get groupName(): string | undefined {
    return this.group?.profile.displayName;
  }

  members(): OwnerMember[] {
    return (this.group?.members ?? [])
      .filter((member) => member.status === 'connected')
      .map(({ name, role, who }) => ({ name, role, agent: who === AGENT }));
  }

  /** The link by which people join the control chat now: what the agent's terminal shows. */
  openLink(): string | undefined {
    let newest: string | undefined;
    for (const link of this.world.links.all()) {
      if (link.kind === 'group' && link.by === AGENT) newest = link.short;
    }
    return newest;
  }

  /** Joins by the printed link; rejects when it leads nowhere. */
  join(link: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.person.listen((event) => {
        if (event.kind !== 'admitted') return;
        stop();
        resolve();
      });
      if (this.person.groups.join(link) !== undefined) return;
      stop();
      reject(new Error('the link leads to no group'));
    });
  }

  /** What the app shows, oldest first. */
  items(): OwnerItem[] {
    const { group } = this;
    if (group === undefined) return [];
    const since = group.members.find((member) => member.who === this.person.id)?.since ?? 0;
    const list: OwnerItem[] = [];
    for (const message of this.world.messages.all()) {
      const shown = message.conversation === group.id && message.id >= since;
      if (shown && message.scope === 'main') list.push(this.item(message.id));
    }
    return list;
  }

  private item(id: number): OwnerItem {
    return ownerItem(this.world, this.joinedGroup, this.person.id, id);
  }

  /** Writes into the control chat; returns the number of the item. */
  say(text: string, options: { readonly replyTo?: number } = {}): number {
    const { replyTo } = options;
    const quote = replyTo === undefined ? {} : { quote: replyTo };
    return this.person.messages.say(this.joinedGroup.id, text, quote);
  }

  async sendFile(file: {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly text?: string;
  }): Promise<number> {
    return (await this.person.files.send(this.joinedGroup.id, file)).message;
  }

  /** Bytes of a file that the agent posted. */
  download(item: number): Promise<Uint8Array> {
    const { file } = this.world.messages.need(item);
    if (file === undefined) throw new Error(`item ${item} has no file`);
    return this.person.files.download(file);
  }

  edit(item: number, text: string): void {
    this.person.messages.edit(item, text);
  }

  private who(name: string): number {
    const member = this.joinedGroup.members.find(
      (other) => other.name === name && other.who !== AGENT && other.status === 'connected',
    );
    if (member === undefined) throw new Error(`no member ${name}`);
    return member.who;
  }

  setRole(name: string, role: MemberRole): void {
    this.person.groups.setRole(this.joinedGroup.id, this.who(name), role);
  }

  remove(name: string): void {
    this.person.groups.remove(this.joinedGroup.id, this.who(name));
  }

  demoteAgent(role: MemberRole = 'member'): void {
    this.person.groups.setRole(this.joinedGroup.id, AGENT, role);
  }

  removeAgent(): void {
    this.person.groups.remove(this.joinedGroup.id, AGENT);
  }

  leave(): void {
    this.person.groups.leave(this.joinedGroup.id);
  }

  deleteGroup(): void {
    this.person.groups.delete(this.joinedGroup.id);
  }

  /** Calls `listener` for each item that comes, is edited or is deleted, other than this person's own. */
  subscribe(listener: (change: OwnerChange) => void): () => void {
    void this.person;
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** The first item, there or to come, for which `test` is true: also when an edit makes it so. */
  waitFor(test: (item: OwnerItem) => boolean): Promise<OwnerItem> {
    const there = this.items().find(test);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve) => {
      const stop = this.subscribe(({ item }) => {
        if (!test(item)) return;
        stop();
        resolve(item);
      });
    });
  }

  private see(event: PersonEvent): void {
    const change = this.change(event);
    if (change === undefined) return;
    for (const listener of [...this.listeners]) listener(change);
  }

  private change(event: PersonEvent): OwnerChange | undefined {
    const message =
      event.kind === 'file-described' ? this.world.offers.get(event.offer)?.message : undefined;
    switch (event.kind) {
      case 'message':
        return this.shown(event.message, 'added');
      case 'edited':
      case 'deleted':
        return this.shown(event.message, event.kind);
      case 'file-described':
        return message === undefined ? undefined : this.shown(message, 'edited');
      default:
        return undefined;
    }
  }

  private shown(message: number, kind: OwnerChange['kind']): OwnerChange | undefined {
    const row = this.world.messages.get(message);
    if (row === undefined || row.conversation !== this.group?.id) return undefined;
    return { kind, item: this.item(message) };
  }
}

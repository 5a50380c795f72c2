import type { Chat } from '../../../domain/chat/chat.js';
import type { Item, ItemDirection } from '../../../domain/chat/item.js';
import {
  chatId,
  contactRef,
  groupRef,
  isContactRef,
  type ChatRef,
} from '../../../domain/chat/ref.js';
import type { ChatSummary } from '../../../ports/chat.js';
import { coreErrors } from '../model/core-errors.js';
import type { AgentGroupRow, ContactRow, ItemRow, MemberRow } from '../model/rows.js';
import type { World } from '../model/world.js';
import { contactView, contentView, fileView, groupView, memberView } from './views.js';

type NewItem = Omit<ItemRow, 'id' | 'at'> & { readonly at?: number };

/** The store of the agent's core: chats by recency, items by chat, and their views in the domain's words. */
export class AgentStore {
  readonly world: World;
  /** Refs by recency, the most recent last. */
  private readonly recent = new Set<ChatRef>();
  private readonly summaries = new Map<ChatRef, ChatSummary>();
  /** Item IDs of the main conversations, ascending. */
  private readonly mainItems = new Map<ChatRef, number[]>();
  private readonly memberItems = new Map<ChatRef, number[]>();
  private readonly unreads = new Map<ChatRef, number>();

  constructor(world: World) {
    this.world = world;
    const rows: { ref: ChatRef; recency: number }[] = [];
    for (const row of world.contacts.all())
      rows.push({ ref: contactRef(row.id), recency: row.recency });
    for (const row of world.groups.all())
      rows.push({ ref: groupRef(row.id), recency: row.recency });
    rows.sort((a, b) => a.recency - b.recency);
    for (const row of rows) this.recent.add(row.ref);
    for (const item of world.items.all()) this.index(item);
  }

  private index(item: Readonly<ItemRow>): void {
    const lists = item.scope === 'main' ? this.mainItems : this.memberItems;
    const list = lists.get(item.chat);
    if (list === undefined) lists.set(item.chat, [item.id]);
    else list.push(item.id);
    if (item.scope === 'main' && item.unread === true) this.countUnread(item.chat, 1);
  }

  private countUnread(ref: ChatRef, change: number): void {
    this.unreads.set(ref, this.unread(ref) + change);
    this.summaries.delete(ref);
  }

  exists(ref: ChatRef): boolean {
    return this.recent.has(ref);
  }

  /** Rejects with the core's error when there is no such chat. */
  check(ref: ChatRef): void {
    if (!this.exists(ref)) throw coreErrors.chatNotFound(ref);
  }

  /** `first`: the core's presets are 2 and 3, everybody else comes after them. */
  addContact(row: Omit<ContactRow, 'id' | 'recency'>, first = 4): ContactRow {
    const added = this.world.contacts.add({
      ...row,
      id: this.world.contacts.nextId(first),
      recency: this.world.next('recency'),
    });
    this.recent.add(contactRef(added.id));
    return added;
  }

  addGroup(row: Omit<AgentGroupRow, 'id' | 'recency'>, id: number): AgentGroupRow {
    const added = this.world.groups.add({ ...row, id, recency: this.world.next('recency') });
    this.recent.add(groupRef(added.id));
    return added;
  }

  /** The contact, to be changed now. */
  contact(id: number): ContactRow {
    this.check(contactRef(id));
    this.summaries.delete(contactRef(id));
    return this.world.contacts.edit(id);
  }

  /** The group, to be changed now. */
  group(id: number): AgentGroupRow {
    this.check(groupRef(id));
    this.summaries.delete(groupRef(id));
    return this.world.groups.edit(id);
  }

  contactOf(conversation: number): ContactRow | undefined {
    const row = this.world.contacts.find((contact) => contact.conversation === conversation);
    return row === undefined ? undefined : this.contact(row.id);
  }

  groupOf(conversation: number): AgentGroupRow | undefined {
    const row = this.world.groups.find((group) => group.conversation === conversation);
    return row === undefined ? undefined : this.group(row.id);
  }

  deleteChat(ref: ChatRef): void {
    for (const list of [this.mainItems.get(ref), this.memberItems.get(ref)]) {
      for (const id of list ?? []) {
        const file = this.world.items.get(id)?.file;
        if (file !== undefined) this.world.files.delete(file);
        this.world.items.delete(id);
      }
    }
    this.mainItems.delete(ref);
    this.memberItems.delete(ref);
    this.unreads.delete(ref);
    this.summaries.delete(ref);
    this.recent.delete(ref);
    if (isContactRef(ref)) {
      this.world.contacts.delete(chatId(ref));
      return;
    }
    for (const member of this.membersOf(chatId(ref))) this.world.members.delete(member.id);
    this.world.groups.delete(chatId(ref));
  }

  /** Number for a new member or membership. */
  nextMemberId(): number {
    let id = this.world.members.nextId(1);
    for (const group of this.world.groups.all()) id = Math.max(id, group.membership.memberId + 1);
    return id;
  }

  membersOf(groupId: number): Readonly<MemberRow>[] {
    const rows: Readonly<MemberRow>[] = [];
    for (const row of this.world.members.all()) if (row.group === groupId) rows.push(row);
    return rows;
  }

  memberBy(groupId: number, who: number): MemberRow | undefined {
    const row = this.world.members.find((member) => member.group === groupId && member.who === who);
    return row === undefined ? undefined : this.world.members.edit(row.id);
  }

  addItem(item: NewItem): ItemRow {
    const row = this.world.items.add({
      at: this.world.clock.now(),
      ...item,
      id: this.world.next('item'),
    });
    this.index(row);
    const bumps = row.scope === 'main' && (row.direction === 'sent' || row.unread === true);
    if (bumps) this.bump(row.chat);
    return row;
  }

  /** Makes a chat the most recent. */
  bump(ref: ChatRef): void {
    this.recent.delete(ref);
    this.recent.add(ref);
    const recency = this.world.next('recency');
    if (isContactRef(ref)) this.contact(chatId(ref)).recency = recency;
    else this.group(chatId(ref)).recency = recency;
  }

  /** An item of the chat, to be changed now. */
  item(ref: ChatRef, itemId: number): ItemRow | undefined {
    const row = this.world.items.get(itemId);
    return row?.chat === ref ? this.world.items.edit(itemId) : undefined;
  }

  itemOf(message: number): ItemRow | undefined {
    const row = this.world.items.find((item) => item.message === message);
    return row === undefined ? undefined : this.world.items.edit(row.id);
  }

  removeItem(row: ItemRow): void {
    this.read(row);
    const list = (row.scope === 'main' ? this.mainItems : this.memberItems).get(row.chat);
    if (list !== undefined) list.splice(list.indexOf(row.id), 1);
    this.world.items.delete(row.id);
  }

  /** Marks a received item as read. */
  read(row: ItemRow): void {
    if (row.unread !== true) return;
    delete row.unread;
    if (row.scope === 'main') this.countUnread(row.chat, -1);
  }

  mainItemIds(ref: ChatRef): readonly number[] {
    return this.mainItems.get(ref) ?? [];
  }

  unread(ref: ChatRef): number {
    return this.unreads.get(ref) ?? 0;
  }

  /** Most recent first. */
  chats(): ChatSummary[] {
    const list: ChatSummary[] = [];
    for (const ref of this.recent) list.push(this.summary(ref));
    return list.reverse();
  }

  chat(ref: ChatRef): Chat {
    return this.summary(ref).chat;
  }

  private summary(ref: ChatRef): ChatSummary {
    const known = this.summaries.get(ref);
    if (known !== undefined) return known;
    this.check(ref);
    const id = chatId(ref);
    const chat = isContactRef(ref)
      ? contactView(this.world.contacts.need(id))
      : groupView(this.world.groups.need(id));
    const made = { chat, unread: this.unread(ref) };
    this.summaries.set(ref, made);
    return made;
  }

  itemView(row: Readonly<ItemRow>): Item {
    return {
      chat: this.chat(row.chat),
      scope: row.scope,
      itemId: row.id,
      direction: this.direction(row),
      content: contentView(row),
      time: new Date(row.at).toISOString(),
      unread: row.unread === true,
      live: row.live === true,
      deleted: row.deleted === true,
      mentionsMe: row.mentionsMe === true,
      ...(row.quoted === undefined ? {} : { quoted: row.quoted }),
      ...(row.file === undefined ? {} : { file: fileView(this.world.files.need(row.file)) }),
    };
  }

  private direction(row: Readonly<ItemRow>): ItemDirection {
    if (isContactRef(row.chat)) {
      return { kind: row.direction === 'sent' ? 'contact-sent' : 'contact-received' };
    }
    if (row.direction === 'sent') return { kind: 'group-sent' };
    const member = this.world.members.get(row.member);
    return member === undefined
      ? { kind: 'channel-received' }
      : { kind: 'group-received', member: memberView(member) };
  }
}

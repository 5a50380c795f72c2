import type {
  Chat,
  CustomData,
  Group,
  Member,
  MemberRole,
  User,
} from '../../../domain/chat/chat.js';
import type {
  ConnectionPlan,
  JoinMethod,
  JoinOptions,
  JoinResult,
} from '../../../domain/chat/connection.js';
import type { ChatEvent } from '../../../domain/chat/event.js';
import type { Item } from '../../../domain/chat/item.js';
import type { OutgoingMessage } from '../../../domain/chat/outgoing.js';
import { chatId, isContactRef, type ChatRef } from '../../../domain/chat/ref.js';
import type {
  ChatPort,
  ChatSummary,
  GroupProfile,
  ItemPage,
  ItemsRead,
} from '../../../ports/chat.js';
import { coreErrors } from '../model/core-errors.js';
import { EventQueue } from '../model/event-queue.js';
import type { FaultPoint } from '../model/faults.js';
import { knownServers } from '../model/file-servers.js';
import type { World } from '../model/world.js';
import { AgentCore } from './agent-core.js';
import { createUser, deleteContact, updateProfile, userView } from './agent-user.js';

/**
 * What a call needs and does: `read` the store; `change` the store, which is on the disk before the call answers;
 * `act` in a started chat; `ask` the network and wait.
 */
type Call = 'read' | 'change' | 'act' | 'ask';

/** The version whose behaviour the sandbox has. */
const version = '7.1.0.20';

/** What the agent's core needs of the network. */
export interface AgentsNetwork {
  readonly world: World;
  load(): Promise<void>;
}

/** The agent's core on a sandbox network. Another one after `close` finds the same store. */
export class SandboxChat implements ChatPort {
  readonly events = new EventQueue<ChatEvent>();
  private readonly network: AgentsNetwork;
  private readonly world: World;
  private core: AgentCore | undefined;
  private started = false;

  constructor(options: { readonly network: AgentsNetwork }) {
    this.network = options.network;
    this.world = options.network.world;
  }

  async open(): Promise<void> {
    await this.world.faults.pass('open', 'before');
    const fault = this.world.faults.take('open');
    if (fault !== undefined) throw fault;
    await this.network.load();
    this.core = new AgentCore(this.world, this.events);
  }

  async close(): Promise<void> {
    await this.world.faults.pass('close', 'before');
    this.core?.stop();
    this.core = undefined;
    this.started = false;
    this.events.end();
    await this.world.saved();
  }

  private opened(call: Call): AgentCore {
    if (this.core === undefined) throw coreErrors.storeClosed();
    if (!this.started && (call === 'act' || call === 'ask')) throw coreErrors.notStarted();
    return this.core;
  }

  private run<Value>(
    point: FaultPoint,
    call: Call,
    act: (core: AgentCore) => Value | Promise<Value>,
  ): Promise<Value> {
    const { world } = this;
    return world.work(async () => {
      this.opened(call);
      await world.rest(world.faults.pass(point, 'before'));
      const fault = world.faults.take(point);
      if (fault !== undefined) throw fault;
      if (call === 'ask') await world.wait(world.latency.network);
      const value = await act(this.opened(call));
      if (call !== 'read') await world.saved();
      await world.rest(world.faults.pass(point, 'after'));
      return value;
    });
  }

  version(): Promise<string> {
    return Promise.resolve(version);
  }

  activeUser(): Promise<User | undefined> {
    return this.run('activeUser', 'read', (core) => userView(core.context));
  }

  createUser(displayName: string): Promise<User> {
    return this.run('createUser', 'change', (core) => createUser(core.context, displayName));
  }

  updateProfile(displayName: string): Promise<User> {
    return this.run('updateProfile', 'change', (core) => updateProfile(core.context, displayName));
  }

  /** There is no server here that could see an IP address. */
  setPrivateRouting(): Promise<void> {
    return this.run('setPrivateRouting', 'read', () => undefined);
  }

  /** Files in transfer are at their path from the start. */
  setTempFolder(_path: string): Promise<void> {
    return this.run('setTempFolder', 'read', () => undefined);
  }

  start(): Promise<void> {
    return this.run('start', 'change', (core) => {
      if (core.context.user === undefined) throw coreErrors.noActiveUser();
      if (this.started) return;
      this.started = true;
      core.start();
    });
  }

  chats(): Promise<readonly ChatSummary[]> {
    return this.run('chats', 'read', (core) => core.context.store.chats());
  }

  chat(ref: ChatRef): Promise<Chat> {
    return this.run('chat', 'read', (core) => core.context.store.chat(ref));
  }

  items(ref: ChatRef, page: ItemPage): Promise<ItemsRead> {
    return this.run('items', 'read', (core) => core.pages.read(ref, page));
  }

  item(ref: ChatRef, itemId: number): Promise<Item | undefined> {
    return this.run('item', 'read', (core) => core.pages.item(ref, itemId));
  }

  markRead(ref: ChatRef, itemIds: readonly number[]): Promise<void> {
    return this.run('markRead', 'change', (core) => {
      core.pages.markRead(ref, itemIds);
    });
  }

  planConnection(target: string): Promise<ConnectionPlan> {
    return this.run('planConnection', 'ask', (core) => core.connections.plan(target));
  }

  join(method: JoinMethod, options: JoinOptions): Promise<JoinResult> {
    return this.run('join', 'ask', (core) => core.joins.join(method, options));
  }

  incognitoName(contactId: number): Promise<string | undefined> {
    return this.run(
      'incognitoName',
      'read',
      (core) => core.context.store.contact(contactId).incognitoName,
    );
  }

  async send(ref: ChatRef, message: OutgoingMessage): Promise<Item> {
    const item = await this.run('send', 'act', (core) => core.messages.send(ref, message));
    this.core?.messages.dispatch(item);
    return item;
  }

  edit(ref: ChatRef, itemId: number, message: OutgoingMessage): Promise<void> {
    return this.run('edit', 'act', (core) => {
      core.messages.edit(ref, itemId, message);
    });
  }

  createGroup(profile: GroupProfile): Promise<Group> {
    return this.run('createGroup', 'change', (core) => core.groups.create(profile));
  }

  updateGroup(groupId: number, profile: GroupProfile): Promise<Group> {
    return this.run('updateGroup', 'act', (core) => core.groups.update(groupId, profile));
  }

  setCustomData(ref: ChatRef, data: CustomData | undefined): Promise<void> {
    return this.run('setCustomData', 'change', (core) => {
      const id = chatId(ref);
      const row = isContactRef(ref) ? core.context.store.contact(id) : core.context.store.group(id);
      if (data === undefined) delete row.customData;
      else row.customData = structuredClone(data);
    });
  }

  createGroupLink(groupId: number, role: MemberRole): Promise<string> {
    return this.run('createGroupLink', 'ask', (core) => core.groups.createLink(groupId, role));
  }

  deleteGroupLink(groupId: number): Promise<void> {
    return this.run('deleteGroupLink', 'ask', (core) => {
      core.groups.deleteLink(groupId);
    });
  }

  members(groupId: number): Promise<readonly Member[]> {
    return this.run('members', 'read', (core) => core.groups.members(groupId));
  }

  setMemberRole(groupId: number, memberId: number, role: MemberRole): Promise<void> {
    return this.run('setMemberRole', 'act', (core) => {
      core.groups.setRole(groupId, memberId, role);
    });
  }

  removeMembers(groupId: number, memberIds: readonly number[]): Promise<void> {
    return this.run('removeMembers', 'act', (core) => {
      core.groups.remove(groupId, memberIds);
    });
  }

  leaveGroup(groupId: number): Promise<void> {
    return this.run('leaveGroup', 'act', (core) => {
      core.groups.leave(groupId);
    });
  }

  deleteChat(ref: ChatRef): Promise<void> {
    return this.run('deleteChat', 'act', (core) => {
      if (isContactRef(ref)) deleteContact(core.context, ref);
      else core.groups.delete(chatId(ref));
    });
  }

  knownFileServers(): Promise<readonly string[]> {
    return this.run('knownFileServers', 'read', () => knownServers);
  }

  fileServers(
    ref: ChatRef,
    itemId: number,
    fileId: number,
  ): Promise<readonly string[] | undefined> {
    return this.run('fileServers', 'read', (core) => {
      if (core.pages.item(ref, itemId) === undefined) throw coreErrors.itemNotFound(itemId);
      return core.transfers.servers(fileId);
    });
  }

  receiveFile(fileId: number, path: string, approveServers: boolean): Promise<void> {
    return this.run('receiveFile', 'act', (core) =>
      core.transfers.downloads.receive(fileId, path, approveServers),
    );
  }

  cancelFile(fileId: number): Promise<void> {
    return this.run('cancelFile', 'act', (core) => core.transfers.cancel(fileId));
  }
}

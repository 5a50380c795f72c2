import type { ChatEvent } from '../../domain/chat/event.js';
import type { ChatPort } from '../../ports/chat.js';
import type { FileServersMemory } from '../../ports/file-servers-memory.js';
import { CoreSession } from './core-session.js';
import { KnownFileServers } from './file-servers.js';
import { SimplexAccount, type SimplexNetwork } from './simplex-chat-account.js';
import { CatchUp } from './simplex-chat-catch-up.js';
import { SimplexChats } from './simplex-chat-chats.js';
import { SimplexConnections } from './simplex-chat-connections.js';
import { SimplexEvents } from './simplex-chat-events.js';
import { SimplexFiles } from './simplex-chat-files.js';
import { SimplexGroups } from './simplex-chat-groups.js';
import type { Report } from './report.js';
import type { CoreTransport } from './transport.js';

/** The agent on a real SimpleX core (docs/simplex-core.md). One method of the port is one or a few commands. */
export class SimplexChat implements ChatPort {
  readonly #transport: CoreTransport;
  readonly #core: CoreSession;
  readonly #account: SimplexAccount;
  readonly #chats: SimplexChats;
  readonly #connections: SimplexConnections;
  readonly #groups: SimplexGroups;
  readonly #files: SimplexFiles;
  readonly #catchUp: CatchUp;
  readonly events: AsyncIterable<ChatEvent>;

  /** `report` tells the person who runs the server of what the core says that can't be used. */
  constructor(
    transport: CoreTransport,
    memory: FileServersMemory,
    network: SimplexNetwork,
    report: Report,
  ) {
    this.#transport = transport;
    this.#core = new CoreSession(transport);
    this.#account = new SimplexAccount(this.#core, network);
    this.#chats = new SimplexChats(this.#core);
    this.#connections = new SimplexConnections(this.#core);
    this.#groups = new SimplexGroups(this.#core);
    const fileServers = new KnownFileServers(memory);
    this.#files = new SimplexFiles(this.#core, this.#chats, fileServers);
    this.#catchUp = new CatchUp(this.#chats, report);
    this.events = new SimplexEvents(transport, fileServers, this.#catchUp, report).read();
  }

  open: ChatPort['open'] = () => this.#core.open();
  close: ChatPort['close'] = () => this.#transport.close();
  version: ChatPort['version'] = () => Promise.resolve(this.#core.versionText);

  activeUser: ChatPort['activeUser'] = () => this.#account.activeUser();
  createUser: ChatPort['createUser'] = (name) => this.#account.createUser(name);
  updateProfile: ChatPort['updateProfile'] = (name) => this.#account.updateProfile(name);
  setPrivateRouting: ChatPort['setPrivateRouting'] = () => this.#account.setPrivateRouting();
  setTempFolder: ChatPort['setTempFolder'] = (path) => this.#account.setTempFolder(path);
  start: ChatPort['start'] = () => this.#account.start();

  chats: ChatPort['chats'] = () => this.#catchUp.chats();
  chat: ChatPort['chat'] = (ref) => this.#chats.chat(ref);
  items: ChatPort['items'] = (ref, page) => this.#chats.items(ref, page);
  item: ChatPort['item'] = (ref, itemId) => this.#chats.item(ref, itemId);
  markRead: ChatPort['markRead'] = (ref, itemIds) => this.#chats.markRead(ref, itemIds);

  planConnection: ChatPort['planConnection'] = (target) => this.#connections.plan(target);
  join: ChatPort['join'] = (method, options) => this.#connections.join(method, options);
  incognitoName: ChatPort['incognitoName'] = (contactId) => this.#chats.incognitoName(contactId);

  send: ChatPort['send'] = (ref, message) => this.#chats.send(ref, message);
  edit: ChatPort['edit'] = (ref, itemId, message) => this.#chats.edit(ref, itemId, message);

  createGroup: ChatPort['createGroup'] = (profile) => this.#groups.create(profile);
  updateGroup: ChatPort['updateGroup'] = (groupId, profile) =>
    this.#groups.update(groupId, profile);
  setCustomData: ChatPort['setCustomData'] = (ref, data) => this.#chats.setCustomData(ref, data);
  createGroupLink: ChatPort['createGroupLink'] = (groupId, role) =>
    this.#groups.createLink(groupId, role);
  deleteGroupLink: ChatPort['deleteGroupLink'] = (groupId) => this.#groups.deleteLink(groupId);
  members: ChatPort['members'] = (groupId) => this.#groups.members(groupId);
  setMemberRole: ChatPort['setMemberRole'] = (groupId, memberId, role) =>
    this.#groups.setRole(groupId, memberId, role);
  removeMembers: ChatPort['removeMembers'] = (groupId, memberIds) =>
    this.#groups.removeMembers(groupId, memberIds);
  leaveGroup: ChatPort['leaveGroup'] = (groupId) => this.#groups.leave(groupId);
  deleteChat: ChatPort['deleteChat'] = (ref) => this.#chats.deleteChat(ref);

  knownFileServers: ChatPort['knownFileServers'] = () => this.#account.knownFileServers();
  fileServers: ChatPort['fileServers'] = (ref, itemId, fileId) =>
    this.#files.servers(ref, itemId, fileId);
  receiveFile: ChatPort['receiveFile'] = (fileId, path, approveServers) =>
    this.#files.receive(fileId, path, approveServers);
  cancelFile: ChatPort['cancelFile'] = (fileId) => this.#files.cancel(fileId);
}

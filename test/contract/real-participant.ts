import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Json, PlainCore } from './plain-core.js';
import {
  fileBytes,
  type Links,
  type OtherChat,
  type OtherMessage,
  type OtherParticipant,
  type SeenText,
} from './world.js';

/** What the participants share. */
export interface RealNetwork {
  readonly smp: string;
  /** File servers that the agent uses. */
  readonly xftp: string;
  /** File servers that the agent does not know. */
  readonly unknownXftp: string;
  /** The address of a chat relay, which carries channels. */
  relay(): Promise<string>;
}

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Somebody on the network with a real core. Chats are `@N` and `#N` of that core, messages its item numbers. */
export class RealParticipant implements OtherParticipant {
  readonly name: string;
  private readonly core: PlainCore;
  private readonly folder: string;
  private readonly network: RealNetwork;
  private readonly channels = new Set<OtherChat>();
  private files = 0;

  constructor(name: string, core: PlainCore, folder: string, network: RealNetwork) {
    this.name = name;
    this.core = core;
    this.folder = folder;
    this.network = network;
  }

  async createAddress(options: { welcome?: string; business?: boolean } = {}): Promise<Links> {
    const { connLinkContact } = await this.core.run('/_address 1');
    const settings = {
      businessAddress: options.business === true,
      autoAccept: { acceptIncognito: false },
      ...(options.welcome !== undefined && { autoReply: { type: 'text', text: options.welcome } }),
    };
    await this.core.run(`/_address_settings 1 ${JSON.stringify(settings)}`);
    return links(connLinkContact);
  }

  async createInvitation(): Promise<Links> {
    return links((await this.core.run('/_connect 1')).connLinkInvitation);
  }

  agentContact(): Promise<OtherChat> {
    return this.core.event((event) =>
      event.type === 'contactConnected' ? `@${event.contact.contactId}` : undefined,
    );
  }

  async deleteContact(chat: OtherChat): Promise<void> {
    await this.core.run(`/_delete ${chat} full notify=on`);
  }

  async createGroup(
    name: string,
    options: { description?: string; channel?: boolean } = {},
  ): Promise<OtherChat> {
    if (options.channel === true) return this.createChannel(name);
    const profile = {
      displayName: name,
      fullName: '',
      ...(options.description !== undefined && { description: options.description }),
      groupPreferences: { history: { enable: 'on' }, directMessages: { enable: 'on' } },
    };
    const { groupInfo } = await this.core.run(`/_group 1 ${JSON.stringify(profile)}`);
    return `#${groupInfo.groupId}`;
  }

  private async createChannel(name: string): Promise<OtherChat> {
    const relay = await this.network.relay();
    await this.core.run(`/relays name=relay ${relay}`);
    const { userServers } = await this.core.run('/_servers 1');
    const own = userServers.flatMap((group: Json) => group.chatRelays);
    const { chatRelayId } = own.find(({ address }: Json) => address === relay);
    const made = await this.core.run(`/public group relays=${chatRelayId} #${name}`);
    const channel = `#${made.groupInfo.groupId}`;
    this.channels.add(channel);
    await this.core.event((event) =>
      event.type === 'groupLinkDataUpdated' &&
      event.groupRelays.some(({ relayStatus }: Json) => relayStatus === 'active')
        ? true
        : undefined,
    );
    return channel;
  }

  async createGroupLink(group: OtherChat, role: 'member' | 'observer'): Promise<string> {
    const command = this.channels.has(group)
      ? `/_get link ${group}`
      : `/_create link ${group} ${role}`;
    const { groupLink } = await this.core.run(command);
    return groupLink.connLinkContact.connShortLink;
  }

  async joinGroup(link: string): Promise<OtherChat> {
    const { connLink, connectionPlan } = await this.core.run(`/_connect plan 1 ${link}`);
    const data = JSON.stringify(connectionPlan.groupLinkPlan.groupSLinkData_);
    const { chat } = await this.core.run(
      `/_prepare group 1 ${connLink.connFullLink} ${connLink.connShortLink} ${data}`,
    );
    const { groupId } = chat.chatInfo.groupInfo;
    await this.core.run(`/_connect group #${groupId}`);
    await this.core.event((event) =>
      event.type === 'userJoinedGroup' && event.groupInfo.groupId === groupId ? true : undefined,
    );
    return `#${groupId}`;
  }

  async inviteAgent(group: OtherChat): Promise<void> {
    const contact = await this.agentContact();
    await this.core.run(`/_add ${group} ${contact.slice(1)} member`);
  }

  async agentMember(group: OtherChat): Promise<void> {
    await this.agentMemberId(group);
  }

  private agentMemberId(group: OtherChat): Promise<number> {
    return this.core.until(async () => {
      const answer = await this.core.run(`/_members ${group}`);
      const agent = answer.group.members.find(
        ({ memberProfile, memberStatus }: Json) =>
          memberProfile.displayName.startsWith('agent') &&
          ['connected', 'complete', 'creator'].includes(memberStatus),
      );
      return agent?.groupMemberId as number | undefined;
    });
  }

  async setAgentRole(group: OtherChat, role: string): Promise<void> {
    const member = await this.agentMemberId(group);
    await this.untilOwner(group);
    await this.core.run(`/_member role ${group} ${member} ${role}`);
  }

  async removeAgent(group: OtherChat): Promise<void> {
    const member = await this.agentMemberId(group);
    await this.untilOwner(group);
    await this.core.run(`/_remove ${group} ${member}`);
  }

  /** The role that the agent gives comes over the network. */
  private async untilOwner(group: OtherChat): Promise<void> {
    await this.core.until(async () => {
      const { groupInfo } = await this.core.run(`/_info ${group}`);
      return groupInfo.membership.memberRole === 'owner' ? true : undefined;
    });
  }

  async leaveGroup(group: OtherChat): Promise<void> {
    await this.core.run(`/_leave ${group}`);
  }

  async deleteGroup(group: OtherChat): Promise<void> {
    await this.core.run(`/_delete ${group} full notify=on`);
  }

  async writeToMember(group: OtherChat, text: string): Promise<void> {
    const member = await this.agentMemberId(group);
    const { contact } = await this.core.run(`/_create member contact ${group} ${member}`);
    const content = JSON.stringify({ type: 'text', text });
    await this.core.run(`/_invite member contact @${contact.contactId} json ${content}`);
  }

  async send(
    chat: OtherChat,
    message: Parameters<OtherParticipant['send']>[1],
  ): Promise<OtherMessage> {
    const composed = {
      msgContent: { type: 'text', text: message.text },
      mentions: message.mentionAgent === true ? { agent: await this.agentMemberId(chat) } : {},
      ...(message.quote !== undefined && { quotedItemId: Number(message.quote) }),
    };
    return this.post(await this.place(chat, message), composed, message.live);
  }

  private async place(
    chat: OtherChat,
    message: { asChannel?: boolean; toMember?: boolean },
  ): Promise<string> {
    if (message.asChannel === true) return `${chat}(as_group=on)`;
    if (message.toMember === true) return `${chat}(_support:${await this.agentMemberId(chat)})`;
    return chat;
  }

  private async post(place: string, composed: object, live = false): Promise<OtherMessage> {
    const { chatItems } = await this.core.run(
      `/_send ${place}${live ? ' live=on' : ''} json ${JSON.stringify([composed])}`,
    );
    return String(chatItems[0].chatItem.meta.itemId);
  }

  async edit(chat: OtherChat, message: OtherMessage, text: string, live = false): Promise<void> {
    const content = JSON.stringify({ msgContent: { type: 'text', text }, mentions: {} });
    await this.core.run(
      `/_update item ${chat} ${message}${live ? ' live=on' : ''} json ${content}`,
    );
  }

  async deleteMessage(chat: OtherChat, message: OtherMessage): Promise<void> {
    await this.core.run(`/_delete item ${chat} ${message} broadcast`);
  }

  receives(chat: OtherChat, text: string): Promise<SeenText & { readonly message: OtherMessage }> {
    return this.core.until(async () => {
      const item = (await this.items(chat)).find(
        ({ content }: Json) => content.type === 'rcvMsgContent' && content.msgContent.text === text,
      );
      if (item === undefined) return undefined;
      const quoted: Json = item.quotedItem?.content.text;
      return {
        message: String(item.meta.itemId),
        text,
        edited: item.meta.itemEdited as boolean,
        ...(quoted !== undefined && { quotedText: quoted as string }),
      };
    });
  }

  private async items(chat: OtherChat): Promise<Json[]> {
    return (await this.core.run(`/_get chat ${chat} count=100`)).chat.chatItems;
  }

  private async itemOf(chat: OtherChat, message: OtherMessage): Promise<Json> {
    return (await this.items(chat)).find(({ meta }: Json) => meta.itemId === Number(message));
  }

  async sendFile(
    chat: OtherChat,
    file: Parameters<OtherParticipant['sendFile']>[1],
  ): Promise<OtherMessage> {
    this.files += 1;
    const filePath = join(this.folder, file.name);
    await writeFile(filePath, fileBytes(file.size));
    const { smp, xftp, unknownXftp } = this.network;
    await this.core.useServers({ smp, xftp: file.unknownServer === true ? unknownXftp : xftp });
    const text = file.text ?? '';
    const msgContent =
      file.image === true ? { type: 'image', text, image: picture } : { type: 'file', text };
    return this.post(chat, { fileSource: { filePath }, msgContent, mentions: {} });
  }

  async cancelFile(chat: OtherChat, message: OtherMessage): Promise<void> {
    await this.core.run(`/fcancel ${(await this.itemOf(chat, message)).file.fileId}`);
  }

  async receiveFile(chat: OtherChat, message: OtherMessage): Promise<Uint8Array> {
    const { fileId } = (await this.itemOf(chat, message)).file;
    const isOf = (event: Json, type: string): boolean =>
      event.type === type && event.chatItem.chatItem.file.fileId === fileId;
    await this.core.event((event) => (isOf(event, 'rcvFileDescrReady') ? true : undefined));
    const path = join(this.folder, `received-${fileId}`);
    await this.core.run(`/freceive ${fileId} encrypt=off ${path}`);
    await this.core.event((event) => (isOf(event, 'rcvFileComplete') ? true : undefined));
    return new Uint8Array(await readFile(path));
  }
}

function links(link: Json): Links {
  return { short: link.connShortLink, full: link.connFullLink };
}

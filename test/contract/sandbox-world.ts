import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  SandboxChat,
  SandboxNetwork,
  unknownServer,
  type Participant,
} from '../../src/adapters/sandbox/index.js';
import { FakeClock } from '../support/fake-clock.js';
import {
  fileBytes,
  type ContractWorld,
  type Links,
  type OtherChat,
  type OtherMessage,
  type OtherParticipant,
  type SeenText,
} from './world.js';

/** The number of the agent in the sandbox. */
const agent = 0;

class SandboxOther implements OtherParticipant {
  readonly name: string;
  private readonly self: Participant;

  constructor(name: string, self: Participant) {
    this.name = name;
    this.self = self;
  }

  /** Waits until `find` gives something; looks again after each event of this participant. */
  private until<Value>(find: () => Value | undefined): Promise<Value> {
    return new Promise((resolve) => {
      const look = (): void => {
        const value = find();
        if (value === undefined) return;
        stop();
        resolve(value);
      };
      const stop = this.self.listen(look);
      look();
    });
  }

  createAddress(options: { welcome?: string; business?: boolean } = {}): Promise<Links> {
    return Promise.resolve(this.self.links.address(options));
  }

  createInvitation(): Promise<Links> {
    return Promise.resolve(this.self.links.invitation());
  }

  agentContact(): Promise<OtherChat> {
    return this.until(() => this.self.directs().at(-1)).then(String);
  }

  deleteContact(chat: OtherChat): Promise<void> {
    this.self.deleteContact(Number(chat));
    return Promise.resolve();
  }

  createGroup(
    name: string,
    options: { description?: string; channel?: boolean } = {},
  ): Promise<OtherChat> {
    const { description, channel } = options;
    const group = this.self.groups.create({
      name,
      type: channel === true ? 'channel' : 'group',
      ...(description === undefined ? {} : { description }),
    });
    return Promise.resolve(String(group));
  }

  createGroupLink(group: OtherChat, role: 'member' | 'observer'): Promise<string> {
    return Promise.resolve(this.self.links.toGroup(Number(group), role).short);
  }

  joinGroup(link: string): Promise<OtherChat> {
    const group = this.self.groups.join(link);
    if (group === undefined) return Promise.reject(new Error('no such link'));
    return Promise.resolve(String(group));
  }

  async inviteAgent(group: OtherChat): Promise<void> {
    const contact = await this.agentContact();
    this.self.groups.invite(Number(group), Number(contact));
  }

  async agentMember(group: OtherChat): Promise<void> {
    await this.until(() => (this.self.groups.hasAgent(Number(group)) ? true : undefined));
  }

  setAgentRole(group: OtherChat, role: string): Promise<void> {
    this.self.groups.setRole(Number(group), agent, role);
    return Promise.resolve();
  }

  removeAgent(group: OtherChat): Promise<void> {
    this.self.groups.remove(Number(group), agent);
    return Promise.resolve();
  }

  leaveGroup(group: OtherChat): Promise<void> {
    this.self.groups.leave(Number(group));
    return Promise.resolve();
  }

  deleteGroup(group: OtherChat): Promise<void> {
    this.self.groups.delete(Number(group));
    return Promise.resolve();
  }

  writeToMember(group: OtherChat, text: string): Promise<void> {
    this.self.groups.openDirect(Number(group), text);
    return Promise.resolve();
  }

  send(chat: OtherChat, message: Parameters<OtherParticipant['send']>[1]): Promise<OtherMessage> {
    const { text, quote, mentionAgent, live, asChannel, toMember } = message;
    const id = this.self.messages.say(Number(chat), text, {
      ...(quote === undefined ? {} : { quote: Number(quote) }),
      ...(mentionAgent === true ? { mentions: [agent] } : {}),
      ...(live === undefined ? {} : { live }),
      ...(asChannel === undefined ? {} : { asChannel }),
      ...(toMember === undefined ? {} : { toMember }),
    });
    return Promise.resolve(String(id));
  }

  edit(_chat: OtherChat, message: OtherMessage, text: string, live = false): Promise<void> {
    this.self.messages.edit(Number(message), text, { live });
    return Promise.resolve();
  }

  deleteMessage(_chat: OtherChat, message: OtherMessage): Promise<void> {
    this.self.messages.delete(Number(message));
    return Promise.resolve();
  }

  receives(chat: OtherChat, text: string): Promise<SeenText & { readonly message: OtherMessage }> {
    return this.until(() => {
      const list = this.self.messages.list(Number(chat));
      const found = list.find((other) => other.byAgent && other.text === text);
      if (found === undefined) return undefined;
      const quoted = list.find((other) => other.id === found.quote);
      return {
        message: String(found.id),
        text: found.text,
        edited: found.edited,
        ...(quoted === undefined ? {} : { quotedText: quoted.text }),
      };
    });
  }

  async sendFile(
    chat: OtherChat,
    file: Parameters<OtherParticipant['sendFile']>[1],
  ): Promise<OtherMessage> {
    const { message } = await this.self.files.send(Number(chat), {
      name: file.name,
      bytes: fileBytes(file.size),
      text: file.text ?? '',
      ...(file.image === true
        ? { type: 'image' as const, preview: 'data:image/png;base64,AAAA' }
        : {}),
      ...(file.unknownServer === true ? { servers: [unknownServer] } : {}),
    });
    return String(message);
  }

  private offer(chat: OtherChat, message: OtherMessage, state?: string): number | undefined {
    const found = this.self.messages.list(Number(chat)).find(({ id }) => id === Number(message));
    if (found?.file === undefined) return undefined;
    return state === undefined || found.file.state === state ? found.file.offer : undefined;
  }

  async cancelFile(chat: OtherChat, message: OtherMessage): Promise<void> {
    this.self.files.cancel(await this.until(() => this.offer(chat, message)));
  }

  async receiveFile(chat: OtherChat, message: OtherMessage): Promise<Uint8Array> {
    const offer = await this.until(() => this.offer(chat, message, 'ready'));
    return new Uint8Array(await this.self.files.download(offer));
  }
}

/** A network in memory, without latency. */
export async function sandboxWorld(): Promise<ContractWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-contract-'));
  const network = new SandboxNetwork({ clock: new FakeClock() });
  let chat = new SandboxChat({ network });
  return {
    get chat() {
      return chat;
    },
    folder,
    other: (name) => Promise.resolve(new SandboxOther(name, network.person(name))),
    reopen: async () => {
      await chat.close();
      chat = new SandboxChat({ network });
      return chat;
    },
    end: async () => {
      await chat.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

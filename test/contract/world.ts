import type { ChatPort } from '../../src/ports/chat.js';
import type { ChatEvent } from '../../src/domain/chat/event.js';

/** A conversation as another participant names it. */
export type OtherChat = string;

/** A message as another participant names it. */
export type OtherMessage = string;

export interface Links {
  readonly short: string;
  readonly full: string;
}

/** What another participant's app shows of a message. */
export interface SeenText {
  readonly text: string;
  readonly edited: boolean;
  readonly quotedText?: string;
}

/** Somebody on the network other than the agent. Each call resolves when their own core has carried it out. */
export interface OtherParticipant {
  readonly name: string;

  /** An address whose requests are accepted at once. */
  createAddress(options?: { welcome?: string; business?: boolean }): Promise<Links>;
  createInvitation(): Promise<Links>;
  /** Waits until this participant and the agent are connected. */
  agentContact(): Promise<OtherChat>;
  deleteContact(chat: OtherChat): Promise<void>;

  createGroup(
    name: string,
    options?: { description?: string; channel?: boolean },
  ): Promise<OtherChat>;
  createGroupLink(group: OtherChat, role: 'member' | 'observer'): Promise<string>;
  /** Joins by a link, and waits until it is done. */
  joinGroup(link: string): Promise<OtherChat>;
  /** Invites the agent, a contact, to a group. */
  inviteAgent(group: OtherChat): Promise<void>;
  /** Waits until the agent is a member. */
  agentMember(group: OtherChat): Promise<void>;
  setAgentRole(group: OtherChat, role: 'observer' | 'member' | 'admin' | 'owner'): Promise<void>;
  removeAgent(group: OtherChat): Promise<void>;
  leaveGroup(group: OtherChat): Promise<void>;
  deleteGroup(group: OtherChat): Promise<void>;
  /** Opens a direct chat with the agent through a group of both, and writes to it. */
  writeToMember(group: OtherChat, text: string): Promise<void>;

  send(
    chat: OtherChat,
    message: {
      text: string;
      quote?: OtherMessage;
      mentionAgent?: boolean;
      live?: boolean;
      asChannel?: boolean;
      toMember?: boolean;
    },
  ): Promise<OtherMessage>;
  /** A live message stays live with `live`, and is finished without it. */
  edit(chat: OtherChat, message: OtherMessage, text: string, live?: boolean): Promise<void>;
  deleteMessage(chat: OtherChat, message: OtherMessage): Promise<void>;
  /** Waits for a message of the agent whose text is `text`. */
  receives(chat: OtherChat, text: string): Promise<SeenText & { readonly message: OtherMessage }>;

  /** Sends a file with `size` bytes that `fileByte` gives, on servers that the agent knows or does not know. */
  sendFile(
    chat: OtherChat,
    file: { name: string; size: number; text?: string; image?: boolean; unknownServer?: boolean },
  ): Promise<OtherMessage>;
  cancelFile(chat: OtherChat, message: OtherMessage): Promise<void>;
  /** Waits for the agent's upload and receives the file of its message. */
  receiveFile(chat: OtherChat, message: OtherMessage): Promise<Uint8Array>;
}

/** The byte at `index` of every file that the suite sends. */
export function fileByte(index: number): number {
  return (index * 31 + (index >> 8)) & 0xff;
}

export function fileBytes(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => fileByte(index));
}

/** A network with an agent that is not open yet. */
export interface ContractWorld {
  /** The agent's port; another one after `reopen`. */
  readonly chat: ChatPort;
  /** A folder for files of the test. */
  readonly folder: string;
  /** Somebody new with this name. */
  other(name: string): Promise<OtherParticipant>;
  /** Closes the agent, and makes another port on the same store, which is not open yet. */
  reopen(): Promise<ChatPort>;
  /** Stops everything. */
  end(): Promise<void>;
}

/** The events of a port, with waits. Each event is found once, in order. */
export class EventLog {
  private readonly seen: ChatEvent[] = [];
  private readonly wakes = new Set<() => void>();
  /** Ends when the port's events end. */
  readonly ended: Promise<void>;

  constructor(chat: ChatPort) {
    this.ended = this.read(chat);
  }

  private async read(chat: ChatPort): Promise<void> {
    for await (const event of chat.events) {
      this.seen.push(event);
      for (const wake of [...this.wakes]) wake();
    }
  }

  /** The first event for which `pick` gives a value; it and those before it are not found again. */
  async next<Value>(pick: (event: ChatEvent) => Value | undefined): Promise<Value> {
    for (;;) {
      for (const [index, event] of this.seen.entries()) {
        const value = pick(event);
        if (value === undefined) continue;
        this.seen.splice(0, index + 1);
        return value;
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.wakes.delete(wake);
          resolve();
        };
        this.wakes.add(wake);
      });
    }
  }
}

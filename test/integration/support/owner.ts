import type { Json } from '../../contract/plain-core.js';
import type { Person } from './people.js';

/** A message of the control chat, as the owner's app shows it. */
export interface ControlItem {
  readonly id: number;
  readonly byAgent: boolean;
  readonly text: string;
  readonly edited: boolean;
  /** Kind of the message: `text`, `image`, ... */
  readonly type: string;
  /** The preview (data URL) of an image. */
  readonly image: string | undefined;
  /** Text of the message that it answers. */
  readonly quoted: string | undefined;
}

/** The owner of the agent, in its control chat. */
export class Owner {
  private group: string | undefined;

  constructor(readonly person: Person) {}

  async join(link: string): Promise<void> {
    this.group = await this.person.does.joinGroup(link);
  }

  /** The control chat as the owner's core names it. */
  get chat(): string {
    if (this.group === undefined) throw new Error('The owner has not joined.');
    return this.group;
  }

  /** Writes a line, or taps a command of a card. */
  async say(text: string): Promise<void> {
    await this.person.does.send(this.chat, { text });
  }

  async items(): Promise<readonly ControlItem[]> {
    const { chat } = await this.person.core.run(`/_get chat ${this.chat} count=100`);
    return chat.chatItems.flatMap(toItem);
  }

  /** The first message, there or to come, for which `wanted` is true. */
  waitFor(wanted: (item: ControlItem) => boolean): Promise<ControlItem> {
    return this.person.core.until(async () => (await this.items()).find(wanted));
  }

  /** Waits until a message of the agent reads `text`, new or edited. */
  shows(text: string): Promise<ControlItem> {
    return this.waitFor((item) => item.byAgent && item.text === text);
  }

  /** The open card of action `number`. */
  card(number: number): Promise<ControlItem> {
    const command = new RegExp(`\\n/'(approve|receive)( [@#]\\d+)? ${number}'`);
    return this.waitFor(({ byAgent, text }) => byAgent && command.test(text));
  }
}

function toItem({ chatDir, content, meta, quotedItem }: Json): ControlItem[] {
  const { msgContent } = content;
  if (msgContent === undefined) return [];
  return [
    {
      id: meta.itemId,
      byAgent: chatDir.type === 'groupRcv',
      text: msgContent.text,
      edited: meta.itemEdited,
      type: msgContent.type,
      image: msgContent.image,
      quoted: quotedItem?.content.text,
    },
  ];
}

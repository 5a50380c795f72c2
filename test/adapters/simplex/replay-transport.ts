import type {
  CoreEvent,
  CoreReply,
  CoreTransport,
} from '../../../src/adapters/simplex/transport.js';
import { lines, reply, type Line } from './codec/recordings.js';

/**
 * A command in one form: JSON with sorted keys and without nulls, and the core's two ways to write a message.
 * Two commands that the core reads alike have the same form.
 */
export function form(command: string): string {
  const text = command.replace(
    /^(\/_connect (?:contact|group) \S+(?: incognito=on)?) text (.*)$/s,
    (_whole, head: string, message: string) =>
      `${head} json ${JSON.stringify({ type: 'text', text: message })}`,
  );
  const start = text.search(/ [[{]/);
  if (start < 0) return text;
  return `${text.slice(0, start)} ${JSON.stringify(sorted(JSON.parse(text.slice(start))))}`;
}

/** Images of profiles are shortened in what the recorded core said, and whole in the commands. */
const image = /^data:image\/jpg;base64,.*$/s;

function sorted(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(image, 'data:image/jpg;base64,AAAA');
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== null);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

/** Answers commands with what a recorded core answered to the same ones, each in the recorded order. */
export class ReplayTransport implements CoreTransport {
  readonly sent: string[] = [];
  readonly #lines: readonly Line[];
  readonly #replies = new Map<string, CoreReply[]>();

  constructor(file: string, core = 'agent') {
    this.#lines = lines(file);
    let command: string | undefined;
    for (const line of this.#lines.filter((one) => one.core === core)) {
      if (line.dir === 'command') command = form(String(line.body));
      if (line.dir === 'response' && command !== undefined) this.add(command, reply(line));
    }
    const version = reply(lines('01-first-start')[10]!);
    if (!this.#replies.has('/version')) this.add('/version', version);
  }

  /** A reply that the recording does not have, to a command that is sent beside the recorded ones. */
  add(command: string, answer: CoreReply): void {
    const replies = this.#replies.get(form(command)) ?? [];
    this.#replies.set(form(command), [...replies, answer]);
  }

  /** The recorded commands at some lines, in their form. */
  recorded(...numbers: readonly number[]): string[] {
    return numbers.map((number) => form(String(this.#lines[number - 1]!.body)));
  }

  /** What was sent since the last call, in its form, without the question for the version. */
  takeSent(): string[] {
    return this.sent
      .splice(0)
      .map(form)
      .filter((command) => command !== '/version');
  }

  async open(): Promise<void> {
    await Promise.resolve();
  }

  async send(command: string): Promise<CoreReply> {
    this.sent.push(command);
    const replies = this.#replies.get(form(command));
    const answer = replies !== undefined && replies.length > 1 ? replies.shift() : replies?.[0];
    if (answer === undefined) throw new Error(`Not recorded: ${command.slice(0, 300)}`);
    return Promise.resolve(answer);
  }

  async *#recordedEvents(): AsyncGenerator<CoreEvent> {
    for (const line of this.#lines) {
      if (line.core === 'agent' && line.dir === 'event') yield reply(line);
    }
  }

  get events(): AsyncIterable<CoreEvent> {
    return this.#recordedEvents();
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}

import type { z } from 'zod';
import { ChatError } from '../../../ports/chat.js';
import type { CoreCommand } from './command.js';
import { isRecord } from './error-chain.js';

/** The core said something in a form that this program can't read: another version, most likely. */
export class CoreFormatError extends ChatError {
  /** The command or event, by its constant words. */
  readonly subject: string;
  /** Where in the JSON, for example `chat.chatInfo.contact.profile.displayName`. */
  readonly path: string;
  constructor(subject: string, path: string, expected: string) {
    super(
      `The SimpleX core answered ${subject} in a form that this program can't read: ${path}: ${expected}.`,
      { kind: 'other' },
    );
    this.subject = subject;
    this.path = path;
  }
}

/**
 * Reads a result by its tag. `forms`: what the command may answer. Errors name the command, the path and what was
 * expected there; values are never shown, for they may be a message's text.
 */
export function readResult<T>(
  command: CoreCommand,
  result: unknown,
  forms: Readonly<Record<string, z.ZodType<T>>>,
): T {
  const tag = resultTag(result);
  const form = tag !== undefined && Object.hasOwn(forms, tag) ? forms[tag] : undefined;
  if (form === undefined) {
    const expected = `expected ${Object.keys(forms).join(' or ')}`;
    throw new CoreFormatError(command.name, 'type', expected);
  }
  return readAs(command.name, form, result);
}

/** Reads a value by a schema, or throws CoreFormatError. */
export function readAs<T>(subject: string, form: z.ZodType<T>, value: unknown): T {
  const read = form.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new CoreFormatError(subject, pathText(issue?.path ?? []), expectation(issue));
}

/** The `type` of a result or event. */
export function resultTag(result: unknown): string | undefined {
  if (!isRecord(result)) return undefined;
  const tag = result['type'];
  return typeof tag === 'string' ? tag : undefined;
}

/** Keys of maps, like mentioned names, are a peer's: only plain field names are shown. */
function pathText(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (/^\w{1,40}$/.test(String(step)) ? String(step) : '?'));
  return steps.length === 0 ? 'top' : steps.join('.');
}

/** What was expected where an issue is: never the value that was there. */
export function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') return `${issue.expected} expected`;
  return issue?.code === 'custom' ? issue.message : 'another form expected';
}

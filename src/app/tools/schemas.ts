import { z } from 'zod';

/** Text of `min` to `max` characters (Unicode code points, as JSON Schema counts them). */
function characters(min: number, max?: number) {
  const fits = (text: string) => {
    const length = Array.from(text).length;
    return length >= min && (max === undefined || length <= max);
  };
  return z
    .string()
    .refine(fits)
    .meta({ minLength: min, ...(max !== undefined && { maxLength: max }) });
}

const memberIds = z
  .array(z.int().min(1))
  .min(1)
  .max(3)
  .refine((ids) => new Set(ids).size === ids.length)
  .meta({ uniqueItems: true });

const chat = z.string().describe('The chat, @N or #N, as list shows it.');

const waitSeconds = (fallback: number, text: string) =>
  z.number().min(0).max(86400).default(fallback).describe(text);

const idle = (text: string) => z.number().min(1).max(300).default(30).describe(text);

const limit = (text: string) => z.int().min(1).max(100).default(50).describe(text);

/** Arguments of `connect` (api 1.2). */
export const connectInput = z.strictObject({
  target: characters(1).describe(
    'A SimpleX link (https://... or simplex:/...), a contact name @name.simplex or a channel name #name.simplex.',
  ),
  incognito: z
    .boolean()
    .default(false)
    .describe('true: connect with a random profile instead of your own name.'),
  message: characters(1, 2000)
    .optional()
    .describe('First message of the request; only for contact and business addresses.'),
  wait: waitSeconds(
    60,
    'Seconds to wait after the approval for the other side to accept and, with message, for its first reply.',
  ),
  idle: idle('Seconds without a new message after which the wait for messages ends.'),
});

/** Arguments of `send` (api 1.3). */
export const sendInput = z.strictObject({
  chat,
  text: characters(1, 12000)
    .optional()
    .describe('The message, or the caption of file. Required without file.'),
  file: characters(1).optional().describe('Absolute path of a file of this computer.'),
  as: z
    .literal('file')
    .optional()
    .describe('Sends an image or video unchanged, as a file. Only with file.'),
  reply_to: z.int().min(1).optional().describe('Item ID of the message in this chat to reply to.'),
  mention: memberIds
    .optional()
    .describe(
      'Member IDs (from_member of messages) to mention in a group; names missing from text are put before it.',
    ),
  wait: waitSeconds(60, 'Seconds to wait after the send for responses. 0: return when it is sent.'),
  idle: idle('Seconds without a new response, once one arrived, after which the wait ends.'),
  limit: limit('Most responses returned.'),
});

/** Arguments of `receive` (api 1.4). */
export const receiveInput = z.strictObject({
  chat,
  wait: waitSeconds(0, 'Seconds to wait for a message when none is new.'),
  limit: limit('Most messages returned.'),
});

/** Arguments of `download` (api 1.5). */
export const downloadInput = z.strictObject({
  chat,
  item: z.int().min(1).describe('Item ID of a received message that has a file.'),
  wait: waitSeconds(
    60,
    "Seconds to wait for the sender's upload, and after the approval for the download.",
  ),
});

/** Arguments of `list` (api 1.6). */
export const listInput = z.strictObject({});

/** Arguments of `leave` (api 1.7). */
export const leaveInput = z.strictObject({ chat });

// Defaults are applied; optional fields that the call left out are absent.
export type ConnectInput = z.output<typeof connectInput>;
export type SendInput = z.output<typeof sendInput>;
export type ReceiveInput = z.output<typeof receiveInput>;
export type DownloadInput = z.output<typeof downloadInput>;
export type ListInput = z.output<typeof listInput>;
export type LeaveInput = z.output<typeof leaveInput>;

import { type ChatLabel, chatTitle, inChat, inLog } from '../card/subject.js';
import { codeSpan, oneLine } from '../text/line.js';
import { counted, sizeText } from '../text/quantity.js';

// Posts of the control chat that answer no command (api 2.3), and the same as log lines.

/** A text as it is posted in the control chat, and as the terminal shows it. */
export interface Announcement {
  readonly chat: string;
  readonly log: string;
}

function announcement(
  text: (code: (part: string) => string, title: string) => string,
  chat: ChatLabel,
): Announcement {
  return {
    chat: text(codeSpan, chatTitle(chat, inChat)),
    log: text((part) => `\`${oneLine(part)}\``, chatTitle(chat, inLog)),
  };
}

/** A send was asked to attach a file that is never sent. */
export function fileRefusedPost(path: string, chat: ChatLabel): Announcement {
  return announcement(
    (code, title) =>
      `Refused to send ${code(path)} to ${title}: private keys and the server's own files are not sent.`,
    chat,
  );
}

/** The upload of a sent file failed. */
export function fileNotSentPost(fileName: string, chat: ChatLabel, reason: string): Announcement {
  return announcement(
    (code, title) => `The file ${code(fileName)} was not sent to ${title}: ${code(reason)}.`,
    chat,
  );
}

/** `/forward` could not receive or post the file. */
export function forwardFailedPost(action: number, error: string): string {
  return `Action ${action}: the file was not received: ${codeSpan(error)}.`;
}

/** After a chat was left: its files stay until the owner deletes them. */
export function filesKeptPost(
  chat: ChatLabel,
  folder: string,
  files: number,
  bytes: number,
): string {
  const kept = `are kept in ${codeSpan(folder)}: ${counted(files, 'file')}, ${sizeText(bytes)}`;
  return `Files from ${chatTitle(chat, inChat)} ${kept}. /'delete ${chat.ref} files'`;
}

/** `/leave CHAT` is done, asked for by the owner `by` (api 2.1, 3.4). */
export function leftByOwner(chat: ChatLabel, by: string): Announcement {
  const verb = chat.ref.startsWith('@') ? 'Deleted' : 'Left';
  const text = (style: typeof inChat) =>
    `${verb} ${chatTitle(chat, style)}, requested by ${style(by)}.`;
  return { chat: text(inChat), log: text(inLog) };
}

/** An action could not be recorded in the audit log, so it is not performed. */
export function auditFailedPost(action: number, error: string): string {
  return `Action ${action} is not performed, because it can't be recorded: ${codeSpan(error)}.`;
}

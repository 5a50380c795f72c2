import type { ActionState } from '../action/action.js';
import type {
  ConnectRequest,
  DownloadRequest,
  DownloadServers,
  LeaveRequest,
  SendRequest,
} from '../action/request.js';
import { isContactRef } from '../chat/ref.js';
import { firstCodePoints } from '../text/measure.js';
import { codeLines, codeSpan } from '../text/line.js';
import { mentionText, safeName } from '../text/name.js';
import { sizeText } from '../text/quantity.js';
import type { CardFacts } from './facts.js';
import { chatTitle, inChat, kindAndName, subjectText } from './subject.js';

const QUOTE_LENGTH = 100;

/** The lines of a card above its last line (api 2.2). */
export function requestLines(card: CardFacts, status: ActionState): readonly string[] {
  const { request } = card;
  switch (request.tool) {
    case 'connect':
      return connectLines(request, card.linkLines, status);
    case 'send':
      return sendLines(request, status);
    case 'download':
      return downloadLines(request, status);
    case 'leave':
      return [leaveLine(request, status)];
  }
}

function connectLines(
  request: ConnectRequest,
  linkLines: readonly string[],
  status: ActionState,
): readonly string[] {
  const as = request.incognito ? 'incognito' : 'as myself';
  const first = `${connectVerb(status)} to ${subjectText(request.subject, inChat)}, ${as}.`;
  const message =
    request.message === null ? [] : ['With the message:', ...codeLines(request.message)];
  return [first, ...linkLines, ...message];
}

function connectVerb(status: ActionState): string {
  if (status.state !== 'done') return 'I want to connect';
  return status.connected === true ? 'I connected' : 'I asked to connect';
}

function sendLines(request: SendRequest, status: ActionState): readonly string[] {
  const { text, file, quote, mentions, incognito } = request;
  const verb = status.state === 'done' ? 'I sent' : 'I want to send';
  const where = incognito ? ', where I am incognito' : '';
  const lines = [`${verb} a message to ${subjectText(request.subject, inChat)}${where}:`];
  if (text !== null) lines.push(...codeLines(text));
  if (file !== undefined) {
    lines.push(`attaching ${file.type} ${codeSpan(file.path)}, ${sizeText(file.size)}`);
  }
  if (quote !== undefined) {
    lines.push(`replying to ${safeName(quote.name)}: ${codeSpan(shortQuote(quote.text))}`);
  }
  if (mentions !== undefined && mentions.length > 0) {
    lines.push(`mentioning ${mentions.map(({ name }) => mentionText(name)).join(', ')}`);
  }
  return lines;
}

/** A quoted text on a card (behaviour 6.3): whitespace runs as one space, the first 100 code points. */
function shortQuote(text: string): string {
  return firstCodePoints(text.replace(/[\s\u0085]+/gu, ' '), QUOTE_LENGTH);
}

function downloadLines(request: DownloadRequest, status: ActionState): readonly string[] {
  const verb = status.state === 'done' ? 'I downloaded' : 'I want to download';
  const sender = request.sender === undefined ? '' : `${safeName(request.sender)} in `;
  const chat = `${kindAndName(request.subject, inChat)} (${request.chat})`;
  const lines = [
    `${verb} a file from ${sender}${chat}:`,
    `${codeSpan(request.fileName)}, ${sizeText(request.fileSize)}`,
  ];
  const servers = serversLine(request.servers);
  return servers === undefined ? lines : [...lines, servers];
}

function serversLine(servers: DownloadServers): string | undefined {
  switch (servers.kind) {
    case 'none':
      return undefined;
    case 'known':
      return 'Servers: known.';
    case 'unknown': {
      const hosts = servers.hosts.map(codeSpan).join(', ');
      const them = servers.hosts.length === 1 ? 'it' : 'them';
      return `Servers: ${hosts}, unknown: downloading shows ${them} this computer's IP address.`;
    }
  }
}

function leaveLine({ chat, subject }: LeaveRequest, status: ActionState): string {
  const contact = isContactRef(chat);
  const done = status.state === 'done';
  const verb = contact ? (done ? 'deleted' : 'delete') : done ? 'left' : 'leave';
  const title = chatTitle({ ref: chat, kind: subject.kind, name: subject.name ?? '' }, inChat);
  return `I ${done ? '' : 'want to '}${verb} ${title}.`;
}

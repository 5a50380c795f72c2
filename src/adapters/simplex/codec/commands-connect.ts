import { command, json, type CoreCommand } from './command.js';
import { domainWord, linkWord, numberWord, targetWord } from './words.js';

/** The link of a plan, as the core resolved it. */
export interface PlanLink {
  readonly full: string;
  readonly short?: string;
}

export const planConnection = (userId: number, target: string): CoreCommand =>
  command('/_connect plan', ' ', numberWord(userId), ' ', targetWord(target));

/** `data`: the contact's link data as the plan gave it. `domain`: the verified name that led to the link. */
export const prepareContact = (
  userId: number,
  link: PlanLink,
  data: unknown,
  domain: string | undefined,
): CoreCommand =>
  command(
    '/_prepare contact',
    ` ${numberWord(userId)} ${linkWords(link)}${domainWords(domain)} `,
    json(data),
  );

/** `direct`: off for channels; cores that do not tell it do not take it. */
export const prepareGroup = (
  userId: number,
  link: PlanLink,
  data: unknown,
  direct: boolean | undefined,
  domain: string | undefined,
): CoreCommand =>
  command(
    '/_prepare group',
    ` ${numberWord(userId)} ${linkWords(link)}`,
    direct === undefined ? '' : ` direct=${direct ? 'on' : 'off'}`,
    `${domainWords(domain)} `,
    json(data),
  );

export const connectPreparedContact = (
  contactId: number,
  incognito: boolean,
  message: string | undefined,
): CoreCommand =>
  command(
    '/_connect contact',
    ` @${numberWord(contactId)}${incognitoWords(incognito)}${messageWords(message)}`,
  );

export const connectPreparedGroup = (
  groupId: number,
  incognito: boolean,
  message: string | undefined,
): CoreCommand =>
  command(
    '/_connect group',
    ` #${numberWord(groupId)}${incognitoWords(incognito)}${messageWords(message)}`,
  );

/** Connects a contact without a connection by the address in its profile. */
export const connectViaAddress = (
  userId: number,
  contactId: number,
  incognito: boolean,
): CoreCommand =>
  command(
    '/_connect contact',
    ` ${numberWord(userId)}${incognitoWords(incognito)} ${numberWord(contactId)}`,
  );

/** Connects by a link without preparing a chat. */
export const connectLink = (userId: number, link: PlanLink, incognito: boolean): CoreCommand =>
  command('/_connect', ` ${numberWord(userId)}${incognitoWords(incognito)} ${linkWords(link)}`);

function linkWords(link: PlanLink): string {
  return linkWord(link.full) + (link.short === undefined ? '' : ` ${linkWord(link.short)}`);
}

function domainWords(domain: string | undefined): string {
  return domain === undefined ? '' : ` domain=${domainWord(domain)}`;
}

function incognitoWords(incognito: boolean): string {
  return incognito ? ' incognito=on' : '';
}

/** As JSON: the core's `text` form reads to the end of the line and cuts what it takes for spaces there. */
function messageWords(message: string | undefined): string {
  return message === undefined ? '' : ` json ${json({ type: 'text', text: message })}`;
}

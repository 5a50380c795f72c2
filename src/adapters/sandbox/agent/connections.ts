import { chatKind, type Chat } from '../../../domain/chat/chat.js';
import type {
  ConnectionPlan,
  LinkData,
  PlanHandle,
  PlanState,
} from '../../../domain/chat/connection.js';
import { contactRef, groupRef } from '../../../domain/chat/ref.js';
import { coreErrors } from '../model/core-errors.js';
import { isSimplexName, looksReal } from '../model/links.js';
import { AGENT, type LinkRow } from '../model/rows.js';
import type { AgentContext } from './context.js';

/** What a plan keeps for the join. */
export interface Handle {
  readonly link: number;
}

/** Words of the core for the states of a plan. */
const stateWords: Readonly<Record<PlanState, string>> = {
  ok: 'ok',
  'own-link': 'ownLink',
  connecting: 'connecting',
  'connecting-confirm-reconnect': 'connectingConfirmReconnect',
  'connecting-prohibit': 'connectingProhibit',
  known: 'known',
  'contact-via-address': 'contactViaAddress',
  other: 'other',
};

/** Links and names: what is behind them, and whether the agent can join. */
export class Connections {
  private readonly core: AgentContext;

  constructor(core: AgentContext) {
    this.core = core;
  }

  plan(target: string): ConnectionPlan {
    const { world } = this.core;
    if (isSimplexName(target)) {
      const named = world.links.find((link) => link.name === target);
      if (named === undefined) throw coreErrors.nameNotFound();
      return this.planOf(named, true);
    }
    const link = world.links.find((other) => other.short === target || other.full === target);
    if (link === undefined) {
      throw looksReal(target) ? coreErrors.connectionAuth() : coreErrors.invalidLink();
    }
    return this.planOf(link, link.short === target);
  }

  private planOf(link: Readonly<LinkRow>, short: boolean): ConnectionPlan {
    const { chat, state } = this.stateOf(link);
    const group = chat?.kind === 'group';
    const kind = link.kind === 'group' || (group && state !== 'ok') ? 'group' : link.kind;
    const data = short && state === 'ok' ? this.linkData(link) : undefined;
    const handle: Handle = { link: link.id };
    return {
      linkType: kind,
      state,
      stateWord: stateWords[state],
      ...(data === undefined ? {} : { data }),
      business:
        chat === undefined ? link.business === true && short : chatKind(chat) === 'business',
      channel: chat === undefined ? this.isChannel(link) : chatKind(chat) === 'channel',
      ...(chat === undefined ? {} : { chat }),
      handle: handle as PlanHandle,
    };
  }

  private isChannel(link: Readonly<LinkRow>): boolean {
    if (link.group === undefined) return false;
    return this.core.world.sharedGroup(link.group).groupType === 'channel';
  }

  private stateOf(link: Readonly<LinkRow>): { state: PlanState; chat?: Chat } {
    const { world, store } = this.core;
    if (link.by === AGENT) return { state: 'own-link' };
    const group = world.groups.find((row) => row.link === link.id);
    if (group !== undefined) {
      const gone = ['left', 'removed', 'deleted'].includes(group.membership.status);
      if (!gone) return { state: 'known', chat: store.chat(groupRef(group.id)) };
    }
    const contact = world.contacts.find((row) => row.link === link.id && row.state !== 'deleted');
    if (contact !== undefined) {
      const chat = store.chat(contactRef(contact.id));
      return { state: contact.state === 'address' ? 'contact-via-address' : 'known', chat };
    }
    if (world.pending.find((row) => row.link === link.id) !== undefined) {
      return { state: link.kind === 'invitation' ? 'connecting' : 'connecting-confirm-reconnect' };
    }
    if (link.used === true) throw coreErrors.connectionAuth();
    return { state: 'ok' };
  }

  private linkData(link: Readonly<LinkRow>): LinkData {
    const { world } = this.core;
    if (link.group !== undefined) {
      const { profile } = world.sharedGroup(link.group);
      return {
        name: profile.displayName,
        ...(profile.shortDescription === undefined
          ? {}
          : { shortDescription: profile.shortDescription }),
        ...(profile.description === undefined ? {} : { welcome: profile.description }),
        commands: profile.commands,
      };
    }
    const { profile } = world.people.need(link.by);
    return {
      name: profile.name,
      ...(profile.peerType === undefined ? {} : { peerType: profile.peerType }),
      ...(profile.shortDescription === undefined
        ? {}
        : { shortDescription: profile.shortDescription }),
      ...(link.welcome === undefined ? {} : { welcome: link.welcome }),
      commands: profile.commands ?? [],
    };
  }
}

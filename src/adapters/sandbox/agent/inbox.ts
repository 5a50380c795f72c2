import type { Delivery } from '../model/delivery.js';
import { AGENT } from '../model/rows.js';
import type { AgentContext } from './context.js';
import type { Downloads } from './downloads.js';
import type { GroupMembership } from './group-membership.js';
import { IncomingContacts } from './incoming-contacts.js';
import { IncomingGroupEvents } from './incoming-group-events.js';
import { IncomingMessages } from './incoming-messages.js';
import type { Joins } from './joins.js';
import type { Messages } from './messages.js';

/** The parts of the core that know what a delivery means to them. */
export interface InboxParts {
  readonly messages: Messages;
  readonly groups: GroupMembership;
  readonly joins: Joins;
  readonly downloads: Downloads;
}

/** Brings what comes from the network into the agent's core, one delivery after another. */
export class Inbox {
  private readonly messages: IncomingMessages;
  private readonly contacts: IncomingContacts;
  private readonly groups: IncomingGroupEvents;
  private readonly downloads: Downloads;

  constructor(core: AgentContext, parts: InboxParts) {
    this.messages = new IncomingMessages(core, parts.messages, parts.groups, parts.downloads);
    this.contacts = new IncomingContacts(core, parts.joins, parts.groups);
    this.groups = new IncomingGroupEvents(core, parts.groups);
    this.downloads = parts.downloads;
  }

  apply(delivery: Delivery): void {
    switch (delivery.kind) {
      case 'message':
        return this.messages.message(delivery);
      case 'edited':
        return this.messages.edited(delivery);
      case 'deleted':
        return this.messages.deleted(delivery);
      case 'contact-accepted':
        return this.contacts.accepted(delivery.conversation);
      case 'contact-deleted':
        return this.contacts.deleted(delivery.conversation);
      case 'profile-updated':
        return this.contacts.profileUpdated(delivery);
      case 'group-invitation':
        return this.contacts.invitation(delivery);
      case 'member-contact':
        return this.contacts.memberContact(delivery.group, delivery.conversation);
      case 'admitted':
        return this.groups.admitted(delivery.group);
      case 'introduced':
        return this.groups.introduced(delivery.group);
      case 'member-joined':
        return this.groups.memberJoined(delivery.group, delivery.who);
      case 'role':
        return this.groups.role(delivery);
      case 'member-left':
        return this.groups.memberLeft(delivery.group, delivery.who);
      case 'member-removed':
        return delivery.who === AGENT
          ? this.groups.agentRemoved(delivery.group, delivery.by)
          : this.groups.memberRemoved(delivery.group, delivery.who, delivery.by);
      case 'group-updated':
        return this.groups.updated(delivery.group, delivery.by);
      case 'group-deleted':
        return this.groups.deleted(delivery.group, delivery.by);
      case 'file-described':
        return this.downloads.described(delivery.offer);
      case 'file-cancelled':
        return this.downloads.senderCancelled(delivery.offer);
    }
  }
}

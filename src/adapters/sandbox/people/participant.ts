import { acceptContact } from '../model/admission.js';
import type { PersonEvent } from '../model/person-event.js';
import type { Profile } from '../model/rows.js';
import type { World } from '../model/world.js';
import { PersonFiles } from './person-files.js';
import { PersonGroups } from './person-groups.js';
import { PersonLinks } from './person-links.js';
import { PersonMessages } from './person-messages.js';

/** Somebody on the network other than the agent, as their own app would act for them. */
export class Participant {
  readonly id: number;
  readonly links: PersonLinks;
  readonly messages: PersonMessages;
  readonly files: PersonFiles;
  readonly groups: PersonGroups;
  private readonly world: World;

  constructor(world: World, id: number) {
    this.world = world;
    this.id = id;
    this.links = new PersonLinks(world, id);
    this.messages = new PersonMessages(world, id);
    this.files = new PersonFiles(world, this.messages);
    this.groups = new PersonGroups(world, id, this.messages);
  }

  get name(): string {
    return this.world.people.need(this.id).profile.name;
  }

  /** Calls `listener` with what this person sees, in order. */
  listen(listener: (event: PersonEvent) => void): () => void {
    return this.world.listen(this.id, listener);
  }

  /** Conversations with the agent in which messages can be exchanged. */
  directs(): number[] {
    const ids: number[] = [];
    for (const row of this.world.conversations.all()) {
      if (row.kind === 'direct' && row.person === this.id && row.state === 'open') ids.push(row.id);
    }
    return ids;
  }

  /** Accepts the agent's request. */
  accept(conversation: number): void {
    acceptContact(this.world, conversation);
  }

  /** Accepts all requests of the agent that wait. */
  acceptAll(): void {
    for (const row of [...this.world.conversations.all()]) {
      if (row.kind === 'direct' && row.person === this.id && row.state === 'requested') {
        this.accept(row.id);
      }
    }
  }

  deleteContact(conversation: number): void {
    this.world.direct(conversation).state = 'closed';
    this.world.toAgent({ kind: 'contact-deleted', conversation });
  }

  setProfile(profile: Profile): void {
    this.world.people.edit(this.id).profile = profile;
    for (const conversation of this.directs()) {
      this.world.toAgent({ kind: 'profile-updated', conversation, profile });
    }
  }
}

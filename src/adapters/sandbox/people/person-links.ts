import type { MemberRole } from '../../../domain/chat/chat.js';
import { makeLinks, type LinkPair } from '../model/links.js';
import type { LinkRow } from '../model/rows.js';
import type { World } from '../model/world.js';

export interface AddressOptions {
  readonly welcome?: string;
  readonly business?: boolean;
  /** Requests wait for `accept` when false. */
  readonly autoAccept?: boolean;
  /** SimpleX name that leads to the address, with its `@`. */
  readonly name?: string;
}

/** Links that a person makes. */
export class PersonLinks {
  private readonly world: World;
  private readonly id: number;

  constructor(world: World, id: number) {
    this.world = world;
    this.id = id;
  }

  address(options: AddressOptions = {}): LinkPair {
    return this.addLink({
      kind: 'address',
      autoAccept: options.autoAccept ?? true,
      ...(options.welcome === undefined ? {} : { welcome: options.welcome }),
      ...(options.business === undefined ? {} : { business: options.business }),
      ...(options.name === undefined ? {} : { name: options.name }),
    });
  }

  /** A one-time link. */
  invitation(): LinkPair {
    return this.addLink({ kind: 'invitation' });
  }

  /** New members get `role`: member in a group, observer in a channel, unless it is given. */
  toGroup(
    group: number,
    role: MemberRole = this.world.sharedGroup(group).groupType === 'channel'
      ? 'observer'
      : 'member',
    options: { readonly name?: string; readonly autoAccept?: boolean } = {},
  ): LinkPair {
    return this.addLink({ kind: 'group', group, role, autoAccept: true, ...options });
  }

  private addLink(row: Omit<LinkRow, 'id' | 'short' | 'full' | 'by'>): LinkPair {
    const { world } = this;
    const channel = row.group !== undefined && world.sharedGroup(row.group).groupType === 'channel';
    const links = makeLinks(row.kind, channel, world.random);
    world.links.add({ id: world.next('network'), ...links, by: this.id, ...row });
    return links;
  }

  delete(short: string): void {
    const link = this.world.links.find((row) => row.short === short && row.by === this.id);
    if (link !== undefined) this.world.links.delete(link.id);
  }
}

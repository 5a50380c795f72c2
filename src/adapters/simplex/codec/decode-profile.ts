import { z } from 'zod';
import type { MenuEntry } from '../../../domain/chat/chat.js';
import { maybe } from './schema.js';

/** A tag of the core: a newer one may have more of them. */
export const tagSchema = z.string();

/** `{type: TAG, ...}`, or the tag alone, which older cores write for some types. */
export const taggedSchema = z
  .union([z.string(), z.object({ type: z.string() })])
  .transform((value) => (typeof value === 'string' ? value : value.type));

const commandSchema = z.object({
  type: z.literal('command'),
  keyword: z.string(),
  label: z.string(),
  params: maybe(z.string()),
});

/** A peer's menu is nested as deep as the peer likes. */
const maxMenuDepth = 5;

/** The command menu of a profile: entries of other kinds, or deeper than a menu can be shown, are left out. */
export function menuEntries(value: unknown, depth = 0): MenuEntry[] {
  if (!Array.isArray(value) || depth >= maxMenuDepth) return [];
  return value.flatMap((entry: unknown): MenuEntry[] => {
    const command = commandSchema.safeParse(entry);
    if (command.success) {
      const { keyword, label, params } = command.data;
      return [{ type: 'command', keyword, label, ...(typeof params === 'string' && { params }) }];
    }
    const menu = menuSchema.safeParse(entry);
    if (!menu.success) return [];
    const { label, commands } = menu.data;
    return [{ type: 'menu', label, commands: menuEntries(commands, depth + 1) }];
  });
}

const menuSchema = z.object({
  type: z.literal('menu'),
  label: z.string(),
  commands: z.unknown().optional(),
});

const commandsSchema = maybe(z.object({ commands: z.unknown().optional() })).transform(
  (preferences) => menuEntries(preferences?.commands),
);

/** A SimpleX name: the text, or its parts in the plans of core 7.0. */
export const domainSchema = maybe(
  z.union([
    z.string(),
    z
      .object({
        nameTLD: z.string(),
        domain: z.string(),
        subDomain: z.array(z.string()).default([]),
      })
      .transform(({ nameTLD, domain, subDomain }) =>
        [...subDomain]
          .reverse()
          .concat(domain, nameTLD === 'web' ? [] : nameTLD)
          .join('.'),
      ),
  ]),
);

const claimSchema = maybe(z.object({ domain: domainSchema }));

/** A contact's or member's profile, or that of link data. */
export const profileSchema = z.object({
  displayName: z.string(),
  shortDescr: maybe(z.string()),
  peerType: maybe(z.string()),
  preferences: commandsSchema,
  contactDomain: claimSchema,
  contactDomainVerified: maybe(z.boolean()),
});

export type CoreProfile = z.output<typeof profileSchema>;

export const groupProfileSchema = z.object({
  displayName: z.string(),
  fullName: z.string().default(''),
  shortDescr: maybe(z.string()),
  description: maybe(z.string()),
  groupPreferences: commandsSchema,
  publicGroup: maybe(
    z.object({
      groupType: maybe(z.string()),
      publicGroupAccess: maybe(z.object({ groupDomainClaim: claimSchema })),
    }),
  ),
});

export type CoreGroupProfile = z.output<typeof groupProfileSchema>;

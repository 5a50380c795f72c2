import { z } from 'zod';
import type { User } from '../../../domain/chat/chat.js';
import { maybe } from './schema.js';

const coreUserSchema = z.object({
  userId: z.number(),
  profile: z.looseObject({ displayName: z.string(), peerType: maybe(z.string()) }),
});

/** The user, and its profile as the core holds it. */
export interface CoreUser {
  readonly user: User;
  readonly profile: Readonly<Record<string, unknown>>;
}

const userSchema = coreUserSchema.transform((core): CoreUser => ({
  user: {
    userId: core.userId,
    displayName: core.profile.displayName,
    ...(core.profile.peerType !== undefined && { peerType: core.profile.peerType }),
  },
  profile: core.profile,
}));

/** Any answer that carries the user. */
export const userResultSchema = z.object({ user: userSchema }).transform(({ user }) => user);

/** Fields of the core's record of the user's profile that are no fields of a profile. */
const localFields = ['profileId', 'localAlias', 'localBadge', 'contactDomainVerified'];

/** The profile to send back with changes: all of it, as the command replaces the whole profile. */
export function changedProfile(
  profile: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = Object.entries(profile).filter(([key]) => !localFields.includes(key));
  return { ...Object.fromEntries(kept), ...changes };
}

export const versionResultSchema = z
  .object({ versionInfo: z.object({ version: z.string() }) })
  .transform(({ versionInfo }) => versionInfo.version);

/** The network configuration, whole: it is given back with changes. */
export const networkResultSchema = z
  .object({ networkConfig: z.record(z.string(), z.unknown()) })
  .transform(({ networkConfig }) => networkConfig);

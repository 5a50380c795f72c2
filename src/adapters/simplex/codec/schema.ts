import { z } from 'zod';
import { expectation } from './read.js';

/** A field that may be absent or null: older and newer cores leave fields out. */
export function maybe<T extends z.ZodType>(
  form: T,
): z.ZodType<z.output<T> | undefined, z.input<T> | null | undefined> {
  return form.nullish().transform((value): z.output<T> | undefined => value ?? undefined);
}

/** Whether a field is there, whatever is in it. */
export const given = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined && value !== null);

/** A value that is not looked into. */
export const anything = z.unknown().optional();

/**
 * A value of one of several forms, by its `type`. `otherwise` is what a tag that is not in `forms` means: a newer
 * core may have further ones. Unlike a union of zod, an issue keeps its path.
 */
export function byTag<T>(
  forms: Readonly<Record<string, z.ZodType<T>>>,
  otherwise: (tag: string) => T,
): z.ZodType<T> {
  return z.looseObject({ type: z.string() }).transform((value, context): T => {
    const form = Object.hasOwn(forms, value.type) ? forms[value.type] : undefined;
    return form === undefined ? otherwise(value.type) : readWithin(form, value, context);
  });
}

/** A value read by a schema together with the value itself, which a later command gives back unchanged. */
export function withOriginal<T>(form: z.ZodType<T>): z.ZodType<{ read: T; original: unknown }> {
  return z
    .unknown()
    .optional()
    .transform((value, context) => ({ read: readWithin(form, value, context), original: value }));
}

function readWithin<T>(form: z.ZodType<T>, value: unknown, context: z.RefinementCtx): T {
  const read = form.safeParse(value);
  if (read.success) return read.data;
  for (const issue of read.error.issues) {
    context.addIssue({ code: 'custom', path: [...issue.path], message: expectation(issue) });
  }
  return z.NEVER;
}

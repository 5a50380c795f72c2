/** An error of the core, from its outermost tag to the innermost, with what each level says. */
export interface ErrorChain {
  /** The `type` tags, outermost first: never a text of a caller or peer. */
  readonly tags: readonly string[];
  /** The plain fields of all levels; inner ones win. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Whole entities in an error: of these only the number is kept. Their texts are a peer's. */
const entityNumbers: Readonly<Record<string, string>> = {
  contact: 'contactId',
  groupInfo: 'groupId',
  member: 'groupMemberId',
};

/** Fields that hold a message, or data that says nothing to a reader. */
const withheld = new Set([
  'messageData',
  'msgMeta',
  'text',
  'connection',
  'connectionEntity_',
  'agentConnId',
]);

const maxDepth = 12;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number, a truth value, a text, or a list of them; empty ones say nothing. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isPlain);
  if (typeof value === 'string') return value !== '';
  return typeof value === 'number' || typeof value === 'boolean';
}

/** Reads a chat error of any form; a value without tags gives an empty chain. */
export function errorChain(error: unknown): ErrorChain {
  const tags: string[] = [];
  const fields: Record<string, unknown> = {};
  let level: unknown = error;
  while (isRecord(level) && typeof level['type'] === 'string' && tags.length < maxDepth) {
    tags.push(level['type']);
    let inner: unknown;
    for (const [key, value] of Object.entries(level)) {
      if (key === 'type' || withheld.has(key)) continue;
      const entityNumber = entityNumbers[key];
      if (entityNumber !== undefined && isRecord(value)) fields[entityNumber] = value[entityNumber];
      else if (isRecord(value) && typeof value['type'] === 'string') inner ??= value;
      else if (isPlain(value)) fields[key] = value;
    }
    level = inner;
  }
  return { tags, fields };
}

/** A field that is a text, or an empty one. */
export function textField(chain: ErrorChain, name: string): string {
  const value = chain.fields[name];
  return typeof value === 'string' ? value : '';
}

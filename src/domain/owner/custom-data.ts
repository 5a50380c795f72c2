/** Keys of this program in the custom data of a chat (behaviour 3.2); other clients own the other keys. */
export const MESSAGES_KEY = 'simplexMcp';
export const FILES_KEY = 'simplexMcpFiles';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

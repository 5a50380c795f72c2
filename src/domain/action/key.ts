import type { ActionTool } from './request.js';

/** The fields of each tool that make its action (api 1.1), in the order of the key. */
const actionFields: Readonly<Record<ActionTool, readonly string[]>> = {
  connect: ['target', 'incognito', 'message'],
  send: ['chat', 'text', 'file', 'as', 'reply_to', 'mention'],
  download: ['chat', 'item'],
  leave: ['chat'],
};

/**
 * The key of a call: two calls with the same key are for the same action. A missing field counts as `null`, and
 * as `false` for `incognito`.
 */
export function actionKey(tool: ActionTool, input: Readonly<Record<string, unknown>>): string {
  const fields = actionFields[tool].map(
    (field) => input[field] ?? (field === 'incognito' ? false : null),
  );
  return JSON.stringify([tool, ...fields]);
}

import { expect } from 'vitest';
import type { ToolResult } from './host.js';

/** The fields of a result, which its text says too. */
export async function fields(
  call: Promise<ToolResult>,
): Promise<Readonly<Record<string, unknown>>> {
  const { isError, content, structuredContent } = await call;
  expect(isError ?? false, content[0]?.text).toBe(false);
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  return structuredContent ?? {};
}

/** The text of a tool error. */
export async function errorOf(call: Promise<ToolResult>): Promise<string | undefined> {
  const { isError, content } = await call;
  expect(isError, JSON.stringify(content)).toBe(true);
  expect(content).toHaveLength(1);
  return content[0]?.text;
}

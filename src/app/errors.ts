/** The text of a failed call of a port, as people and agents read it; typed errors word it themselves. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

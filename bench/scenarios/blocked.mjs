import { blockedCommands } from '../blocked-commands.mjs';

/** A call while 20 commands block in the native core's library for 5 s. */
export async function blocked(report) {
  report.title('a list-like call on a C stub of libsimplex, 20 commands blocking');
  const result = await blockedCommands();
  if (result.skipped !== undefined) {
    report.line('skipped', result.skipped);
    return;
  }
  report.times('idle', result.idle);
  report.times('blocked', result.blocked);
  report.ratio('ratio of p50', result.ratio, 1.5);
}

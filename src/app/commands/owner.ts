import { SandboxDoorError, type SandboxDoorPort } from '../../ports/sandbox.js';
import type { TerminalPort } from '../../ports/terminal.js';
import { DONE, FAILED, type CommandOutcome } from './outcome.js';

/** `simplex-mcp owner NAME`: the owner's place of an agent that runs on the sandbox network. */
export async function owner(
  door: SandboxDoorPort,
  terminal: TerminalPort,
  /** The command that starts the agent on the sandbox. */
  startCommand: string,
): Promise<CommandOutcome> {
  try {
    if ((await door.sit()) === 'server') terminal.out('The server has stopped.');
    return DONE;
  } catch (error) {
    if (!(error instanceof SandboxDoorError)) throw error;
    terminal.err(`${error.message} Start it with: ${startCommand}`);
    return FAILED;
  }
}

/** How a command ended: the exit code of the process (api 3.3). */
export interface CommandOutcome {
  readonly exitCode: 0 | 1 | 2;
}

export const DONE: CommandOutcome = { exitCode: 0 };
export const FAILED: CommandOutcome = { exitCode: 1 };
export const WRONG_USAGE: CommandOutcome = { exitCode: 2 };

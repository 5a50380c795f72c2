/** The answer to an owner's command, and what follows it. */
export interface Reply {
  readonly text: string;
  after?(): Promise<void>;
}

/** Somebody, or a group, that the agent can meet on the sandbox network. */
export interface SandboxInhabitant {
  readonly name: string;
  readonly kind: string;
  readonly link: string;
  readonly simplexName?: string;
  /** What it does, in one line. */
  readonly what: string;
}

/** What the sandbox network has beside the agent's chats: its people and the owner's place. */
export interface SandboxPort {
  inhabitants(): readonly SandboxInhabitant[];
  /** Lets other programs of this user sit in the owner's place, through a socket in the data folder. */
  openDoor(): Promise<void>;
  /** The owner sits at the terminal of this process. */
  readonly ownerAtTerminal: boolean;
  /** The owner at the terminal joins by `link`, when there is one, sees the control chat and writes to it. */
  seatOwner(link: string | undefined): Promise<void>;
  /** Gives the terminal back and closes the door. */
  close(): Promise<void>;
}

/** The owner's place of a sandbox that runs in another process. */
export interface SandboxDoorPort {
  /**
   * Takes the owner's place at this terminal: joins by the open link when the owner is not in the control chat, shows
   * it and reads the owner's messages. Resolves with who ended it; rejects with SandboxDoorError.
   */
  sit(): Promise<'server' | 'person'>;
}

/** Nobody opens: no server of this agent runs on the sandbox network. */
export class SandboxDoorError extends Error {
  override readonly name = 'SandboxDoorError';
}

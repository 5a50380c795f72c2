/** A person wanted what their app does not let them do: to write where they are no member, for example. */
export class AppRefusal extends Error {
  override readonly name = 'AppRefusal';
}

/** Does what a script wants, and nothing when the person can't do it any more. */
export function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof AppRefusal)) throw error;
  }
}

/** Tells the person who runs the server of something that needs no answer. `context` is constant text. */
export type Report = (context: string, error: unknown) => void;

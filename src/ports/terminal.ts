/** Where the person who runs the server reads. Lines may hold peers' text: the caller folds it to one line. */
export interface TerminalPort {
  /** Writes one line to stdout. */
  out(line: string): void;
  /** Writes one line to stderr. */
  err(line: string): void;
  /** Writes a QR code of `text` to stdout; `small` uses half blocks. */
  qrCode(text: string, size: 'small' | 'large'): Promise<void>;
}

import QRCode from 'qrcode';

export type QrSize = 'small' | 'large';

/** Light modules around the code: scanners need some to find it. */
const QUIET = 2;

const BLACK_ON_WHITE = '\u001B[30;47m';
const PLAIN = '\u001B[0m';

/**
 * The lines of a QR code. `small`: half blocks, two rows of the code a line; `large`: each module two characters wide.
 * Without colours light modules are drawn, for terminals that are dark. `undefined` when the text is too long for one.
 */
export function qrLines(
  text: string,
  size: QrSize,
  coloured: boolean,
): readonly string[] | undefined {
  const isDark = modulesOf(text);
  if (isDark === undefined) return undefined;
  const first = -QUIET;
  const end = isDark.size + QUIET;
  const lines: string[] = [];
  for (let y = first; y < end; y += size === 'small' ? 2 : 1) {
    let line = '';
    for (let x = first; x < end; x++) {
      const upper = isDark.at(x, y) === coloured;
      // Below the last row the terminal's own colour goes on when nothing is drawn there.
      const lower = y + 1 < end ? isDark.at(x, y + 1) === coloured : false;
      line += size === 'small' ? halfBlock(upper, lower) : upper ? '██' : '  ';
    }
    lines.push(coloured ? `${BLACK_ON_WHITE}${line}${PLAIN}` : line);
  }
  return lines;
}

interface Modules {
  readonly size: number;
  /** Outside of the code all is light. */
  at(x: number, y: number): boolean;
}

function modulesOf(text: string): Modules | undefined {
  let modules: QRCode.BitMatrix;
  try {
    modules = QRCode.create(text, { errorCorrectionLevel: 'L' }).modules;
  } catch {
    return undefined;
  }
  const { size } = modules;
  const inside = (n: number) => n >= 0 && n < size;
  return { size, at: (x, y) => inside(x) && inside(y) && modules.get(y, x) === 1 };
}

function halfBlock(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀';
  return lower ? '▄' : ' ';
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import QRCode from 'qrcode';
import { describe, expect, it } from 'vitest';
import { ConsoleTerminal } from '../../../src/adapters/terminal/console-terminal.js';
import { compile } from '../../support/compiled.js';

const LINK = `https://smp.example/g#${'Ab3_'.repeat(60)}`;

function recorded(coloured: boolean) {
  const written = { out: '', err: '' };
  const terminal = new ConsoleTerminal(
    { write: (text) => void (written.out += text) },
    { write: (text) => void (written.err += text) },
    coloured,
  );
  return { terminal, written };
}

describe('out and err', () => {
  it('write a line each to stdout and stderr', () => {
    const { terminal, written } = recorded(false);
    terminal.out('Stopped.');
    terminal.out('');
    terminal.err('stop: error');
    expect(written).toEqual({ out: 'Stopped.\n\n', err: 'stop: error\n' });
  });
});

/** The drawn places of a code, row by row: `#` where something is drawn. */
function drawn(text: string, size: 'small' | 'large'): readonly string[] {
  const rows: string[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const row = (on: string) => Array.from(line, (block) => (on.includes(block) ? '#' : '.'));
    if (size === 'large')
      rows.push(
        row('█')
          .filter((_, n) => n % 2 === 0)
          .join(''),
      );
    else rows.push(row('█▀').join(''), row('█▄').join(''));
  }
  return rows;
}

/** The code with two light modules around it, `#` where it is dark, or where it is light. */
function expected(text: string, shown: 'dark' | 'light'): readonly string[] {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'L' });
  const { size } = modules;
  return Array.from({ length: size + 4 }, (_, y) =>
    Array.from({ length: size + 4 }, (_, x) => {
      const inside = x >= 2 && y >= 2 && x < size + 2 && y < size + 2;
      const dark = inside && modules.get(y - 2, x - 2) === 1;
      return dark === (shown === 'dark') ? '#' : '.';
    }).join(''),
  );
}

const COLOURS = /\u001B\[30;47m|\u001B\[0m/g;

describe('qrCode (api 3.4)', () => {
  it.each(['small', 'large'] as const)('%s is drawn dark on light with colours', async (size) => {
    const { terminal, written } = recorded(true);
    await terminal.qrCode(LINK, size);
    const lines = written.out.split('\n').slice(0, -1);
    for (const line of lines) expect(line).toMatch(/^\u001B\[30;47m[ █▀▄]+\u001B\[0m$/);
    const code = expected(LINK, 'dark');
    expect(drawn(written.out.replace(COLOURS, ''), size).slice(0, code.length)).toEqual(code);
  });

  it.each(['small', 'large'] as const)('%s has no escape codes without colours', async (size) => {
    const { terminal, written } = recorded(false);
    await terminal.qrCode(LINK, size);
    expect(written.out).toMatch(/^[ █▀▄\n]+$/);
    const code = expected(LINK, 'light');
    expect(drawn(written.out, size).slice(0, code.length)).toEqual(code);
  });

  it('small takes half the lines and half the columns of large', async () => {
    const shape = async (size: 'small' | 'large') => {
      const { terminal, written } = recorded(false);
      await terminal.qrCode(LINK, size);
      const lines = written.out.split('\n').slice(0, -1);
      return [lines.length, lines[0]!.length] as const;
    };
    const [smallLines, smallColumns] = await shape('small');
    const [largeLines, largeColumns] = await shape('large');
    expect([smallLines, smallColumns]).toEqual([Math.ceil(largeLines / 2), largeColumns / 2]);
    expect(smallColumns).toBeLessThan(80);
  });

  it('draws nothing for a text that is too long for a code', async () => {
    const { terminal, written } = recorded(false);
    await terminal.qrCode('x'.repeat(5000), 'small');
    expect(written).toEqual({ out: '', err: '' });
  });
});

describe('a reader that is gone', () => {
  it('loses lines and not the process', async () => {
    const compiled = await compile('src/adapters/terminal/console-terminal.ts');
    try {
      const module = compiled.path('src/adapters/terminal/console-terminal.ts');
      const program = `
        const { ConsoleTerminal } = await import(process.argv[1]);
        const terminal = ConsoleTerminal.ofProcess();
        process.stdin.resume().on('end', () => {
          for (let n = 0; n < 1000; n++) { terminal.out('x'.repeat(1000)); terminal.err('y'); }
          setImmediate(() => { terminal.out('late'); process.exitCode = 42; });
        });
      `;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, module]);
      child.stdout.destroy();
      child.stderr.destroy();
      child.stdin.end();
      expect(await once(child, 'exit')).toEqual([42, null]);
    } finally {
      await compiled.remove();
    }
  });
});

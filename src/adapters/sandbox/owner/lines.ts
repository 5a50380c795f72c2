import type { Socket } from 'node:net';

/** Longest line that is read, characters: a file of some megabytes as base64. */
const longestLine = 64 * 1024 * 1024;

/** Calls `take` with the JSON of each line that comes; a line that is not JSON or too long ends the connection. */
export function readLines(socket: Socket, take: (value: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (data: string) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) {
      socket.destroy();
      return;
    }
    for (const line of lines) {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        socket.destroy();
        return;
      }
      take(value);
    }
  });
}

export function writeLine(socket: Socket, value: object): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}

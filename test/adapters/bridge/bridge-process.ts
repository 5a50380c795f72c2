import { LocalDaemon } from '../../../src/adapters/daemon/local-daemon.js';
import { StdioBridge } from '../../../src/adapters/bridge/stdio-bridge.js';
import type { ChannelPush } from '../../../src/domain/hosts/entry.js';
import { SystemClock } from '../../../src/adapters/clock/system-clock.js';

// The bridge as a host starts it: data folder, channel and patience are its arguments.
const [folder = '', channel = 'off', patience = '10000'] = process.argv.slice(2);
await new StdioBridge(
  new LocalDaemon(folder),
  new SystemClock(),
  { input: process.stdin, output: process.stdout },
  (error) => process.stderr.write(`${error.message}\n`),
  { downMs: Number(patience), startingMs: 20_000 },
).run({
  agent: 'ann',
  version: '0.1.0',
  channel: channel as ChannelPush,
  channelInstructions: 'Channel instructions.',
  texts: {
    notRunning: 'Not running.',
    starting: 'Starting.',
    stopped: 'Stopped.',
    tokenRefused: 'Refused.',
  },
  offline: {
    instructions: 'Offline instructions.',
    tools: [
      {
        name: 'receive',
        title: 'Receive',
        description: 'offline',
        input: { type: 'object' },
        output: { type: 'object' },
        meta: { strict: true },
      },
    ],
  },
  repeatable: new Set(['receive']),
});
process.stderr.write('bridge ended\n');

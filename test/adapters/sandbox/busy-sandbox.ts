import { SystemClock } from '../../../src/adapters/clock/system-clock.js';
import { SandboxChat } from '../../../src/adapters/sandbox/agent/sandbox-chat.js';
import { SandboxNetwork } from '../../../src/adapters/sandbox/network.js';

// A program that sends until it is killed, and says each item that was sent.
const folder = process.argv[2] ?? '';
const chat = new SandboxChat({ network: new SandboxNetwork({ clock: new SystemClock(), folder }) });
await chat.open();
if ((await chat.activeUser()) === undefined) {
  await chat.createUser('agent');
  await chat.createGroup({ displayName: 'agent', description: '', history: true, commands: [] });
}
await chat.start();
for (let number = 1; ; number += 1) {
  const text = `message ${number} ${'x'.repeat(2000)}`;
  const { itemId } = await chat.send('#1', { content: { type: 'text', text } });
  process.send?.({ itemId, text });
}

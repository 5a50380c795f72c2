import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI } from './support/built-cli.js';
import { Agent } from './support/agent.js';
import { Host } from './support/host.js';
import { freePort, Place } from './support/place.js';
import { errorOf, fields } from './support/results.js';
import { Screen } from './support/screen.js';

// A terminal is made by util-linux's `script`; that of macOS and BSD takes other options.
const version = spawnSync('script', ['--version'], { encoding: 'utf8' });
const noTerminal = !String(version.stdout).includes('util-linux');

let place: Place;
let screen: Screen;

beforeEach(async () => {
  place = await Place.make();
});

afterEach(async () => {
  await screen.end();
  await place.remove();
});

/** What a person sees in the control chat who has become its owner. */
const greeting =
  "  I'm your agent. I ask here before I connect, send, download a file or leave a chat.\n";

async function serve(env: NodeJS.ProcessEnv = {}): Promise<void> {
  const port = String(await freePort());
  const words = ['serve', 'demo', '--core', 'sandbox', '--data', place.data, '--port', port];
  screen = new Screen([process.execPath, CLI, ...words], { ...place.env, ...env });
  await screen.shows(greeting);
}

describe.skipIf(noTerminal)('the owner at the terminal (needs script of util-linux)', () => {
  it('sees the card, decides by typing, sees the edited card, and stops by Ctrl-C', async () => {
    await serve();
    await screen.shows(
      'You are the owner. Below is the agent control chat, as your SimpleX app would show it: type /approve 1 where the app has a button. Ctrl-C stops the server.',
    );
    const host = await Host.connect(place.data);
    const call = host.call('connect', { target: '@echo.simplex', message: 'hello', idle: 1 });
    await screen.shows(
      [
        '  I want to connect to bot echo (@echo.simplex), as myself.',
        '  `Repeats what you say`',
        '  `Hello! I repeat what you send.`',
        '  With the message:',
        '  `hello`',
        '  /approve 1 or /reject 1',
      ].join('\n'),
    );
    screen.type('/approve 1\r');
    expect(await fields(call)).toMatchObject({ action: 1, status: 'done', connected: true });
    await screen.shows('(edited)\n  I connected to bot echo (@echo.simplex), as myself.');
    await screen.shows('  Approved by owner.\n');
    expect(await errorOf(host.call('receive', { chat: '#1' }))).toBe(
      "No chat #1. list shows the agent's chats.",
    );
    await host.client.close();
    screen.type('\u0003');
    expect(await screen.ended).toBe(0);
    expect(screen.text.trimEnd().endsWith('Stopped.')).toBe(true);
  });

  it('closes open cards at Ctrl-C, and does not wait for them after a second one', async () => {
    await serve();
    const host = await Host.connect(place.data);
    host.call('connect', { target: '@echo.simplex' }).catch(() => undefined);
    await screen.shows('  /approve 1 or /reject 1');
    screen.type('\u0003');
    await screen.shows('Stopping: sending 1 cancelled card(s), up to 10 s. Ctrl-C to stop now.');
    await screen.shows('  Cancelled: the server stopped.\n');
    screen.type('\u0003');
    expect(await screen.ended).toBe(0);
    await host.client.close();
  });

  it('highlights what the app makes tappable', async () => {
    await serve({ TERM: 'xterm' });
    const host = await Host.connect(place.data);
    host.call('connect', { target: '@echo.simplex' }).catch(() => undefined);
    const command = (text: string): string => `\u001b[1;36m/${text}\u001b[0m`;
    await screen.shows(`  ${command('approve 1')} or ${command('reject 1')}`);
    screen.type('/reject 1\r');
    await screen.shows('  Rejected by owner.\n');
    await host.client.close();
  });
});

describe.skipIf(noTerminal)('the owner at another terminal (needs script of util-linux)', () => {
  it('joins, decides, and is told when the server stops', async () => {
    const agent = await Agent.start(place);
    screen = new Screen([process.execPath, CLI, 'owner', 'demo', '--data', place.data], place.env);
    await screen.shows(greeting);
    const host = await agent.host();
    const call = host.call('connect', { target: '@echo.simplex' });
    await screen.shows('  /approve 1 or /reject 1');
    screen.type('/reject 1\r');
    expect(await fields(call)).toEqual({ action: 1, status: 'rejected' });
    await screen.shows('  Rejected by owner.\n');
    agent.process.signal('SIGTERM');
    await screen.shows('The server has stopped.');
    expect(await screen.ended).toBe(0);
    expect(await agent.process.ended).toEqual({ code: 0, signal: null });
    await agent.end();
  });
});

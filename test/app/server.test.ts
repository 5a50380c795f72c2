import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { FaultPoint } from '../../src/adapters/sandbox/model/faults.js';
import { CorruptState, DataFolderInUse } from '../../src/app/data-folder.js';
import type { ServeSettings } from '../../src/app/settings.js';
import type { ChatEvent } from '../../src/domain/chat/event.js';
import { ChatError } from '../../src/ports/chat.js';
import { PortInUseError } from '../../src/ports/mcp.js';
import { AgentWorld, type WorldOptions } from '../support/agent-world.js';
import { approve, befriend, echo, sentBy } from '../support/chats.js';

let world: AgentWorld;

afterEach(async () => {
  await world.stop();
  await world.remove();
});

async function start(options: WorldOptions = {}): Promise<void> {
  world = await AgentWorld.withOwner(options);
}

async function restart(settings: Partial<ServeSettings> = {}): Promise<void> {
  await world.stop();
  world = await AgentWorld.start({ again: world, settings });
  await world.quiet();
}

function read(file: string): Promise<string> {
  return readFile(join(world.dataFolder, file), 'utf8');
}

async function isThere(file: string): Promise<boolean> {
  return access(join(world.dataFolder, file)).then(
    () => true,
    () => false,
  );
}

/** The calls of the start in their order. */
function trace(): string[] {
  const calls: string[] = [];
  const watch = (target: object, names: readonly string[], label = ''): void => {
    const methods = target as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name]!.bind(target);
      methods[name] = (...args: unknown[]) => {
        calls.push(label + name + (name === 'writeState' ? ` ${String(args[0])}` : ''));
        return method(...args);
      };
    }
  };
  const { store, chats, mcp, audit } = world;
  watch(store, ['prepare', 'acquireLock', 'writeState', 'deleteFolder', 'releaseLock']);
  watch(chats, [
    'open',
    'activeUser',
    'createUser',
    'setPrivateRouting',
    'setTempFolder',
    'start',
    'updateProfile',
    'chats',
    'createGroup',
    'setCustomData',
    'members',
    'createGroupLink',
    'close',
  ]);
  watch(mcp, ['listen', 'ready']);
  watch(mcp, ['close'], 'mcp ');
  watch(audit, ['close'], 'audit ');
  return calls;
}

describe('the start (behaviour 4.1)', () => {
  it('goes through its steps in order', async () => {
    world = await AgentWorld.prepare();
    const calls = trace();
    await world.begin();
    expect(calls).toEqual([
      'prepare',
      'acquireLock',
      'writeState token',
      'writeState headers.json',
      'open',
      'activeUser',
      'createUser',
      'setPrivateRouting',
      'setTempFolder',
      'deleteFolder',
      'start',
      'updateProfile',
      'chats',
      'createGroup',
      'setCustomData',
      'members',
      'listen',
      'writeState server.json',
      'createGroupLink',
      'ready',
    ]);
  });

  it('serves nothing before the owner setup has ended', async () => {
    world = await AgentWorld.prepare();
    const hold = world.network.hold('createGroupLink');
    const started = world.begin();
    await hold.reached;
    expect(world.mcp.service).toBeDefined();
    expect(world.mcp.isReady).toBe(false);
    hold.release();
    await started;
    expect(world.mcp.isReady).toBe(true);
  });

  it('writes token, headers and server.json for the owner of the computer only', async () => {
    world = await AgentWorld.start({ settings: { port: 6000, expireHours: 5 } });
    const token = (await read('token')).trim();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(JSON.parse(await read('headers.json'))).toEqual({ Authorization: `Bearer ${token}` });
    expect(JSON.parse(await read('server.json'))).toEqual({
      name: 'demo',
      port: 6000,
      expireHours: 5,
    });
    expect(world.mcp.endpoint).toEqual({ port: 6000, token });
    for (const file of ['token', 'headers.json', 'server.json', 'lock']) {
      expect((await stat(join(world.dataFolder, file))).mode & 0o777).toBe(0o600);
    }
    expect(world.terminal.lines.join() + world.terminal.errors.join()).not.toContain(token);
  });

  it('keeps the token, unless --new-token is given (behaviour 6.2)', async () => {
    world = await AgentWorld.start();
    const token = await read('token');
    await restart();
    expect(await read('token')).toBe(token);
    await restart({ newToken: true });
    expect(await read('token')).not.toBe(token);
    expect(JSON.parse(await read('headers.json'))).toEqual({
      Authorization: `Bearer ${(await read('token')).trim()}`,
    });
  });

  it('sets a damaged token aside, says what to do, and starts the next time', async () => {
    world = await AgentWorld.start();
    await world.stop();
    await writeFile(join(world.dataFolder, 'token'), 'short');
    const again = world;
    const failed = AgentWorld.start({ again });
    await expect(failed).rejects.toThrow(CorruptState);
    await expect(failed).rejects.toThrow(
      /^The token in .* is damaged and was moved to .*\. Start again for a new token, then register the agent again in hosts that copied the old one\.$/,
    );
    expect(await isThere('lock')).toBe(false);
    world = await AgentWorld.start({ again });
    expect((await read('token')).trim()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('refuses a data folder that another running server holds, and leaves its lock', async () => {
    world = await AgentWorld.start();
    await world.stop();
    // The parent of this process runs.
    await writeFile(join(world.dataFolder, 'lock'), `${process.ppid}\n`);
    const again = world;
    const failed = AgentWorld.start({ again });
    await expect(failed).rejects.toThrow(DataFolderInUse);
    await expect(failed).rejects.toThrow(
      `Another server uses ${world.dataFolder} (PID ${process.ppid}). If no server runs, remove ${world.dataFolder}/lock.`,
    );
    expect(await read('lock')).toBe(`${process.ppid}\n`);
    await writeFile(join(world.dataFolder, 'lock'), '999999999\n');
    world = await AgentWorld.start({ again });
  });

  it('reports a port in use, and closes what was open', async () => {
    world = await AgentWorld.prepare();
    world.mcp.portInUse = true;
    const calls = trace();
    await expect(world.begin()).rejects.toThrow(PortInUseError);
    expect(calls.slice(-4)).toEqual(['mcp close', 'close', 'audit close', 'releaseLock']);
    expect(await isThere('lock')).toBe(false);
    expect(await isThere('server.json')).toBe(false);
  });

  it.each([
    'open',
    'activeUser',
    'createUser',
    'setPrivateRouting',
    'setTempFolder',
    'start',
    'updateProfile',
    'chats',
    'createGroup',
    'setCustomData',
    'members',
    'deleteGroupLink',
    'createGroupLink',
  ] satisfies FaultPoint[])(
    'closes the chat and releases the lock when %s fails, and can start again',
    async (point) => {
      world = await AgentWorld.prepare();
      const failure = new ChatError(`SimpleX error: ${point}`, { kind: 'other' });
      world.network.failNext(point, failure);
      await expect(world.begin()).rejects.toBe(failure);
      expect(world.mcp.isReady).toBe(false);
      expect(world.mcp.closed).toBe(true);
      expect(await isThere('lock')).toBe(false);
      expect(world.terminal.lines.join()).not.toContain('Listening');
      expect(world.clock.waiting).toBe(0);
      world = await AgentWorld.start({ again: world });
      await world.join(world.owner);
      expect(world.owner.members()).toHaveLength(2);
    },
  );

  it('uses the name of the agent for a new user, and --display-name where it is given', async () => {
    world = await AgentWorld.start();
    expect((await world.chats.activeUser())?.displayName).toBe('demo');
    await restart({ displayName: 'Helper' });
    expect((await world.chats.activeUser())?.displayName).toBe('Helper');
    await restart();
    expect((await world.chats.activeUser())?.displayName).toBe('Helper');
    expect(world.mcp.service?.instructions()).toContain('Helper');
  });

  it('starts also while the audit log can not be written, and says so', async () => {
    world = await AgentWorld.prepare();
    world.audit.fail = true;
    await world.begin();
    expect(world.terminal.errors).toContain('audit: The audit log can not be written.');
    world.audit.fail = false;
  });

  it('records start and stop with the version and the mode', async () => {
    world = await AgentWorld.start();
    await world.stop();
    expect(world.audit.events).toEqual([
      { event: 'server-started', version: '1.2.3', mode: 'requests' },
      { event: 'server-stopped', version: '1.2.3' },
    ]);
  });
});

describe('events around the start (behaviour 4.1, step 16)', () => {
  it('replays what came before the server was ready, in order', async () => {
    await start();
    await world.stop();
    world = await AgentWorld.prepare({ again: world });
    const hold = world.network.hold('members');
    const started = world.begin();
    await hold.reached;
    world.owner.say('/pending');
    world.owner.say('/list');
    await world.quiet();
    expect(world.ownerSees.slice(-2)).toEqual(['/pending', '/list']);
    hold.release();
    await started;
    await world.quiet();
    expect(world.ownerSees.slice(-2)).toEqual(['No pending actions.', 'No chats.']);
  });

  it('carries out commands and brings messages that came while it was stopped', async () => {
    await start();
    const alice = await befriend(world);
    await world.stop();
    alice.person.messages.say(alice.conversation, 'while you were away');
    world.owner.say('/approve @4 all');
    world.owner.say('/approve 1');
    world = await AgentWorld.start({ again: world });
    await world.quiet();
    expect(world.ownerSees.slice(-2)).toEqual([
      "Approved for contact alice (@4) by owner. /'revoke @4'",
      'Action 1 is not pending.',
    ]);
    expect(await world.call('receive', { chat: '@4' }).result).toMatchObject({
      result: { messages: [{ text: 'while you were away' }] },
    });
  });

  it('lets the owner join while the owner setup still runs', async () => {
    world = await AgentWorld.prepare();
    const hold = world.network.hold('createGroupLink', 'after');
    const started = world.begin();
    await hold.reached;
    const link = world.network.world.links.find(({ by }) => by === 0)!.short;
    const joined = world.owner.join(link);
    await world.quiet();
    hold.release();
    await started;
    await world.until(joined);
    await world.quiet();
    expect(world.owner.members().map(({ role }) => role)).toEqual(['owner', 'owner']);
  });

  it('goes on after an event that could not be dealt with', async () => {
    await start();
    const broken = { kind: 'items-added', items: [undefined] } as unknown as ChatEvent;
    world.chats.events.push(broken);
    await world.quiet();
    expect(world.terminal.errors.at(-1)).toMatch(/^items-added event: /);
    await world.say('/pending');
    expect(world.card.text).toBe('No pending actions.');
  });

  it('carries out a command although its files could not be dealt with', async () => {
    await start();
    const { push } = world.chats.events;
    world.chats.events.push = (event) => {
      if (event.kind === 'items-added') {
        for (const item of event.items) {
          Object.defineProperty(item, 'file', {
            get: () => {
              throw new Error('The disk is gone.');
            },
          });
        }
      }
      push.call(world.chats.events, event);
    };
    await world.say('/pending');
    expect(world.card.text).toBe('No pending actions.');
    expect(world.terminal.errors).toContain('items-added event: The disk is gone.');
  });

  it('tells that the core is lost', async () => {
    await start();
    world.chats.events.push({ kind: 'core-lost', error: 'The core is gone.' });
    expect(await world.lost).toBe('The core is gone.');
  });
});

describe('the stop (behaviour 4.3)', () => {
  it('logs only that it stopped when nothing was to cancel', async () => {
    await start();
    const lines = world.terminal.lines.length;
    await world.stop();
    expect(world.terminal.lines.slice(lines)).toEqual(['Stopped.']);
    expect(await isThere('lock')).toBe(false);
    expect(world.mcp.closed).toBe(true);
  });

  it('closes MCP, then the chat, then the audit log, then releases the lock', async () => {
    world = await AgentWorld.start();
    const calls = trace();
    await world.stop();
    expect([...new Set(calls)]).toEqual(['mcp close', 'close', 'audit close', 'releaseLock']);
  });

  it('waits --stop-wait seconds for the cancelled cards to be sent', async () => {
    await start({ settings: { stopWaitSeconds: 7 } });
    await befriend(world);
    for (const text of ['one', 'two']) world.call('send', { chat: '@4', text });
    await world.quiet();
    let stopped = false;
    const stop = world.server.stop(new AbortController().signal).then(() => (stopped = true));
    await world.clock.advance(6_500);
    expect(stopped).toBe(false);
    await world.clock.advance(1_000);
    await stop;
    expect(world.terminal.lines.slice(-3)).toEqual([
      'Cancelled 2 actions.',
      'Stopping: sending 2 cancelled card(s), up to 7 s. Ctrl-C to stop now.',
      'Stopped.',
    ]);
  });

  it('ends that wait at a second signal', async () => {
    await start({ settings: { stopWaitSeconds: 60 } });
    await befriend(world);
    world.call('send', { chat: '@4', text: 'one' });
    await world.quiet();
    const hurry = new AbortController();
    const stop = world.server.stop(hurry.signal);
    await world.quiet();
    expect(world.terminal.lines.at(-1)).toContain('Stopping: sending 1 cancelled card(s)');
    hurry.abort();
    await stop;
    expect(world.terminal.lines.at(-1)).toBe('Stopped.');
  });

  it('does not wait with --stop-wait 0', async () => {
    await start({ settings: { stopWaitSeconds: 0 } });
    await befriend(world);
    world.call('send', { chat: '@4', text: 'one' });
    await world.quiet();
    await world.server.stop(new AbortController().signal);
    expect(world.terminal.lines.slice(-2)).toEqual(['Cancelled 1 action.', 'Stopped.']);
    expect(world.card.text).toContain('Cancelled: the server stopped.');
  });

  it('cancels an action whose counter is being written when it needs no approval', async () => {
    await start({ settings: { mode: 'host' } });
    const alice = world.person('alice');
    await world.call('connect', { target: alice.links.address().short, wait: 0 }).result;
    await world.quiet();
    const hold = world.network.hold('setCustomData');
    const call = world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    const stop = world.server.stop(AbortSignal.abort());
    await world.quiet();
    hold.release();
    await world.until(stop);
    expect(await call.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    expect(world.card.text).toBe(
      'I want to send a message to contact alice:\n`hello`\nCancelled: the server stopped.',
    );
    expect(alice.messages.list(alice.directs()[0]!).filter(({ byAgent }) => byAgent)).toEqual([]);
    expect(world.audit.events).toContainEqual({ event: 'action-cancelled', action: 2 });
  });

  it('does not perform what is approved while the approval is still recorded', async () => {
    await start();
    const alice = await befriend(world);
    world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    let record = (): void => undefined;
    const { append } = world.audit;
    // The stop waits for the counter of another action while the approval is recorded.
    const hold = world.network.hold('setCustomData');
    world.call('send', { chat: '@4', text: 'other' });
    await world.quiet();
    world.audit.append = async (event) => {
      if (event.event === 'action-decided') await new Promise<void>((go) => (record = go));
      return append.call(world.audit, event);
    };
    await world.say('/approve 2');
    const stop = world.server.stop(AbortSignal.abort());
    await world.quiet();
    record();
    await world.quiet();
    hold.release();
    await world.until(stop);
    expect(sentBy(alice)).toEqual([]);
    expect(world.ownerSees).toContain(
      'I want to send a message to contact alice:\n`hello`\nApproved by owner; interrupted: the server stopped.',
    );
  });

  it('ends the wait of a connect for the other side, and interrupts it', async () => {
    await start();
    const { short } = world.person('alice').links.address({ autoAccept: false });
    world.call('connect', { target: short, wait: 600 });
    await world.quiet();
    await approve(world);
    const lines = world.terminal.lines.length;
    await world.stop();
    expect(world.card.text).toBe(
      'I want to connect to contact alice, as myself.\nApproved by owner; interrupted: the server stopped.',
    );
    expect(world.terminal.lines.slice(lines)).toEqual([
      'Cancelled 1 action.',
      'Stopping: sending 1 cancelled card(s), up to 10 s. Ctrl-C to stop now.',
      'Stopped.',
    ]);
    expect(world.clock.waiting).toBe(0);
  });

  it('awaits an outcome that is being shown', async () => {
    await start();
    await befriend(world);
    world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    const hold = world.network.hold('edit');
    world.owner.say('/reject 2');
    await world.quiet();
    let stopped = false;
    const stop = world.server.stop(AbortSignal.abort()).then(() => (stopped = true));
    await world.quiet();
    expect(stopped).toBe(false);
    hold.release();
    await world.until(stop);
    expect(world.card.text).toContain('Rejected by owner.');
    expect(world.terminal.lines.join()).not.toContain('Cancelled');
  });

  it('does not wait for what is performed', async () => {
    await start();
    const alice = await befriend(world);
    world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    const hold = world.network.hold('send');
    await world.say('/approve 2');
    await world.stop();
    expect(world.terminal.lines.at(-1)).toBe('Stopped.');
    hold.release();
    await world.quiet();
    expect(sentBy(alice)).toEqual([]);
    expect(world.terminal.lines.at(-1)).toBe('Stopped.');
  });

  it('ignores events from its begin on', async () => {
    await start();
    const alice = await befriend(world);
    world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    const hold = world.network.hold('edit');
    const stop = world.server.stop(AbortSignal.abort());
    world.owner.say('/approve 2');
    world.owner.leave();
    await world.quiet();
    hold.release();
    await world.until(stop);
    expect(sentBy(alice)).toEqual([]);
    expect(world.terminal.lines).not.toContain('No owners in the agent control chat.');
  });

  it('checks no expiry any more', async () => {
    await start({ settings: { expireHours: 1 } });
    await befriend(world);
    world.call('send', { chat: '@4', text: 'hello' });
    await world.quiet();
    await world.stop();
    await world.clock.advance(2 * 3_600_000);
    expect(world.terminal.lines.join()).not.toContain('expired');
    expect(world.clock.waiting).toBe(0);
  });

  it('shows and waits for no card after the control chat was lost', async () => {
    await start();
    await befriend(world);
    const { short } = world.person('bob').links.address({ autoAccept: false });
    world.call('connect', { target: short, wait: 600 });
    await world.quiet();
    await approve(world);
    world.owner.demoteAgent();
    await world.quiet();
    const seen = world.ownerSees;
    const lines = world.terminal.lines.length;
    await world.stop();
    expect(world.ownerSees).toEqual(seen);
    expect(world.terminal.lines.slice(lines)).toEqual(['Cancelled 1 action.', 'Stopped.']);
  });

  it('releases the lock also when the chat can not be closed, and tells the error', async () => {
    world = await AgentWorld.start();
    world.chats.close = () => Promise.reject(new ChatError('SimpleX error: X', { kind: 'other' }));
    await expect(world.server.stop(AbortSignal.abort())).rejects.toThrow('SimpleX error: X');
    expect(await isThere('lock')).toBe(false);
    expect(world.terminal.lines).not.toContain('Stopped.');
  });

  it('closes the rest also when MCP can not be closed', async () => {
    world = await AgentWorld.start();
    world.mcp.close = () => Promise.reject(new Error('port'));
    await expect(world.server.stop(AbortSignal.abort())).rejects.toThrow('port');
    expect(await isThere('lock')).toBe(false);
    world.mcp.close = () => Promise.resolve();
  });
});

describe('a stop during the start (behaviour 4.3)', () => {
  it.each([
    'open',
    'activeUser',
    'createUser',
    'setPrivateRouting',
    'setTempFolder',
    'start',
    'updateProfile',
    'chats',
    'createGroup',
    'setCustomData',
    'members',
    'deleteGroupLink',
    'createGroupLink',
  ] satisfies FaultPoint[])(
    'at %s closes everything, and nothing is opened again',
    async (point) => {
      world = await AgentWorld.prepare();
      const hold = world.network.hold(point);
      const started = world.server.start().then(
        () => 'started',
        () => 'failed',
      );
      await hold.reached;
      await world.until(world.server.stop(AbortSignal.abort()));
      expect(world.terminal.lines.at(-1)).toBe('Stopped.');
      hold.release();
      expect(await world.until(started)).toBe('failed');
      expect(world.mcp.isReady).toBe(false);
      expect(world.terminal.lines.join()).not.toContain('Listening');
      expect(await isThere('lock')).toBe(false);
      expect(world.clock.waiting).toBe(0);
      world = await AgentWorld.start({ again: world });
      expect(world.mcp.isReady).toBe(true);
    },
  );

  it('while the port is opened, does not leave it open', async () => {
    world = await AgentWorld.prepare();
    const { listen } = world.mcp;
    const reached = new AbortController();
    const going = new AbortController();
    const until = (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
    world.mcp.listen = async (...args) => {
      reached.abort();
      await until(going.signal);
      world.mcp.closed = false;
      return listen.apply(world.mcp, args);
    };
    const started = world.server.start().catch(() => 'failed');
    await until(reached.signal);
    await world.until(world.server.stop(AbortSignal.abort()));
    going.abort();
    expect(await world.until(started)).toBe('failed');
    expect(world.mcp.closed).toBe(true);
    expect(world.mcp.isReady).toBe(false);
    expect(await isThere('server.json')).toBe(false);
  });
});

describe('the life of an agent over restarts', () => {
  it('goes on counting actions, and answers as before', async () => {
    await start();
    const bot = echo(world);
    const target = bot.links.address().short;
    const call = world.call('connect', { target, wait: 0 });
    await world.quiet();
    await approve(world);
    await call.result;
    await world.quiet();
    await world.say('/approve @4 all');
    for (const number of [2, 3, 4]) {
      const send = world.call('send', { chat: '@4', text: `hello ${number}`, idle: 1 });
      await world.clock.advance(2_000);
      expect(await send.result).toMatchObject({
        result: { action: number, responses: [{ text: `answer: hello ${number}` }] },
      });
      await restart();
    }
  });

  it('gives the number of an action whose counter could not be written to no other action', async () => {
    await start();
    await befriend(world);
    const failure = new ChatError('SimpleX error: X', { kind: 'other' });
    world.network.failNext('setCustomData', failure);
    expect(await world.call('leave', { chat: '@4' }).result).toEqual({
      kind: 'result',
      result: { action: 2, status: 'failed', error: 'SimpleX error: X' },
    });
    expect(world.terminal.lines.at(-1)).toBe('Action 2: failed: SimpleX error: X.');
    const recorded = world.audit.events.filter((event) => 'action' in event && event.action === 2);
    expect(recorded).toEqual([]);
    await restart();
    world.call('leave', { chat: '@4' });
    await world.quiet();
    expect(world.card.text).toContain("/'approve @4 3'");
  });

  it('logs a counter that can not be written at the stop either', async () => {
    await start();
    await befriend(world);
    for (let n = 0; n < 2; n += 1) {
      world.network.failNext('setCustomData', new ChatError('SimpleX error: X', { kind: 'other' }));
    }
    await world.call('leave', { chat: '@4' }).result;
    await world.stop();
    expect(world.terminal.errors).toEqual(['action counter: SimpleX error: X']);
  });
});

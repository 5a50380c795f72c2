import { afterEach, describe, expect, it } from 'vitest';
import { AgentWorld, type WorldOptions } from '../support/agent-world.js';

let world: AgentWorld;

afterEach(async () => {
  world.audit.fail = false;
  await world.stop();
  await world.remove();
});

/** An agent with an owner, connected to a bot that answers `answer: TEXT` to what it gets. */
async function withEcho(options: WorldOptions = {}): Promise<string> {
  world = await AgentWorld.withOwner(options);
  const echo = world.person('echo');
  const link = echo.links.address();
  echo.listen((event) => {
    if (event.kind !== 'message') return;
    const message = world.network.world.messages.need(event.message);
    if (message.from === echo.id) return;
    echo.messages.say(message.conversation, `answer: ${message.content.text}`);
  });
  const call = world.call('connect', { target: link.short, wait: 0 });
  await world.quiet();
  if (options.settings?.mode !== 'host') await world.say('/approve 1');
  await call.result;
  await world.quiet();
  const list = await world.call('list').result;
  if (list.kind !== 'result') throw new Error(list.text);
  const chats = list.result['chats'] as { chat: string }[];
  return chats[0]?.chat ?? '';
}

describe('approval of a send', () => {
  it('sends nothing before the owner approves, then returns the response', async () => {
    const chat = await withEcho();
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    expect(world.card.text).toBe(
      `I want to send a message to contact echo:\n\`hello\`\n/'approve ${chat} 2', /'approve ${chat} all' or /'reject ${chat} 2'`,
    );
    await world.clock.advance(60_000);
    const before = await world.chats.items(chat as '@1', { kind: 'last', count: 10 });
    expect(before.items.filter((item) => item.content.kind === 'sent')).toEqual([]);
    await world.say(`/approve ${chat} 2`);
    await world.clock.advance(31_000);
    expect(await call.result).toEqual({
      kind: 'result',
      result: {
        action: 2,
        status: 'done',
        chat,
        item: expect.any(Number) as number,
        responses: [
          {
            chat,
            item: expect.any(Number) as number,
            from: 'echo',
            time: expect.any(String) as string,
            text: 'answer: hello',
            new: true,
            mentions_me: false,
          },
        ],
        more: 0,
      },
    });
    expect(world.card.text).toBe('I sent a message to contact echo:\n`hello`\nApproved by owner.');
    expect(world.terminal.lines.slice(-2)).toEqual([
      `Action 2: send to contact echo (${chat})`,
      'Action 2 approved by owner: sent.',
    ]);
  });

  it('marks returned responses as read', async () => {
    const chat = await withEcho();
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    await world.say('/approve 2');
    await world.clock.advance(31_000);
    await call.result;
    const received = await world.call('receive', { chat }).result;
    expect(received).toEqual({ kind: 'result', result: { chat, messages: [], more: 0 } });
  });

  it('returns rejected, and edits the card', async () => {
    const chat = await withEcho();
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    await world.say(`/reject ${chat} 2`);
    expect(await call.result).toEqual({
      kind: 'result',
      result: { action: 2, status: 'rejected' },
    });
    expect(world.card.text).toBe(
      'I want to send a message to contact echo:\n`hello`\nRejected by owner.',
    );
    expect(world.terminal.lines.at(-1)).toBe('Action 2 rejected by owner.');
  });

  it('returns expired when nobody decided, and edits the card', async () => {
    const chat = await withEcho({ settings: { expireHours: 1 } });
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    await world.clock.advance(3_600_000 + 60_000);
    expect(await call.result).toEqual({ kind: 'result', result: { action: 2, status: 'expired' } });
    expect(world.card.text).toBe('I want to send a message to contact echo:\n`hello`\nExpired.');
    expect(world.terminal.lines.at(-1)).toBe('Action 2 expired.');
  });

  it('expires what is due before it carries out a command', async () => {
    const chat = await withEcho({ settings: { expireHours: 1 } });
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    // As after a sleep of the computer: the time has passed, no timer has run.
    const due = world.clock.now() + 3_600_000;
    world.clock.now = () => due;
    await world.say('/approve 2');
    expect(await call.result).toMatchObject({ result: { status: 'expired' } });
    expect(world.ownerSees.at(-1)).toBe('Action 2 is not pending.');
  });
});

describe('attachment of a call with the same fields (api 1.1)', () => {
  it('asks once, and gives both calls the result', async () => {
    const chat = await withEcho();
    const one = world.call('send', { chat, text: 'hello', wait: 0 });
    const other = world.call('send', { chat, text: 'hello', wait: 0 });
    await world.quiet();
    expect(world.ownerSees.filter((text) => text.startsWith('I want to send'))).toHaveLength(1);
    await world.say('/approve 2');
    expect(await one.result).toMatchObject({ result: { action: 2, status: 'done' } });
    expect(await other.result).toMatchObject({ result: { action: 2, status: 'done' } });
  });

  it('keeps the action of an aborted call for the next', async () => {
    const chat = await withEcho();
    const cut = world.call('send', { chat, text: 'hello', wait: 0 });
    await world.quiet();
    cut.abort();
    expect(await cut.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    await world.say('/approve 2');
    const again = world.call('send', { chat, text: 'hello' });
    await world.clock.advance(61_000);
    expect(await again.result).toMatchObject({
      result: { action: 2, status: 'done', responses: [{ text: 'answer: hello' }] },
    });
  });

  it('makes a new action after the result was returned', async () => {
    const chat = await withEcho();
    const first = world.call('send', { chat, text: 'hello', wait: 0 });
    await world.quiet();
    await world.say('/reject 2');
    await first.result;
    world.call('send', { chat, text: 'hello', wait: 0 });
    await world.quiet();
    expect(world.card.text).toContain(`/'approve ${chat} 3'`);
  });

  it('leaves messages of an aborted call unread', async () => {
    const chat = await withEcho();
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    await world.say('/approve 2');
    call.abort();
    await call.result;
    expect(await world.call('receive', { chat }).result).toMatchObject({
      result: { messages: [{ text: 'answer: hello', new: true }] },
    });
  });
});

describe('standing approvals (behaviour 5.5)', () => {
  it('approves pending sends of the chat, and later ones without a card', async () => {
    const chat = await withEcho();
    const call = world.call('send', { chat, text: 'one', wait: 0 });
    await world.quiet();
    await world.say(`/approve ${chat} all`);
    expect(world.card.text).toBe(`Approved for contact echo (${chat}) by owner. /'revoke ${chat}'`);
    expect(await call.result).toMatchObject({ result: { status: 'done' } });
    const later = world.call('send', { chat, text: 'two', wait: 0 });
    await world.quiet();
    expect(await later.result).toMatchObject({ result: { action: 3, status: 'done' } });
    expect(world.card.text).toBe(
      `I sent a message to contact echo:\n\`two\`\nApproved for this chat by owner. /'revoke ${chat}'`,
    );
    const list = await world.call('list').result;
    expect(list).toMatchObject({ result: { chats: [{ chat, approved: true }] } });
  });

  it('asks again after /revoke', async () => {
    const chat = await withEcho();
    await world.say(`/approve ${chat} all`);
    await world.say(`/revoke ${chat}`);
    expect(world.card.text).toBe('Messages to contact echo (' + chat + ') need approval again.');
    world.call('send', { chat, text: 'two', wait: 0 });
    await world.quiet();
    expect(world.card.text).toMatch(/^I want to send/);
  });

  it('ends when the approver is no owner any more', async () => {
    const chat = await withEcho();
    await world.say(`/approve ${chat} all`);
    world.owner.leave();
    await world.quiet();
    expect(await world.call('send', { chat, text: 'x' }).result).toEqual({
      kind: 'error',
      text: 'The agent has no owner. The person who runs it has to join its control chat with the link the server printed.',
    });
  });

  it('stores nothing in mode host', async () => {
    const chat = await withEcho({ settings: { mode: 'host' } });
    await world.say(`/approve ${chat} all`);
    expect(world.card.text).toBe(
      'Approvals apply in mode requests; this server runs in mode host.',
    );
  });
});

describe('mode host (behaviour 5.1)', () => {
  it('performs at once, and posts the outcome', async () => {
    const chat = await withEcho({ settings: { mode: 'host' } });
    const call = world.call('send', { chat, text: 'hello', wait: 0 });
    await world.quiet();
    expect(await call.result).toMatchObject({ result: { action: 2, status: 'done' } });
    expect(world.card.text).toBe(
      'I sent a message to contact echo:\n`hello`\nPerformed without approval (mode host).',
    );
    expect(world.terminal.lines.at(-1)).toBe('Action 2: performed without approval (mode host).');
  });
});

describe('limits (behaviour 7)', () => {
  it('refuses the 21st pending action', async () => {
    const chat = await withEcho();
    for (let n = 0; n < 20; n += 1) world.call('send', { chat, text: `t${n}`, wait: 0 });
    await world.quiet();
    expect(await world.call('send', { chat, text: 'more' }).result).toEqual({
      kind: 'error',
      text: "20 actions are pending; wait for the owner's decisions.",
    });
    await world.say('/reject 2');
    await world.quiet();
    world.call('send', { chat, text: 'more' });
    await world.quiet();
    expect(world.card.text).toContain("22'");
  });

  it('refuses an action while 20 are being performed', async () => {
    const chat = await withEcho({ settings: { mode: 'host' } });
    const hold = world.network.hold('send');
    for (let n = 0; n < 20; n += 1) world.call('send', { chat, text: `t${n}`, wait: 0 });
    await world.quiet();
    expect(await world.call('send', { chat, text: 'more' }).result).toEqual({
      kind: 'error',
      text: '20 actions are being performed; wait for their results.',
    });
    hold.release();
  });
});

describe('failures', () => {
  it('fails the action when its card can not be posted', async () => {
    const chat = await withEcho();
    const { ChatError } = await import('../../src/ports/chat.js');
    world.network.failNext('send', new ChatError('SimpleX error: X', { kind: 'other' }));
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    expect(await call.result).toEqual({
      kind: 'result',
      result: { action: 2, status: 'failed', error: 'SimpleX error: X' },
    });
    expect(world.terminal.lines.at(-1)).toBe('Action 2: failed: SimpleX error: X.');
  });

  it('performs nothing that can not be recorded, and tells the owner', async () => {
    const chat = await withEcho();
    world.audit.fail = true;
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    expect(await call.result).toEqual({
      kind: 'result',
      result: { action: 2, status: 'failed', error: 'The audit log can not be written.' },
    });
    expect(world.card.text).toBe(
      "Action 2 is not performed, because it can't be recorded: `The audit log can not be written.`.",
    );
  });

  it('does not perform an approved action when the approval can not be recorded', async () => {
    const chat = await withEcho();
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    world.audit.fail = true;
    await world.say('/approve 2');
    expect(await call.result).toMatchObject({ result: { status: 'failed' } });
    const read = await world.chats.items(chat as '@1', { kind: 'last', count: 10 });
    expect(read.items.filter((item) => item.content.kind === 'sent')).toEqual([]);
  });
});

describe('the loss of the control chat (behaviour 5.2)', () => {
  it('fails pending actions, leaves cards as they are and refuses new ones', async () => {
    const chat = await withEcho();
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    const card = world.card.text;
    world.owner.demoteAgent();
    await world.quiet();
    const lost =
      'The agent lost its control chat. The person who runs it has to restart it with --reset-owners.';
    expect(await call.result).toEqual({
      kind: 'result',
      result: { action: 2, status: 'failed', error: lost },
    });
    expect(world.card.text).toBe(card);
    expect(await world.call('send', { chat, text: 'x' }).result).toEqual({
      kind: 'error',
      text: lost,
    });
    expect(world.terminal.lines).toContain(
      'The agent lost its control chat. Restart the server with --reset-owners.',
    );
  });
});

describe('the stop (behaviour 4.3)', () => {
  it('cancels pending actions, edits their cards and ends their calls', async () => {
    const chat = await withEcho();
    const call = world.call('send', { chat, text: 'hello' });
    await world.quiet();
    await world.stop();
    expect(await call.result).toEqual({ kind: 'error', text: 'Cancelled.' });
    expect(world.card.text).toBe(
      'I want to send a message to contact echo:\n`hello`\nCancelled: the server stopped.',
    );
    expect(world.terminal.lines.slice(-3)).toEqual([
      'Cancelled 1 action.',
      'Stopping: sending 1 cancelled card(s), up to 10 s. Ctrl-C to stop now.',
      'Stopped.',
    ]);
  });

  it('waits for a card that is being posted, and cancels it', async () => {
    const chat = await withEcho();
    const hold = world.network.hold('send');
    world.call('send', { chat, text: 'hello' });
    await world.quiet();
    const stopped = world.server.stop(AbortSignal.abort());
    await world.quiet();
    expect(await world.call('send', { chat, text: 'new' }).result).toEqual({
      kind: 'error',
      text: 'The server is stopping.',
    });
    hold.release();
    await world.until(stopped);
    expect(world.card.text).toContain('Cancelled: the server stopped.');
  });

  it('interrupts a perform, whose later end changes nothing', async () => {
    const chat = await withEcho();
    world.call('send', { chat, text: 'hello' });
    await world.quiet();
    const hold = world.network.hold('send', 'after');
    await world.say('/approve 2');
    const stopped = world.server.stop(AbortSignal.abort());
    await world.quiet();
    expect(world.card.text).toBe(
      'I want to send a message to contact echo:\n`hello`\nApproved by owner; interrupted: the server stopped.',
    );
    const lines = world.terminal.lines.length;
    hold.release();
    await world.until(stopped);
    expect(world.card.text).toContain('interrupted: the server stopped.');
    expect(world.terminal.lines.slice(lines).join()).not.toContain('Action 2');
  });

  it('posts the cancellation of an action without a card', async () => {
    const chat = await withEcho({ settings: { mode: 'host' } });
    const hold = world.network.hold('send');
    world.call('send', { chat, text: 'hello' });
    await world.quiet();
    const stopped = world.server.stop(AbortSignal.abort());
    await world.quiet();
    hold.release();
    await world.until(stopped);
    expect(world.card.text).toBe(
      'I want to send a message to contact echo:\n`hello`\nPerformed without approval (mode host); interrupted: the server stopped.',
    );
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { groupRef } from '../../../src/domain/chat/ref.js';
import { ChatError } from '../../../src/ports/chat.js';
import { AgentWorld } from '../../support/agent-world.js';

let world: AgentWorld;

afterEach(async () => {
  world.audit.fail = false;
  await world.stop();
  await world.remove();
});

const HOUR = 3_600_000;

/** The server is killed: nothing more of it happens, and another one starts on the same network. */
async function killAndStart(): Promise<void> {
  await world.chats.close();
  world = await AgentWorld.start({ again: world });
  await world.quiet();
}

/** Opens the card of the next action: a connect to somebody new. */
async function ask(name: string): Promise<void> {
  const { short } = world.person(name).links.address();
  void world.call('connect', { target: short, wait: 0 }).result;
  await world.quiet();
}

const card = (name: string, last: string): string =>
  `I want to connect to contact ${name}, as myself.\n${last}`;

describe('the start after a server that was killed (issue: crash safety)', () => {
  it('closes the card that was left open, and tells the audit log', async () => {
    world = await AgentWorld.withOwner();
    await ask('alice');
    expect(world.card.text).toBe(card('alice', "/'approve 1' or /'reject 1'"));
    const { id } = world.card;
    await killAndStart();
    expect(world.card).toMatchObject({
      id,
      edited: true,
      text: card('alice', 'Cancelled: the server stopped.'),
    });
    expect(world.audit.events.filter((event) => event.event === 'action-cancelled')).toEqual([
      { event: 'action-cancelled', action: 1 },
    ]);
    expect(world.terminal.errors).toEqual([]);
  });

  it('closes each of many, however much was said after them, and no other message', async () => {
    world = await AgentWorld.withOwner();
    for (let number = 1; number <= 20; number += 1) await ask(`person ${number}`);
    for (let number = 0; number < 450; number += 1) {
      world.owner.say(`/'approve 1' or /'reject 1'`);
    }
    await world.quiet();
    await world.say('/pending');
    const before = world.owner.items();
    await killAndStart();
    const after = world.owner.items();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const closed = after.filter(({ edited }) => edited).map(({ text }) => text);
    expect(closed).toEqual(
      Array.from({ length: 20 }, (_, index) =>
        card(`person ${index + 1}`, 'Cancelled: the server stopped.'),
      ),
    );
  });

  it('says that an approved action was interrupted, and by whom it was approved', async () => {
    world = await AgentWorld.withOwner();
    world.network.hold('join');
    await ask('alice');
    await world.say('/approve 1');
    await killAndStart();
    expect(world.card.text).toBe(
      card('alice', 'Approved by owner; interrupted: the server stopped.'),
    );
  });

  it('calls a card cancelled when the audit log can not be read', async () => {
    world = await AgentWorld.withOwner();
    await ask('alice');
    world.audit.fail = true;
    await killAndStart();
    expect(world.card.text).toBe(card('alice', 'Cancelled: the server stopped.'));
    expect(world.terminal.errors).toContain('audit: The audit log can not be read.');
  });

  it('looks back as far as an action can be open', async () => {
    world = await AgentWorld.withOwner();
    await ask('alice');
    await world.clock.advance(22 * HOUR);
    for (let number = 0; number < 120; number += 1) world.owner.say(`message ${number}`);
    await world.quiet();
    await killAndStart();
    const texts = world.ownerSees;
    expect(texts).toContain(card('alice', 'Cancelled: the server stopped.'));
  });

  it('leaves a text alone that reads like a card with a number the agent has not given', async () => {
    world = await AgentWorld.withOwner();
    await ask('alice');
    const forged = card('bob', "/'approve 2' or /'reject 2'");
    await world.chats.send(groupRef(1), { content: { type: 'text', text: forged } });
    await killAndStart();
    expect(world.ownerSees).toContain(forged);
  });

  it('starts although a card can not be edited', async () => {
    world = await AgentWorld.withOwner();
    await ask('alice');
    await ask('bob');
    world.network.failNext('edit', new ChatError('no edit', { kind: 'other' }));
    await killAndStart();
    expect(world.terminal.errors).toEqual(['action 1 card: no edit']);
    expect(world.ownerSees).toContain(card('bob', 'Cancelled: the server stopped.'));
  });

  it('keeps the picture of a picture card', async () => {
    world = await AgentWorld.withOwner();
    await ask('alice');
    const preview = 'data:image/png;base64,iVBORw0KGgo=';
    const text =
      "I want to send a message to contact alice:\n/'approve @4 1', /'approve @4 all' or /'reject @4 1'";
    await world.chats.send(groupRef(1), { content: { type: 'image', preview, text } });
    await killAndStart();
    expect(world.card).toMatchObject({
      image: true,
      preview,
      text: 'I want to send a message to contact alice:\nCancelled: the server stopped.',
    });
  });
});

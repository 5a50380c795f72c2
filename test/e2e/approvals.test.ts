import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import './support/built-cli.js';
import { Agent } from './support/agent.js';
import type { Era, Host } from './support/host.js';
import { Place } from './support/place.js';
import { errorOf, fields } from './support/results.js';

let place: Place;
let agent: Agent;

beforeAll(async () => {
  place = await Place.make();
  agent = await Agent.withOwner(place);
});

afterAll(async () => {
  await agent.end();
  await place.remove();
});

const anyText = expect.any(String) as string;
const anyNumber = expect.any(Number) as number;

// Numbers of actions and chats follow from the order of the tests, as they do in the life of an agent.
describe('an agent that meets the echo bot (issue: the agent end to end)', () => {
  let host: Host;
  let chat: string;

  beforeAll(async () => {
    host = await agent.host('modern');
  });

  it('has no chats and no actions at first but the presets of the core', async () => {
    const { chats, actions } = await fields(host.call('list'));
    expect(actions).toEqual([]);
    expect((chats as { type: string }[]).map(({ type }) => type)).toEqual(['contact', 'contact']);
  });

  it('connects when the owner approves, and returns the welcome reply', async () => {
    const call = host.call('connect', { target: '@echo.simplex', message: 'hello', idle: 1 });
    const card = await agent.card(1);
    expect(card.text).toBe(
      [
        'I want to connect to bot echo (@echo.simplex), as myself.',
        '`Repeats what you say`',
        '`Hello! I repeat what you send.`',
        'With the message:',
        '`hello`',
        "/'approve 1' or /'reject 1'",
      ].join('\n'),
    );
    await agent.owner.say('/approve 1');
    const result = await fields(call);
    expect(result).toMatchObject({
      action: 1,
      status: 'done',
      type: 'contact',
      name: 'echo',
      peer_type: 'bot',
      description: 'Repeats what you say',
      connected: true,
    });
    chat = String(result['chat']);
    const texts = (result['messages'] as { text: string; from: string }[]).map(
      ({ from, text }) => `${from}: ${text}`,
    );
    expect(texts).toContain('echo: hello');
    const edited = await agent.shows(
      card.text
        .replace('I want to connect', 'I connected')
        .replace(/\n[^\n]*$/, '\nApproved by owner.'),
    );
    expect(edited).toMatchObject({ id: card.id, edited: true });
    expect(agent.process.out.slice(-2)).toEqual([
      'Action 1: connect to bot echo (@echo.simplex), as itself',
      'Action 1 approved by owner: connected.',
    ]);
  });

  it('sends what the owner approves, and returns the response', async () => {
    const call = host.call('send', { chat, text: 'Is it going to rain?', limit: 1 });
    const card = await agent.card(2);
    expect(card.text).toBe(
      `I want to send a message to bot echo (@echo.simplex):\n\`Is it going to rain?\`\n/'approve ${chat} 2', /'approve ${chat} all' or /'reject ${chat} 2'`,
    );
    await agent.owner.say(`/approve ${chat} 2`);
    expect(await fields(call)).toEqual({
      action: 2,
      status: 'done',
      chat,
      item: anyNumber,
      responses: [
        {
          chat,
          item: anyNumber,
          from: 'echo',
          from_type: 'bot',
          time: anyText,
          text: 'Is it going to rain?',
          new: true,
          mentions_me: false,
        },
      ],
      more: 0,
    });
    await agent.shows(
      'I sent a message to bot echo (@echo.simplex):\n`Is it going to rain?`\nApproved by owner.',
    );
  });

  it('says when the owner rejects, and sends nothing', async () => {
    const call = host.call('send', { chat, text: 'never sent' });
    await agent.card(3);
    await agent.owner.say('/reject 3');
    expect(await fields(call)).toEqual({ action: 3, status: 'rejected' });
    await agent.shows(
      'I want to send a message to bot echo (@echo.simplex):\n`never sent`\nRejected by owner.',
    );
    const said = await agent.owner.request<{ text: string }[]>('person-messages', {
      person: 'echo',
    });
    expect(JSON.stringify(said)).not.toContain('never sent');
  });

  it('asks no more after the owner approved the chat, until the approval is revoked', async () => {
    const first = host.call('send', { chat, text: 'one', limit: 1 });
    await agent.card(4);
    await agent.owner.say(`/approve ${chat} all`);
    expect(await fields(first)).toMatchObject({ action: 4, status: 'done' });
    await agent.shows(`Approved for bot echo (${chat}) by owner. /'revoke ${chat}'`);

    expect(await fields(host.call('send', { chat, text: 'two', limit: 1 }))).toMatchObject({
      action: 5,
      status: 'done',
      responses: [{ text: 'two' }],
    });
    await agent.shows(
      `I sent a message to bot echo (@echo.simplex):\n\`two\`\nApproved for this chat by owner. /'revoke ${chat}'`,
    );
    const { chats } = await fields(host.call('list'));
    expect(chats).toContainEqual(expect.objectContaining({ chat, approved: true }));

    await agent.owner.say(`/revoke ${chat}`);
    await agent.shows(`Messages to bot echo (${chat}) need approval again.`);
    const third = host.call('send', { chat, text: 'three' });
    await agent.card(6);
    await agent.owner.say('/reject 6');
    expect(await fields(third)).toEqual({ action: 6, status: 'rejected' });
  });

  it('attaches a call to the open card of the same call, also in the other era', async () => {
    // A host that gives up after a second.
    const call = host.call('send', { chat, text: 'once' }, { timeout: 1_000 });
    const card = await agent.card(7);
    await expect(call).rejects.toThrow(/timed out/i);
    const other = await agent.host('legacy');
    const again = other.call('send', { chat, text: 'once', limit: 1 });
    await agent.owner.say(`/approve ${chat} 7`);
    expect(await fields(again)).toMatchObject({ action: 7, status: 'done' });
    const cards = (await agent.owner.items()).filter(({ text }) => text.includes('`once`'));
    expect(cards.filter(({ byAgent }) => byAgent).map(({ id }) => id)).toEqual([card.id]);
  });

  it('deletes the contact when the owner approves', async () => {
    const call = host.call('leave', { chat });
    const card = await agent.card(8);
    expect(card.text).toBe(
      `I want to delete bot echo (${chat}).\n/'approve ${chat} 8' or /'reject ${chat} 8'`,
    );
    await agent.owner.say(`/approve ${chat} 8`);
    expect(await fields(call)).toEqual({ action: 8, status: 'done', chat });
    await agent.shows(`I deleted bot echo (${chat}).\nApproved by owner.`);
    expect(await errorOf(host.call('send', { chat, text: 'hello' }))).toBe(
      `No chat ${chat}. list shows the agent's chats.`,
    );
  });
});

describe.each(['legacy', 'modern'] as const)('a host of the %s era', (era: Era) => {
  it('lists the six tools, calls one, and hears the progress of a call that waits', async () => {
    const host = await agent.host(era);
    expect((await host.client.listTools()).tools.map(({ name }) => name)).toEqual([
      'connect',
      'send',
      'receive',
      'download',
      'list',
      'leave',
    ]);
    const heard: string[] = [];
    const target = '#sandbox-news.simplex';
    const call = host.call(
      'connect',
      { target, incognito: true, wait: 1 },
      { onprogress: ({ message }) => heard.push(message ?? '') },
    );
    const card = await agent.owner.waitFor(
      ({ text, edited }) => !edited && text.includes(target) && text.endsWith("'"),
    );
    const number = /\/'reject (\d+)'$/.exec(card.text)?.[1] ?? '';
    await agent.owner.say(`/reject ${number}`);
    expect(await fields(call)).toEqual({ action: Number(number), status: 'rejected' });
    expect(heard[0]).toMatch(
      new RegExp(
        `^Action ${number} waits for the owner's decision until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\.$`,
      ),
    );
  });
});

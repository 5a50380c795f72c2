import { expect, it } from 'vitest';
import { texts, type Fields } from './support/agent.js';
import { onRealNetwork } from './support/network.js';
import type { Person } from './support/people.js';
import { useWorld } from './support/world.js';

// Numbers of actions and chats follow from the order of the tests, as they do in the life of an agent.
onRealNetwork('an agent with contacts on a real network', () => {
  const world = useWorld(async ({ people }) => {
    [bob, carol, dave] = await people.add('bob', 'carol', 'dave');
  });
  let bob: Person;
  let carol: Person;
  let dave: Person;
  let chat: string;
  let bobsChat: string;

  it('makes the owner of the one who joins by the printed link, and deletes the link', async () => {
    const { agent, owner } = world();
    const link = await agent.joinLink();
    await world().ownerJoins();
    await owner.shows(
      "I'm your agent. I ask here before I connect, send, download a file or leave a chat.",
    );
    const { groupInfo } = await owner.person.core.run(`/_info ${owner.chat}`);
    expect(groupInfo.membership.memberRole).toBe('owner');
    const lines = agent.process.out.slice(-3);
    expect(lines[0]).toMatch(
      /^owner joined \(member \d+\) and is now an owner\. The link is deleted\.$/,
    );
    expect(lines[1]).toBe('Add the agent to Claude Code:');
    expect(lines[2]).toMatch(/ register agent --data \S+$/);
    await expect(bob.core.run(`/_connect plan 1 ${link}`)).rejects.toThrow();
  });

  it('connects to an address when the owner taps approve, and returns the reply', async () => {
    const { agent, owner } = world();
    const { short } = await bob.does.createAddress({ welcome: 'Welcome to Bob.' });
    const call = agent.result('connect', { target: short, message: 'hello', idle: 1 });
    const card = await owner.card(1);
    expect(card.text).toBe(
      [
        'I want to connect to contact bob, as myself.',
        '`Welcome to Bob.`',
        'With the message:',
        '`hello`',
        "/'approve 1' or /'reject 1'",
      ].join('\n'),
    );
    await owner.say('/approve 1');
    bobsChat = await bob.does.agentContact();
    await bob.does.receives(bobsChat, 'hello');
    await bob.does.send(bobsChat, { text: 'Nice to meet you.' });
    const result = await call;
    chat = String(result['chat']);
    expect(result).toMatchObject({
      action: 1,
      status: 'done',
      type: 'contact',
      name: 'bob',
      welcome: 'Welcome to Bob.',
      connected: true,
    });
    expect(texts(result['messages']).slice(-2)).toEqual(['agent: hello', 'bob: Nice to meet you.']);
    const closed = await owner.shows(
      [
        'I connected to contact bob, as myself.',
        '`Welcome to Bob.`',
        'With the message:',
        '`hello`',
        'Approved by owner.',
      ].join('\n'),
    );
    expect(closed.id).toBe(card.id);
  });

  it('sends a message that the owner approves, and returns what is answered', async () => {
    const { agent, owner } = world();
    const call = agent.result('send', { chat, text: 'How are you?', limit: 1 });
    const card = await owner.card(2);
    expect(card.text).toBe(
      `I want to send a message to contact bob:\n\`How are you?\`\n/'approve ${chat} 2', /'approve ${chat} all' or /'reject ${chat} 2'`,
    );
    await owner.say(`/approve ${chat} 2`);
    const { message } = await bob.does.receives(bobsChat, 'How are you?');
    await bob.does.send(bobsChat, { text: 'Fine, thank you.', quote: message });
    const result = await call;
    expect(result).toMatchObject({ action: 2, status: 'done', chat, more: 0 });
    expect(result['responses']).toMatchObject([
      {
        chat,
        from: 'bob',
        text: 'Fine, thank you.',
        new: true,
        reply_to: { chat, item: result['item'] as number },
      },
    ]);
  });

  it('quotes the message that it replies to', async () => {
    const { agent, owner } = world();
    await bob.does.send(bobsChat, { text: 'And you?' });
    const { messages } = await agent.result('receive', { chat, wait: 30 });
    expect(texts(messages)).toEqual(['bob: And you?']);
    const call = agent.result('send', {
      chat,
      text: 'Fine too.',
      reply_to: messages[0].item as number,
      wait: 0,
    });
    const card = await owner.card(3);
    expect(card.text).toContain('\nreplying to bob: `And you?`\n');
    await owner.say(`/approve ${chat} 3`);
    expect(await call).toMatchObject({ action: 3, status: 'done', responses: [] });
    const seen = await bob.does.receives(bobsChat, 'Fine too.');
    expect(seen.quotedText).toBe('And you?');
  });

  it('sends nothing that the owner rejects', async () => {
    const { agent, owner } = world();
    const call = agent.result('send', { chat, text: 'never sent' });
    await owner.card(4);
    await owner.say('/reject 4');
    expect(await call).toEqual({ action: 4, status: 'rejected' });
    await owner.shows('I want to send a message to contact bob:\n`never sent`\nRejected by owner.');
  });

  it('asks no more after the owner approved the chat, until the approval is revoked', async () => {
    const { agent, owner } = world();
    const first = agent.result('send', { chat, text: 'one', wait: 0 });
    await owner.card(5);
    await owner.say(`/approve ${chat} all`);
    expect(await first).toMatchObject({ action: 5, status: 'done' });
    await owner.shows(`Approved for contact bob (${chat}) by owner. /'revoke ${chat}'`);

    const second = agent.result('send', { chat, text: 'two', wait: 0 });
    expect(await second).toMatchObject({ action: 6, status: 'done' });
    await owner.shows(
      `I sent a message to contact bob:\n\`two\`\nApproved for this chat by owner. /'revoke ${chat}'`,
    );
    await bob.does.receives(bobsChat, 'two');

    await owner.say(`/revoke ${chat}`);
    await owner.shows(`Messages to contact bob (${chat}) need approval again.`);
    const third = agent.result('send', { chat, text: 'three' });
    await owner.card(7);
    await owner.say('/reject 7');
    expect(await third).toEqual({ action: 7, status: 'rejected' });
    // What was never approved has not been sent: it would have come before this.
    const last = agent.result('send', { chat, text: 'four', wait: 0 });
    await owner.card(8);
    await owner.say(`/approve ${chat} 8`);
    await last;
    await bob.does.receives(bobsChat, 'four');
    const { chat: read } = await bob.core.run(`/_get chat ${bobsChat} count=100`);
    const received = JSON.stringify(read.chatItems);
    expect(received).not.toContain('never sent');
    expect(received).not.toContain('three');
  });

  it('deletes the contact when the owner approves', async () => {
    const { agent, owner } = world();
    const call = agent.result('leave', { chat });
    const card = await owner.card(9);
    expect(card.text).toBe(
      `I want to delete contact bob (${chat}).\n/'approve ${chat} 9' or /'reject ${chat} 9'`,
    );
    await owner.say(`/approve ${chat} 9`);
    expect(await call).toEqual({ action: 9, status: 'done', chat });
    await owner.shows(`I deleted contact bob (${chat}).\nApproved by owner.`);
    await bob.core.event((event) => (event.type === 'contactDeletedByContact' ? true : undefined));
    const { chats } = await agent.result('list');
    expect((chats as Fields[]).map((one) => one['chat'])).not.toContain(chat);
  });

  it('connects by a one-time link when the owner approves', async () => {
    const { agent, owner } = world();
    const { short } = await carol.does.createInvitation();
    const call = agent.result('connect', { target: short, idle: 1 });
    const card = await owner.card(10);
    expect(card.text).toBe(
      "I want to connect to contact carol, as myself.\n/'approve 10' or /'reject 10'",
    );
    await owner.say('/approve 10');
    expect(await call).toMatchObject({
      action: 10,
      status: 'done',
      name: 'carol',
      connected: true,
    });
    await carol.does.agentContact();
  });

  it('connects incognito under a random name when the owner approves', async () => {
    const { agent, owner } = world();
    const { short } = await dave.does.createAddress();
    const call = agent.result('connect', { target: short, incognito: true, idle: 1 });
    const card = await owner.card(11);
    expect(card.text).toBe(
      "I want to connect to contact dave, incognito.\n/'approve 11' or /'reject 11'",
    );
    await owner.say('/approve 11');
    const result = await call;
    expect(result).toMatchObject({ action: 11, status: 'done', name: 'dave', connected: true });
    const profile = await dave.core.event((event) =>
      event.type === 'contactConnected' ? event.contact.profile : undefined,
    );
    expect(result['known_as']).toBe(profile.displayName);
    expect(profile).not.toMatchObject({ displayName: 'agent' });
    expect(profile.peerType).not.toBe('bot');
  });
});

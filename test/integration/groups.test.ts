import { expect, it } from 'vitest';
import { texts } from './support/agent.js';
import { onRealNetwork } from './support/network.js';
import type { Person } from './support/people.js';
import { useWorld } from './support/world.js';

onRealNetwork('an agent with groups on a real network', () => {
  const world = useWorld(async (made) => {
    [host, shop] = await made.people.add('host', 'shop');
    await made.ownerJoins();
  });
  let host: Person;
  let shop: Person;
  /** The group and its host as the agent names them, and the group as its host does. */
  let chat: string;
  let hostMember: number;
  let hostsGroup: string;

  it('joins a group by its link when the owner approves', async () => {
    const { agent, owner } = world();
    hostsGroup = await host.does.createGroup('Gardeners', { description: 'All about plants' });
    const link = await host.does.createGroupLink(hostsGroup, 'member');
    const call = agent.result('connect', { target: link, idle: 1 });
    const card = await owner.card(1);
    expect(card.text).toBe(
      [
        'I want to connect to group Gardeners, as myself.',
        '`All about plants`',
        "/'approve 1' or /'reject 1'",
      ].join('\n'),
    );
    await owner.say('/approve 1');
    const result = await call;
    expect(result).toMatchObject({
      action: 1,
      status: 'done',
      type: 'group',
      name: 'Gardeners',
      welcome: 'All about plants',
      role: 'member',
      connected: true,
    });
    chat = String(result['chat']);
    await host.does.agentMember(hostsGroup);
  });

  it('receives a message that mentions it', async () => {
    const { agent } = world();
    await host.does.send(hostsGroup, { text: 'Hello @agent', mentionAgent: true });
    const { messages } = await agent.result('receive', { chat, wait: 30 });
    expect(texts(messages)).toEqual(['host: Hello @agent']);
    expect(messages[0]).toMatchObject({ mentions_me: true, new: true });
    hostMember = messages[0].from_member as number;
  });

  it('replies with a mention when the owner approves', async () => {
    const { agent, owner } = world();
    const { message } = await question();
    const call = agent.result('send', {
      chat,
      text: 'Every morning.',
      reply_to: message,
      mention: [hostMember],
      wait: 0,
    });
    const card = await owner.card(2);
    expect(card.text).toBe(
      [
        'I want to send a message to group Gardeners:',
        '`@host Every morning.`',
        'replying to host: `When do you water roses?`',
        'mentioning @host',
        `/'approve ${chat} 2', /'approve ${chat} all' or /'reject ${chat} 2'`,
      ].join('\n'),
    );
    await owner.say(`/approve ${chat} 2`);
    expect(await call).toMatchObject({ action: 2, status: 'done', chat });
    const seen = await host.does.receives(hostsGroup, '@host Every morning.');
    expect(seen.quotedText).toBe('When do you water roses?');
    const { chatItem } = await host.core.run(`/_get item info ${hostsGroup} ${seen.message}`);
    expect(chatItem.chatItem.meta.userMention).toBe(true);

    async function question(): Promise<{ message: number }> {
      await host.does.send(hostsGroup, { text: 'When do you water roses?' });
      const { messages } = await agent.result('receive', { chat, wait: 30 });
      return { message: messages[0].item as number };
    }
  });

  it('connects to a business address when the owner approves, and writes there', async () => {
    const { agent, owner } = world();
    const { short } = await shop.does.createAddress({ business: true });
    const call = agent.result('connect', { target: short, idle: 1 });
    const card = await owner.card(3);
    expect(card.text).toBe(
      "I want to connect to business shop, as myself.\n/'approve 3' or /'reject 3'",
    );
    await owner.say('/approve 3');
    const result = await call;
    expect(result).toMatchObject({
      action: 3,
      status: 'done',
      type: 'business',
      name: 'shop',
      connected: true,
    });
    const business = String(result['chat']);
    const sent = agent.result('send', { chat: business, text: 'Do you sell seeds?', wait: 0 });
    await owner.card(4);
    await owner.say(`/approve ${business} 4`);
    expect(await sent).toMatchObject({ action: 4, status: 'done' });
    const customers = await shop.core.event((event) =>
      event.type === 'acceptingBusinessRequest' ? `#${event.groupInfo.groupId}` : undefined,
    );
    await shop.does.receives(customers, 'Do you sell seeds?');
  });

  it('leaves the group when the owner approves', async () => {
    const { agent, owner } = world();
    const call = agent.result('leave', { chat });
    const card = await owner.card(5);
    expect(card.text).toBe(
      `I want to leave group Gardeners (${chat}).\n/'approve ${chat} 5' or /'reject ${chat} 5'`,
    );
    await owner.say(`/approve ${chat} 5`);
    expect(await call).toEqual({ action: 5, status: 'done', chat });
    await owner.shows(`I left group Gardeners (${chat}).\nApproved by owner.`);
    await host.core.event((event) => (event.type === 'leftMember' ? true : undefined));
    expect(JSON.stringify(await agent.result('list'))).not.toContain('Gardeners');
  });
});

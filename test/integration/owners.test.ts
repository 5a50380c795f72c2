import { expect, it } from 'vitest';
import { onRealNetwork } from './support/network.js';
import { Owner } from './support/owner.js';
import type { Person } from './support/people.js';
import { useWorld } from './support/world.js';

onRealNetwork('an agent and those who own it on a real network', () => {
  const world = useWorld(async (made) => {
    [second, member] = await made.people.add('second', 'member');
    target = (await member.does.createAddress()).short;
    await made.ownerJoins();
  });
  let second: Person;
  let member: Person;
  /** The address of a person whom the agent wants to reach. */
  let target: string;

  it('prints a new link when its owner leaves, and makes the next who joins its owner', async () => {
    const { agent, owner } = world();
    const used = await agent.joinLink();
    await owner.person.does.leaveGroup(owner.chat);
    await agent.process.line('No owners in the agent control chat.');
    const link = await agent.joinLink(used);
    const refused = await agent.call('connect', { target: link });
    expect(refused.isError).toBe(true);
    await world().ownerFollows(second, used);
    await world().owner.shows(
      "I'm your agent. I ask here before I connect, send, download a file or leave a chat.",
    );
  });

  it('does not obey a member who is no owner', async () => {
    const { agent, owner } = world();
    const { groupLink } = await second.core.run(`/_create link ${owner.chat} member`);
    const guest = new Owner(member);
    await guest.join(groupLink.connLinkContact.connShortLink as string);
    const call = agent.result('connect', { target });
    const card = await owner.card(1);
    await guest.say('/approve 1');
    const reply = await owner.shows('Only owners approve actions.');
    expect(reply.quoted).toBe('/approve 1');
    expect((await owner.items()).find(({ id }) => id === card.id)?.edited).toBe(false);
    await owner.say('/reject 1');
    expect(await call).toEqual({ action: 1, status: 'rejected' });
  });

  it('performs nothing any more once it is removed from its control chat', async () => {
    const { agent, owner } = world();
    const call = agent.result('connect', { target });
    await owner.card(2);
    await second.does.removeAgent(owner.chat);
    expect(await call).toMatchObject({ action: 2, status: 'failed' });
    await agent.process.line(
      'The agent lost its control chat. Restart the server with --reset-owners.',
    );
    const refused = await agent.call('connect', { target });
    expect(refused).toMatchObject({
      isError: true,
      content: [
        {
          text: 'The agent lost its control chat. The person who runs it has to restart it with --reset-owners.',
        },
      ],
    });
  });

  it('gets a new control chat by --reset-owners, and counts its actions on', async () => {
    await world().endAtOnce('SIGTERM');
    await world().startAgain(['--reset-owners']);
    const { agent } = world();
    expect(agent.process.out).toContain('Agent control chat "agent" created.');
    await world().ownerFollows(second);
    const call = agent.result('connect', { target });
    await world().owner.card(3);
    await world().owner.say('/reject 3');
    expect(await call).toEqual({ action: 3, status: 'rejected' });
  });
});

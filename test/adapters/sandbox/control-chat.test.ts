import { describe, expect, it } from 'vitest';

import { SandboxChat, SandboxNetwork, SandboxOwner } from '../../../src/adapters/sandbox/index.js';
import { FakeClock } from '../../support/fake-clock.js';

describe('the control chat on the sandbox', () => {
  it('goes through a join, a card, a command and the outcome', async () => {
    const network = new SandboxNetwork({ clock: new FakeClock() });
    const chat = new SandboxChat({ network });
    const seen: string[] = [];
    await chat.open();
    await chat.createUser('agent');
    void (async () => {
      for await (const event of chat.events) {
        if (event.kind === 'items-added') {
          for (const item of event.items) {
            const { content } = item;
            seen.push(
              `${item.itemId} ${content.kind === 'other' ? content.tag : content.message.text}`,
            );
          }
        } else if (event.kind === 'membership') seen.push(event.event);
        else seen.push(event.kind);
      }
    })();
    await chat.start();
    const group = await chat.createGroup({
      displayName: 'agent',
      description: 'Supervise',
      history: true,
      commands: [],
    });
    expect(group.ref).toBe('#1');
    const link = await chat.createGroupLink(1, 'member');
    const owner = new SandboxOwner(network);
    await owner.join(link);
    await network.settled();
    expect(seen.slice(-3)).toEqual(['13 rcvGroupEvent', '14 rcvGroupEvent', 'joinedGroupMember']);
    await chat.deleteGroupLink(1);
    expect(await chat.members(1)).toEqual([
      { memberId: 2, name: 'owner', role: 'member', status: 'connected' },
    ]);
    await chat.setMemberRole(1, 2, 'owner');
    await network.settled();
    const card = await chat.send('#1', {
      content: { type: 'text', text: "I want\n/'approve 1'" },
    });
    expect(card.itemId).toBe(16);
    await network.settled();
    expect(owner.items().map((item) => item.text)).toEqual(["I want\n/'approve 1'"]);
    owner.say('/approve 1');
    await network.settled();
    expect(seen.at(-1)).toBe('17 /approve 1');
    await chat.edit('#1', 16, { content: { type: 'text', text: 'Approved by owner.' } });
    await network.settled();
    expect(owner.items()[0]).toMatchObject({ text: 'Approved by owner.', edited: true });
    await chat.close();
  });
});

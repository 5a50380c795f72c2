import { SandboxOwner } from '../../src/adapters/sandbox/owner/sandbox-owner.js';
import type { MemberRole } from '../../src/domain/chat/chat.js';
import { AGENT } from '../../src/adapters/sandbox/model/rows.js';
import type { AgentWorld } from './agent-world.js';

/** Number of the control chat on the network: the newest group that the agent made. */
export function controlConversation(world: AgentWorld): number {
  let newest: number | undefined;
  for (const row of world.network.world.conversations.all()) {
    if (row.kind === 'group' && row.host === AGENT && row.deleted !== true) newest = row.id;
  }
  if (newest === undefined) throw new Error('There is no control chat.');
  return newest;
}

/** Another member of the control chat, whom somebody in it let in. */
export async function letIn(
  world: AgentWorld,
  name: string,
  role: MemberRole = 'member',
): Promise<SandboxOwner> {
  const link = world.person('owner').links.toGroup(controlConversation(world), role);
  const other = new SandboxOwner(world.network, name);
  await world.until(other.join(link.short));
  await world.quiet();
  return other;
}

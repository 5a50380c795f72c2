import { describe } from 'vitest';

import { connectionContract } from './connections.js';
import { fileContract } from './files.js';
import { groupContract } from './groups.js';
import { lifeContract } from './life.js';
import { messageContract } from './messages.js';
import { ownGroupContract } from './own-group.js';
import type { ContractWorld } from './world.js';

/** Makes a world of its own for a test, and ends it after the test. */
export type MakeWorld = () => Promise<ContractWorld>;

/** What every ChatPort does, whatever network is behind it. `givenUser`: its store has a user from the beginning. */
export function chatPortContract(name: string, makeWorld: MakeWorld, givenUser = false): void {
  describe(`ChatPort on ${name}`, () => {
    lifeContract(makeWorld, givenUser);
    connectionContract(makeWorld);
    messageContract(makeWorld);
    groupContract(makeWorld);
    ownGroupContract(makeWorld);
    fileContract(makeWorld);
  });
}

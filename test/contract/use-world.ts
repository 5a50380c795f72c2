import { afterEach, beforeEach } from 'vitest';

import { Agent } from './agent.js';
import type { ContractWorld } from './world.js';

/** The world of the test that runs. */
export class TestWorld {
  private current: ContractWorld | undefined;

  constructor(makeWorld: () => Promise<ContractWorld>) {
    beforeEach(async () => {
      this.current = await makeWorld();
    });
    afterEach(async () => {
      await this.current?.end();
    });
  }

  get now(): ContractWorld {
    if (this.current === undefined) throw new Error('no test runs');
    return this.current;
  }

  agent(): Promise<Agent> {
    return Agent.start(this.now);
  }
}

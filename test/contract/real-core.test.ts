import { afterAll, describe, it, vi } from 'vitest';

import { compile } from '../support/compiled.js';
import { chatPortContract } from './chat-port.js';
import { RealWorld } from './real-world.js';

// The same contract on a real core. Each participant of a test is a core in a process of its own, on real servers:
//   SIMPLEX_MCP_CORE_LIB  path of libsimplex
//   SIMPLEX_MCP_SMP       address of an SMP server on this computer
//   SIMPLEX_MCP_XFTP      addresses of two XFTP servers on this computer, with a space between them
//   SIMPLEX_MCP_CORE_WS   path of simplex-chat: the agent then uses the WebSocket of that program (optional)
const { SIMPLEX_MCP_CORE_LIB, SIMPLEX_MCP_SMP, SIMPLEX_MCP_XFTP, SIMPLEX_MCP_CORE_WS } =
  process.env;
const [xftp, unknownXftp] = (SIMPLEX_MCP_XFTP ?? '').split(/[\s]+/);

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

if (
  SIMPLEX_MCP_CORE_LIB === undefined ||
  SIMPLEX_MCP_SMP === undefined ||
  xftp === undefined ||
  unknownXftp === undefined
) {
  describe('ChatPort on a real core', () => {
    it.skip('needs SIMPLEX_MCP_CORE_LIB, SIMPLEX_MCP_SMP and SIMPLEX_MCP_XFTP (two servers)', () => {
      // Nothing to run.
    });
  });
} else {
  const coreProcess = 'src/adapters/simplex/native/core-process.ts';
  const compiled = compile(coreProcess);
  const real = { library: SIMPLEX_MCP_CORE_LIB, smp: SIMPLEX_MCP_SMP, xftp, unknownXftp };
  afterAll(async () => {
    await (await compiled).remove();
  });
  chatPortContract('a real core', async () =>
    RealWorld.make({ ...real, entry: (await compiled).path(coreProcess) }),
  );
  if (SIMPLEX_MCP_CORE_WS !== undefined) {
    const program = SIMPLEX_MCP_CORE_WS;
    chatPortContract(
      'the WebSocket of a real core',
      async () => RealWorld.make({ ...real, entry: (await compiled).path(coreProcess), program }),
      true,
    );
  }
}

import { describe, expect, it } from 'vitest';
import { bridge } from '../../../src/app/commands/bridge.js';
import type { BridgeService } from '../../../src/ports/bridge.js';

describe('simplex-mcp bridge', () => {
  it('serves the six tools while the server is not there, with the strictest answer to what the host may do', async () => {
    let served: BridgeService | undefined;
    const port = {
      run(service: BridgeService) {
        served = service;
        return Promise.resolve();
      },
    };
    const invocation = {
      platform: 'posix',
      node: '/usr/bin/node',
      script: '/opt/cli.js',
      path: [],
    } as const;
    const outcome = await bridge(
      { bridge: port },
      {
        agent: 'ann',
        version: '0.1.0',
        invocation,
        channel: 'notice',
        serveOptions: ['--data', '/d a'],
      },
    );
    expect(outcome).toEqual({ exitCode: 0 });
    expect(served?.offline.tools.map(({ name, meta }) => [name, meta])).toEqual([
      ['connect', { 'anthropic/requiresUserInteraction': true }],
      ['send', { 'anthropic/requiresUserInteraction': true }],
      ['receive', undefined],
      ['download', { 'anthropic/requiresUserInteraction': true }],
      ['list', undefined],
      ['leave', { 'anthropic/requiresUserInteraction': true }],
    ]);
    expect(served?.offline.instructions).toContain('waits for your owner to decide');
    expect(served?.texts.notRunning).toContain("node /opt/cli.js serve ann --data '/d a'");
    expect([...(served?.repeatable ?? [])]).toEqual(['list', 'receive']);
    expect(served?.channel).toBe('notice');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { service } from '../../../src/app/commands/service.js';
import { Setting } from './setting.js';

let setting: Setting;

beforeEach(async () => {
  setting = await Setting.make();
});

afterEach(() => setting.remove());

describe('simplex-mcp service', () => {
  it.each([
    ['systemd', 'ExecStart=/usr/bin/node /opt/simplex-mcp/dist/cli.js serve ann --data "/d a"'],
    ['launchd', '<string>/opt/simplex-mcp/dist/cli.js</string>\n    <string>serve</string>'],
  ])('prints the unit on stdout and the steps on stderr, for %s', (kind, line) => {
    const options = {
      agent: 'ann',
      systemd: kind === 'systemd',
      launchd: kind === 'launchd',
      data: '/d a',
    };
    expect(service(setting, options)).toEqual({ exitCode: 0 });
    const [unit, ...steps] = setting.terminal.take();
    expect(unit).toContain(line);
    expect(steps.every((step) => step.startsWith('! '))).toBe(true);
  });

  it.each([true, false])('wants one of the two', (both) => {
    expect(service(setting, { agent: 'ann', systemd: both, launchd: both })).toEqual({
      exitCode: 2,
    });
    expect(setting.terminal.take()).toEqual(['! One of --systemd and --launchd expected.']);
  });
});

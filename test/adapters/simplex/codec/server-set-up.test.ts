import { describe, expect, it } from 'vitest';
import {
  knownXftpServers,
  userServersResultSchema,
  withOwnServers,
  type OperatorServers,
} from '../../../../src/adapters/simplex/codec/server-set-up.js';
import { line, reply } from './recordings.js';

const smp = 'smp://a=@one.example';
const xftp = 'xftp://b=@two.example';

function recorded(file: string, number: number): OperatorServers[] {
  return userServersResultSchema.parse(reply(line(file, number)).value);
}

describe('known file servers (api 1.5)', () => {
  it('are those of no operator and of enabled ones', () => {
    const servers = recorded('01-first-start', 30);
    expect(knownXftpServers(servers)).toHaveLength(12);
    servers[0]!.operator = { ...servers[0]!.operator, enabled: false };
    servers[2]!.xftpServers.push({ server: xftp, preset: false, enabled: true, deleted: false });
    expect(knownXftpServers(servers)).toHaveLength(7);
    expect(knownXftpServers(servers)).toContain(xftp);
  });
});

describe('own servers', () => {
  it('of one protocol leave the operators to the other', () => {
    const wanted = withOwnServers(recorded('01-first-start', 30), { smp: [smp], xftp: [] })!;
    const [first, , own] = wanted;
    expect(first?.operator).toMatchObject({
      enabled: true,
      smpRoles: { storage: false, proxy: false, names: false },
      xftpRoles: { storage: true, proxy: true },
    });
    expect(first?.smpServers.some((server) => server.enabled)).toBe(false);
    expect(first?.xftpServers.some((server) => server.enabled)).toBe(true);
    expect(own?.smpServers).toEqual([
      { server: smp, preset: false, tested: null, enabled: true, deleted: false },
    ]);
    expect(own?.xftpServers).toEqual([]);
  });

  it('replace those of an earlier start', () => {
    const before = recorded('01-first-start', 34);
    const wanted = withOwnServers(before, { smp: [smp, smp], xftp: [] })!;
    expect(wanted[2]?.smpServers).toEqual([
      { ...before[2]!.smpServers[0], enabled: false, deleted: true },
      { server: smp, preset: false, tested: null, enabled: true, deleted: false },
    ]);
    expect(wanted[2]?.xftpServers).toEqual(before[2]?.xftpServers);
  });

  it('that the core has already are not set again', () => {
    const before = recorded('01-first-start', 34);
    const own = {
      smp: before[2]!.smpServers.map(({ server }) => server),
      xftp: before[2]!.xftpServers.map(({ server }) => server),
    };
    expect(withOwnServers(before, own)).toBeUndefined();
  });

  it('make a group without an operator where the core has none', () => {
    const wanted = withOwnServers([], { smp: [smp], xftp: [xftp] })!;
    expect(wanted).toMatchObject([
      { smpServers: [{ server: smp }], xftpServers: [{ server: xftp }] },
    ]);
  });
});

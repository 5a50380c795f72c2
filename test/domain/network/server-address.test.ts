import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseServers } from '../../../src/domain/network/server-address.js';

const FP = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const ONION = 'a'.repeat(56) + '.onion';

function server(text: string): unknown {
  const parsed = parseServers('smp', [text]);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.servers[0];
}

function reason(protocol: 'smp' | 'xftp', ...texts: string[]): string {
  const parsed = parseServers(protocol, texts);
  if (parsed.kind !== 'refused') throw new Error('not refused');
  return parsed.reason;
}

describe('addresses of servers that are taken', () => {
  it('reads a plain address and pads its fingerprint', () => {
    expect(server(`smp://${FP}@smp.example.org`)).toEqual({
      protocol: 'smp',
      fingerprint: `${FP}=`,
      hosts: ['smp.example.org'],
      text: `smp://${FP}=@smp.example.org`,
    });
  });

  it('reads a password, several hosts and a port', () => {
    expect(server(`smp://${FP}=:s3cret@SMP.example.org,${ONION}:5223`)).toEqual({
      protocol: 'smp',
      fingerprint: `${FP}=`,
      password: 's3cret',
      hosts: ['smp.example.org', ONION],
      port: 5223,
      text: `smp://${FP}=:s3cret@smp.example.org,${ONION}:5223`,
    });
  });

  it.each([
    ['127.0.0.1:15223', ['127.0.0.1'], 15_223],
    ['[::1]:15223', ['::1'], 15_223],
    ['localhost', ['localhost'], undefined],
    ['[2001:db8::7],10.0.0.8', ['2001:db8::7', '10.0.0.8'], undefined],
  ])('reads the place %s', (place, hosts, port) => {
    expect(server(`smp://${FP}@${place}`)).toMatchObject({
      hosts,
      ...(port !== undefined && { port }),
      text: `smp://${FP}=@${place}`,
    });
  });

  it('reads several addresses of file servers, in order', () => {
    const parsed = parseServers('xftp', [`xftp://${FP}@a.example`, ` xftp://${FP}@b.example:443 `]);
    expect(parsed).toMatchObject({
      kind: 'servers',
      servers: [
        { protocol: 'xftp', hosts: ['a.example'] },
        { protocol: 'xftp', hosts: ['b.example'], port: 443 },
      ],
    });
  });

  it('takes no address at all as no servers', () => {
    expect(parseServers('smp', [])).toEqual({ kind: 'servers', servers: [] });
  });
});

const SMP_FORM = '; the form is smp://FINGERPRINT[:PASSWORD]@HOST[,HOST][:PORT].';
const HOST_REASON = 'a host is not a name, an address or an onion address (IPv6 in brackets)';

describe('addresses of servers that are refused', () => {
  it.each([
    ['', 'it does not begin with smp://'],
    ['smp.example.org', 'it does not begin with smp://'],
    [`https://${FP}@smp.example.org`, 'it does not begin with smp://'],
    [`xftp://${FP}@a.example`, 'it is the address of a file server, for --xftp-server'],
    [`smp://${FP}`, 'the @ between the fingerprint and the host is missing'],
    ['smp://abc@a.example', 'the fingerprint is not 32 bytes in base64url'],
    [`smp://${FP.slice(0, -1)}9@a.example`, 'the fingerprint is not 32 bytes in base64url'],
    [`smp://${FP}:@a.example`, 'the password is empty, or has a space or one of : / @'],
    [`smp://${FP}:a b@a.example`, 'the password is empty, or has a space or one of : / @'],
    [`smp://${FP}:a:b@a.example`, 'the password is empty, or has a space or one of : / @'],
    [`smp://${FP}@`, 'the host is missing or not well formed'],
    [`smp://${FP}@:5223`, 'the host is missing or not well formed'],
    [`smp://${FP}@a.example,`, HOST_REASON],
    [`smp://${FP}@a_b.example`, HOST_REASON],
    [`smp://${FP}@256.1.1.1`, HOST_REASON],
    [`smp://${FP}@short.onion`, HOST_REASON],
    [`smp://${FP}@[127.0.0.1]`, HOST_REASON],
    [`smp://${FP}@[::zz]`, HOST_REASON],
    [`smp://${FP}@a.example/x`, HOST_REASON],
    [`smp://${FP}@a.example:0`, 'the port is not 1 to 65535'],
    [`smp://${FP}@a.example:65536`, 'the port is not 1 to 65535'],
    [`smp://${FP}@a.example:`, 'the port is not 1 to 65535'],
    [`smp://${FP}@a.example:5223/x`, 'the port is not 1 to 65535'],
    [`smp://${FP}@a.example:52\n23`, 'the port is not 1 to 65535'],
  ])('refuses %j', (text, why) => {
    expect(reason('smp', text)).toBe(`--smp-server: ${why}${SMP_FORM}`);
  });

  it('says which of several addresses is wrong', () => {
    expect(reason('xftp', `xftp://${FP}@a.example`, `smp://${FP}@b.example`)).toBe(
      '--xftp-server 2: it is the address of a message server, for --smp-server; the form is ' +
        'xftp://FINGERPRINT[:PASSWORD]@HOST[,HOST][:PORT].',
    );
  });

  it('refuses the same place twice', () => {
    expect(reason('smp', `smp://${FP}@a.example`, `smp://${FP}:other@b.example,A.example`)).toBe(
      '--smp-server 2: the host a.example is given twice.',
    );
  });

  it('never repeats a password, wherever the text is broken', () => {
    const password = fc.stringMatching(/^[a-z]{12,20}$/);
    const broken = fc.constantFrom(
      (p: string) => `smp://${FP}:${p}@`,
      (p: string) => `smp://${FP}:${p}@a.example:99999`,
      (p: string) => `smp://${FP}:${p} x@a.example`,
      (p: string) => `smp://:${p}@a.example`,
      (p: string) => `smp:${p}`,
      (p: string) => `xftp://${FP}:${p}@a.example`,
      (p: string) => `smp://${FP}:${p}`,
    );
    fc.assert(
      fc.property(password, broken, (secret, make) => {
        expect(reason('smp', make(secret))).not.toContain(secret);
      }),
    );
  });

  it('reads or refuses any text, and what it reads it reads again as the same', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `smp://${FP}@${s}`),
        ),
        (text) => {
          const first = parseServers('smp', [text]);
          if (first.kind === 'refused') return;
          expect(
            parseServers(
              'smp',
              first.servers.map((one) => one.text),
            ),
          ).toEqual(first);
          expect(first.servers[0]?.text).not.toMatch(/[\s\p{C}]/u);
        },
      ),
    );
  });
});

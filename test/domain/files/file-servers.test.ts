import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downloadServers } from '../../../src/domain/files/file-servers.js';

const A = 'xftp://v0V-ui6l1nT0Pbg5C41NwbWxh3-5rytiP5ftslZID-c=@files.example:7102';
const B =
  'xftp://da1aH3nOT-9G8lV7bWamhxpDYdJ1xmW7j3JpGaDR5Ug=@xftp1.example,blisztokwh6alt5o.onion';
const OTHER = 'xftp://0AznwoyfX8Od9T_acp1QeeKtxUi676IBIiQjXVwbdyU=@other.example';

describe('unknown servers of a file (api 1.5)', () => {
  it('are none when all are known', () => {
    expect(downloadServers([A, B, A], [B, A])).toEqual({ kind: 'known' });
    expect(downloadServers([], [])).toEqual({ kind: 'known' });
  });

  it('are named by their hosts, each once, in the order of the description', () => {
    const third = 'xftp://0AznwoyfX8Od9T_acp1QeeKtxUi676IBIiQjXVwbdyU=@aaa.example:443';
    expect(downloadServers([OTHER, A, third, OTHER], [A])).toEqual({
      kind: 'unknown',
      hosts: ['other.example', 'aaa.example'],
    });
  });

  it('are compared without the passwords of either side', () => {
    const withPassword = A.replace('=@', '=:s3cret@');
    expect(downloadServers([A], [withPassword])).toEqual({ kind: 'known' });
    expect(downloadServers([withPassword], [A])).toEqual({ kind: 'known' });
    expect(JSON.stringify(downloadServers([withPassword], []))).not.toContain('s3cret');
  });

  it.each([
    ['another fingerprint', A.replace('v0V', 'w0V'), ['files.example']],
    ['another port', A.replace('7102', '7103'), ['files.example']],
    ['no port', A.replace(':7102', ''), ['files.example']],
    ['a further host', A.replace(':7102', ',evil.example:7102'), ['files.example', 'evil.example']],
    [
      'a host before it',
      A.replace('files.', 'evil.example,files.'),
      ['evil.example', 'files.example'],
    ],
    [
      'a name that begins as it',
      A.replace('files.example', 'files.example.evil'),
      ['files.example.evil'],
    ],
  ])('a known host with %s is unknown', (_, address, hosts) => {
    expect(downloadServers([address], [A])).toEqual({ kind: 'unknown', hosts });
  });

  it('an onion address is named only where it is the only one', () => {
    expect(downloadServers([B], [])).toEqual({ kind: 'unknown', hosts: ['xftp1.example'] });
    const onion = 'xftp://da1aH3nOT-9G8lV7bWamhxpDYdJ1xmW7j3JpGaDR5Ug=@blisztokwh6alt5o.onion';
    expect(downloadServers([onion], [])).toEqual({
      kind: 'unknown',
      hosts: ['blisztokwh6alt5o.onion'],
    });
  });

  it('an IPv6 address is named without its brackets', () => {
    expect(downloadServers(['xftp://abc=@[2001:db8::1]:7102'], [])).toEqual({
      kind: 'unknown',
      hosts: ['2001:db8::1'],
    });
  });

  it.each([
    '',
    'xftp://',
    'xftp://abc',
    'https://abc@host',
    'xftp://abc:pw@',
    'xftp://a b@host',
    'abc@host',
  ])('an address that can not be read, %j, is unknown, and nothing of it is shown', (address) => {
    expect(downloadServers([A, address], [A, address])).toEqual({
      kind: 'unknown',
      hosts: ['unreadable address'],
    });
  });

  it('any text is known or unknown, in time that grows with its length', () => {
    const part = fc.constantFrom(
      'xftp://',
      'a',
      '=',
      ':',
      '@',
      ',',
      '[',
      ']',
      '.',
      '/',
      ' ',
      '\n',
      '1',
    );
    const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text), (addresses) => {
        const servers = downloadServers(addresses, [A]);
        expect(servers.kind === 'known').toBe(addresses.length === 0);
      }),
    );
    const long = `xftp://${'a'.repeat(100_000)}@${'b,'.repeat(50_000)}`;
    const started = performance.now();
    downloadServers([long, `${long}:`, long.replaceAll('@', '')], [A]);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  guardedFolders,
  linkedRefusal,
  refusedFile,
} from '../../../src/domain/files/refused-file.js';
import { REFUSED_KINDS } from '../../../src/domain/files/refused-table.js';

const folders = guardedFolders('/home/ann', '/home/ann/.simplex-mcp/bot');
const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

function refusal(realPath: string, head = bytes('plain text\n'), size = head.length) {
  return refusedFile({ realPath, size, head }, folders)?.id;
}

describe('refused folders (api 1.3: ~/.ssh, ~/.gnupg, the data folder, ~/.simplex-mcp)', () => {
  it('are these four, except DATA/files', () => {
    expect(guardedFolders('/home/ann', '/srv/bot')).toEqual({
      refused: ['/home/ann/.ssh', '/home/ann/.gnupg', '/home/ann/.simplex-mcp', '/srv/bot'],
      allowed: '/srv/bot/files',
    });
  });

  it.each([
    '/home/ann/.ssh/config',
    '/home/ann/.ssh/deep/known_hosts',
    '/home/ann/.gnupg/pubring.kbx',
    '/home/ann/.simplex-mcp/bot/server.json',
    '/home/ann/.simplex-mcp/bot/forwarded/contact-1/5.txt',
    '/home/ann/.simplex-mcp/bot/tmp/part',
    '/home/ann/.simplex-mcp/bot/filesystem.txt',
    '/home/ann/.simplex-mcp/other/files/contact-1/5.txt',
    '/home/ann/.simplex-mcp/notes.txt',
    '/home/ann/.simplex-mcp/bot/files/../token',
    '/home/ann/.simplex-mcp/bot/FILES/contact-1/5.txt',
    '/home/ann/.SSH/config',
    '/HOME/ann/.Ssh/config',
    '/home/ann/.ssh./config',
    '/home/ann/.ssh /config',
    '/home/ann//./.ssh//config/',
    '/home/ann/x/../.ssh/config',
    '/home/ann/.ſſh/config',
    '/home/ann/.s\u200Csh/config',
    '/home/ann/.ｓｓｈ/config',
    '/System/Volumes/Data/home/ann/.ssh/config',
  ])('refuse %j', (path) => {
    expect(refusal(path)).toBe('guarded-folder');
  });

  it.each([
    '/home/ann/.simplex-mcp/bot/files/contact-1/5.txt',
    '/home/ann/.simplex-mcp/bot/files/sent/a/5.jpg',
    '/home/ann/notes.txt',
    '/home/ann/ssh/config',
    '/home/ann/.sshd/config',
    '/home/ann/.simplex-mcp.txt',
    '/home/annette/notes.txt',
  ])('leave %j', (path) => {
    expect(refusal(path)).toBeUndefined();
  });

  it.each(['/root/.ssh/config', '/backup/ann/.gnupg/pubring.kbx', '/old/.simplex-mcp/bot/lock'])(
    'are refused under another parent too: %j',
    (path) => {
      expect(refusal(path)).toBe('key-folder');
    },
  );

  it('compare composed and decomposed letters of a home folder as equal', () => {
    const home = guardedFolders('/Users/Zoë'.normalize('NFC'), '/Users/Zoë/bot'.normalize('NFD'));
    for (const path of ['/Users/Zoë/.ssh/x', '/Users/ZOË/bot/token']) {
      for (const form of ['NFC', 'NFD'] as const) {
        const file = { realPath: path.normalize(form), size: 1, head: bytes('x') };
        expect(refusedFile(file, home)?.id).toBe('guarded-folder');
      }
    }
  });

  it('hold on Windows, with its short ways to write a file', () => {
    const windows = guardedFolders('C:\\Users\\ann', 'D:\\bot');
    const refused = (realPath: string) =>
      refusedFile({ realPath, size: 1, head: bytes('x') }, windows)?.id;
    expect(refused('c:\\users\\ANN\\.ssh\\config')).toBe('guarded-folder');
    expect(refused('D:\\bot\\token::$DATA')).toBe('guarded-folder');
    expect(refused('D:\\bot\\files\\contact-1\\5.txt')).toBeUndefined();
    expect(refused('D:\\x\\server.pem::$DATA')).toBe('key-file-name');
    expect(refused('D:\\x\\server.pem. .')).toBe('key-file-name');
    expect(refused('D:\\x\\notes.txt')).toBeUndefined();
  });

  it('are refused when DATA/files leads to a folder that holds them', () => {
    const swapped = { refused: folders.refused, allowed: '/home/ann' };
    const refused = (realPath: string) =>
      refusedFile({ realPath, size: 1, head: bytes('x') }, swapped)?.id;
    expect(refused('/home/ann/.ssh/config')).toBe('guarded-folder');
    expect(refused('/home/ann/.simplex-mcp/bot/token')).toBe('guarded-folder');
  });

  it('allow DATA/files on another disk', () => {
    const moved = { refused: folders.refused, allowed: '/mnt/big/.simplex-mcp/files' };
    const received = {
      realPath: '/mnt/big/.simplex-mcp/files/contact-1/5.txt',
      size: 1,
      head: bytes('x'),
    };
    expect(refusedFile(received, moved)).toBeUndefined();
  });

  it('have a refusal for a hard link to a file in them', () => {
    expect(linkedRefusal().id).toBe('linked-from-guarded-folder');
  });
});

/** One path a pattern of the table. */
const refusedPaths: Readonly<Record<string, readonly string[]>> = {
  'ssh-key-name': ['/x/id_rsa', '/x/id_ed25519.pub', '/x/id_', '/x/ID_RSA', '/x/id_card.jpg'],
  'key-file-name': ['/x/server.pem', '/x/server.KEY', '/x/.p12', '/x/a.b.pfx', '/x/a.ｐem'],
  'other-key-file-name': [
    '/x/a.ppk',
    '/x/a.jks',
    '/x/debug.keystore',
    '/x/safe.kdbx',
    '/x/hs_ed25519_secret_key',
  ],
  'password-store': [
    '/x/.password-store/mail.gpg',
    '/x/Library/Keychains/a/b.db',
    '/x/login.keychain',
    '/x/login.keychain-db',
    '/x/.local/share/keyrings/a',
    '/x/kwalletd/kdewallet.kwl',
  ],
  'env-file': ['/x/.env', '/x/.env.local', '/x/prod.env', '/x/.ENV', '/x/.envrc'],
  'login-file': [
    '/x/.netrc',
    '/x/_netrc',
    '/x/.authinfo',
    '/x/.authinfo.gpg',
    '/x/.pgpass',
    '/x/pgpass.conf',
    '/x/.my.cnf',
    '/x/.mylogin.cnf',
  ],
  'package-registry-login': [
    '/x/.pypirc',
    '/x/.gem/credentials',
    '/x/.cargo/credentials',
    '/x/.cargo/credentials.toml',
    '/x/.config/composer/auth.json',
    '/x/.composer/auth.json',
    '/x/.m2/settings.xml',
    '/x/.m2/settings-security.xml',
    '/x/.nuget/NuGet.Config',
  ],
  'cloud-login': [
    '/x/.aws/credentials',
    '/x/.aws/sso/cache/a.json',
    '/x/.aws/cli/cache/a.json',
    '/x/.azure/accessTokens.json',
    '/x/.azure/msal_token_cache.bin',
    '/x/.azure/service_principal_entries.json',
    '/x/.config/gcloud/credentials.db',
    '/x/.config/gcloud/access_tokens.db',
    '/x/.config/gcloud/application_default_credentials.json',
    '/x/.config/gcloud/legacy_credentials/a/adc.json',
    '/x/.config/doctl/config.yaml',
    '/x/.s3cfg',
    '/x/.boto',
    '/x/.config/rclone/rclone.conf',
    '/x/.terraformrc',
    '/x/.terraform.d/credentials.tfrc.json',
    '/x/.vault-token',
  ],
  'cluster-login': [
    '/x/.kube/config',
    '/x/kubeconfig',
    '/x/prod.kubeconfig',
    '/x/.docker/config.json',
    '/x/.dockercfg',
    '/run/containers/auth.json',
  ],
  'git-login': [
    '/x/.git-credentials',
    '/x/.config/git/credentials',
    '/x/.config/gh/hosts.yml',
    '/x/.config/glab-cli/config.yml',
    '/x/.config/hub',
  ],
  'agent-login': [
    '/x/.claude.json',
    '/x/.claude/.credentials.json',
    '/x/.codex/auth.json',
    '/x/.gemini/oauth_creds.json',
  ],
  wallet: [
    '/x/wallet.dat',
    '/x/main.wallet',
    '/x/UTC--2020-01-01T00-00-00Z--abc',
    '/x/.electrum/wallets/default_wallet',
    '/x/.bitcoin/wallets/a/b',
  ],
  'browser-login': [
    '/x/logins.json',
    '/x/logins-backup.json',
    '/x/key3.db',
    '/x/key4.db',
    '/x/signons.sqlite',
    '/x/cookies.sqlite',
    '/x/cookies.sqlite-wal',
    '/x/Cookies.binarycookies',
    '/x/Default/Login Data',
    '/x/Default/Login Data For Account',
  ],
  'simplex-database': ['/x/simplex_chat.db', '/x/simplex_v1_agent.db', '/x/simplex_agent.db-wal'],
  'system-passwords': ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/master.passwd'],
};

describe('refused names (issue of the content rule: well-known files of credentials)', () => {
  for (const [id, paths] of Object.entries(refusedPaths)) {
    it.each(paths)(`${id}: %j`, (path) => {
      expect(refusal(path)).toBe(id);
    });
  }

  it('are refused among received files too', () => {
    expect(refusal('/home/ann/.simplex-mcp/bot/files/contact-1/5.pem')).toBe('key-file-name');
    expect(refusal('/home/ann/.simplex-mcp/bot/files/contact-1/5.env')).toBe('env-file');
  });

  it.each([
    '/x/identity.txt',
    '/x/my_id_rsa.txt',
    '/x/pem',
    '/x/a.pem.txt',
    '/x/keyboard.png',
    '/x/environment.md',
    '/x/aws/credentials.md',
    '/x/docker/config.json',
    '/x/config',
    '/x/kube/config',
    '/x/.password-store',
    '/x/wallet.jpg',
    '/x/etc/shadows/notes.txt',
    '/x/Login.txt',
  ])('leave %j', (path) => {
    expect(refusal(path)).toBeUndefined();
  });
});

const sqlite = bytes('SQLite format 3\0 and more');

describe('names that are refused with what is in them', () => {
  it.each([
    ['/x/.npmrc', '//registry.npmjs.org/:_authToken=npm_abc'],
    ['/x/.npmrc', '_auth = YWJj'],
    ['/x/.npmrc', '//r/:_password=abc'],
    ['/x/.yarnrc.yml', 'npmAuthToken: "abc"'],
    ['/x/.yarnrc', '"//r/:_authToken" abc'],
  ])('%s with %j', (path, text) => {
    expect(refusal(path, bytes(text))).toBe('package-registry');
  });

  it('leave an .npmrc without a token, when it is seen to its end', () => {
    const head = bytes('save-exact=true\n'.repeat(256));
    expect(head.length).toBe(4096);
    expect(refusal('/x/.npmrc', head)).toBeUndefined();
    expect(refusal('/x/.npmrc', head, 4097)).toBe('package-registry');
    expect(refusal('/x/npm.txt', bytes('_authToken=abc'))).toBeUndefined();
  });

  it.each([
    '/x/Default/Cookies',
    '/x/Web Data',
    '/x/Extension Cookies',
    '/x/Safe Browsing Cookies',
  ])('%s when it is an SQLite database', (path) => {
    expect(refusal(path, sqlite)).toBe('browser-cookies');
    expect(refusal(path, bytes('flour, butter, sugar'), 9000)).toBeUndefined();
    expect(refusal('/x/recipes.db', sqlite)).toBeUndefined();
  });

  it('Local State with the key of a browser', () => {
    expect(refusal('/x/Local State', bytes('{"os_crypt":{"encrypted_key":"abc"}}'))).toBe(
      'browser-key',
    );
    expect(refusal('/x/Local State', bytes('{}'))).toBeUndefined();
    expect(refusal('/x/Local State', bytes('{}'), 5000)).toBe('browser-key');
  });
});

const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'));

describe('refused content (issue of the content rule: first bytes that are a private key)', () => {
  it.each([
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN EC PRIVATE KEY-----',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----',
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----',
    '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----',
    'Bag Attributes\n    friendlyName: x\n-----BEGIN PRIVATE KEY-----',
    '{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\nMII"}',
  ])('pem-private-key: %j', (text) => {
    expect(refusal('/x/notes.txt', bytes(text))).toBe('pem-private-key');
    expect(refusal('/x/photo.jpg', utf16(text))).toBe('pem-private-key');
    expect(refusal('/home/ann/.simplex-mcp/bot/files/contact-1/5.txt', bytes(text))).toBe(
      'pem-private-key',
    );
  });

  it.each([
    ['openssh-private-key', bytes('openssh-key-v1\0\0\0\0\x04none')],
    ['putty-private-key', bytes('PuTTY-User-Key-File-3: ssh-ed25519\r\n')],
    ['age-secret-key', bytes('# created: 2024-01-01\n# public key: age1x\nAGE-SECRET-KEY-1QQQ')],
    ['age-secret-key', bytes('AGE-SECRET-KEY-PQ-1QQQ')],
    ['signing-secret-key', bytes('untrusted comment: minisign encrypted secret key\nRWRTY0Iy')],
    ['signing-secret-key', bytes('untrusted comment: signify secret key\nRWRCSwAA')],
    ['wireguard-private-key', bytes('[Interface]\nPrivateKey = abc=\n')],
    ['onion-service-key', bytes('== ed25519v1-secret: type0 ==\0\0\0')],
    ['gnupg-private-key', bytes('(21:protected-private-key(3:rsa')],
    ['gnupg-private-key', bytes('Created: 2024\nKey: (private-key (ecc')],
    ['openpgp-secret-key', hex('95 0358 04 5f000000 01 0800')],
    ['openpgp-secret-key', hex('94 58 04 5f000000 16 0900')],
    ['openpgp-secret-key', hex('c5 58 06 5f000000 1b 0000')],
    ['openpgp-secret-key', hex('c5 c058 04 5f000000 01 0800')],
    ['der-private-key', hex('30820276 020100 300d 06092a864886f70d010101 0500')],
    ['der-private-key', hex('302e 020100 3005 06032b6570 0422')],
    ['der-private-key', hex('3051 020101 3005 06032b6570 0422')],
    ['der-private-key', hex('308204a4 020100 02820101 00c0')],
    ['der-private-key', hex('3077 020101 0420 abcd')],
    ['der-private-key', hex('308202dd 3057 06092a864886f70d01050d 304a')],
    ['pkcs12-key-store', hex('30820a2c 020103 308209e2 06092a864886f70d010701 a0')],
    ['pkcs12-key-store', hex('3080 020103 3080 06092a864886f70d010701 a080')],
    ['java-key-store', hex('feedfeed 00000002')],
    ['java-key-store', hex('cececece 00000002')],
    ['keepass-database', hex('03d9a29a 67fb4bb5')],
    ['server-token', bytes('{"Authorization":"Bearer abc"}')],
    ['server-token', bytes('{ "Authorization": "Bearer abc" }')],
  ] as const)('%s', (id, head) => {
    expect(refusal('/x/holiday.jpg', head)).toBe(id);
  });

  it.each([
    ['a public key', bytes('-----BEGIN PUBLIC KEY-----\nMCow')],
    ['a certificate', bytes('-----BEGIN CERTIFICATE-----\nMIIB')],
    ['an SSH public key', bytes('ssh-ed25519 AAAAC3Nza ann@example')],
    ['an armored message', bytes('-----BEGIN PGP MESSAGE-----')],
    ['prose', bytes('A private key begins with a line of dashes. PRIVATE KEY is in it.')],
    ['a certificate in DER', hex('308203b5 3082029d a003020102 0214')],
    ['a certificate request in DER', hex('30820276 3082015e 020100 3019')],
    ['a public key in DER', hex('302a 3005 06032b6570 0321')],
    ['signed data in DER', hex('308206a4 06092a864886f70d010702 a082')],
    ['an OpenPGP public key', hex('99 010d 04 5f000000 01 0800')],
    ['an OpenPGP message', hex('85 010c 03 0123456789abcdef 01 0800')],
    ['a Java class', hex('cafebabe 00000034')],
    ['a JPEG', hex('ffd8ffe0 00104a464946')],
    ['a PNG', hex('89504e47 0d0a1a0a 0000000d')],
    ['a ZIP', hex('504b0304 14000000')],
    ['cut DER', hex('3082')],
    ['one byte', hex('30')],
    ['nothing', hex('')],
  ] as const)('leaves %s', (_, head) => {
    expect(refusal('/x/holiday.jpg', head)).toBeUndefined();
  });

  it('takes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (head) => {
        refusedFile({ realPath: '/x/a', size: head.length, head }, folders);
      }),
    );
  });
});

describe('the table', () => {
  it('has a test for each of its kinds, and an ID and a reason of its own each', () => {
    const tested = new Set([
      ...Object.keys(refusedPaths),
      'key-folder',
      'package-registry',
      'browser-cookies',
      'browser-key',
      ...['pem-private-key', 'openssh-private-key', 'putty-private-key', 'age-secret-key'],
      ...['signing-secret-key', 'wireguard-private-key', 'onion-service-key', 'gnupg-private-key'],
      ...['openpgp-secret-key', 'der-private-key', 'pkcs12-key-store', 'java-key-store'],
      ...['keepass-database', 'server-token'],
    ]);
    expect(REFUSED_KINDS.map(({ id }) => id).sort()).toEqual([...tested].sort());
    expect(new Set(REFUSED_KINDS.map(({ why }) => why)).size).toBe(REFUSED_KINDS.length);
  });

  it('has a tested path for each of its patterns', () => {
    const names = REFUSED_KINDS.filter(({ id, content }) => !content && id !== 'key-folder');
    const untested = names.flatMap(({ id, files }) =>
      files.filter((pattern) => {
        const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
        const end = pattern.endsWith('/') ? '' : '$';
        const form = new RegExp(`/${parts.join('.*')}${end}`, 'i');
        return !refusedPaths[id]!.some((path) => form.test(path.normalize('NFKC')));
      }),
    );
    expect(untested).toEqual([]);
  });
});

/** Another spelling of a name that some file system takes as the same. */
function respelled(name: string): fc.Arbitrary<string> {
  const letters = Array.from(name).map((letter) =>
    fc.constantFrom(
      letter,
      letter.toUpperCase(),
      letter.normalize('NFD'),
      letter === 's' ? 'ſ' : letter,
      letter === 'k' ? '\u212A' : letter,
      `${letter}\u200D`,
    ),
  );
  return fc
    .tuple(fc.tuple(...letters), fc.constantFrom('', '.', ' ', '. .', '::$DATA'))
    .map(([parts, end]) => parts.join('') + end);
}

function respelledPath(path: string): fc.Arbitrary<string> {
  const names = path.split('/').slice(1).map(respelled);
  const between = fc.constantFrom('/', '//', '/./', '/x/../', '/../x/../'.slice(3));
  return fc
    .tuple(fc.tuple(...names), fc.array(between, { minLength: 12, maxLength: 12 }))
    .map(([parts, gaps]) => parts.map((part, n) => `${gaps[n]}${part}`).join(''));
}

describe('spellings (case, dots, slashes, Unicode forms)', () => {
  const secrets = [
    '/home/ann/.ssh/config',
    '/home/ann/.gnupg/trustdb.gpg',
    '/home/ann/.simplex-mcp/bot/token',
    '/x/id_rsa',
    '/x/server.pem',
    '/x/.aws/credentials',
    '/x/.kube/config',
    '/x/wallet.dat',
    '/x/.password-store/mail/work.gpg',
  ];

  it.each(secrets)('of %s are all refused', (secret) => {
    fc.assert(
      fc.property(respelledPath(secret), (path) => {
        expect(refusal(path)).toBeDefined();
      }),
    );
  });
});

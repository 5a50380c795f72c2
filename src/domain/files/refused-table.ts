import {
  derTest,
  magicTest,
  openPgpSecretKeyTest,
  textTest,
  type ContentTest,
} from './content-test.js';

/** A kind of file that the agent may not send, whatever its owner approves. */
export interface RefusedKind {
  /** For the log and the audit. */
  readonly id: string;
  /**
   * Ends of paths, in lower case, where `*` is any part of a name; `NAME/` is all that is in a folder of that name.
   * Any of them matches.
   */
  readonly files: readonly string[];
  /** What the first bytes show. With `files` too, both have to match. */
  readonly content?: ContentTest;
  readonly why: string;
}

/** The bytes of a file that the content rules see. */
export const HEAD_BYTES = 4096;

const npmToken = /_authToken|_auth\s*=|_password|npmAuthToken|npmAuthIdent/;
const sqlite = magicTest('an SQLite database', '53514c69746520666f726d6174203300');

/** Files refused by their name or place, then by what is in them (api 1.3, behaviour 6.6). */
export const REFUSED_KINDS: readonly RefusedKind[] = [
  {
    id: 'ssh-key-name',
    files: ['id_*'],
    why: 'the names of SSH private keys',
  },
  {
    id: 'key-file-name',
    files: ['*.pem', '*.key', '*.p12', '*.pfx'],
    why: 'the usual names of private keys and of key stores',
  },
  {
    id: 'other-key-file-name',
    files: ['*.ppk', '*.jks', '*.keystore', '*.kdbx', 'hs_ed25519_secret_key'],
    why: 'PuTTY keys, Java key stores, KeePass databases and the keys of onion services',
  },
  {
    id: 'key-folder',
    files: ['.ssh/', '.gnupg/', '.simplex-mcp/'],
    why: 'folders of keys and of agents, also copied or of another user',
  },
  {
    id: 'password-store',
    files: [
      '.password-store/',
      'keychains/',
      '*.keychain',
      '*.keychain-db',
      'keyrings/',
      'kwalletd/',
    ],
    why: 'the password stores of pass, macOS, GNOME and KDE',
  },
  {
    id: 'env-file',
    files: ['.env', '.env.*', '*.env', '.envrc'],
    why: 'settings of programs, passwords and API keys among them',
  },
  {
    id: 'login-file',
    files: [
      '.netrc',
      '_netrc',
      '.authinfo',
      '.authinfo.gpg',
      '.pgpass',
      'pgpass.conf',
      '.my.cnf',
      '.mylogin.cnf',
    ],
    why: 'logins of network programs and databases',
  },
  {
    id: 'package-registry',
    files: ['.npmrc', '.yarnrc', '.yarnrc.yml'],
    content: textTest('a token or password of a registry', npmToken),
    why: 'whoever has the token publishes packages as the user',
  },
  {
    id: 'package-registry-login',
    files: [
      '.pypirc',
      '.gem/credentials',
      '.cargo/credentials',
      '.cargo/credentials.toml',
      'composer/auth.json',
      '.composer/auth.json',
      '.m2/settings.xml',
      '.m2/settings-security.xml',
      '.nuget/nuget.config',
    ],
    why: 'logins of package registries',
  },
  {
    id: 'cloud-login',
    files: [
      '.aws/credentials',
      '.aws/sso/cache/',
      '.aws/cli/cache/',
      '.azure/accesstokens.json',
      '.azure/msal_token_cache.*',
      '.azure/service_principal_entries.*',
      'gcloud/credentials.db',
      'gcloud/access_tokens.db',
      'gcloud/application_default_credentials.json',
      'gcloud/legacy_credentials/',
      'doctl/config.yaml',
      '.s3cfg',
      '.boto',
      'rclone.conf',
      '.terraformrc',
      '.terraform.d/credentials.tfrc.json',
      '.vault-token',
    ],
    why: 'logins of cloud services',
  },
  {
    id: 'cluster-login',
    files: [
      '.kube/config',
      'kubeconfig',
      '*.kubeconfig',
      '.docker/config.json',
      '.dockercfg',
      'containers/auth.json',
    ],
    why: 'logins of Kubernetes clusters and container registries',
  },
  {
    id: 'git-login',
    files: [
      '.git-credentials',
      'git/credentials',
      'gh/hosts.yml',
      'glab-cli/config.yml',
      '.config/hub',
    ],
    why: 'logins of Git servers',
  },
  {
    id: 'agent-login',
    files: [
      '.claude.json',
      '.claude/.credentials.json',
      '.codex/auth.json',
      '.gemini/oauth_creds.json',
    ],
    why: 'logins of AI agents',
  },
  {
    id: 'wallet',
    files: ['wallet.dat', '*.wallet', 'utc--*', '.electrum/wallets/', '.bitcoin/wallets/'],
    why: 'wallets of digital money',
  },
  {
    id: 'browser-login',
    files: [
      'logins.json',
      'logins-backup.json',
      'key3.db*',
      'key4.db*',
      'signons.sqlite*',
      'cookies.sqlite*',
      'cookies.binarycookies',
      'login data*',
    ],
    why: 'cookies and passwords of browsers: whoever has them is logged in as the user',
  },
  {
    id: 'browser-cookies',
    files: ['cookies', 'web data', 'extension cookies', 'safe browsing cookies'],
    content: sqlite,
    why: 'cookies and forms of Chromium browsers',
  },
  {
    id: 'browser-key',
    files: ['local state'],
    content: textTest('the word `encrypted_key`', /"encrypted_key"/),
    why: 'the key of the passwords and cookies of Chromium browsers',
  },
  {
    id: 'simplex-database',
    files: ['simplex*_chat.db*', 'simplex*_agent.db*'],
    why: 'SimpleX chats with their keys, also copied from the data folder',
  },
  {
    id: 'system-passwords',
    files: ['etc/shadow*', 'etc/gshadow*', 'etc/master.passwd'],
    why: "the passwords of this computer's users",
  },
  {
    id: 'pem-private-key',
    files: [],
    content: textTest(
      '`-----BEGIN ... PRIVATE KEY-----`',
      /-{4,5} ?BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)? ?-{4,5}/,
    ),
    why: 'private keys of TLS, SSH, OpenPGP and cloud accounts',
  },
  {
    id: 'openssh-private-key',
    files: [],
    content: magicTest('`openssh-key-v1` at the start', '6f70656e7373682d6b65792d763100'),
    why: 'an OpenSSH private key without its PEM lines',
  },
  {
    id: 'putty-private-key',
    files: [],
    content: textTest('`PuTTY-User-Key-File-`', /PuTTY-User-Key-File-\d/),
    why: 'a PuTTY private key',
  },
  {
    id: 'age-secret-key',
    files: [],
    content: textTest('`AGE-SECRET-KEY-1`', /AGE-SECRET-KEY-(?:PQ-)?1/),
    why: 'an age identity',
  },
  {
    id: 'signing-secret-key',
    files: [],
    content: textTest(
      '`untrusted comment: ... secret key` at the start',
      /^untrusted comment: [^\n]*secret key/,
    ),
    why: 'a minisign or signify secret key',
  },
  {
    id: 'wireguard-private-key',
    files: [],
    content: textTest('a line `PrivateKey =`', /^[ \t]*PrivateKey[ \t]*=/m),
    why: 'a WireGuard tunnel with its key',
  },
  {
    id: 'onion-service-key',
    files: [],
    content: textTest('`== ed25519v1-secret:` at the start', /^== ed25519v1-secret:/),
    why: 'the key of an onion service',
  },
  {
    id: 'gnupg-private-key',
    files: [],
    content: textTest(
      '`(private-key` or `(protected-private-key`',
      /\((?:\d+:)?(?:protected-)?private-key/,
    ),
    why: 'a private key file of GnuPG',
  },
  {
    id: 'openpgp-secret-key',
    files: [],
    content: openPgpSecretKeyTest('an OpenPGP secret key packet at the start'),
    why: 'an exported OpenPGP secret key',
  },
  {
    id: 'der-private-key',
    files: [],
    content: derTest(
      'a PKCS#8, PKCS#1, DSA or SEC 1 private key in DER',
      '30 02=00 30 06',
      '30 02=01 30 06',
      '30 02=00 02',
      '30 02=01 04',
      '30 30 06=2a864886f70d01050d',
      '30 30 06=2a864886f70d010c0103',
    ),
    why: 'private keys without their PEM lines',
  },
  {
    id: 'pkcs12-key-store',
    files: [],
    content: derTest(
      'a PKCS#12 key store',
      '30 02=03 30 06=2a864886f70d010701',
      '30 02=03 30 06=2a864886f70d010702',
    ),
    why: 'a certificate with its private key',
  },
  {
    id: 'java-key-store',
    files: [],
    content: magicTest('a Java key store (JKS or JCEKS)', 'feedfeed', 'cececece'),
    why: 'certificates with their private keys',
  },
  {
    id: 'keepass-database',
    files: [],
    content: magicTest('a KeePass database', '03d9a29a'),
    why: 'a password store',
  },
  {
    id: 'server-token',
    files: [],
    content: textTest(
      '`{"Authorization":"Bearer ` at the start',
      /^\s*\{\s*"Authorization"\s*:\s*"Bearer /,
    ),
    why: 'a copy of headers.json, whose token opens this server',
  },
];

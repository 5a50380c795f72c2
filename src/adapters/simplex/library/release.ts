/** The builds that may be downloaded. Another tag needs other pins. */
export interface Release {
  readonly tag: string;
  /** Begins the address of each file. */
  readonly base: string;
  /** SHA-256 of each zip file by its platform, as its name has it. */
  readonly pins: Readonly<Record<string, string>>;
}

export const pinnedRelease: Release = {
  tag: 'v7.0.2',
  base: 'https://github.com/simplex-chat/simplex-chat-libs/releases/download',
  // No pin is known for linux-aarch64.
  pins: {
    'linux-x86_64': '235e8afc1942f098e6ad27b7e2947eced0a670e2ed35f064d802b71bbcfc1610',
    'macos-aarch64': '2d21e5972ac39d3c8492d045055edfb2fcd80d58272a56d4034d00c162afdefe',
    'macos-x86_64': '86f712af5515d8789248c7be47929ac6f104d0619cb45ec8aa11975b618961fe',
    'windows-x86_64': 'cced05429faa370f69d606161c2d65c8093438803e9d6a56e0765d6e0dbfbdca',
  },
};

/** A system as Node.js names it. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/** Address and hash of the build for a system; `undefined` when no hash is pinned for it. */
export function buildFor(
  release: Release,
  { platform, arch }: System,
): { readonly url: string; readonly sha256: string } | undefined {
  const name = `${platformNames[platform] ?? platform}-${archNames[arch] ?? arch}`;
  const sha256 = release.pins[name];
  if (sha256 === undefined) return undefined;
  return { url: `${release.base}/${release.tag}/simplex-chat-libs-${name}.zip`, sha256 };
}

/** File name of the library. */
export function libraryName(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return 'libsimplex.dylib';
    case 'win32':
      return 'libsimplex.dll';
    default:
      return 'libsimplex.so';
  }
}

const platformNames: Readonly<Record<string, string>> = {
  linux: 'linux',
  darwin: 'macos',
  win32: 'windows',
};
const archNames: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

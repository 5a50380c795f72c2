import type { LibraryBuild } from '../../../domain/core/library.js';
import type { ClockPort } from '../../../ports/clock.js';
import {
  CoreLibraryError,
  type CoreLibraryPort,
  type LibraryFound,
  type LibraryProbe,
} from '../../../ports/core-library.js';
import { install } from './install.js';
import { type Surroundings, cacheFolder, cachedLibrary, givenLibrary } from './places.js';
import { probeLibrary } from './probe.js';
import { DownloadProgress, type ProgressOutput } from './progress.js';
import { type Release, buildFor, libraryName, pinnedRelease } from './release.js';

export interface LocalCoreLibraryOptions extends Surroundings {
  /** Where the progress of a download is shown. */
  readonly output: ProgressOutput;
  /** For tests: another release, its certificates, and the compiled core process. */
  readonly release?: Release;
  readonly ca?: string;
  readonly entry?: string;
}

/** libsimplex on this computer: given, in the cache, or downloaded to it. */
export class LocalCoreLibrary implements CoreLibraryPort {
  private readonly name: string;
  private readonly release: Release;

  constructor(
    private readonly options: LocalCoreLibraryOptions,
    private readonly clock: ClockPort,
  ) {
    this.name = libraryName(options.platform);
    this.release = options.release ?? pinnedRelease;
  }

  async find(given: string | undefined): Promise<LibraryFound> {
    const { env, userId } = this.options;
    const named = await givenLibrary(given, env, this.name);
    if (named !== undefined) return { kind: 'library', ...named };
    const folder = cacheFolder(this.options, this.release.tag);
    const path = await cachedLibrary(folder, this.name, userId);
    if (path !== undefined) return { kind: 'library', path, source: 'cache' };
    return { kind: 'none', build: this.build() };
  }

  async provide(given: string | undefined, download: boolean): Promise<string> {
    const found = await this.find(given);
    if (found.kind === 'library') return found.path;
    if (!download) throw new CoreLibraryError({ kind: 'not-installed', build: found.build });
    const build = this.build();
    const { env, ca, output } = this.options;
    const shown = new DownloadProgress(output, build);
    let installed = false;
    try {
      await install({ ...build, name: this.name }, this.clock, {
        env,
        progress: (received, total) => shown.show(received, total),
        ...(ca !== undefined && { ca }),
      });
      installed = true;
    } finally {
      shown.done(installed);
    }
    const path = await cachedLibrary(build.folder, this.name, this.options.userId);
    if (path === undefined) throw new Error('The installed library is gone.');
    return path;
  }

  probe(path: string): Promise<LibraryProbe> {
    return probeLibrary(path, this.clock, this.options.entry);
  }

  private build(): LibraryBuild & { readonly sha256: string } {
    const { platform, arch } = this.options;
    const build = buildFor(this.release, this.options);
    if (build === undefined) {
      const system = `${platform}-${arch}`;
      throw new CoreLibraryError({ kind: 'no-build', system, name: this.name });
    }
    const { tag } = this.release;
    return { ...build, tag, folder: cacheFolder(this.options, tag) };
  }
}

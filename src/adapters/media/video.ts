import { mediaError } from './media-failed.js';
import { withRegularFile } from './picture-file.js';
import { runProgram, type ProgramLimits } from './program.js';

/** The programs of FFmpeg, and where they are looked for. */
export interface VideoPrograms {
  /** Folders as in PATH. */
  readonly searchPath: string;
  readonly limits: ProgramLimits;
}

/** Largest frame that is decoded, and side of the frame that is written. */
const MAX_PIXELS = 64_000_000;
const FRAME_SIDE = 1024;

// The file is read as MP4 or QuickTime only, and nothing that it names is opened (behaviour 6.6).
const LOCAL_VIDEO = ['-protocol_whitelist', 'file', '-f', 'mov'];

/** The first frame as a PNG. */
export async function firstFrame(path: string, programs: VideoPrograms): Promise<Uint8Array> {
  const side = `'min(${FRAME_SIDE},iw)':'min(${FRAME_SIDE},ih)'`;
  return run('ffmpeg', programs, path, [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-max_pixels', `${MAX_PIXELS}`],
    ...[...LOCAL_VIDEO, '-i', `file:${path}`, '-an', '-sn', '-dn', '-frames:v', '1'],
    ...['-vf', `scale=${side}:force_original_aspect_ratio=decrease`],
    ...['-map_metadata', '-1', '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'],
  ]);
}

/** Whole seconds. */
export async function duration(path: string, programs: VideoPrograms): Promise<number> {
  const output = await run('ffprobe', programs, path, [
    ...['-hide_banner', '-loglevel', 'error', ...LOCAL_VIDEO],
    ...['-show_entries', 'format=duration', '-of', 'default=noprint_wrappers=1:nokey=1'],
    `file:${path}`,
  ]);
  const seconds = Math.round(Number(Buffer.from(output).toString('latin1').trim() || 'none'));
  // A video can claim any duration: more than a number of seconds that apps take is none.
  if (!(seconds >= 0 && seconds <= 2 ** 31 - 1)) throw mediaError({ kind: 'no-duration' });
  return seconds;
}

async function run(
  program: string,
  { searchPath, limits }: VideoPrograms,
  path: string,
  args: readonly string[],
): Promise<Uint8Array> {
  await withRegularFile(path, () => Promise.resolve());
  return runProgram(program, args, limits, searchPath);
}

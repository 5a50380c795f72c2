import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { MediaAdapter } from '../../../src/adapters/media/media-adapter.js';
import { FIXED_PREVIEW } from '../../../src/domain/files/fixed-preview.js';
import { MediaError } from '../../../src/ports/media.js';
import { colorAt, pictureOf, redAndBlue, temporaryFolder, written } from './pictures.js';

const onUnix = process.platform !== 'win32';

/** A folder with programs of these names, each a shell script; `$HERE` is the folder. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(scripts)) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\nHERE='${folder}'\nPATH=/usr/bin:/bin\n${script}\n`);
    chmodSync(path, 0o755);
  }
  return folder;
}

/** An ffmpeg that gives this picture, beside an ffprobe. */
async function frameAnd(ffprobe: string): Promise<string> {
  const folder = programs({ ffmpeg: 'cat "$HERE/frame.png"', ffprobe });
  const frame = await (await redAndBlue(80, 60)).png().toBuffer();
  writeFileSync(join(folder, 'frame.png'), frame);
  return folder;
}

async function isGone(pid: number): Promise<boolean> {
  for (let look = 0; look < 200; look++) {
    try {
      process.kill(pid, 0);
      // Killed, but its parent has not asked for it yet.
      const state = existsSync('/proc') && readFileSync(`/proc/${pid}/stat`, 'latin1');
      if (state && / [ZX] /.test(state)) return true;
    } catch {
      return true;
    }
    await pause(10);
  }
  return false;
}

const video = () => written('a.mp4', 'not really a video');
const failedWith = (text: string) => new MediaError(text);

describe.runIf(onUnix)('videoPreview with other programs in the place of FFmpeg', () => {
  it('is the frame of ffmpeg and the duration of ffprobe, rounded (api 1.3)', async () => {
    const media = new MediaAdapter(await frameAnd('echo 3.6'));
    const { preview, durationSeconds, failure } = await media.videoPreview(video());
    expect([durationSeconds, failure]).toEqual([4, undefined]);
    expect(await sharp(pictureOf(preview)).metadata()).toMatchObject({ width: 80, height: 60 });
    expect(await colorAt(pictureOf(preview), 10, 30)).toBe('red');
  });

  it('has one argument for the path, whatever is in it', async () => {
    const folder = programs({
      ffmpeg: 'for a; do printf "%s\\n" "[$a]"; done > "$HERE/ffmpeg.txt"',
      ffprobe: 'for a; do printf "%s\\n" "[$a]"; done > "$HERE/ffprobe.txt"',
    });
    const path = written('a b;$(id)%03d\n"\'.mp4', 'x');
    await expect(new MediaAdapter(folder).videoPreview(path)).rejects.toThrow(MediaError);
    const given = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(given('ffmpeg.txt')).toBe(
      [
        ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-max_pixels', '64000000'],
        ...['-protocol_whitelist', 'file', '-f', 'mov', '-i', `file:${path}`],
        ...['-an', '-sn', '-dn', '-frames:v', '1', '-vf'],
        "scale='min(1024,iw)':'min(1024,ih)':force_original_aspect_ratio=decrease",
        ...['-map_metadata', '-1', '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'],
      ]
        .map((argument) => `[${argument}]\n`)
        .join(''),
    );
    expect(given('ffprobe.txt')).toBe(
      [
        ...['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file', '-f', 'mov'],
        ...['-show_entries', 'format=duration', '-of', 'default=noprint_wrappers=1:nokey=1'],
        `file:${path}`,
      ]
        .map((argument) => `[${argument}]\n`)
        .join(''),
    );
  });

  it('runs them without input and without the environment of the server', async () => {
    process.env['FFREPORT'] = 'file=/tmp/report';
    try {
      const folder = programs({
        ffmpeg: '/usr/bin/env > "$HERE/env.txt"; wc -c > "$HERE/input.txt"; exit 1',
        ffprobe: 'exit 1',
      });
      await expect(new MediaAdapter(folder).videoPreview(video())).rejects.toThrow(MediaError);
      expect(readFileSync(join(folder, 'env.txt'), 'utf8')).not.toContain('FFREPORT');
      expect(readFileSync(join(folder, 'input.txt'), 'utf8').trim()).toBe('0');
    } finally {
      delete process.env['FFREPORT'];
    }
  });

  it('says when FFmpeg is not installed', async () => {
    await expect(new MediaAdapter(temporaryFolder()).videoPreview(video())).rejects.toThrow(
      failedWith('ffmpeg was not found. Install FFmpeg for previews of videos.'),
    );
  });

  it('kills one that hangs, with what it started', async () => {
    const folder = programs({
      ffmpeg: 'sleep 1000 & echo $! > "$HERE/child"; echo $$ > "$HERE/self"; trap "" TERM; wait',
      ffprobe: 'exit 1',
    });
    await expect(new MediaAdapter(folder, 400).videoPreview(video())).rejects.toThrow(
      failedWith('It took more than 0.4 s and was stopped.'),
    );
    for (const name of ['self', 'child']) {
      expect([name, await isGone(Number(readFileSync(join(folder, name), 'utf8')))]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('kills what one that ended left running', async () => {
    const folder = programs({
      ffmpeg: 'sleep 1000 > /dev/null 2>&1 & echo $! > "$HERE/child"; exit 1',
      ffprobe: 'exit 1',
    });
    await expect(new MediaAdapter(folder).videoPreview(video())).rejects.toThrow(MediaError);
    expect(await isGone(Number(readFileSync(join(folder, 'child'), 'utf8')))).toBe(true);
  });

  it('stops one that writes without end, at 64 MiB', async () => {
    const folder = programs({ ffmpeg: 'cat /dev/zero', ffprobe: 'cat /dev/zero' });
    await expect(new MediaAdapter(folder).videoPreview(video())).rejects.toThrow(
      failedWith('ffmpeg wrote more than 64 MiB and was stopped.'),
    );
  });

  it.each([
    ['ends with an error', 'exit 3', 'ffmpeg failed: code 3.'],
    ['is killed', 'kill -9 $$', 'ffmpeg failed: SIGKILL.'],
    ['gives no picture', 'echo hello', 'It is not a picture in JPEG, PNG, GIF, WebP.'],
    ['gives nothing', 'exit 0', 'It is not a picture in JPEG, PNG, GIF, WebP.'],
  ])('gives the fixed preview and the duration when ffmpeg %s', async (_, ffmpeg, text) => {
    const media = new MediaAdapter(programs({ ffmpeg, ffprobe: 'echo 12' }));
    expect(await media.videoPreview(video())).toEqual({
      preview: FIXED_PREVIEW,
      durationSeconds: 12,
      failure: failedWith(text),
    });
  });

  it.each([
    ['exit 1', 'ffprobe failed: code 1.'],
    ['echo N/A', 'The video does not tell its duration.'],
    ['echo', 'The video does not tell its duration.'],
    ['echo -5', 'The video does not tell its duration.'],
    ['echo 1e300', 'The video does not tell its duration.'],
    ['echo 3 4', 'The video does not tell its duration.'],
  ])('gives the frame and 0 when ffprobe does: %s', async (ffprobe, text) => {
    const result = await new MediaAdapter(await frameAnd(ffprobe)).videoPreview(video());
    expect(result).toMatchObject({ durationSeconds: 0, failure: failedWith(text) });
    expect(await colorAt(pictureOf(result.preview), 10, 30)).toBe('red');
  });

  it('does not start them for what is no regular file', async () => {
    const folder = programs({ ffmpeg: 'touch "$HERE/ran"', ffprobe: 'touch "$HERE/ran"' });
    const pipe = join(folder, 'pipe.mp4');
    execFileSync('mkfifo', [pipe]);
    await expect(new MediaAdapter(folder).videoPreview(pipe)).rejects.toThrow(
      failedWith('It is not a regular file.'),
    );
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});

const searchPath = process.env['PATH'] ?? '';
const installed = ['ffmpeg', 'ffprobe'].every((name) =>
  searchPath.split(delimiter).some((folder) => existsSync(join(folder, name))),
);

describe('videoPreview with FFmpeg', () => {
  const withFFmpeg = it.skipIf(!installed);
  const named = (name: string) =>
    installed ? name : `${name} (skipped: ffmpeg and ffprobe are not on the PATH)`;
  const media = new MediaAdapter(searchPath);

  /** Two seconds and a half: a red frame first, then blue ones. */
  function realVideo(name: string): string {
    const path = join(temporaryFolder(), name);
    const color = (hex: string, seconds: number) => [
      '-f',
      'lavfi',
      '-i',
      `color=${hex}:size=320x200:rate=10:duration=${seconds}`,
    ];
    execFileSync('ffmpeg', [
      ...['-nostdin', '-loglevel', 'error', ...color('red', 0.5), ...color('blue', 2)],
      ...['-filter_complex', '[0][1]concat', '-c:v', 'mpeg4', path],
    ]);
    return path;
  }

  withFFmpeg(
    named('is the first frame and the duration of an MP4 and a QuickTime file'),
    async () => {
      for (const name of ['a.mp4', 'a.mov']) {
        const { preview, durationSeconds, failure } = await media.videoPreview(realVideo(name));
        expect([durationSeconds, failure]).toEqual([3, undefined]);
        expect(preview).toMatch(/^data:image\/(jpg|png);base64,/);
        expect(preview.length).toBeLessThanOrEqual(14_000);
        const picture = pictureOf(preview);
        expect(await sharp(picture).metadata()).toMatchObject({ width: 320, height: 200 });
        expect(await colorAt(picture, 160, 100)).toBe('red');
      }
    },
  );

  withFFmpeg(named('makes the frame of a large video smaller'), async () => {
    const path = join(temporaryFolder(), 'a.mp4');
    const source = ['-f', 'lavfi', '-i', 'color=red:size=1920x1080:rate=5:duration=1'];
    execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...source, '-c:v', 'mpeg4', path]);
    const picture = pictureOf((await media.videoPreview(path)).preview);
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1024, height: 576 });
  });

  withFFmpeg(named('reads nothing but MP4 and QuickTime, and no other file'), async () => {
    const other = realVideo('real.mp4');
    const hostile = {
      'playlist.mp4': `#EXTM3U\n#EXTINF:1,\nfile:${other}\n`,
      'list.mp4': `ffconcat version 1.0\nfile '${other}'\n`,
      'picture.mp4': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'empty.mp4': '',
    };
    for (const [name, content] of Object.entries(hostile)) {
      await expect(media.videoPreview(written(name, content))).rejects.toThrow(
        /^ffmpeg failed: code \d+\.$/,
      );
    }
    truncateSync(other, 600);
    await expect(media.videoPreview(other)).rejects.toThrow(MediaError);
  });
});

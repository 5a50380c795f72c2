import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditLogReader } from '../../../src/adapters/audit/log-reader.js';
import { compile, type Compiled } from '../../support/compiled.js';
import { FakeClock } from '../../support/fake-clock.js';

let compiled: Compiled;
let program: string;
let folder: string;

beforeAll(async () => {
  compiled = await compile('test/adapters/audit/writing-process.ts');
  program = compiled.path('test/adapters/audit/writing-process.ts');
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
});

afterAll(async () => {
  await compiled.remove();
  await rm(folder, { recursive: true });
});

/** Runs the writing process and kills it after `records` records were told as written, at any point of the next one. */
function writeUntilKilled(data: string, records: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let written = 0;
    child.stdout.on('data', (text: Buffer) => {
      written += text.toString().split('\n').length - 1;
      if (written >= records) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', () => {
      resolve(written);
    });
  });
}

describe('a server that is killed while it writes', () => {
  it(
    'loses no record that was told as written, 50 times in a row',
    { timeout: 60_000 },
    async () => {
      const reader = new AuditLogReader(folder, new FakeClock());
      let told = 0;
      for (let round = 0; round < 50; round += 1) {
        told += await writeUntilKilled(folder, 1 + (round % 7));
        const verdict = await reader.verify();
        if (verdict?.kind === 'broken') expect(verdict.reason).toBe('incomplete');
      }
      told += await writeUntilKilled(folder, 1);
      const kept = { joined: 0, repaired: 0 };
      for await (const entry of reader.entries()) {
        expect(entry.kind).toBe('record');
        if (entry.kind !== 'record') continue;
        if (entry.record.event === 'log-repaired') kept.repaired += entry.record.files.length;
        else kept.joined += 1;
      }
      expect(kept.joined).toBeGreaterThanOrEqual(told);
      const aside = (await readdir(folder)).filter((name) => name.startsWith('audit.partial-'));
      expect(kept.repaired).toBe(aside.length);
    },
  );
});

import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { callTool, connect, eras } from '../client.mjs';
import { befriend, decideAll, startProduct } from '../product.mjs';

const FILES = 200;
const SIZE = 1_000_000;

/** Files of 1 MB in both directions; the memory of the process is not to grow with their number. */
export async function files(report) {
  report.title(`${FILES} files of 1 MB sent and received`);
  const product = await startProduct(0);
  const client = await connect(product, eras['2026-07-28']);
  const { chat, person } = await befriend(product, client, callTool, 'alice');
  const home = join(product.root, 'home');
  await mkdir(home);
  const file = join(home, 'out.bin');
  const bytes = randomBytes(SIZE);
  await writeFile(file, bytes);
  const [conversation] = person.directs();
  const stops = [decideAll(product.owner, '/approve N'), decideAll(product.owner, '/receive N')];
  const both = async (number) => {
    await sendOne(client, chat, file);
    await person.files.send(conversation, { name: `in-${number}.bin`, bytes });
    await receiveOne(client, chat);
  };
  const start = performance.now();
  for (let number = 0; number < FILES / 10; number += 1) await both(number);
  const before = memory();
  for (let number = FILES / 10; number < FILES; number += 1) await both(number);
  const after = memory();
  for (const stop of stops) stop();
  report.line('time', `${((performance.now() - start) / 1000).toFixed(1)} s`);
  report.line(`memory after ${FILES / 10} files`, memoryText(before));
  report.line(`memory after ${FILES} files`, memoryText(after));
  report.ratio('growth of memory in use', after.used / before.used, 1.3);
  await client.close();
  await product.close();
}

async function sendOne(client, chat, file) {
  const { status } = await callTool(client, 'send', { chat, file, wait: 0 });
  if (status !== 'done') throw new Error(`send of a file: ${status}`);
}

async function receiveOne(client, chat) {
  const { messages } = await callTool(client, 'receive', { chat, wait: 10, limit: 1 });
  const { item } = messages.at(-1);
  const { status } = await callTool(client, 'download', { chat, item, wait: 60 });
  if (status !== 'done') throw new Error(`download: ${status}`);
}

/**
 * Bytes after a collection of garbage: in use, and resident. What the allocator keeps of freed buffers comes and goes
 * by tens of MB, so the resident part is shown but has no goal.
 */
function memory() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
}

function memoryText({ used, resident }) {
  const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(0)} MB`;
  return `${megabytes(used)} in use, ${megabytes(resident)} resident`;
}

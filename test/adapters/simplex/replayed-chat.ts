import { SimplexChat } from '../../../src/adapters/simplex/simplex-chat.js';
import type { SimplexNetwork } from '../../../src/adapters/simplex/simplex-chat-account.js';
import type { FileServers, FileServersMemory } from '../../../src/ports/file-servers-memory.js';
import { ReplayTransport } from './replay-transport.js';

/** The servers of the recordings. */
export const recordedServers: SimplexNetwork = {
  smpServers: ['smp://fnL99u2yAQI6o4DQDaso0t8vM2U5oCExxkDvUeioXcI=@localhost:7101'],
  xftpServers: ['xftp://v0V-ui6l1nT0Pbg5C41NwbWxh3-5rytiP5ftslZID-c=@localhost:7102'],
};

/** Keeps the servers of files in memory. */
export class MemoryOfServers implements FileServersMemory {
  saved: FileServers = new Map();

  load(): Promise<FileServers> {
    return Promise.resolve(this.saved);
  }

  save(servers: FileServers): Promise<void> {
    this.saved = new Map(servers);
    return Promise.resolve();
  }
}

export interface ReplayedChat {
  readonly core: ReplayTransport;
  readonly chat: SimplexChat;
  readonly memory: MemoryOfServers;
  readonly reports: string[];
}

/** The adapter on a recorded core; `core.takeSent()` gives what it has sent since the last look. */
export function replayedChat(
  file: string,
  network: SimplexNetwork = recordedServers,
): ReplayedChat {
  const core = new ReplayTransport(file);
  const memory = new MemoryOfServers();
  const reports: string[] = [];
  const chat = new SimplexChat(core, memory, network, (context, error) => {
    reports.push(`${context}: ${String(error)}`);
  });
  return { core, chat, memory, reports };
}

/** As `replayedChat`, opened, with the user created and the chat started, as every recording from 02 on begins. */
export async function startedChat(file: string): Promise<ReplayedChat> {
  const replayed = replayedChat(file);
  await replayed.chat.open();
  await replayed.chat.createUser('agent');
  await replayed.chat.setTempFolder('/data/agent/tmp');
  await replayed.chat.start();
  return replayed;
}

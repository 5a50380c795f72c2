import type { EntryFacts } from '../domain/hosts/entry.js';
import { commandLine, selfCommand, type Invocation } from '../domain/hosts/self-command.js';
import {
  inhabitantLines,
  ownerDoorLine,
  ownerSeatedLine,
  tryLines,
} from '../domain/text/sandbox.js';
import type { SandboxPort } from '../ports/sandbox.js';
import type { Log } from './log.js';
import type { Listening } from './server.js';
import type { ServeSettings } from './settings.js';

/** What the start of a server on the sandbox adds: who is there, how to try it, and the owner's place. */
export async function startOnSandbox(
  sandbox: SandboxPort,
  settings: ServeSettings,
  invocation: Invocation,
  log: Log,
  { port, joinLink }: Listening,
): Promise<void> {
  await sandbox.openDoor();
  for (const line of inhabitantLines(sandbox.inhabitants())) log.line(line);
  for (const line of tryLines(entryFacts(settings, invocation, port))) log.line(line);
  if (sandbox.ownerAtTerminal) {
    log.line(ownerSeatedLine);
    await sandbox.seatOwner(joinLink);
    return;
  }
  const data = settings.dataGiven ? ['--data', settings.dataFolder] : [];
  const words = [...selfCommand(invocation), 'owner', settings.name, ...data];
  log.line(ownerDoorLine(commandLine(words, invocation.platform)));
}

function entryFacts(settings: ServeSettings, invocation: Invocation, port: number): EntryFacts {
  return {
    agent: settings.name,
    platform: invocation.platform,
    dataFolder: settings.dataFolder,
    dataGiven: settings.dataGiven,
    port,
    expireHours: settings.expireHours,
    self: selfCommand(invocation),
    channel: 'off',
  };
}

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { ChatRef } from '../../src/domain/chat/ref.js';
import type { Agent } from './agent.js';
import type { MakeWorld } from './chat-port.js';
import { TestWorld } from './use-world.js';
import { fileBytes, type OtherChat, type OtherParticipant } from './world.js';

interface Pair {
  readonly agent: Agent;
  readonly alice: OtherParticipant;
  readonly ref: ChatRef;
  readonly chat: OtherChat;
}

async function pair(world: TestWorld): Promise<Pair> {
  const agent = await world.agent();
  const alice = await world.now.other('alice');
  const { ref } = await agent.join((await alice.createInvitation()).short);
  return { agent, alice, ref, chat: await alice.agentContact() };
}

type FileOffer = Parameters<OtherParticipant['sendFile']>[1];

/** Alice sends a file; resolves with its item when her upload is complete. */
async function offered(
  { agent, alice, chat }: Pair,
  offer: FileOffer,
): Promise<{ itemId: number; fileId: number; message: string }> {
  const message = await alice.sendFile(chat, offer);
  const item = await agent.message(offer.text ?? '');
  const fileId = item.file?.fileId ?? 0;
  expect(item.file).toMatchObject({
    name: offer.name,
    size: offer.size,
    xftp: true,
    status: { kind: 'invited' },
  });
  await agent.events.next((event) =>
    event.kind === 'file-described' && event.fileId === fileId ? true : undefined,
  );
  return { itemId: item.itemId, fileId, message };
}

/** Whether these are the bytes of a file of the suite. */
function sameBytes(bytes: Uint8Array, size: number): boolean {
  return Buffer.compare(bytes, fileBytes(size)) === 0;
}

/** Files, received and sent. */
export function fileContract(makeWorld: MakeWorld): void {
  describe('a received file', () => {
    const world = new TestWorld(makeWorld);

    it('is written to the path, byte for byte', async () => {
      const both = await pair(world);
      const { agent, ref } = both;
      const { itemId, fileId } = await offered(both, { name: 'report.pdf', size: 300_000 });
      const path = join(world.now.folder, `${fileId}.pdf`);
      await agent.chat.receiveFile(fileId, path, false);
      const received = await agent.events.next((event) =>
        event.kind === 'file-received' ? event : undefined,
      );
      expect(received.fileId).toBe(fileId);
      expect(received.item?.file).toMatchObject({ status: { kind: 'complete' }, path });
      expect(sameBytes(await readFile(path), 300_000)).toBe(true);
      expect((await agent.chat.item(ref, itemId))?.file?.status).toEqual({ kind: 'complete' });
      await expect(agent.chat.receiveFile(fileId, `${path}2`, false)).rejects.toMatchObject({
        failure: { kind: 'already-receiving' },
      });
    });

    it('lies on known servers', async () => {
      const both = await pair(world);
      const { itemId, fileId } = await offered(both, { name: 'report.pdf', size: 2000 });
      const servers = await both.agent.chat.fileServers(both.ref, itemId, fileId);
      const known = await both.agent.chat.knownFileServers();
      expect(servers).not.toHaveLength(0);
      for (const server of servers ?? []) expect(known).toContain(server);
    });

    it('may be a picture with its preview', async () => {
      const both = await pair(world);
      const { itemId } = await offered(both, {
        name: 'pic.png',
        size: 2000,
        text: 'a picture',
        image: true,
      });
      const item = await both.agent.chat.item(both.ref, itemId);
      expect(item?.content).toMatchObject({
        message: { type: 'image', text: 'a picture', preview: expect.stringMatching(/^data:/) },
      });
    });

    it('on unknown servers is refused, stays on offer, and is received once they are approved', async () => {
      const both = await pair(world);
      const { agent, ref } = both;
      const { itemId, fileId } = await offered(both, {
        name: 'pic.png',
        size: 2000,
        text: 'on an unknown server',
        unknownServer: true,
      });
      const path = join(world.now.folder, `${fileId}.png`);
      await expect(agent.chat.receiveFile(fileId, path, false)).rejects.toMatchObject({
        message: expect.stringMatching(/^Unknown servers! Without Tor or VPN/),
        failure: { kind: 'servers-not-approved', hosts: [expect.any(String)] },
      });
      await agent.updated();
      expect((await agent.chat.item(ref, itemId))?.file?.status).toEqual({ kind: 'invited' });
      await agent.chat.receiveFile(fileId, path, true);
      await agent.events.next((event) => (event.kind === 'file-received' ? true : undefined));
      expect((await stat(path)).size).toBe(2000);
    });

    it('is cancelled by its sender, and can not be received then', async () => {
      const both = await pair(world);
      const { agent, alice, chat } = both;
      const { fileId, message } = await offered(both, { name: 'report.pdf', size: 2000 });
      await alice.cancelFile(chat, message);
      const cancelled = await agent.events.next((event) =>
        event.kind === 'file-sender-cancelled' ? event : undefined,
      );
      expect(cancelled.item?.file?.status).toEqual({ kind: 'cancelled' });
      await expect(
        agent.chat.receiveFile(fileId, join(world.now.folder, 'gone.pdf'), false),
      ).rejects.toMatchObject({ failure: { kind: 'other' } });
    });

    it('is on offer again when the agent cancels it', async () => {
      const both = await pair(world);
      const { agent, ref } = both;
      const { itemId, fileId } = await offered(both, { name: 'big.bin', size: 9_000_000 });
      await agent.chat.receiveFile(fileId, join(world.now.folder, 'big.bin'), false);
      await agent.chat.cancelFile(fileId);
      expect((await agent.chat.item(ref, itemId))?.file?.status).toEqual({ kind: 'invited' });
    });

    it('that does not exist is refused', async () => {
      const { agent } = await pair(world);
      await expect(
        agent.chat.receiveFile(9999, join(world.now.folder, 'none'), false),
      ).rejects.toMatchObject({ failure: { kind: 'store', notFound: 'file' } });
      await expect(agent.chat.cancelFile(9999)).rejects.toMatchObject({
        failure: { kind: 'store', notFound: 'file' },
      });
    });
  });

  describe('a sent file', () => {
    const world = new TestWorld(makeWorld);

    it('is uploaded after its message, and reaches the other side', async () => {
      const { agent, alice, ref, chat } = await pair(world);
      const path = join(world.now.folder, 'report.pdf');
      await writeFile(path, fileBytes(300_000));
      const sent = await agent.chat.send(ref, {
        content: { type: 'file', text: 'from the agent' },
        filePath: path,
      });
      expect(sent.file).toMatchObject({
        name: 'report.pdf',
        size: 300_000,
        status: { kind: 'sent' },
      });
      const done = await agent.events.next((event) =>
        event.kind === 'file-sent' ? event : undefined,
      );
      expect(done.fileId).toBe(sent.file?.fileId);
      const { message } = await alice.receives(chat, 'from the agent');
      expect(sameBytes(await alice.receiveFile(chat, message), 300_000)).toBe(true);
    });

    it('that is not there is refused, and leaves no item', async () => {
      const { agent, ref } = await pair(world);
      await expect(
        agent.chat.send(ref, {
          content: { type: 'file', text: 'nothing' },
          filePath: join(world.now.folder, 'nosuchfile'),
        }),
      ).rejects.toMatchObject({ failure: { kind: 'other' } });
      const { items } = await agent.chat.items(ref, { kind: 'last', count: 1 });
      expect(items[0]?.content.kind).toBe('other');
    });
  });
}

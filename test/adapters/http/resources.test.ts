import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, eras, start, type Started } from './fixture.js';

const chats = 'simplex://ada/chats';
const chat = 'simplex://ada/chat/@4';

let started: Started;
beforeEach(async () => {
  started = await start();
  const entries = [
    { uri: chats, name: 'Chats', description: 'Chats with unread counts', text: '{"chats":[]}' },
    { uri: chat, name: '@4', text: '{"unread":2}' },
  ];
  for (const entry of entries) started.service.entries.set(entry.uri, entry);
});
afterEach(() => started.server.close());

describe.each(eras)('resources in the %s era', (era) => {
  let client: Client;
  beforeEach(async () => {
    client = await connect(started.port, era);
  });
  afterEach(() => client.close());

  it('are listed as JSON', async () => {
    expect((await client.listResources()).resources).toEqual([
      {
        uri: chats,
        name: 'Chats',
        description: 'Chats with unread counts',
        mimeType: 'application/json',
      },
      { uri: chat, name: '@4', mimeType: 'application/json' },
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
  });

  it('are read as their text at the moment', async () => {
    const read = async () => (await client.readResource({ uri: chat })).contents;
    expect(await read()).toEqual([
      { uri: chat, mimeType: 'application/json', text: '{"unread":2}' },
    ]);
    started.service.entries.set(chat, { uri: chat, name: '@4', text: '{"unread":3}' });
    expect(await read()).toEqual([
      { uri: chat, mimeType: 'application/json', text: '{"unread":3}' },
    ]);
  });

  it.each(['simplex://ada/chat/@5', 'file:///etc/passwd', 'no URI'])(
    'refuse the unknown %s',
    async (uri) => {
      await expect(client.readResource({ uri })).rejects.toMatchObject({
        message: expect.stringMatching(/not found/i) as string,
      });
    },
  );
});

describe('subscriptions/listen', () => {
  /** Notifications as they come, in order. */
  function collect(client: Client) {
    const seen: unknown[] = [];
    let wake = () => undefined as void;
    const add = (notification: unknown) => {
      seen.push(notification);
      wake();
    };
    client.setNotificationHandler('notifications/resources/list_changed', () => add('list'));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
      add(params.uri),
    );
    return async (count: number) => {
      while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return seen;
    };
  }

  it('tells of a changed list and of the changed resources that were named', async () => {
    const client = await connect(started.port, 'modern');
    const seen = collect(client);
    const subscription = await client.listen({
      resourcesListChanged: true,
      resourceSubscriptions: [chat],
    });
    started.server.resourceUpdated(chats);
    started.server.resourceUpdated(chat);
    started.server.resourcesChanged();
    started.server.resourceUpdated(chat);
    expect(await seen(3)).toEqual([chat, 'list', chat]);
    await subscription.close();
    await client.close();
  });

  it('tells only what was asked for', async () => {
    const client = await connect(started.port, 'modern');
    const seen = collect(client);
    const subscription = await client.listen({ resourceSubscriptions: [chat] });
    started.server.resourcesChanged();
    started.server.resourceUpdated(chats);
    started.server.resourceUpdated(chat);
    expect(await seen(1)).toEqual([chat]);
    await subscription.close();
    await client.close();
  });

  it('ends when the server closes', async () => {
    const client = await connect(started.port, 'modern');
    const subscription = await client.listen({ resourcesListChanged: true });
    await started.server.close();
    await subscription.closed;
    await client.close();
  });

  it('is not offered to 2025-era clients, which have no stream for it', async () => {
    const legacy = await connect(started.port, 'legacy');
    const modern = await connect(started.port, 'modern');
    expect(legacy.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
    });
    expect(modern.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: true, subscribe: true },
    });
    await Promise.all([legacy.close(), modern.close()]);
  });

  it('is nothing to wait for: without subscribers a change is told to nobody', () => {
    expect(() => {
      started.server.resourcesChanged();
      started.server.resourceUpdated(chat);
    }).not.toThrow();
  });
});

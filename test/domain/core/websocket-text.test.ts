import { describe, expect, it } from 'vitest';
import {
  answerLostText,
  connectedAgainText,
  connectionLostText,
  notConnectedText,
  secondClientText,
  unreachableText,
  unreadRequestText,
} from '../../../src/domain/core/websocket-text.js';

const URL = 'ws://127.0.0.1:5225';

describe('what the person who runs the server reads about a core behind a WebSocket', () => {
  it.each([
    [
      unreachableText(URL, 'ECONNREFUSED'),
      'No SimpleX core answers at ws://127.0.0.1:5225 (ECONNREFUSED). Start it with simplex-chat -p PORT, or use ' +
        '--core native.',
    ],
    [
      connectionLostText(URL),
      'The connection to the SimpleX core at ws://127.0.0.1:5225 is lost; connecting again.',
    ],
    [
      connectedAgainText(URL),
      'Connected to the SimpleX core at ws://127.0.0.1:5225 again. Messages that came in between are read from ' +
        'the chats.',
    ],
    [
      answerLostText(URL),
      'The connection to the SimpleX core at ws://127.0.0.1:5225 was lost before it answered; the command may or ' +
        'may not have been carried out.',
    ],
    [
      notConnectedText(URL),
      'The SimpleX core at ws://127.0.0.1:5225 is not connected; the command was not sent.',
    ],
    [
      unreadRequestText(URL),
      'The SimpleX core at ws://127.0.0.1:5225 could not read a command; those under way may or may not have been ' +
        'carried out.',
    ],
    [
      secondClientText(URL),
      'Warning: another program is connected to ws://127.0.0.1:5225. SimpleX gives each event to only one of its ' +
        'clients, so that this server misses messages and approvals; and that program can act as the agent. ' +
        'Disconnect it.',
    ],
  ])('says: %s', (text, words) => {
    expect(text).toBe(words);
  });
});

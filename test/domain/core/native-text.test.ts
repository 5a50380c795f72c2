import { describe, expect, it } from 'vitest';
import {
  cannotLoadText,
  coreBrokenText,
  coreEndedText,
  databaseText,
} from '../../../src/domain/core/native-text.js';

describe('what the person who starts the server reads about the core', () => {
  it('says why the database does not open', () => {
    expect(databaseText({ kind: 'wrong-key', file: '/data/simplex_chat.db' })).toBe(
      "/data/simplex_chat.db can't be opened: it is encrypted with a key that this program does not have, or it is " +
        'not a SimpleX database. It was not changed; move it away, or start an agent of another name.',
    );
    expect(databaseText({ kind: 'newer-database', file: '/data/simplex_agent.db' })).toBe(
      '/data/simplex_agent.db was written by a newer or another version of the SimpleX core than this one. It was ' +
        'not changed; use that version with --core-lib PATH, or restore the backup of before the upgrade.',
    );
    expect(
      databaseText({ kind: 'database', file: '/data/x_chat.db', detail: 'disk I/O error' }),
    ).toBe("/data/x_chat.db can't be opened: disk I/O error.");
    expect(databaseText({ kind: 'database', file: undefined, detail: 'agentError' })).toBe(
      "The database can't be opened: agentError.",
    );
  });

  it('keeps details of the library on one line of at most 500 characters', () => {
    const detail = `${'x'.repeat(499)}\n\u001b[31mred`;
    expect(databaseText({ kind: 'database', file: '/f', detail })).toBe(
      `/f can't be opened: ${'x'.repeat(499)} …`,
    );
  });

  it('says how the core ended', () => {
    expect(coreEndedText({ how: 'SIGSEGV', words: undefined })).toBe(
      'The SimpleX core ended by itself (SIGSEGV). Start the server again; if it ends again, see simplex-mcp core.',
    );
    expect(coreEndedText({ how: 251, words: 'heap exhausted' })).toBe(
      'The SimpleX core ended by itself (exit code 251). It said: heap exhausted. Start the server again; if it ends ' +
        'again, see simplex-mcp core.',
    );
    expect(coreBrokenText('no answer')).toBe(
      'The SimpleX core stopped working: no answer. Start the server again.',
    );
  });

  it('says that a file is not the core', () => {
    expect(cannotLoadText('/opt/libsimplex.so', 'invalid ELF header')).toBe(
      "/opt/libsimplex.so can't be used as the SimpleX core: invalid ELF header. It must be libsimplex for this " +
        'system, with the libraries that came with it in the same folder.',
    );
  });
});

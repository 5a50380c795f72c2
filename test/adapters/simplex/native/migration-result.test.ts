import { describe, expect, it } from 'vitest';
import { migrationFailure } from '../../../../src/adapters/simplex/native/migration-result.js';

// The objects are what core 7.0.0.6 answered about databases prepared for each case.
describe('what the library says when it opened a database', () => {
  it('is nothing when it is open', () => {
    expect(migrationFailure('{"type":"ok"}')).toBeUndefined();
  });

  it.each([
    [{ type: 'errorNotADatabase', dbFile: '/d/a_chat.db' }, 'wrong-key'],
    [
      {
        type: 'errorMigration',
        dbFile: '/d/a_chat.db',
        migrationError: { type: 'downgrade', downMigrations: ['99990101_future'] },
      },
      'newer-database',
    ],
    [
      {
        type: 'errorMigration',
        dbFile: '/d/a_chat.db',
        migrationError: {
          type: 'migrationError',
          mtrError: { type: 'noDown', dbMigrations: ['99990101_future'] },
        },
      },
      'newer-database',
    ],
    [
      {
        type: 'errorMigration',
        dbFile: '/d/a_agent.db',
        migrationError: {
          type: 'migrationError',
          mtrError: { type: 'different', appMigration: 'm20260410_a', dbMigration: 'm20260410_b' },
        },
      },
      'newer-database',
    ],
    [{ type: 'errorSQL', dbFile: '/d/a_chat.db', migrationSQLError: 'no folder' }, 'database'],
    [{ type: 'agentError', agentError: { type: 'INTERNAL' } }, 'database'],
    [
      { type: 'errorMigration', dbFile: '/d/a_chat.db', migrationError: { type: 'new' } },
      'database',
    ],
    [{ type: 'ofTomorrow' }, 'database'],
    [null, 'database'],
  ])('%j is %s', (answer, kind) => {
    expect(migrationFailure(JSON.stringify(answer))).toMatchObject({ kind });
  });

  it('quotes the reason and names the file', () => {
    const answer = { type: 'errorSQL', dbFile: '/d/a_chat.db', migrationSQLError: 'no folder' };
    expect(migrationFailure(JSON.stringify(answer))?.message).toBe(
      "/d/a_chat.db can't be opened: no folder.",
    );
    expect(migrationFailure('{')?.message).toBe("The database can't be opened: not JSON.");
  });
});

import { z } from 'zod';
import { type DatabaseFailure, databaseText } from '../../../domain/core/native-text.js';
import { CoreTransportError } from '../transport.js';

const result = z.looseObject({ type: z.string() });
const withFile = z.looseObject({ dbFile: z.string() });
const sqlError = z.looseObject({ migrationSQLError: z.string() });
const migration = z.looseObject({ migrationError: z.looseObject({ type: z.string() }) });

/** Reads what the library says when it opened a database: nothing, or the error to fail with. */
export function migrationFailure(text: string): CoreTransportError | undefined {
  const failure = databaseFailure(text);
  if (failure === undefined) return undefined;
  return new CoreTransportError(failure.kind, databaseText(failure));
}

function databaseFailure(text: string): DatabaseFailure | undefined {
  const json = parse(text);
  const type = result.safeParse(json).data?.type;
  if (type === 'ok') return undefined;
  const file = withFile.safeParse(json).data?.dbFile;
  if (type === 'errorNotADatabase' && file !== undefined) return { kind: 'wrong-key', file };
  if (type === 'errorMigration' && file !== undefined) {
    // `upgrade` can't come, since upgrades are confirmed; `downgrade` and `migrationError` tell of another version.
    const kind = migration.safeParse(json).data?.migrationError.type;
    if (kind === 'downgrade' || kind === 'migrationError') return { kind: 'newer-database', file };
  }
  const detail = sqlError.safeParse(json).data?.migrationSQLError ?? `${type ?? 'not JSON'}`;
  return { kind: 'database', file, detail };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

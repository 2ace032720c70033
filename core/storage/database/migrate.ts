import type { Kysely } from 'kysely';
import { AppError } from '../../common/errors';
import type { SchemaDialect } from './dialect';
import { migrationsFor } from './migrations';

/** True when the database has the latest schema known to this version. */
export const isPresentSchema = (last: unknown, dialect: SchemaDialect): boolean =>
  last === Object.keys(migrationsFor(dialect)).sort().at(-1);

/**
 * Migrates a database to the current schema. Processes that start at the same time wait for each other. If the schema
 * is newer, throws STORAGE_ERROR with `newer` as its message.
 */
export async function migrate(db: Kysely<never>, dialect: SchemaDialect, newer: string): Promise<void> {
  const { Migrator } = await import('kysely/migration');
  const provider = { getMigrations: async () => migrationsFor(dialect) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  if (!String(error).includes('corrupted migrations')) throw error;
  throw new AppError('STORAGE_ERROR', newer);
}

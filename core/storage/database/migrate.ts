import type { Kysely } from 'kysely';
import { AppError } from '../../common/errors';
import type { SchemaDialect } from './dialect';
import { migrationsFor } from './migrations';

/** Whether the last change of the schema that a database has is this version's. */
export const isPresentSchema = (last: unknown, dialect: SchemaDialect): boolean =>
  last === Object.keys(migrationsFor(dialect)).sort().at(-1);

/** Brings a database to the present schema; processes that start at the same time wait for each other. STORAGE_ERROR with the sentence `newer`. */
export async function migrate(db: Kysely<never>, dialect: SchemaDialect, newer: string): Promise<void> {
  const { Migrator } = await import('kysely/migration');
  const provider = { getMigrations: async () => migrationsFor(dialect) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  if (!String(error).includes('corrupted migrations')) throw error;
  throw new AppError('STORAGE_ERROR', newer);
}

import { afterAll, beforeAll } from 'vitest';
import { PostgresDatabase } from '../../core/storage/database/postgres/postgres-database';
import { tables } from '../../core/storage/database/schema';
import { nameIn, noPostgres, type PostgresServer, startPostgres } from '../support/postgres';

/**
 * Provides databases for the tests in a file, and empties them before each test. The server runs only during these
 * tests.
 */
export function postgresDatabases(): { make(): Promise<string> } {
  let server: PostgresServer | undefined;
  let url: string | undefined;
  beforeAll(async () => {
    if (noPostgres) return;
    server = await startPostgres();
    url = await server.database();
    await (await PostgresDatabase.open(url)).close();
  });
  afterAll(() => server?.remove());
  return {
    make: async () => {
      if (!server || !url) throw new Error('The server of PostgreSQL did not start.');
      const emptied = [...Object.keys(tables), 'page_words'].map((table) => `delete from ${table};`).join('');
      await server.query(
        `${emptied} insert into meta values ('commits', 0), ('page_words', 0), ('words_checked', 0)`,
        nameIn(url),
      );
      return url;
    },
  };
}

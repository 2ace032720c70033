import { keptMs, type StorageContext } from '../context';
import type { IdempotencyStore } from '../job-ports';
import type { SqlDatabase } from './database';

/** Used idempotency keys in SQL. */
export class SqlIdempotencyStore implements IdempotencyStore {
  readonly #database: SqlDatabase;
  readonly #context: StorageContext;

  constructor(database: SqlDatabase, context: StorageContext) {
    this.#database = database;
    this.#context = context;
  }

  async claim(key: string): Promise<boolean> {
    const at = this.#context.clock.now();
    const claimed = await this.#database.write((db) =>
      db
        .insertInto('idempotency')
        .values({ key, at })
        .onConflict((it) =>
          it
            .column('key')
            .doUpdateSet({ at })
            .where('idempotency.at', '<=', at - keptMs),
        )
        .returning('key')
        .execute(),
    );
    return claimed.length > 0;
  }

  async expire(before: Date): Promise<number> {
    const { numDeletedRows } = await this.#database.write((db) =>
      db.deleteFrom('idempotency').where('at', '<', before.getTime()).executeTakeFirstOrThrow(),
    );
    return Number(numDeletedRows);
  }
}

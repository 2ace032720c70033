import { retentionMs } from '../../../common/job';
import type { IdempotencyStore } from '../../../ports/jobs/job-store';
import { SqlStore } from '../../sql/sql-store';

/** Used idempotency keys, stored in SQL. */
export class SqlIdempotencyStore extends SqlStore implements IdempotencyStore {
  async claim(key: string): Promise<boolean> {
    const at = this.now;
    const claimed = await this.database.write((db) =>
      db
        .insertInto('idempotency')
        .values({ key, at })
        .onConflict((it) =>
          it
            .column('key')
            .doUpdateSet({ at })
            .where('idempotency.at', '<=', at - retentionMs),
        )
        .returning('key')
        .execute(),
    );
    return claimed.length > 0;
  }

  async expire(before: Date): Promise<number> {
    const { numDeletedRows } = await this.database.write((db) =>
      db.deleteFrom('idempotency').where('at', '<', before.getTime()).executeTakeFirstOrThrow(),
    );
    return Number(numDeletedRows);
  }
}

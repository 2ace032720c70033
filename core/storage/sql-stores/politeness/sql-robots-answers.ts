import type { RobotsAnswer, RobotsAnswers, RobotsLookup } from '../../../ports/robots-answers';
import { prepared } from '../../database/prepared';
import type { Row } from '../../database/schema';
import { SqlStore } from '../../sql/sql-store';

/**
 * Lease time for fetching a robots.txt file, in ms. It is longer than any fetch. If a process dies while fetching,
 * other processes wait only until its lease expires.
 */
const askMs = 10_000;
/** Poll interval in ms while another process fetches the file. */
const waitMs = 100;

const findAnswer = prepared((db, { origin }: { readonly origin: string }) =>
  db.selectFrom('robots').selectAll().where('origin', '=', origin),
);

/**
 * Takes the lease for fetching a robots.txt file. Returns no row if the stored file is fresh or another process is
 * fetching it.
 */
const takeAsking = prepared((db, at: { readonly origin: string; readonly now: number; readonly until: number }) =>
  db
    .insertInto('robots')
    .values({ origin: at.origin, body: null, refusal: null, fresh_until: 0, lease_until: at.until })
    .onConflict((it) =>
      it
        .column('origin')
        .doUpdateSet({ lease_until: at.until })
        .where('robots.fresh_until', '<=', at.now)
        .where('robots.lease_until', '<=', at.now),
    )
    .returning('origin'),
);

/** Outcomes of fetching robots.txt, cached in SQL. */
export class SqlRobotsAnswers extends SqlStore implements RobotsAnswers {
  async find(origin: string): Promise<RobotsLookup> {
    const { now } = this;
    const [row] = await this.database.read((db) => findAnswer(db, { origin }));
    if (row && row.fresh_until > now) return { known: answerOf(row), freshMs: row.fresh_until - now };
    if (row && row.lease_until > now) return { waitMs };
    const taken = await this.database.write((db) => takeAsking(db, { origin, now, until: now + askMs }));
    return taken.length > 0 ? { isMine: true } : { waitMs };
  }

  async store(origin: string, { body, refusal }: RobotsAnswer, freshMs: number): Promise<void> {
    const change = { body: body ?? null, refusal: refusal ?? null, fresh_until: this.now + freshMs, lease_until: 0 };
    await this.database.write((db) => db.updateTable('robots').set(change).where('origin', '=', origin).execute());
  }

  async trim(): Promise<void> {
    const { now } = this;
    await this.database.write((db) =>
      db.deleteFrom('robots').where('fresh_until', '<=', now).where('lease_until', '<=', now).execute(),
    );
  }
}

const answerOf = ({ body, refusal }: Row<'robots'>): RobotsAnswer => ({
  ...(body === null ? {} : { body }),
  ...(refusal === null ? {} : { refusal }),
});

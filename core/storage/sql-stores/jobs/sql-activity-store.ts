import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ActivityEntry, DayUsage } from '../../../common/api/local-jobs';
import type { ActivityStore, JobCost } from '../../../ports/jobs/history';
import { readRecords } from '../../sql/read-records';
import { SqlStore } from '../../sql/sql-store';

/** ID prefix of entries that contain the costs of unlisted jobs. */
const unlisted = 'cost-';

/** Activity log in SQL. A second entry for a job replaces the first. */
export class SqlActivityStore extends SqlStore implements ActivityStore {
  async add(entry: ActivityEntry): Promise<void> {
    const { jobId, at, pages, credits } = entry;
    const row = { at, pages, credits, record: JSON.stringify(entry) };
    await this.database.write((db) =>
      db
        .insertInto('activity')
        .values({ job: jobId, ...row })
        .onConflict((it) => it.column('job').doUpdateSet(row))
        .execute(),
    );
  }

  addCost(cost: JobCost): Promise<void> {
    return this.add({ jobId: unlisted + randomUUID(), kind: '', url: '', state: '', ...cost });
  }

  costs(since: string): Promise<readonly JobCost[]> {
    return this.database.read(async (db) => {
      const found = await db.selectFrom('activity').select('record').where('at', '>=', since).execute();
      return readRecords<JobCost>(found);
    });
  }

  list({ limit, before }: Parameters<ActivityStore['list']>[0]): Promise<readonly ActivityEntry[]> {
    return this.database.read(async (db) => {
      let rows = db.selectFrom('activity').select('record').where('job', 'not like', `${unlisted}%`);
      if (before !== undefined) {
        const last = db.selectFrom('activity').select(['at', 'job']).where('job', '=', before);
        rows = rows.where((it) => it(it.refTuple('at', 'job'), '<', last.$asTuple('at', 'job')));
      }
      const found = await rows.orderBy('at', 'desc').orderBy('job', 'desc').limit(limit).execute();
      return readRecords<ActivityEntry>(found);
    });
  }

  async creditsSince(since: string): Promise<number> {
    const sum = await this.database.read((db) =>
      db
        .selectFrom('activity')
        .select((it) => it.fn.sum<number | null>('credits').as('credits'))
        .where('at', '>=', since)
        .executeTakeFirst(),
    );
    return sum?.credits ?? 0;
  }

  days(since: string): Promise<readonly DayUsage[]> {
    const day = sql<string>`substr(at, 1, 10)`;
    return this.database.read((db) =>
      db
        .selectFrom('activity')
        .select([day.as('day'), (it) => it.fn.countAll<number>().as('entries')])
        .select((it) => [it.fn.sum<number>('pages').as('pages'), it.fn.sum<number>('credits').as('credits')])
        .where('at', '>=', since)
        .groupBy(day)
        .orderBy('day')
        .execute(),
    );
  }
}

import type { GleanerEvent } from '../../../common/events';
import type { EventLog, LoggedEvent } from '../../../ports/event-log';
import { prepared } from '../../database/prepared';
import { readRecord } from '../../sql/read-records';
import { SqlStore } from '../../sql/sql-store';

/** Retention time of events, in ms. It is longer than any database outage that a process survives. */
const retentionMs = 5 * 60_000;

const eventsAfter = prepared((db, at: { readonly number: number; readonly worker: string }) =>
  db
    .selectFrom('told')
    .select(['number', 'record'])
    .where('number', '>', at.number)
    .where('worker', '<>', at.worker)
    .orderBy('number'),
);

/** Event log in SQL. Processes use it to forward events to each other. */
export class SqlEventLog extends SqlStore implements EventLog {
  async append(events: readonly GleanerEvent[]): Promise<void> {
    if (events.length === 0) return;
    const [worker, at] = [this.database.session, this.now];
    const rows = events.map((event) => ({ job: event.jobId ?? null, worker, at, record: JSON.stringify(event) }));
    await this.database.write(async (db) => {
      await db.insertInto('told').values(rows).execute();
      await this.database.notify(db, 'told');
    });
  }

  async last(): Promise<number> {
    const row = await this.database.read((db) =>
      db
        .selectFrom('told')
        .select((it) => it.fn.max<number | null>('number').as('last'))
        .executeTakeFirst(),
    );
    return row?.last ?? 0;
  }

  async after(number: number): Promise<readonly LoggedEvent[]> {
    const rows = await this.database.read((db) => eventsAfter(db, { number, worker: this.database.session }));
    return rows.flatMap(({ number: at, record }) => {
      const event = readRecord<GleanerEvent>(record);
      return event ? [{ number: at, event }] : [];
    });
  }

  async removeJob(id: string): Promise<void> {
    await this.database.write((db) => db.deleteFrom('told').where('job', '=', id).execute());
  }

  /** Deletes events past their retention time. */
  async trim(): Promise<void> {
    const before = this.now - retentionMs;
    await this.database.write((db) => db.deleteFrom('told').where('at', '<', before).execute());
  }
}

import { toAppError } from '../common/errors';
import type { DocumentRows } from '../platform/user-documents/shared-documents';
import type { StorageContext } from '../ports/context';
import { storedResults } from '../ports/nodes';
import type { ObjectStore } from '../ports/object-store';
import type { ClockReading, Storage } from '../ports/storage';
import type { SqlDatabase } from './database/database';
import { Contents } from './sql/contents';
import { storageUse } from './sql/storage-use';
import { SqlOutbox } from './sql-stores/delivery/sql-outbox';
import { SqlEventLog } from './sql-stores/fleet/sql-event-log';
import { SqlLeases } from './sql-stores/fleet/sql-leases';
import { SqlNodes } from './sql-stores/fleet/sql-nodes';
import { SqlReaper } from './sql-stores/fleet/sql-reaper';
import { SqlResultStore } from './sql-stores/jobs/result-store';
import { SqlActivityStore } from './sql-stores/jobs/sql-activity-store';
import { SqlIdempotencyStore } from './sql-stores/jobs/sql-idempotency-store';
import { SqlJobStore } from './sql-stores/jobs/sql-job-store';
import { SqlScrapeStore } from './sql-stores/jobs/sql-scrape-store';
import { SqlRobotsAnswers } from './sql-stores/politeness/sql-robots-answers';
import { SqlSlotStore } from './sql-stores/politeness/sql-slot-store';
import { PageIndex } from './sql-stores/search/sql-page-index';
import { SqlFileStore } from './sql-stores/tasks/sql-file-store';
import { SqlFrontier } from './sql-stores/tasks/sql-frontier';
import { SqlPageCache } from './sql-stores/tasks/sql-page-cache';
import { SqlTrackingStore } from './sql-stores/tasks/sql-tracking-store';
import { SqlDocumentRows } from './sql-stores/user-documents/sql-document-rows';

/** Stores that keep their data in the SQL database. */
export interface SqlStores extends Omit<Storage, 'documents' | 'sharedVersions' | 'warnings' | 'announce' | 'close'> {
  readonly documentRows: DocumentRows;
  /** Waits for background writes and releases all leases of this process. */
  leave(): Promise<void>;
}

/** Creates the stores for a database, and reports damage to `warn`. Large bodies are stored in `objects`. */
export function sqlStores(
  database: SqlDatabase,
  context: StorageContext,
  warn: (message: string) => void,
  objects?: ObjectStore,
): SqlStores {
  const contents = new Contents(database, context, objects);
  const pages = new SqlPageCache(database, context, contents);
  const nodes = new SqlNodes(database, context);
  const stores = {
    files: new SqlFileStore(database, context, contents),
    scrapes: new SqlScrapeStore(database, context, contents),
    pages,
    texts: new PageIndex(database, () => pages.settled()),
    tracking: new SqlTrackingStore(database, context, contents),
    activity: new SqlActivityStore(database, context),
    jobs: new SqlJobStore(database, context),
    idempotency: new SqlIdempotencyStore(database, context),
    frontier: new SqlFrontier(database, context, { contents, mayStore: () => nodes.canAllRead(storedResults) }),
    results: new SqlResultStore(database, warn, contents),
    outbox: new SqlOutbox(database, context),
    documentRows: new SqlDocumentRows(database, context),
    slots: new SqlSlotStore(database, context),
    robots: new SqlRobotsAnswers(database, context),
    leases: new SqlLeases(database, context),
    eventLog: new SqlEventLog(database, context),
    nodes,
    notifications: { next: () => database.nextNotifications() },
  };
  const reaper = new SqlReaper(database, context);
  return {
    ...stores,
    // Deletes the job's row last, so that an interrupted deletion can be repeated.
    removeJob: async (id) => {
      await stores.files.removeJob(id);
      await stores.outbox.removeJob(id);
      await stores.results.removeJob(id);
      await stores.scrapes.remove(id);
      await stores.eventLog.removeJob(id);
      await stores.jobs.remove(id);
    },
    readClock: () => readClock(database),
    writeClock: (look) => writeClock(database, look),
    reap: () => reaper.reap(stores),
    shrink: async () => {
      await contents.removeUnused().catch((thrown: unknown) => {
        context.log.warn(
          `unused page content stays in the object store until the next cleanup: ${toAppError(thrown).message}`,
        );
      });
      await database.shrink();
    },
    copyTo: (path) => database.copyTo(path),
    usage: () => database.read(storageUse),
    leave: async () => {
      await pages.settled();
      await reaper.leave();
    },
  };
}

/** Keys in the `meta` table for the state of the clock check. */
const lookMarks = { at: 'looked_at', steady: 'looked_steady', aheadMs: 'clock_ahead', holdMs: 'clock_hold' } as const;

async function readClock(database: SqlDatabase): Promise<ClockReading | undefined> {
  const rows = await database.read((db) =>
    db.selectFrom('meta').select(['name', 'value']).where('name', 'in', Object.values(lookMarks)).execute(),
  );
  const marks = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  const at = marks.get(lookMarks.at);
  const of = (name: keyof typeof lookMarks): number => marks.get(lookMarks[name]) ?? 0;
  return at === undefined ? undefined : { at, steady: of('steady'), aheadMs: of('aheadMs'), holdMs: of('holdMs') };
}

function writeClock(database: SqlDatabase, look: ClockReading): Promise<void> {
  const names = Object.keys(lookMarks) as (keyof typeof lookMarks)[];
  return database.write(async (db) => {
    await db
      .insertInto('meta')
      .values(names.map((name) => ({ name: lookMarks[name], value: look[name] })))
      .onConflict((it) => it.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
      .execute();
  });
}

import type { StorageContext } from '../../../ports/context';
import type { Completion, CompletionReport } from '../../../ports/jobs/frontier';
import type { SqlDatabase } from '../../database/database';
import { preparedInsert, type Statement, together } from '../../database/prepared';
import type { Db, Row } from '../../database/schema';
import type { Contents, ReadyContent } from '../../sql/contents';
import type { PackedResult } from '../../sql/result-body';
import { addDeliveries } from '../delivery/sql-outbox';
import { findPlaces, type KnownPlaces, keyOf } from './sql-keys';
import { addRefused, type KeyedTask, lockQueues, type Queue, queueBatchSize, saveQueue, takeNew } from './sql-queue';
import { endDone } from './sql-task-batches';

/** A page completed with a result. */
export interface PageEnd {
  readonly jobId: string;
  readonly queue: number;
  readonly place: number;
  readonly fence: number;
  readonly completion: Completion;
  readonly packed: PackedResult;
  /** Body of the result, if it is stored in `content`. */
  readonly large?: ReadyContent;
}

/** Report for a completion whose claim was lost. */
export const lostReport: CompletionReport = { links: { ids: [], added: 0, overLimit: [] } };

/** Maximum number of pages per write. Equals the number of jobs that can be locked together. */
export const endBatchSize = queueBatchSize;

const insertResult = preparedInsert('result', [
  ...(['queue', 'idx', 'place', 'url', 'title', 'media_type', 'status', 'credits', 'bytes', 'finished_at'] as const),
]);
const insertBody = preparedInsert('body', ['queue', 'idx', 'data', 'content']);

/** Placeholder for a body that is stored in `content`. */
const inContent = new Uint8Array();

/** A page whose claim still holds, with the counters of its job. */
interface Ending extends PageEnd {
  readonly counters: Queue;
  readonly found: readonly KeyedTask[];
  /** True if the page was in flight when a worker crashed. */
  readonly wasSuspect: boolean;
}

interface EndsPlace {
  readonly context: StorageContext;
  readonly database: SqlDatabase;
  readonly contents: Contents;
}

/** Writes the completions of pages inside a transaction. A lost claim does not affect the other pages. */
export async function writeEnds(
  db: Db,
  ends: readonly PageEnd[],
  { context, database, contents }: EndsPlace,
): Promise<readonly CompletionReport[]> {
  const { endings, known } = await stillClaimed(db, ends);
  const stored = await keepLarge(db, [...endings.values()], contents);
  const rows: Statement[] = [];
  const now = context.clock.now();
  const reports: CompletionReport[] = [];
  for (const end of ends) {
    const ending = endings.get(end);
    reports.push(ending ? await writeEnd(db, ending, { known, stored, rows, now }) : lostReport);
  }
  for (const queue of new Set([...endings.values()].map((each) => each.counters))) rows.push(saveQueue.with(queue));
  await together(db, rows);
  for (const { completion } of endings.values())
    await addDeliveries(db, completion.deliveries ?? [], context, database);
  return reports;
}

/** State read before completions are written. */
interface EndsFound {
  /** Pages whose claims still hold. */
  readonly endings: ReadonlyMap<PageEnd, Ending>;
  /** Places of the linked pages that are already tasks. */
  readonly known: KnownPlaces;
}

/**
 * Completes the tasks of finished pages, and finds the linked pages that are already tasks. Sends all queries together.
 * The first query locks the counters.
 */
async function stillClaimed(db: Db, ends: readonly PageEnd[]): Promise<EndsFound> {
  const pages = ends.map((end) => {
    const found = (end.completion.discovered ?? []).map((task) => ({ ...task, hash: keyOf(task.key ?? task.url) }));
    return { end, found };
  });
  const claims = ends.map(({ queue, place, fence }) => ({ queue, place, fence }));
  const wanted = pages.flatMap(({ end, found }) => found.map(({ hash }) => ({ queue: end.queue, key: hash })));
  const [queues, ended, known] = await Promise.all([
    lockQueues(
      db,
      ends.map(({ jobId }) => jobId),
    ),
    endDone(db, claims),
    findPlaces(db, wanted),
  ]);
  const rows = new Map(ended.map((row) => [nameOf(row), row]));
  const endings = new Map<PageEnd, Ending>();
  for (const { end, found } of pages) {
    const counters = queues.get(end.jobId);
    const name = nameOf(end);
    const row = rows.get(name);
    // Ignores a second completion of the same page.
    if (counters && row && rows.delete(name))
      endings.set(end, { ...end, counters, found, wasSuspect: row.interrupted > 0 });
  }
  return { endings, known };
}

const nameOf = ({ queue, place, fence }: Pick<Row<'task'>, 'queue' | 'place' | 'fence'>): string =>
  `${queue} ${place} ${fence}`;

/** Stores large bodies in `content` and returns their content IDs. */
async function keepLarge(
  db: Db,
  endings: readonly Ending[],
  contents: Contents,
): Promise<ReadonlyMap<ReadyContent, number>> {
  const large = endings.flatMap((each) => each.large ?? []);
  if (large.length === 0) return new Map();
  const kept = await contents.keepAll(db, large);
  return new Map(large.map((each, place) => [each, kept[place]?.id ?? 0]));
}

/** Data shared by all completions in a transaction. */
interface EndsAtWork {
  readonly known: KnownPlaces;
  readonly stored: ReadonlyMap<ReadyContent, number>;
  readonly rows: Statement[];
  readonly now: number;
}

/** Counts a page as done, and collects its rows for a later write. */
async function writeEnd(
  db: Db,
  { counters: queue, place, completion, packed, large, found, wasSuspect }: Ending,
  { known, stored, rows, now }: EndsAtWork,
): Promise<CompletionReport> {
  const index = queue.done;
  queue.done += 1;
  queue.in_flight -= 1;
  if (wasSuspect) queue.suspects -= 1;
  queue.credits += completion.result.credits;
  const content = (large && stored.get(large)) ?? null;
  rows.push(
    insertResult.with({ queue: queue.id, idx: index, place, ...packed.facts }),
    insertBody.with({ queue: queue.id, idx: index, data: content === null ? packed.body : inContent, content }),
  );
  const { report: links, rows: added } = takeNew(queue, found, known.get(queue.id) ?? new Map(), completion.limit);
  rows.push(...added);
  const { refused = [] } = completion;
  if (refused.length > 0) {
    // Writes the tasks added so far, because the check for refused URLs must see them.
    await together(db, rows.splice(0));
    await addRefused(db, queue, refused, now);
  }
  return { index, links };
}

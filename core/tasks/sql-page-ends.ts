import type { SqlDatabase } from '../database/database';
import { preparedInsert, type Statement, together } from '../database/prepared';
import type { Db, Row } from '../database/schema';
import { addDeliveries } from '../delivery/sql-outbox';
import type { StorageContext } from '../storage/context';
import type { PackedResult } from '../storage/sql/result-body';
import type { Completion, CompletionReport } from './frontier';
import { findPlaces, type KnownPlaces, keyOf } from './sql-keys';
import { addRefused, type KeyedTask, lockQueues, type Queue, queuesAtOnce, saveQueue, takeNew } from './sql-queue';
import { endDone } from './sql-some-tasks';

/** The end of a page that brought a result. */
export interface PageEnd {
  readonly jobId: string;
  readonly place: number;
  readonly fence: number;
  readonly completion: Completion;
  readonly packed: PackedResult;
}

/** What the end of a page comes to whose claim was lost. */
export const lostReport: CompletionReport = { links: { ids: [], added: 0, overLimit: [] } };

/** Pages that end in one write: no more than jobs that are locked together. */
export const endsAtOnce = queuesAtOnce;

const insertResult = preparedInsert('result', [
  ...(['queue', 'idx', 'place', 'url', 'title', 'media_type', 'status', 'credits', 'bytes', 'finished_at'] as const),
]);
const insertBody = preparedInsert('body', ['queue', 'idx', 'data']);

/** A page whose claim still holds, with the counters of its job. */
interface Ending extends PageEnd {
  readonly queue: Queue;
  readonly found: readonly KeyedTask[];
  /** Whether it was in flight when a worker died. */
  readonly wasSuspect: boolean;
}

/** Writes the ends of some pages inside a transaction; a page whose claim was lost harms no other one. */
export async function writeEnds(
  db: Db,
  ends: readonly PageEnd[],
  { context, database }: { readonly context: StorageContext; readonly database: SqlDatabase },
): Promise<readonly CompletionReport[]> {
  const endings = await stillClaimed(db, ends);
  const wanted = [...endings.values()].flatMap(({ queue, found }) =>
    found.map(({ hash }) => ({ queue: queue.id, key: hash })),
  );
  const known = await findPlaces(db, wanted);
  const rows: Statement[] = [];
  const reports: CompletionReport[] = [];
  for (const end of ends) {
    const ending = endings.get(end);
    reports.push(ending ? await writeEnd(db, ending, { known, rows, now: context.clock.now() }) : lostReport);
  }
  for (const queue of new Set([...endings.values()].map((each) => each.queue))) rows.push(saveQueue.with(queue));
  await together(db, rows);
  for (const { completion } of endings.values())
    await addDeliveries(db, completion.deliveries ?? [], context, database);
  return reports;
}

/** Takes the tasks of pages out of flight; gives back those whose claims were not lost. */
async function stillClaimed(db: Db, ends: readonly PageEnd[]): Promise<ReadonlyMap<PageEnd, Ending>> {
  const queues = await lockQueues(
    db,
    ends.map(({ jobId }) => jobId),
  );
  const known = ends.flatMap((end) => {
    const queue = queues.get(end.jobId);
    return queue ? [{ end, queue }] : [];
  });
  const claims = known.map(({ end: { place, fence }, queue }) => ({ queue: queue.id, place, fence }));
  const ended = new Map((await endDone(db, claims)).map((row) => [nameOf(row), row]));
  const endings = new Map<PageEnd, Ending>();
  for (const { end, queue } of known) {
    const name = nameOf({ queue: queue.id, place: end.place, fence: end.fence });
    const row = ended.get(name);
    // A second end of the same page comes too late.
    if (!row || !ended.delete(name)) continue;
    const found = (end.completion.discovered ?? []).map((task) => ({ ...task, hash: keyOf(task.key ?? task.url) }));
    endings.set(end, { ...end, queue, found, wasSuspect: row.interrupted > 0 });
  }
  return endings;
}

const nameOf = ({ queue, place, fence }: Pick<Row<'task'>, 'queue' | 'place' | 'fence'>): string =>
  `${queue} ${place} ${fence}`;

/** What the ends of pages have in common. */
interface EndsAtWork {
  readonly known: KnownPlaces;
  /** What is still to be written, together. */
  readonly rows: Statement[];
  readonly now: number;
}

/** Counts a page in; what it adds to tables is left to be written. */
async function writeEnd(
  db: Db,
  { queue, place, completion, packed, found, wasSuspect }: Ending,
  { known, rows, now }: EndsAtWork,
): Promise<CompletionReport> {
  const index = queue.done;
  queue.done += 1;
  queue.in_flight -= 1;
  if (wasSuspect) queue.suspects -= 1;
  queue.credits += completion.result.credits;
  rows.push(
    insertResult.with({ queue: queue.id, idx: index, place, ...packed.facts }),
    insertBody.with({ queue: queue.id, idx: index, data: packed.body }),
  );
  const { report: links, rows: added } = takeNew(queue, found, known.get(queue.id) ?? new Map(), completion.limit);
  rows.push(...added);
  const { refused = [] } = completion;
  if (refused.length > 0) {
    // Asks which of them are tasks by now.
    await together(db, rows.splice(0));
    await addRefused(db, queue, refused, now);
  }
  return { index, links };
}

import type { SqlDatabase } from '../database/database';
import { preparedInsert, type Statement, together } from '../database/prepared';
import type { Db, Row } from '../database/schema';
import { addDeliveries } from '../delivery/sql-outbox';
import type { StorageContext } from '../storage/context';
import type { Contents, ReadyContent } from '../storage/sql/contents';
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
  /** The body of the result, where it is not kept in its row. */
  readonly large?: ReadyContent;
}

/** What the end of a page comes to whose claim was lost. */
export const lostReport: CompletionReport = { links: { ids: [], added: 0, overLimit: [] } };

/** Pages that end in one write: no more than jobs that are locked together. */
export const endsAtOnce = queuesAtOnce;

const insertResult = preparedInsert('result', [
  ...(['queue', 'idx', 'place', 'url', 'title', 'media_type', 'status', 'credits', 'bytes', 'finished_at'] as const),
]);
const insertBody = preparedInsert('body', ['queue', 'idx', 'data', 'content']);

/** What a row holds of a body that is a content. */
const inContent = new Uint8Array();

/** A page whose claim still holds, with the counters of its job. */
interface Ending extends PageEnd {
  readonly queue: Queue;
  readonly found: readonly KeyedTask[];
  /** Whether it was in flight when a worker died. */
  readonly wasSuspect: boolean;
}

/** Where ends of pages are written. */
interface EndsPlace {
  readonly context: StorageContext;
  readonly database: SqlDatabase;
  readonly contents: Contents;
}

/** Writes the ends of some pages inside a transaction; a page whose claim was lost harms no other one. */
export async function writeEnds(
  db: Db,
  ends: readonly PageEnd[],
  { context, database, contents }: EndsPlace,
): Promise<readonly CompletionReport[]> {
  const endings = await stillClaimed(db, ends);
  const wanted = [...endings.values()].flatMap(({ queue, found }) =>
    found.map(({ hash }) => ({ queue: queue.id, key: hash })),
  );
  const known = await findPlaces(db, wanted);
  const stored = await keepLarge(db, [...endings.values()], contents);
  const rows: Statement[] = [];
  const now = context.clock.now();
  const reports: CompletionReport[] = [];
  for (const end of ends) {
    const ending = endings.get(end);
    reports.push(ending ? await writeEnd(db, ending, { known, stored, rows, now }) : lostReport);
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

/** Keeps bodies that are not in their rows; gives back their contents. */
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

/** What the ends of pages have in common. */
interface EndsAtWork {
  readonly known: KnownPlaces;
  readonly stored: ReadonlyMap<ReadyContent, number>;
  /** What is still to be written, together. */
  readonly rows: Statement[];
  readonly now: number;
}

/** Counts a page in; what it adds to tables is left to be written. */
async function writeEnd(
  db: Db,
  { queue, place, completion, packed, large, found, wasSuspect }: Ending,
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
    // Asks which of them are tasks by now.
    await together(db, rows.splice(0));
    await addRefused(db, queue, refused, now);
  }
  return { index, links };
}

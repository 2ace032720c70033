import type { JobCursor, JobNews } from '../../../ports/jobs/frontier';
import type { SqlDatabase } from '../../database/database';
import { prepared, preparedInsert, together } from '../../database/prepared';
import type { Db } from '../../database/schema';
import { lockQueue } from './sql-queue';

/** Maximum number of URLs read at a time. */
const urlsAtOnce = 1000;

const findUrls = prepared((db, at: { readonly queue: number; readonly from: number; readonly before: number }) =>
  db
    .selectFrom('task')
    .select(['url', 'place'])
    .where('queue', '=', at.queue)
    .where('place', '>=', at.from)
    .where('place', '<', at.before)
    .orderBy('place'),
);

const findLessons = prepared((db, at: { readonly queue: number; readonly after: number }) =>
  db
    .selectFrom('lesson')
    .select(['number', 'worker', 'record'])
    .where('queue', '=', at.queue)
    .where('number', '>', at.after)
    .orderBy('number'),
);

const insertLesson = preparedInsert('lesson', ['queue', 'number', 'worker', 'record']);

/**
 * Lessons that a process shares with other processes, and the position up to which it has read the job's URLs and
 * lessons.
 */
interface Exchange {
  readonly queue: number;
  readonly jobId: string;
  readonly worker: string;
  readonly lessons: readonly string[];
  readonly known: JobCursor;
}

/**
 * Stores the lessons learned by a process in one row. Returns lessons from other processes, and URLs added since the
 * last read. Lessons and URLs are numbered under the job's lock, so that no read misses any of them.
 */
export async function exchangeLessons(database: SqlDatabase, exchange: Exchange): Promise<JobNews> {
  const { queue, jobId: job, worker, lessons } = exchange;
  if (lessons.length === 0) return database.read((db) => newsOf(db, exchange));
  return database.write(async (db) => {
    // Sends both queries together. The server runs them in this order.
    const [counters, news] = await Promise.all([lockQueue(db, job), newsOf(db, exchange)]);
    if (!counters) return news;
    const number = news.known.lessons + 1;
    await together(db, [insertLesson.with({ queue, number, worker, record: JSON.stringify(lessons) })]);
    return { ...news, known: { ...news.known, lessons: number } };
  });
}

async function newsOf(db: Db, { queue, worker, known }: Exchange): Promise<JobNews> {
  const before = known.tasks + urlsAtOnce;
  const [urls, rows] = await Promise.all([
    Number.isSafeInteger(before) ? findUrls(db, { queue, from: known.tasks, before }) : [],
    findLessons(db, { queue, after: known.lessons }),
  ]);
  return {
    urls: urls.map(({ url }) => url),
    lessons: rows.filter((row) => row.worker !== worker).flatMap(({ record }) => JSON.parse(record) as string[]),
    known: { tasks: (urls.at(-1)?.place ?? known.tasks - 1) + 1, lessons: rows.at(-1)?.number ?? known.lessons },
    more: urls.length === urlsAtOnce,
  };
}

import type { SqlDatabase } from '../database/database';
import { prepared, preparedInsert } from '../database/prepared';
import type { Db } from '../database/schema';
import type { JobCursor, JobNews } from './frontier';
import { lockQueue, type Queue, readQueue } from './sql-queue';

/** URLs that are read at once. */
const urlsAtOnce = 1000;

const findUrls = prepared((db, at: { readonly queue: number; readonly from: number; readonly before: number }) =>
  db
    .selectFrom('task')
    .select('url')
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

/** What a process tells the others, and what it knows. */
interface Exchange {
  readonly jobId: string;
  readonly worker: string;
  readonly lessons: readonly string[];
  readonly known: JobCursor;
}

/** Keeps lessons of one process in one row, and gives back those of others and the URLs that were added since. Numbers are given under the lock of the job, so that none comes late. */
export async function exchangeLessons(database: SqlDatabase, exchange: Exchange): Promise<JobNews> {
  const { jobId, worker, lessons, known } = exchange;
  if (lessons.length === 0)
    return database.read(async (db) => (await newsOf(db, await readQueue(db, jobId), exchange)).news);
  return database.write(async (db) => {
    const { queue, news } = await newsOf(db, await lockQueue(db, jobId), exchange);
    if (!queue) return news;
    const number = news.known.lessons + 1;
    await insertLesson(db, { queue: queue.id, number, worker, record: JSON.stringify(lessons) });
    return { ...news, known: { ...news.known, lessons: number } };
  });

  async function newsOf(db: Db, queue: Queue | undefined, { worker: own }: Exchange) {
    if (!queue) return { news: { urls: [], lessons: [], known } };
    const before = Math.min(queue.tasks, known.tasks + urlsAtOnce);
    const urls = before > known.tasks ? await findUrls(db, { queue: queue.id, from: known.tasks, before }) : [];
    const rows = await findLessons(db, { queue: queue.id, after: known.lessons });
    const news: JobNews = {
      urls: urls.map(({ url }) => url),
      lessons: rows.filter((row) => row.worker !== own).flatMap(({ record }) => JSON.parse(record) as string[]),
      known: { tasks: Math.max(before, known.tasks), lessons: rows.at(-1)?.number ?? known.lessons },
      more: before < queue.tasks,
    };
    return { queue, news };
  }
}

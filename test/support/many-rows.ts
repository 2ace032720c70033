import type { Result } from '../../core/common/model';
import type { Db } from '../../core/storage/database/schema';
import { packResult } from '../../core/storage/sql/result-body';
import { openStored } from './open-stored';
import { resultPage } from './result-page';

/** Number of rows per insert statement. */
const rowsAtOnce = 1000;

/** Adds pages to an ended job until it has `count` pages. Writes to the database of a stopped engine or fleet. */
export async function multiplyPages(dataDir: string, jobId: string, count: number): Promise<void> {
  const database = await openStored(dataDir);
  await database.write(async (db) => {
    const queue = await db.selectFrom('queue').selectAll().where('job', '=', jobId).executeTakeFirstOrThrow();
    const { last } = await db
      .selectFrom('result')
      .select(({ fn }) => fn.max('idx').as('last'))
      .where('queue', '=', queue.id)
      .executeTakeFirstOrThrow();
    const data = packResult(result(jobId)).body;
    for (let from = last + 1; from < count; from += rowsAtOnce) {
      const indexes = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, at) => from + at);
      await addPages(db, queue, indexes, data);
    }
    await db
      .updateTable('queue')
      .set({ done: count, tasks: queue.tasks + count })
      .where('id', '=', queue.id)
      .execute();
  });
  await database.close();
}

async function addPages(
  db: Db,
  queue: { readonly id: number; readonly tasks: number },
  indexes: readonly number[],
  data: Uint8Array,
): Promise<void> {
  const facts = indexes.map((idx) => {
    const { at, ...shown } = pageOf(idx);
    const more = { place: queue.tasks + idx, credits: 1, bytes: idx % 5000, finished_at: at, media_type: 'text/html' };
    return { queue: queue.id, idx, ...shown, ...more };
  });
  await db.insertInto('result').values(facts).execute();
  await db
    .insertInto('body')
    .values(indexes.map((idx) => ({ queue: queue.id, idx, data })))
    .execute();
}

/** Returns the values that the grid shows for a page. */
export const pageOf = (index: number) => ({
  url: `http://shop.test/products/${(index * 7919) % 100_003}`,
  title: `Report ${index} on harbour number ${index % 997}`,
  status: index % 50 === 0 ? 404 : 200,
  at: new Date(Date.UTC(2026, 10, 22) + index * 1000).toISOString(),
});

/** Returns a result of a job. The document is the same for all pages. */
const result = (jobId: string): Result => ({
  taskId: '',
  jobId,
  url: 'http://shop.test/',
  page: resultPage('http://shop.test/', { title: 'A report' }),
  document: { markdown: '# A report', metadata: { title: 'A report', url: 'http://shop.test/' } },
  links: [],
  credits: 1,
  finishedAt: '2026-11-22T00:00:00.000Z',
});

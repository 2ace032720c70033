import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Result } from '../../core/common/model';
import { packResult } from '../../core/storage/sql/result-body';
import { resultPage } from './result-page';

/** Makes pages of a job that has ended into many, in the data folder of an engine that does not run. */
export function multiplyPages(dataDir: string, jobId: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'gleaner.db'));
  const { id, tasks } = database.prepare('select id, tasks from queue where job = ?').get(jobId) as Record<
    string,
    number
  >;
  const last = database.prepare('select max(idx) as idx from result where queue = ?').get(id!) as { idx: number };
  const facts = database.prepare(
    'insert into result (queue, idx, place, url, title, status, credits, bytes, finished_at, media_type) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const body = database.prepare('insert into body (queue, idx, data) values (?, ?, ?)');
  const packed = packResult(result(jobId)).body;
  database.exec('begin');
  for (let idx = last.idx + 1; idx < count; idx++) {
    const { url, title, status, at } = pageOf(idx);
    facts.run(id!, idx, tasks! + idx, url, title, status, 1, idx % 5000, at, 'text/html');
    body.run(id!, idx, packed);
  }
  database.prepare('update queue set done = ?, tasks = tasks + ? where id = ?').run(count, count, id!);
  database.exec('commit');
  database.close();
}

/** What the grid shows of one of the pages. */
export const pageOf = (index: number) => ({
  url: `http://shop.test/products/${(index * 7919) % 100_003}`,
  title: `Report ${index} on harbour number ${index % 997}`,
  status: index % 50 === 0 ? 404 : 200,
  at: new Date(Date.UTC(2026, 10, 22) + index * 1000).toISOString(),
});

/** The document of every page: they differ in the grid alone. */
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

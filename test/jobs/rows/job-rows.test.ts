import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../core/common/job';
import type { RowQuery } from '../../../core/common/rows';
import { newId } from '../../../core/common/values/ids';
import { type RowSelection, SelectedRows } from '../../../core/jobs/exports/selected-rows';
import { JobReader } from '../../../core/jobs/job-reader';
import { JobRows } from '../../../core/jobs/rows/job-rows';
import type { RowThread } from '../../../core/jobs/rows/row-thread';
import { serveRows } from '../../../core/jobs/rows/serve-rows';
import type { BackgroundJobHandler } from '../../../core/ports/jobs/job-handler';
import { JobKinds } from '../../../core/ports/jobs/job-kinds';
import type { Storage } from '../../../core/ports/storage';
import { openStorage } from '../../../core/storage/open-storage';
import { folders, result, spec } from '../../storage/support';
import { resultPage } from '../../support/result-page';

/** Two job kinds: one whose rows are the records in a job's result, and one whose rows are a job's pages. */
const kinds = [
  { mode: 'background', kind: 'table', result: { of: async ({ outcome }: Job) => ({ data: outcome }) } },
  { mode: 'background', kind: 'crawl' },
] as unknown as readonly BackgroundJobHandler[];

const temporary = folders();
let storage: Storage;
let rows: JobRows;
let serve: ReturnType<typeof serveRows>;
let chosen: SelectedRows;
beforeEach(async () => {
  storage = await openStorage(await temporary.make());
  serve = serveRows();
  const thread = { ask: async (message) => serve(message) } as Pick<RowThread, 'ask'> as RowThread;
  const { jobs, frontier, results } = storage;
  rows = new JobRows(new JobReader(jobs, frontier, results), new JobKinds(kinds), results, thread);
  chosen = new SelectedRows(rows, results);
});
afterEach(async () => {
  await storage.close();
  await temporary.removeAll();
});

async function addJob(kind: string, change: Partial<Job> = {}): Promise<Job> {
  const createdAt = new Date().toISOString();
  const facts = { kind, version: 'v2', zeroDataRetention: false, keyId: 'desktop', options: {}, createdAt } as const;
  const url = 'http://shop.test/';
  const job: Job = { ...facts, id: newId(), state: 'active', url, spec: spec(url), ...change };
  await storage.jobs.add(job);
  return job;
}

/** Stores a page as the next result of a job. */
async function addPage({ id }: Job, name: string, document: Readonly<Record<string, unknown>>): Promise<void> {
  const url = `http://shop.test/${name}`;
  await storage.frontier.add(id, [{ url, depth: 0 }]);
  const [task] = await storage.frontier.claim(id, 1);
  const page = resultPage(url, { title: `Title of ${name}` });
  const read = { ...result(task!.id), jobId: id, url, page, document: { metadata: { title: name }, ...document } };
  await storage.frontier.complete(id, task!, { result: read });
}

const query = (more: Partial<RowQuery> = {}): RowQuery => ({ of: 'data', ...more });
const all = { skip: 0, limit: 100, length: 'whole' } as const;
const outcome = [
  { name: 'Kettle', price: 49.9, stock: { left: 3 } },
  { name: 'Érable board', price: 12, stock: { left: 0 } },
  { name: 'Pan', price: null },
];
const ended = () => addJob('table', { state: 'completed', finishedAt: new Date().toISOString(), outcome });
const names = async ({ id }: Job, more: Partial<RowQuery>) =>
  (await rows.slice(id, query(more), all)).rows.map(({ values }) => values.name);

describe('the records of a job', () => {
  it('have typed columns in the order of the answer', async () => {
    const { columns, total, isComplete } = await rows.slice((await ended()).id, query(), all);
    expect(columns.map(({ id, type }) => [id, type])).toEqual([
      ['name', 'text'],
      ['price', 'number'],
      ['stock.left', 'number'],
    ]);
    expect([total, isComplete]).toEqual([3, true]);
  });

  it('are sorted, filtered, searched and read in parts', async () => {
    const job = await ended();
    expect(await names(job, { sort: 'price' })).toEqual(['Érable board', 'Kettle', 'Pan']);
    expect(await names(job, { sort: '-price', search: 'ERABLE' })).toEqual(['Érable board']);
    expect(await names(job, { filter: [{ column: 'stock.left', min: 1 }] })).toEqual(['Kettle']);
    const part = await rows.slice(job.id, query({ sort: 'name' }), { ...all, skip: 1, limit: 1 });
    expect([part.rows.map(({ number }) => number), part.total, part.all]).toEqual([[0], 3, 3]);
  });

  it('grow while the job runs, without renumbering', async () => {
    const job = await addJob('crawl');
    await addPage(job, 'a', { json: { name: 'A' } });
    const before = await rows.slice(job.id, query(), all);
    await addPage(job, 'b', { json: { name: 'B', colour: 'red' } });
    const after = await rows.slice(job.id, query(), all);
    expect(after.rows.map(({ number, values }) => [number, values.name])).toEqual([
      [0, 'A'],
      [1, 'B'],
    ]);
    expect(after.revision).toBe(before.revision);
    expect(after.columns.map(({ id }) => id)).toContain('colour');
  });

  it('have the columns of the answer while the job runs', async () => {
    const columnsOf = async (kind: string) => {
      const job = await addJob(kind);
      await addPage(job, 'a', { json: { name: 'A', price: 3 } });
      return (await rows.slice(job.id, query(), all)).columns.map(({ id }) => id);
    };
    expect(await columnsOf('table')).toEqual(['name', 'price']);
    expect(await columnsOf('crawl')).toEqual(['name', 'price', 'pageUrl']);
  });

  it('of an unknown job are not found', async () => {
    await expect(rows.slice(newId(), query(), all)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });
});

describe('the pages of a job', () => {
  it('are found by their text, with the same numbers and revision', async () => {
    const job = await addJob('crawl');
    await addPage(job, 'a', { markdown: 'A copper kettle' });
    await addPage(job, 'b', { html: '<p class="copper">An <b>iron</b> pan</p>' });
    const slice = (search?: string) => rows.slice(job.id, query({ of: 'pages', search }), all);
    const whole = await slice();
    const found = async (search: string) => (await slice(search)).rows.map(({ number }) => number);
    expect([await found('kettle'), await found('IRON pan'), await found('copper'), await found('title of')]).toEqual([
      [0],
      [1],
      [0],
      [0, 1],
    ]);
    const { revision, columns, searched } = await slice('pan');
    expect([revision, columns, searched]).toEqual([whole.revision, whole.columns, undefined]);
    await addPage(job, 'c', { markdown: 'Another copper pot' });
    expect(await found('copper')).toEqual([0, 2]);
  });

  it('are found by their text after the thread has lost its rows', async () => {
    const job = await addJob('crawl');
    await addPage(job, 'a', { markdown: 'A copper kettle' });
    await addPage(job, 'b', { markdown: 'A copper pan' });
    const found = async (search?: string, partial?: boolean) => {
      const slice = await rows.slice(job.id, query({ of: 'pages', search }), { ...all, partial });
      return [slice.isComplete, slice.rows.map(({ number }) => number)];
    };
    expect(await found('copper')).toEqual([true, [0, 1]]);
    serve = serveRows();
    expect(await found('copper', true)).toEqual([true, [0, 1]]);
    serve = serveRows();
    // A request without a search reloads the rows without their texts. The next search loads the texts.
    expect(await found()).toEqual([true, [0, 1]]);
    expect(await found('pan')).toEqual([true, [1]]);
    serve = serveRows();
    await addPage(job, 'c', { markdown: 'A copper pot' });
    expect(await found('copper')).toEqual([true, [0, 1, 2]]);
  });
});

describe('exported rows', () => {
  const objects = async (job: Job, choice: RowSelection) => {
    const found: object[] = [];
    for await (const batch of chosen.objects(job, choice)) found.push(...batch);
    return found;
  };

  it('are the matching ones, in the selected order and columns', async () => {
    const job = await ended();
    const choice = { query: query({ sort: '-price' }), columns: ['price', 'name', 'none'] };
    expect(await objects(job, choice)).toEqual([
      { price: 49.9, name: 'Kettle' },
      { price: 12, name: 'Érable board' },
      { price: null, name: 'Pan' },
    ]);
    expect(await objects(job, { query: query(), numbers: [1], columns: ['name'] })).toEqual([{ name: 'Érable board' }]);
  });

  it('of pages contain their documents', async () => {
    const job = await addJob('crawl');
    await addPage(job, 'a', { markdown: '# A' });
    await addPage(job, 'b', { markdown: '# B' });
    const found = await objects(job, { query: query({ of: 'pages', sort: '-url' }), columns: ['url', 'markdown'] });
    expect(found).toEqual([
      { url: 'http://shop.test/b', markdown: '# B' },
      { url: 'http://shop.test/a', markdown: '# A' },
    ]);
  });

  it('are complete beyond one batch', async () => {
    const many = Array.from({ length: 1201 }, (_, at) => ({ at }));
    const job = await addJob('table', { state: 'completed', finishedAt: new Date().toISOString(), outcome: many });
    expect(await objects(job, { query: query() })).toEqual(many);
  });
});

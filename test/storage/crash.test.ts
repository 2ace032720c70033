import { copyFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FrontierTask } from '../../core/ports/jobs/frontier';
import type { Storage } from '../../core/ports/storage';
import { openStorage } from '../../core/storage/open-storage';
import { resultPage } from '../support/result-page';
import { startChild } from './child';
import { folders, rememberingLog } from './support';

const temporary = folders();
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
let dir: string;
let log: ReturnType<typeof rememberingLog>;
const open = () => openStorage(dir, { log });
const file = (name = '') => join(dir, `gleaner.db${name}`);

beforeEach(async () => {
  dir = await temporary.make();
  log = rememberingLog();
});
afterEach(() => temporary.removeAll());

/**
 * Kills the crawling child after several acknowledged pages. Returns true if the child finished before it was killed.
 */
async function crawlUntil(pages: number, size: number, acknowledged: string[]): Promise<boolean> {
  const child = startChild('crawl-child.mjs', dir, jobId, String(size));
  for (let seen = 0; ; seen += 1) {
    if (seen === pages) child.process.kill('SIGKILL');
    const line = await child.line();
    if (line === 'end') return true;
    if (line === undefined) return false;
    acknowledged.push(line);
  }
}

const result = (task: FrontierTask, markdown: string) => ({
  taskId: task.id,
  jobId,
  url: task.url,
  page: resultPage(task.url),
  document: { markdown, metadata: {} },
  links: [],
  credits: 1,
  finishedAt: '2026-11-20T12:00:00.000Z',
});

async function fill(storage: Storage, count: number): Promise<void> {
  const tasks = Array.from({ length: count }, (_, n) => ({ url: `http://site.test/${n}`, depth: 0 }));
  await storage.frontier.add(jobId, tasks);
  for (const task of await storage.frontier.claim(jobId, count)) {
    await storage.frontier.complete(jobId, task, { result: result(task, task.url) });
  }
}

test('has each page of a repeatedly killed crawl once, and every acknowledged one', async () => {
  const size = 4000;
  const acknowledged: string[] = [];
  let interrupted = 0;
  for (let round = 0; round < 5; round += 1) {
    const ended = await crawlUntil(1 + Math.floor(Math.random() * 350), size, acknowledged);
    if (!ended) interrupted += 1;
  }
  // On a slow machine, a round may finish before the child is killed.
  expect(interrupted).toBeGreaterThan(2);
  const killed = acknowledged.length;
  expect(await crawlUntil(Number.POSITIVE_INFINITY, size, acknowledged)).toBe(true);
  expect(killed).toBeGreaterThan(5);
  expect(acknowledged.length).toBe(new Set(acknowledged).size);

  const storage = await open();
  const failed = Array.from({ length: size }, (_, n) => n).filter((n) => n % 50 === 49);
  const { results } = await storage.results.page(jobId, { skip: 0 });
  const urls = results.map(({ url }) => url);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.length).toBe(size - failed.length);
  const problems = await storage.frontier.problems(jobId, { skip: 0, limit: size });
  expect(problems.problems.map(({ url }) => url).sort()).toEqual(failed.map((n) => `http://site.test/${n}`).sort());
  const ends = new Set([...urls.map((url) => `done ${url}`), ...problems.problems.map(({ url }) => `failed ${url}`)]);
  const sent = acknowledged.filter((line) => line.startsWith('sent '));
  expect(acknowledged.filter((line) => !ends.has(line) && !sent.includes(line))).toEqual([]);
  for (const line of sent) expect(await storage.tracking.last(line.slice('sent '.length), undefined)).toBeDefined();
  for (const { url, document } of results) {
    const n = Number(url.split('/').at(-1));
    expect(document.markdown).toBe(`page ${n} `.repeat(1 + (n % 400)));
  }
  const { deliveries } = await storage.outbox.list(jobId, { skip: 0, limit: size });
  const told = urls.map((url) => `event-${url.split('/').at(-1)}`);
  expect(deliveries.map(({ id }) => id)).toEqual(told);
  expect(await storage.frontier.counts(jobId)).toMatchObject({ queued: 0, inFlight: 0, credits: urls.length });
  expect(storage.warnings).toEqual([]);
  await storage.close();
}, 120_000);

/** Fills the folder with a job of 20 pages. Closes the storage, unless `killed` is set. */
async function filled(killed = false): Promise<Storage> {
  const storage = await open();
  await fill(storage, 20);
  if (!killed) await storage.close();
  return storage;
}

/** Copies the folder in the state that a killed process would leave. The test continues with the copy. */
async function leaveAsKilled(storage: Storage): Promise<void> {
  const copy = await temporary.make();
  for (const name of await readdir(dir)) {
    // Reading the lock file would release the lock.
    if (name !== 'lock.db') await copyFile(join(dir, name), join(copy, name));
  }
  await storage.close();
  dir = copy;
}

describe('a database', () => {
  test('with a lost or truncated log reports the number of missing changes', async () => {
    for (const cut of [true, false]) {
      const storage = await filled(true);
      await expect
        .poll(() => readFile(join(dir, 'commits.json'), 'utf8').catch(() => ''), { timeout: 5000 })
        .toContain('2');
      await leaveAsKilled(storage);
      if (cut) await truncate(file('-wal'), Math.floor((await stat(file('-wal'))).size / 2));
      else await rm(file('-wal'));
      const again = await open();
      expect(again.warnings[0]).toMatch(/^The last \d+ changes before this start are missing: .*gleaner\.db-wal/);
      await again.close();
      const third = await open();
      expect(third.warnings).toEqual([]);
      await third.close();
      dir = await temporary.make();
    }
  });

  test('killed with an intact log has everything', async () => {
    await leaveAsKilled(await filled(true));
    const again = await open();
    expect(again.warnings).toEqual([]);
    expect((await again.results.page(jobId, { skip: 0 })).results).toHaveLength(20);
    await again.close();
  });

  test.each([
    ['cut in the middle', async () => truncate(file(), Math.floor((await stat(file())).size / 8192) * 4096)],
    ['overwritten with rubbish', () => writeFile(file(), Buffer.alloc(50_000, 'x'))],
  ])('%s is set aside and reported, and readable data is kept', async (_, damage) => {
    await filled();
    await damage();
    const again = await open();
    expect(again.warnings[0]).toMatch(/^gleaner\.db was damaged\. The file was renamed to .*; \d+ rows could be read/);
    expect((await readdir(dir)).some((name) => name.startsWith('gleaner.db.damaged-'))).toBe(true);
    await fill(again, 3);
    await again.close();
    const third = await open();
    expect(third.warnings).toEqual([]);
    await third.close();
  });

  test('reports lost results, and so does the job', async () => {
    await filled();
    const raw = new DatabaseSync(file());
    raw.exec('delete from body where idx in (3, 7)');
    raw.close();
    const again = await open();
    expect(again.warnings).toEqual([
      '2 results of 1 jobs were lost because data was damaged; the jobs report the loss. Start them again.',
    ]);
    expect(await again.frontier.counts(jobId)).toMatchObject({ done: 20, lost: 2 });
    expect((await again.results.page(jobId, { skip: 0 })).results).toHaveLength(18);
    expect((await again.results.page(jobId, { skip: 2, limit: 3 })).next).toBe(5);
    await again.close();
    const third = await open();
    expect(third.warnings).toEqual([]);
    expect(await third.frontier.counts(jobId)).toMatchObject({ lost: 2 });
    await third.close();
  });

  test('with one damaged body returns the other results and counts that one as lost', async () => {
    await filled();
    const raw = new DatabaseSync(file());
    const { data } = raw.prepare('select data from body where idx = 4').get() as { data: Uint8Array };
    data[data.length >> 1]! ^= 1;
    raw.prepare('update body set data = ? where idx = 4').run(data);
    raw.close();
    const again = await open();
    expect((await again.results.page(jobId, { skip: 0 })).results).toHaveLength(19);
    expect(again.warnings[0]).toContain('is damaged and was skipped');
    expect(await again.frontier.counts(jobId)).toMatchObject({ lost: 1 });
    await again.close();
  });

  test('of a newer Gleaner is refused with a message', async () => {
    await filled();
    const raw = new DatabaseSync(file());
    raw.exec("insert into kysely_migration values ('2030-01-01 later', '2030-01-01T00:00:00.000Z')");
    raw.close();
    await expect(open()).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: expect.stringContaining('was written by a newer version of Gleaner') as string,
    });
  });
});

describe('tasks in flight during a crash', () => {
  const start = async () => {
    const child = startChild('claim-child.mjs', dir, jobId);
    const claimed = JSON.parse((await child.line())!) as string[];
    return { claimed, kill: () => child.kill() };
  };

  test('run alone, and crashes are counted for a single suspect', async () => {
    const storage = await open();
    await storage.frontier.add(
      jobId,
      [0, 1, 2, 3].map((n) => ({ url: `http://site.test/${n}`, depth: 0 })),
    );
    await storage.close();
    const first = await start();
    expect(first.claimed).toHaveLength(4);
    await first.kill();
    // Each page now runs alone. All pages complete except page 0, during which the process is killed.
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      const child = await start();
      expect(child.claimed, `death ${deaths}`).toEqual(['http://site.test/0']);
      await child.kill();
    }
    const again = await open();
    const [task] = await again.frontier.claim(jobId, 9);
    expect(task).toMatchObject({ url: 'http://site.test/0', interrupted: 3 });
    expect(await again.frontier.counts(jobId)).toMatchObject({ queued: 0, inFlight: 1, done: 3, failed: 0 });
    await again.close();
  }, 60_000);
});

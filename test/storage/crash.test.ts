import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FrontierTask } from '../../core/storage/job-ports';
import { openStorage } from '../../core/storage/open-storage';
import type { Storage } from '../../core/storage/storage';
import { startChild } from './child';
import { folders, rememberingLog } from './support';

const temporary = folders();
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
let dir: string;
let log: ReturnType<typeof rememberingLog>;
const open = () => openStorage(dir, { log });
const journal = () => join(dir, 'jobs', jobId, 'journal');
const bodies = () => join(dir, 'jobs', jobId, 'bodies');

beforeEach(async () => {
  dir = await temporary.make();
  log = rememberingLog();
});
afterEach(() => temporary.removeAll());

/** Lets the crawling child acknowledge some pages and kills it; true when it came to its end. */
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
  document: { markdown, metadata: { statusCode: 200 } },
  links: [],
  credits: 1,
  finishedAt: '2026-11-20T12:00:00.000Z',
});

async function fill(storage: Storage, count: number): Promise<void> {
  const tasks = Array.from({ length: count }, (_, n) => ({ url: `http://site.test/${n}`, depth: 0 }));
  await storage.frontier.add(jobId, tasks);
  for (const task of await storage.frontier.claim(jobId, count)) {
    await storage.frontier.complete(jobId, { taskId: task.id, result: result(task, task.url) });
  }
}

test('a crawl killed again and again has each page once in the end, and every acknowledged one', async () => {
  const size = 4000;
  const acknowledged: string[] = [];
  let interrupted = 0;
  for (let round = 0; round < 5; round += 1) {
    const ended = await crawlUntil(1 + Math.floor(Math.random() * 350), size, acknowledged);
    if (!ended) interrupted += 1;
  }
  // A slow machine may read the child's lines so late that a round ends before the blow.
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
  for (const line of sent) {
    const id = line.slice('sent '.length);
    expect(Buffer.from((await storage.outbox.body(id)) ?? []).toString(), id).toBe(id);
  }
  for (const { url, document } of results) {
    const n = Number(url.split('/').at(-1));
    expect(document.markdown).toBe(`page ${n} `.repeat(1 + (n % 400)));
  }
  const events = await storage.results.events(jobId);
  expect(events.map(({ eventId }) => eventId)).toEqual(urls.map((url) => `event-${url.split('/').at(-1)}`));
  expect(await storage.frontier.counts(jobId)).toMatchObject({ queued: 0, inFlight: 0, credits: urls.length });
  expect(storage.warnings).toEqual([]);
  await storage.close();
}, 120_000);

describe('the log of a job', () => {
  test('torn at any byte of its last line opens without that line, and takes it again', async () => {
    const storage = await open();
    await fill(storage, 3);
    await storage.close();
    const whole = await readFile(journal());
    const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
    for (let size = lastLine; size < whole.length; size += 7) {
      await writeFile(journal(), whole.subarray(0, size));
      const again = await open();
      expect(await again.frontier.counts(jobId), `cut at ${size}`).toMatchObject({ queued: 1, done: 2 });
      const [task] = await again.frontier.claim(jobId, 1);
      await again.frontier.complete(jobId, { taskId: task!.id, result: result(task!, 'again') });
      expect((await again.results.page(jobId, { skip: 2 })).results[0]?.document.markdown).toBe('again');
      await again.close();
    }
    expect(log.warnings).toEqual([]);
  });

  test('damaged in the middle is set aside and said; the rest is read and written on', async () => {
    const storage = await open();
    await fill(storage, 20);
    await storage.close();
    const good = await readFile(journal(), 'latin1');
    const damaged = good.replace('"k":"done"', '"k":"dome"');
    await writeFile(journal(), damaged, 'latin1');
    const again = await open();
    expect(await again.results.count(jobId)).toBe(19);
    expect(again.warnings).toHaveLength(1);
    expect(again.warnings[0]).toContain('1 lines could not be read');
    const aside = (await readdir(join(dir, 'jobs', jobId))).find((name) => name.startsWith('journal.damaged-'));
    expect(await readFile(join(dir, 'jobs', jobId, aside!), 'latin1')).toBe(damaged);
    const [task] = await again.frontier.claim(jobId, 1);
    await again.frontier.complete(jobId, { taskId: task!.id, result: result(task!, 'again') });
    await again.close();
    const third = await open();
    expect(await third.results.count(jobId)).toBe(20);
    expect(third.warnings).toEqual([]);
    await third.close();
  });

  test('with zeros at its end, as a power cut leaves them, is set aside and said', async () => {
    const storage = await open();
    await fill(storage, 5);
    await storage.close();
    await appendFile(journal(), Buffer.alloc(500));
    const again = await open();
    expect(await again.results.count(jobId)).toBe(5);
    expect(again.warnings).toHaveLength(1);
    await again.close();
  });

  test('whose bodies did not reach the disk fetches those pages again', async () => {
    const storage = await open();
    await fill(storage, 5);
    await storage.close();
    await truncate(bodies(), (await stat(bodies())).size - 1);
    const again = await open();
    expect(await again.frontier.counts(jobId)).toMatchObject({ queued: 1, done: 4 });
    expect(again.warnings[0]).toContain('1 results of job');
    await again.close();
  });

  test('with one damaged body gives the other results', async () => {
    const storage = await open();
    await fill(storage, 5);
    await storage.close();
    const bytes = await readFile(bodies());
    bytes.writeUInt8(bytes.readUInt8(10) ^ 255, 10);
    await writeFile(bodies(), bytes);
    const again = await open();
    expect((await again.results.page(jobId, { skip: 0 })).results).toHaveLength(4);
    expect(again.warnings[0]).toContain('is damaged and left out');
    await again.close();
  });

  test('is closed when nobody uses it, opens again by itself, and stays open while tasks are in flight', async () => {
    const { JobLogs } = await import('../../core/storage/job-log/job-logs');
    const { JobFolders } = await import('../../core/storage/disk/append-file');
    const context = { clock: { now: () => Date.now() }, log };
    const logs = new JobLogs({ source: new JobFolders(dir), context, warn: log.warn, idleMs: 20 });
    await logs.use('idle', (one) => one.add([{ url: 'http://site.test/', depth: 0 }]));
    await logs.use('busy', (one) => one.add([{ url: 'http://site.test/', depth: 0 }]));
    await logs.use('busy', (one) => one.claim(1));
    await expect.poll(() => logs.size).toBe(1);
    expect(await logs.use('idle', (one) => one.counts().queued)).toBe(1);
    expect(await logs.use('busy', (one) => one.counts().inFlight)).toBe(1);
    await logs.closeAll();
  });
});

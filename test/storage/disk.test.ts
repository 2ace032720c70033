import { appendFile, chmod, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../core/storage/open-storage';
import { Retention } from '../../core/storage/retention';
import type { TestClock } from './support';
import { folders, hourMs, page, record, rememberingLog, result, testClock, text } from './support';

const temporary = folders();
let dir: string;
let clock: TestClock;
let log: ReturnType<typeof rememberingLog>;
const open = () => openStorage(dir, { clock, log });

const filesUnder = async (folder: string): Promise<readonly string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
};
const blobPaths = () => filesUnder(join(dir, 'blobs'));

beforeEach(async () => {
  dir = await temporary.make();
  clock = testClock();
  log = rememberingLog();
});
afterEach(() => temporary.removeAll());

describe('a data folder', () => {
  test('is for its user only, its files too', async () => {
    await chmod(dir, 0o755);
    const storage = await open();
    await storage.keys.add({ id: 'a', name: 'a', hash: 'h', prefix: 'p', createdAt: '2026-11-20T12:00:00.000Z' });
    await storage.files.put({ bytes: Buffer.from('x'), mediaType: 'text/plain' });
    expect((await stat(dir)).mode & 0o077).toBe(0);
    for (const file of await filesUnder(dir)) expect((await stat(file)).mode & 0o077, file).toBe(0);
    await storage.close();
  });

  test('that holds other things keeps its permissions', async () => {
    await writeFile(join(dir, 'letter.txt'), 'dear');
    await chmod(dir, 0o755);
    await (await open()).close();
    expect((await stat(dir)).mode & 0o777).toBe(0o755);
  });

  test('keeps everything over a restart', async () => {
    const storage = await open();
    await storage.scrapes.put(record('one'), result('one'));
    await storage.pages.put('key', page(clock.now()));
    const fileId = await storage.files.put({ bytes: Buffer.from('x'), mediaType: 'text/plain' });
    await storage.close();
    const again = await open();
    expect(await again.scrapes.result('one')).toEqual(result('one'));
    expect(text((await again.pages.find('key', hourMs))?.body)).toBe('<h1>hello</h1>');
    expect(text((await again.files.get(fileId))?.bytes)).toBe('x');
    expect(again.warnings).toEqual([]);
    await again.close();
  });

  test('refuses writes after closing', async () => {
    const storage = await open();
    await storage.close();
    await expect(storage.scrapes.put(record('one'))).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
  });

  test('opens with 50,000 scrapes in its history in a moment', async () => {
    await (await open()).close();
    const rows = Array.from({ length: 50_000 }, (_, n) => {
      const one = record(`id-${n}`);
      const { url, title, createdAt, finishedAt } = one;
      return JSON.stringify({ _id: one.id, url, title, createdAt, finishedAt, text: JSON.stringify(one) });
    });
    await writeFile(join(dir, 'scrapes.db'), `${rows.join('\n')}\n`);
    const start = performance.now();
    const storage = await open();
    expect(performance.now() - start).toBeLessThan(100);
    expect((await storage.scrapes.list({ limit: 50 })).length).toBe(50);
    await storage.close();
  });
});

describe('damage', () => {
  test('a damaged file is set aside, said, and read as far as possible', async () => {
    const storage = await open();
    for (const id of ['a', 'b', 'c']) await storage.scrapes.put(record(id));
    await storage.close();
    const path = join(dir, 'scrapes.db');
    const good = await readFile(path, 'utf8');
    const damaged = good.replace('"_id":"b"', '"_id:"b"');
    await writeFile(path, damaged);
    const again = await open();
    expect((await again.scrapes.list({ limit: 10 })).map(({ id }) => id)).toEqual(['c', 'a']);
    expect(again.warnings).toHaveLength(1);
    expect(again.warnings[0]).toMatch(/^scrapes\.db is damaged: 1 of \d lines could not be read\./);
    expect(log.warnings).toEqual(again.warnings);
    const aside = (await readdir(dir)).find((name) => name.startsWith('scrapes.db.damaged-'));
    expect(await readFile(join(dir, aside!), 'utf8')).toBe(damaged);
    await again.close();
  });

  test('a file of rubbish is set aside, not emptied in silence', async () => {
    await (await open()).close();
    const rubbish = Buffer.alloc(3000, 0);
    await writeFile(join(dir, 'keys.db'), rubbish);
    const storage = await open();
    expect(await storage.keys.list()).toEqual([]);
    expect(storage.warnings).toHaveLength(1);
    const aside = (await readdir(dir)).find((name) => name.startsWith('keys.db.damaged-'));
    expect(rubbish.equals(await readFile(join(dir, aside!)))).toBe(true);
    await storage.close();
  });

  test('a line torn by a crash is dropped without alarm', async () => {
    const storage = await open();
    await storage.scrapes.put(record('a'));
    await storage.close();
    await appendFile(join(dir, 'scrapes.db'), '{"_id":"torn","url":"http://si');
    const again = await open();
    await again.scrapes.put(record('b'));
    await again.close();
    const third = await open();
    expect((await third.scrapes.list({ limit: 10 })).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(third.warnings).toEqual([]);
    await third.close();
  });

  test('a damaged or missing blob is gone, said, and written again when it comes again', async () => {
    const storage = await open();
    const id = await storage.blobs.put(Buffer.from('content'));
    const [path] = await blobPaths();
    await writeFile(path!, 'not zstd');
    expect(await storage.blobs.get(id)).toBeUndefined();
    expect(log.warnings[0]).toContain('is damaged');
    expect(await storage.blobs.get(id)).toBeUndefined();
    expect(log.warnings[1]).toContain('is missing');
    await storage.blobs.put(Buffer.from('content'));
    expect(text(await storage.blobs.get(id))).toBe('content');
    await truncate(path!, 5);
    expect(await storage.blobs.get(id)).toBeUndefined();
    await storage.close();
  });

  test('a cached page whose body is lost is a miss', async () => {
    const storage = await open();
    await storage.pages.put('key', page(clock.now()));
    await writeFile(join(dir, 'page-packs', '0.pack'), 'x');
    expect(await storage.pages.find('key', hourMs)).toBeUndefined();
    await storage.pages.put('key', page(clock.now()));
    expect(text((await storage.pages.find('key', hourMs))?.body)).toBe('<h1>hello</h1>');
    await storage.close();
  });

  test('drafts of a process that died are thrown away', async () => {
    await mkdir(join(dir, 'blobs', 'new'), { recursive: true });
    await writeFile(join(dir, 'blobs', 'new', 'left'), 'half');
    const storage = await open();
    await storage.blobs.put(Buffer.from('content'));
    expect(await readdir(join(dir, 'blobs', 'new'))).toEqual([]);
    await storage.close();
  });
});

describe('retention', () => {
  const sweeper = (storage: Awaited<ReturnType<typeof open>>) => new Retention(storage, { clock, log });

  test('takes results and files after 24 hours, cached pages after 48, and leaves records and activity', async () => {
    const storage = await open();
    const at = new Date(clock.now()).toISOString();
    await storage.scrapes.put(record('one', { createdAt: at, finishedAt: at }), result('one'));
    await storage.files.put({ bytes: Buffer.from('file'), mediaType: 'text/plain' });
    await storage.pages.put('key', page(clock.now()));
    await storage.activity.add({
      jobId: 'one',
      kind: 'scrape',
      url: 'u',
      state: 'completed',
      pages: 1,
      credits: 1,
      keyId: 'k',
      at,
    });
    expect(await blobPaths()).toHaveLength(2);
    clock.pass(23 * hourMs);
    expect(await sweeper(storage).sweep()).toMatchObject({ results: 0, files: 0, cached: 0 });
    clock.pass(1 * hourMs + 1);
    expect(await sweeper(storage).sweep()).toMatchObject({ results: 1, files: 1, cached: 0 });
    expect(await blobPaths()).toHaveLength(0);
    expect(await readdir(join(dir, 'page-packs'))).toEqual(['0.pack']);
    clock.pass(24 * hourMs);
    expect(await sweeper(storage).sweep()).toMatchObject({ results: 0, files: 0, cached: 1 });
    expect(await readdir(join(dir, 'page-packs'))).toEqual([]);
    expect(await storage.scrapes.record('one')).toBeDefined();
    expect(await storage.activity.list({ limit: 1 })).toHaveLength(1);
    await storage.close();
  });

  test('a job that is erased can be read in no file, outdated lines included', async () => {
    const storage = await open();
    const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
    const secret = 'http://secret.test/';
    const one = { ...record(jobId), url: secret };
    await storage.jobs.add({
      id: jobId,
      kind: 'crawl',
      version: 'v2',
      state: 'active',
      url: secret,
      spec: one.spec,
      options: {},
      createdAt: one.createdAt,
      zeroDataRetention: true,
      keyId: 'desktop',
    });
    await storage.frontier.add(jobId, [{ url: secret, depth: 0 }]);
    const [task] = await storage.frontier.claim(jobId, 1);
    await storage.frontier.complete(jobId, { taskId: task!.id, result: { ...result(jobId), taskId: task!.id } });
    await storage.outbox.add({
      id: 'e',
      jobId,
      type: 't',
      sink: 's',
      config: { url: secret },
      body: Buffer.from(secret),
    });
    await storage.files.put({ bytes: Buffer.from(secret), mediaType: 'text/plain' }, { jobId });
    await storage.scrapes.put(one, result(jobId));
    await storage.jobs.change(jobId, { state: 'completed', finishedAt: one.finishedAt });
    await storage.removeJob(jobId, { erase: true });
    for (const file of await filesUnder(dir)) {
      const content = await readFile(file, 'latin1');
      expect(content.includes(jobId) || content.includes('secret.test'), file).toBe(false);
    }
    expect(await blobPaths()).toEqual([]);
    expect(await readdir(join(dir, 'jobs'))).toEqual([]);
    await storage.close();
  });

  test('content shared by several stores goes with the last of them', async () => {
    const storage = await open();
    const bytes = Buffer.from('the same bytes');
    await storage.tracking.put('http://site.test/', undefined, {
      scrapedAt: new Date(clock.now()).toISOString(),
      markdown: bytes.toString(),
      statusCode: 200,
    });
    const fileId = await storage.files.put({ bytes, mediaType: 'text/plain' }, { jobId: 'job' });
    expect(await blobPaths()).toHaveLength(1);
    await storage.removeJob('job');
    expect(await storage.files.get(fileId)).toBeUndefined();
    expect((await storage.tracking.last('http://site.test/', undefined))?.markdown).toBe('the same bytes');
    expect(await blobPaths()).toHaveLength(1);
    await storage.close();
  });

  test('putting and removing the same content at the same time never loses a kept record', async () => {
    const storage = await open();
    const bytes = Buffer.from('contested');
    const kept: string[] = [];
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const jobId = `job-${n}`;
        const id = await storage.files.put({ bytes, mediaType: 'text/plain' }, { jobId });
        if (n % 3) await storage.files.removeJob(jobId);
        else kept.push(id);
      }),
    );
    for (const id of kept) expect(text((await storage.files.get(id))?.bytes)).toBe('contested');
    await storage.close();
  });

  test('blobs that nothing points to are swept, others stay', async () => {
    const storage = await open();
    await storage.blobs.put(Buffer.from('orphan'));
    await storage.tracking.put('http://site.test/', undefined, { scrapedAt: '', markdown: 'kept', statusCode: 200 });
    expect(await storage.sweepBlobs(new Date(Date.now() - hourMs))).toBe(0);
    expect(await storage.sweepBlobs(new Date(Date.now() + hourMs))).toBe(1);
    expect((await storage.tracking.last('http://site.test/', undefined))?.markdown).toBe('kept');
    await storage.close();
  });
});

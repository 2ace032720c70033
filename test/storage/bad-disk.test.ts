import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../core/ports/storage';
import { openStorage } from '../../core/storage/open-storage';
import { mountSmallDisk } from './small-disk';
import { page, record, result, testClock, text } from './support';

const disk = mountSmallDisk('48m');
let dir: string;
let storage: Storage;
let folder = 0;
const clock = testClock();

/** Fills the disk. */
async function fill(): Promise<void> {
  const path = join(disk!.dir, 'ballast');
  for (let bytes = 2 ** 26; bytes >= 1; bytes /= 2) {
    await writeFile(path, Buffer.alloc(bytes), { flag: 'a' }).catch(() => undefined);
  }
}
const free = () => rm(join(disk!.dir, 'ballast'), { force: true });

describe.skipIf(!disk)('an unwritable disk (needs root on Linux, to mount a small one)', () => {
  beforeEach(async () => {
    folder += 1;
    dir = join(disk!.dir, `data-${folder}`);
    storage = await openStorage(dir, { clock });
    await storage.scrapes.put(record('before'), result('before'));
    await storage.files.put({ bytes: Buffer.from('x'), mediaType: 'text/plain' });
    await storage.pages.put('key', page(clock.now()));
  });
  afterEach(async () => {
    disk?.readOnly(false);
    await free();
    await storage.close();
    await rm(dir, { recursive: true, force: true });
  });
  afterAll(() => disk?.remove());

  test('full: reports it, keeps reading, and leaves nothing partial', async () => {
    await fill();
    const bytes = randomBytes(5_000_000);
    const said = {
      code: 'STORAGE_ERROR',
      message: expect.stringMatching(/^The disk is full: .* Free some space/) as string,
    };
    await expect(storage.files.put({ bytes, mediaType: 'text/plain' })).rejects.toMatchObject(said);
    await expect(
      storage.scrapes.put(record('during', { title: randomBytes(2_000_000).toString('hex') })),
    ).rejects.toMatchObject(said);
    await expect(
      storage.scrapes.put(record('before', { title: randomBytes(2_000_000).toString('hex') })),
    ).rejects.toMatchObject(said);
    expect((await storage.scrapes.list({ limit: 9 })).map(({ id, title }) => [id, title])).toEqual([
      ['before', 'Title of before'],
    ]);
    expect(await storage.scrapes.result('before')).toEqual(result('before'));
  });

  test('temporarily full: recovers automatically, and a restart finds every stored record', async () => {
    await fill();
    for (let n = 0; n < 5; n += 1) {
      const put = storage.scrapes.put(record(`lost-${n}`, { title: randomBytes(2_000_000).toString('hex') }));
      await expect(put).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    }
    await free();
    await storage.scrapes.put(record('after'), result('after'));
    const fileId = await storage.files.put({ bytes: Buffer.from('again'), mediaType: 'text/plain' });
    await storage.close();
    storage = await openStorage(dir, { clock });
    expect((await storage.scrapes.list({ limit: 9 })).map(({ id }) => id).sort()).toEqual(['after', 'before']);
    expect(await storage.scrapes.result('after')).toEqual(result('after'));
    expect(text((await storage.files.get(fileId))?.bytes)).toBe('again');
    expect(storage.warnings).toEqual([]);
  });

  test('full during a crawl: loses nothing acknowledged, and the crawl resumes when there is space', async () => {
    const { frontier, results } = storage;
    const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
    const urls = (n: number) => [{ url: `http://site.test/${n}`, depth: 0 }];
    for (let n = 0; n < 8; n += 1) await frontier.add(jobId, urls(n));
    const tasks = await frontier.claim(jobId, 8);
    const end = (n: number) =>
      frontier.complete(jobId, tasks[n]!, {
        result: { ...result(tasks[n]!.id, randomBytes(2_000_000).toString('hex')), url: tasks[n]!.url },
        discovered: urls(100 + n),
      });
    await end(0);
    await fill();
    const said = { code: 'STORAGE_ERROR', message: expect.stringContaining('The disk is full') as string };
    await expect(end(1)).rejects.toMatchObject(said);
    const ends = await Promise.allSettled([end(2), end(3)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await results.count(jobId)).toBe(1);
    expect(await frontier.counts(jobId)).toMatchObject({ queued: 1, inFlight: 7, done: 1 });
    await free();
    expect(await end(1)).toMatchObject({ index: 1, links: { added: 1 } });
    await storage.close();
    storage = await openStorage(dir, { clock });
    expect((await storage.results.page(jobId, { skip: 0 })).results.map(({ url }) => url)).toEqual([
      'http://site.test/0',
      'http://site.test/1',
    ]);
    expect(await storage.frontier.counts(jobId)).toMatchObject({ queued: 8, inFlight: 0, done: 2 });
    expect(storage.warnings).toEqual([]);
  });

  test('full at the start: reports it, and locks nothing', async () => {
    await fill();
    const fresh = join(disk!.dir, 'fresh');
    await expect(openStorage(fresh)).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: expect.stringContaining('The disk is full') as string,
    });
    await free();
    await (await openStorage(fresh)).close();
  });

  test('full at the start with a known folder: reads and deletes, which frees space', async () => {
    const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
    await storage.files.put({ bytes: randomBytes(8_000_000), mediaType: 'text/plain' }, { jobId });
    await storage.close();
    await fill();
    storage = await openStorage(dir, { clock });
    expect(await storage.scrapes.result('before')).toEqual(result('before'));
    await storage.announce('http://127.0.0.1:3002');
    await storage.removeJob(jobId);
    await storage.shrink();
    const fileId = await storage.files.put({ bytes: randomBytes(2_000_000), mediaType: 'text/plain' });
    expect((await storage.files.get(fileId))?.bytes).toHaveLength(2_000_000);
    expect(storage.warnings).toEqual([]);
  });

  test('full at the start without reserve: reports it, and opens when there is space', async () => {
    await storage.close();
    await rm(join(dir, 'reserve'));
    await fill();
    await expect(openStorage(dir, { clock })).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: expect.stringContaining('The disk is full') as string,
    });
    await free();
    storage = await openStorage(dir, { clock });
    expect(await storage.scrapes.result('before')).toEqual(result('before'));
  });

  test('read-only at the start: reports it, and opens when writable again', async () => {
    await storage.close();
    disk!.readOnly(true);
    const said = { code: 'STORAGE_ERROR', message: expect.stringContaining('--data-dir') as string };
    await expect(openStorage(dir, { clock })).rejects.toMatchObject(said);
    await expect(openStorage(join(disk!.dir, 'fresh'))).rejects.toMatchObject(said);
    disk!.readOnly(false);
    storage = await openStorage(dir, { clock });
    expect(await storage.scrapes.result('before')).toEqual(result('before'));
    await storage.scrapes.put(record('after'), result('after'));
    expect(await storage.scrapes.result('after')).toEqual(result('after'));
  });
});

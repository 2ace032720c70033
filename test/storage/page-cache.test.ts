import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../core/ports/storage';
import { openStorage } from '../../core/storage/open-storage';
import { folders, hourMs, onDatabase, page, testClock } from './support';

const temporary = folders();
const wide = { maxAgeMs: hourMs, maxBytes: 1e9, maxEntries: 100 };
let dir: string;
let storage: Storage;
let clock: ReturnType<typeof testClock>;

const put = (key: string, body: Uint8Array) => {
  clock.pass(1);
  return storage.pages.put(key, page(clock.now(), { body }));
};
const body = async (key: string) => {
  const found = (await storage.pages.find(key, hourMs))?.body;
  return found && Buffer.from(found);
};

/** Closes the storage, calls `work` on its database, and reopens the storage. */
async function look<T>(work: (raw: DatabaseSync) => T): Promise<T> {
  await storage.close();
  const seen = onDatabase(dir, work);
  storage = await openStorage(dir, { clock });
  return seen;
}
const contents = () => look((raw) => raw.prepare('select count(*) as n, sum(uses) as uses from content').get());

beforeEach(async () => {
  dir = await temporary.make();
  clock = testClock();
  storage = await openStorage(dir, { clock });
});
afterEach(async () => {
  await storage.close();
  await temporary.removeAll();
});

describe('the page cache', () => {
  test('stores an unchanged page once', async () => {
    const bytes = randomBytes(10_000);
    await Promise.all([put('a', bytes), put('b', bytes)]);
    await put('a', bytes);
    expect(await contents()).toEqual({ n: 1, uses: 2 });
    expect(await body('a')).toEqual(bytes);
  });

  test('finds a page while it is still being written', async () => {
    const bytes = randomBytes(1000);
    const putting = put('a', bytes);
    expect(await body('a')).toEqual(bytes);
    await putting;
  });

  test('returns the space of deleted pages to the disk', async () => {
    const kept = randomBytes(10_000);
    await put('kept', kept);
    for (let n = 0; n < 40; n += 1) await put(`page ${n}`, randomBytes(100_000));
    const size = async () => (await stat(join(dir, 'gleaner.db'))).size;
    await storage.shrink();
    expect(await size()).toBeGreaterThan(4_000_000);
    clock.pass(1);
    await put('kept', kept);
    expect(await storage.pages.trim({ ...wide, maxEntries: 1 })).toBe(40);
    await storage.shrink();
    expect(await size()).toBeLessThan(400_000);
    expect(await body('kept')).toEqual(kept);
    expect(await contents()).toEqual({ n: 1, uses: 1 });
  });

  test('treats a damaged copy as a miss, and replaces it', async () => {
    const bytes = randomBytes(1000);
    await put('a', bytes);
    await look((raw) => raw.exec("update content set data = x'0102'"));
    expect(await body('a')).toBeUndefined();
    await put('a', bytes);
    expect(await body('a')).toEqual(bytes);
  });

  test('stores many copies added at once', async () => {
    const pages = Array.from({ length: 50 }, () => randomBytes(5000));
    await Promise.all(pages.map((bytes, n) => put(`page ${n}`, bytes)));
    for (const [n, bytes] of pages.entries()) expect(await body(`page ${n}`)).toEqual(bytes);
  });

  test('writes nothing after closing', async () => {
    await storage.close();
    await expect(put('b', randomBytes(1000))).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
    await expect(storage.pages.trim({ ...wide, maxEntries: 0 })).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
  });
});

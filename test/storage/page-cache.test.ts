import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DocumentFile } from '../../core/storage/disk/document-file';
import { type CacheRow, DiskPageCache } from '../../core/storage/disk/page-cache';
import { PagePacks } from '../../core/storage/disk/page-packs';
import { folders, hourMs, page, rememberingLog, testClock } from './support';

const temporary = folders();
const wide = { maxAgeMs: hourMs, maxBytes: 1e9, maxEntries: 100 };
let dir: string;
let clock: ReturnType<typeof testClock>;
const packs = async () => (await readdir(join(dir, 'packs'))).sort();
const sizeOf = async (name: string) => (await stat(join(dir, 'packs', name))).size;

function open() {
  const context = { clock, log: rememberingLog() };
  const file = new DocumentFile<CacheRow>({ path: join(dir, 'pages.db'), indexes: ['key', 'body'] }, context, []);
  const cache = new DiskPageCache({ file, packs: new PagePacks(join(dir, 'packs'), 25_000), context });
  const put = (key: string, body: Uint8Array) => {
    clock.pass(1);
    return cache.put(key, page(clock.now(), { body }));
  };
  const body = async (key: string) => (await cache.find(key, hourMs))?.body;
  const close = async () => {
    await cache.close();
    await file.close();
  };
  return { cache, put, body, close };
}

beforeEach(async () => {
  dir = await temporary.make();
  clock = testClock();
});
afterEach(() => temporary.removeAll());

describe('the page cache on disk', () => {
  test('keeps an unchanged page once', async () => {
    const { put, close } = open();
    const bytes = randomBytes(10_000);
    await Promise.all([put('a', bytes), put('b', bytes)]);
    await put('a', bytes);
    expect(await sizeOf('0.pack')).toBeLessThan(11_000);
    await close();
  });

  test('finds what is still to be written, and writes it before it closes', async () => {
    const { put, body, close } = open();
    const bytes = randomBytes(1000);
    const writing = put('a', bytes);
    expect(await body('a')).toEqual(bytes);
    await close();
    await writing;
    const again = open();
    expect(await again.body('a')).toEqual(bytes);
    await again.close();
  });

  test('gives back the room of copies that newer ones replaced, and keeps the others', async () => {
    const { cache, put, body, close } = open();
    const kept = randomBytes(10_000);
    await put('kept', kept);
    for (let n = 0; n < 6; n += 1) await put('changing', randomBytes(10_000));
    const last = await body('changing');
    expect((await packs()).length).toBeGreaterThan(2);
    expect(await cache.trim(wide)).toBe(0);
    expect((await packs()).length).toBeLessThanOrEqual(2);
    expect(await body('kept')).toEqual(kept);
    expect(await body('changing')).toEqual(last);
    await close();
    const again = open();
    expect(await again.body('kept')).toEqual(kept);
    expect(await again.body('changing')).toEqual(last);
    expect(await again.cache.trim({ ...wide, maxEntries: 0 })).toBe(2);
    expect(await packs()).toEqual([]);
    await again.close();
  });
});

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DocumentFile } from '../../core/storage/disk/document-file';
import { type CacheRow, DiskPageCache } from '../../core/storage/disk/page-cache';
import { type PackPlace, PagePacks } from '../../core/storage/disk/page-packs';
import { folders, hourMs, page, rememberingLog, testClock } from './support';

const temporary = folders();
const wide = { maxAgeMs: hourMs, maxBytes: 1e9, maxEntries: 100 };
let dir: string;
let clock: ReturnType<typeof testClock>;
const packs = async () => (await readdir(join(dir, 'packs'))).sort();
const sizeOf = async (name: string) => (await stat(join(dir, 'packs', name))).size;

const allBytes = async () => (await Promise.all((await packs()).map(sizeOf))).reduce((sum, size) => sum + size, 0);

/** Makes a file or folder unreadable until the returned function is called. */
async function hide(name: string): Promise<() => Promise<void>> {
  const path = join(dir, name);
  await rename(path, `${path}.aside`);
  await symlink(path, path);
  return async () => {
    await rm(path);
    await rename(`${path}.aside`, path);
  };
}

/** Packs on a disk that halts before each read while `gate` is set. */
class HaltingPacks extends PagePacks {
  gate: Promise<void> | undefined;
  waiting = 0;

  override async readStored(place: PackPlace): Promise<Uint8Array | undefined> {
    if (this.gate) this.waiting += 1;
    await this.gate;
    return super.readStored(place);
  }
}

function open(pagePacks = new PagePacks(join(dir, 'packs'), 25_000)) {
  const context = { clock, log: rememberingLog() };
  const file = new DocumentFile<CacheRow>({ path: join(dir, 'pages.db'), indexes: ['key', 'body'] }, context, []);
  const cache = new DiskPageCache({ file, packs: pagePacks, context });
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

  test('moves a body that several pages share once', async () => {
    const { cache, put, body, close } = open();
    const shared = randomBytes(5000);
    await Promise.all(Array.from({ length: 20 }, (_, n) => put(`page ${n}`, shared)));
    for (let n = 0; n < 3; n += 1) await put('changing', randomBytes(20_000));
    await cache.trim(wide);
    expect(await body('page 7')).toEqual(shared);
    expect(await allBytes()).toBeLessThan(50_000);
    await close();
  });

  test('finds a copy that is moved between looking it up and reading it', async () => {
    const slow = new HaltingPacks(join(dir, 'packs'), 25_000);
    const { cache, put, body, close } = open(slow);
    const kept = randomBytes(5000);
    await put('kept', kept);
    for (let n = 0; n < 2; n += 1) await put('changing', randomBytes(20_000));
    await put('changing', randomBytes(24_000));
    let goOn = () => undefined as void;
    slow.gate = new Promise((resolve) => {
      goOn = resolve;
    });
    const finding = body('kept');
    await expect.poll(() => slow.waiting).toBe(1);
    slow.gate = undefined;
    await cache.trim(wide);
    expect(await packs()).not.toContain('0.pack');
    goOn();
    expect(await finding).toEqual(kept);
    expect(await body('kept')).toEqual(kept);
    await close();
  });

  test('goes on when somebody removed a pack or all of them', async () => {
    const { put, body, close } = open();
    const bytes = randomBytes(1000);
    await put('same', bytes);
    await put('full', randomBytes(30_000));
    await put('other', bytes.subarray(1));
    await rm(join(dir, 'packs', '0.pack'));
    await put('same', bytes);
    expect(await body('same')).toEqual(bytes);
    await rm(join(dir, 'packs'), { recursive: true });
    expect(await body('same')).toBeUndefined();
    await put('same', bytes);
    expect(await body('same')).toEqual(bytes);
    await close();
  });

  test('loses nothing while packs are out of reach for a moment', async () => {
    const first = open();
    const bytes = randomBytes(1000);
    await first.put('a', bytes);
    const showPack = await hide('packs/0.pack');
    expect(await first.body('a')).toBeUndefined();
    await showPack();
    expect(await first.body('a')).toEqual(bytes);
    await first.close();
    const { put, body, close } = open();
    const showFolder = await hide('packs');
    await expect(put('b', randomBytes(1000))).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    await showFolder();
    await put('c', randomBytes(1000));
    expect(await body('a')).toEqual(bytes);
    await close();
  });

  test('gives back useless packs also when there is no room to move what is left in others', async () => {
    const { cache, put, close } = open();
    await put('kept', randomBytes(2000));
    for (let n = 0; n < 4; n += 1) await put('changing', randomBytes(26_000));
    await mkdir(join(dir, 'packs', '4.pack'));
    await expect(cache.trim(wide)).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    expect(await packs()).toEqual(['0.pack', '3.pack', '4.pack']);
    await close();
  });

  test('passes over what an older version left in its index', async () => {
    const old = { _id: 'x', key: 'a', statusCode: 200, at: clock.now(), head: '{}', blobs: ['y'], bytes: 3 };
    await writeFile(
      join(dir, 'pages.db'),
      `${JSON.stringify(old)}\n${JSON.stringify({ ...old, _id: 'z', key: 'b' })}\n`,
    );
    const { cache, put, body, close } = open();
    expect(await body('a')).toBeUndefined();
    expect(await cache.trim(wide)).toBe(1);
    await put('a', randomBytes(10));
    expect(await body('a')).toHaveLength(10);
    await close();
  });

  test('refuses copies that would fill the memory while the disk is slow', async () => {
    const { cache, close } = open();
    const body = Buffer.alloc(10_000_000);
    const puts = Array.from({ length: 9 }, (_, n) => cache.put(`page ${n}`, page(clock.now(), { body })));
    const ends = await Promise.allSettled(puts);
    expect(ends.map(({ status }) => status)).toEqual([...Array(6).fill('fulfilled'), ...Array(3).fill('rejected')]);
    await cache.put('later', page(clock.now(), { body }));
    await close();
  });

  test('writes nothing after it was closed', async () => {
    const { cache, put, close } = open();
    await put('a', randomBytes(1000));
    await close();
    const before = await allBytes();
    await expect(put('b', randomBytes(1000))).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
    await expect(cache.trim({ ...wide, maxEntries: 0 })).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
    expect(await allBytes()).toBe(before);
  });
});

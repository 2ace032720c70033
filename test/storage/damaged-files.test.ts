import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../core/storage/open-storage';
import { startChild } from './child';
import { folders, keysOf, onDatabase, record, result, testClock } from './support';

const temporary = folders();
let dir: string;
const clock = testClock();
const open = () => openStorage(dir, { clock });
const path = (name: string) => join(dir, name);
const asides = async (name: string) => (await readdir(dir)).filter((one) => one.startsWith(`${name}.damaged-`));
const key = (n: number) => ({ id: `key-${n}`, name: `Key ${n}`, hash: 'h', prefix: 'gl-', createdAt: '2026-11-20' });

beforeEach(async () => {
  dir = await temporary.make();
});
afterEach(() => temporary.removeAll());

describe('a truncated gleaner.db', () => {
  const ids = Array.from({ length: 150 }, (_, n) => `scrape-${String(n).padStart(3, '0')}`);

  /**
   * Creates a database, optionally with free pages at its end, as after a deletion. Returns its size without the free
   * pages.
   */
  async function filled(hasFreePages = false): Promise<number> {
    const storage = await open();
    const at = new Date(clock.now()).toISOString();
    for (const id of ids) await storage.scrapes.put(record(id, { createdAt: at, finishedAt: at }), result(id));
    await storage.close();
    const { size } = await stat(path('gleaner.db'));
    if (!hasFreePages) return size;
    onDatabase(dir, (raw) => {
      raw.exec('create table filler (data); insert into filler values (zeroblob(400000)); drop table filler');
    });
    expect((await stat(path('gleaner.db'))).size).toBeGreaterThan(size + 300_000);
    return size;
  }

  const found = async () => {
    const storage = await open();
    const records = await Promise.all(ids.map((id) => storage.scrapes.record(id)));
    const { warnings } = storage;
    await storage.close();
    return { records: records.filter(Boolean).length, warnings };
  };

  test('behind the last used page keeps every row', async () => {
    const size = await filled(true);
    await truncate(path('gleaner.db'), size + 8192);
    const { records, warnings } = await found();
    expect(records).toBe(ids.length);
    expect(warnings[0]).toMatch(/^gleaner\.db was damaged\. The file was renamed to/);
    expect((await stat(path((await asides('gleaner.db'))[0]!))).size).toBe(size + 8192);
    expect((await readdir(dir)).filter((name) => name.includes('padded'))).toEqual([]);
  });

  test('anywhere opens, is set aside unchanged, and keeps the rows before the cut', async () => {
    const size = await filled();
    const base = await temporary.make();
    await cp(dir, base, { recursive: true });
    const kept: number[] = [];
    for (const share of [0.99, 0.9, 0.75, 0.5, 0.25, 0.1]) {
      await rm(dir, { recursive: true });
      await cp(base, dir, { recursive: true });
      const left = Math.floor(size * share) - 100;
      await truncate(path('gleaner.db'), left);
      const { records, warnings } = await found();
      kept.push(records);
      expect(warnings[0]).toMatch(/^gleaner\.db was damaged/);
      expect((await stat(path((await asides('gleaner.db'))[0]!))).size).toBe(left);
    }
    // Rows are stored in insertion order, so the remaining share of rows is close to the remaining share of the file.
    expect(kept[0]).toBeGreaterThan(ids.length * 0.9);
    expect(kept[1]).toBeGreaterThan(ids.length * 0.5);
  });

  test.each([0, 50, 4096])('to %s bytes opens and reports missing data', async (bytes) => {
    await filled();
    await truncate(path('gleaner.db'), bytes);
    const { warnings } = await found();
    expect(warnings.join(' ')).toMatch(/gleaner\.db was damaged|changes before this start are missing/);
  });
});

describe('documents', () => {
  async function filled(): Promise<void> {
    const storage = await open();
    for (const n of [1, 2, 3, 4]) await keysOf(storage).add(key(n));
    await keysOf(storage).remove('key-4');
    await storage.documents('recipes').put({ _id: 'one' });
    await storage.close();
  }
  const reopened = async () => {
    const storage = await open();
    const { warnings } = storage;
    const left = (await keysOf(storage).list()).map(({ id }) => id);
    await storage.close();
    return { warnings: [...warnings], left };
  };

  test('that are complete are not reported, however often they change and are read', async () => {
    await filled();
    for (let start = 0; start < 3; start += 1) expect((await reopened()).warnings).toEqual([]);
  });

  test('lost with keys.db are reported at the start, once', async () => {
    await filled();
    await rm(path('keys.db'));
    expect(await reopened()).toEqual({
      left: [],
      warnings: ['keys.db is missing: 3 of 3 entries were lost. Restore a backup, or enter the data again.'],
    });
    expect((await reopened()).warnings).toEqual([]);
  });

  test.each([
    ['at the end of a line', (line: number) => line],
    ['within a line', (line: number) => line + 20],
    ['at its begin', () => 0],
  ] as const)('truncated %s are reported, and the file is set aside', async (_, place) => {
    await filled();
    await (await open()).close();
    const text = await readFile(path('keys.db'), 'utf8');
    const cut = place(text.indexOf('\n') + 1);
    await truncate(path('keys.db'), cut);
    const { warnings, left } = await reopened();
    const gone = 3 - left.length;
    expect(gone).toBeGreaterThan(0);
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^keys.db was truncated: ${gone} of 3 entries were lost`)),
    ]);
    expect(await readFile(path((await asides('keys.db'))[0]!), 'utf8')).toBe(text.slice(0, cut));
  });

  test('of another collection are reported, too', async () => {
    await filled();
    await rm(path('recipes.db'));
    expect((await reopened()).warnings[0]).toMatch(/^recipes\.db is missing: 1 of 1/);
  });

  test.each(['', '{', '[]', '{"keys":"x"}'])('start without counts, or with damaged ones: %s', async (content) => {
    await filled();
    await writeFile(path('documents.json'), content);
    expect(await reopened()).toEqual({ warnings: [], left: ['key-1', 'key-2', 'key-3'] });
    await rm(path('keys.db'));
    expect((await reopened()).warnings[0]).toMatch(/^keys\.db is missing/);
  });

  test('replaced by a folder stop the start with a message', async () => {
    await filled();
    await rm(path('keys.db'));
    await mkdir(path('keys.db'));
    await expect(open()).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: `${path('keys.db')} is a folder where Gleaner needs a file. Move the folder away, and start Gleaner again.`,
    });
  });
});

describe('a damaged lock.db', () => {
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
  const damages: readonly (readonly [string, (bytes: Buffer) => Uint8Array])[] = [
    ['empty', () => Buffer.alloc(0)],
    ['half', half],
    ['zeros', (bytes) => Buffer.alloc(bytes.length)],
    ['text', () => Buffer.from('this is no database, but a text that somebody has put there')],
    ['a damaged page', (bytes) => Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 'x')])],
  ];

  test.each(damages)('(%s) is set aside, and the folder is locked again', async (_, damage) => {
    await (await open()).close();
    const bytes = damage(await readFile(path('lock.db')));
    await writeFile(path('lock.db'), bytes);
    const storage = await open();
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' });
    await storage.close();
    const [aside] = await asides('lock.db');
    if (aside) expect(await readFile(path(aside))).toEqual(Buffer.from(bytes));
    await (await open()).close();
  });

  test('admits only one of several processes that start at once', async () => {
    await (await open()).close();
    await writeFile(path('lock.db'), 'no database '.repeat(500));
    const children = Array.from({ length: 4 }, () => startChild('open-child.mjs', dir));
    const lines = await Promise.all(children.map((child) => child.line()));
    expect(lines.filter((line) => line === 'open')).toHaveLength(1);
    expect(lines.filter((line) => line?.includes('CONFLICT'))).toHaveLength(3);
    await Promise.all(children.map((child) => child.kill()));
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ActivityEntry } from '../../core/common/api/local-jobs';
import type { StoredKey } from '../../core/platform/auth/key-store';
import type { CachedPage } from '../../core/ports/page-stores';
import type { Storage } from '../../core/ports/storage';
import { memoryStorage, openStorage } from '../../core/storage/open-storage';
import { noPostgres } from '../support/postgres';
import { postgresDatabases } from './postgres-kind';
import type { TestClock } from './support';
import { folders, hourMs, keysOf, openByMessages, page, record, result, testClock, text } from './support';

const temporary = folders();
let clock: TestClock;
let storage: Storage;

const databases = postgresDatabases();
const kinds = [
  { kind: 'disk', open: async () => openStorage(await temporary.make(), { clock }) },
  { kind: 'messages', open: async () => openByMessages(await temporary.make(), clock) },
  { kind: 'memory', open: () => memoryStorage({ clock }) },
  {
    kind: 'PostgreSQL',
    without: noPostgres,
    open: async () => openStorage(await temporary.make(), { clock, databaseUrl: await databases.make() }),
  },
];

const key = (id: string, change: Partial<StoredKey> = {}): StoredKey => ({
  id,
  name: `Key ${id}`,
  hash: `hash-${id}`,
  prefix: `gl-${id}`,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...change,
});

const entry = (jobId: string, change: Partial<ActivityEntry> = {}): ActivityEntry => ({
  jobId,
  kind: 'scrape',
  url: 'http://site.test/',
  state: 'completed',
  pages: 1,
  credits: 1,
  keyId: 'desktop',
  at: '2026-11-20T12:00:00.000Z',
  ...change,
});

describe.each(kinds)('stores in $kind', ({ open, without }) => {
  beforeEach(async ({ skip }) => {
    skip(without !== undefined, without);
    clock = testClock();
    storage = await open();
  });
  afterEach(async () => {
    await storage?.close();
    await temporary.removeAll();
  });

  test('keys are listed oldest first, touched and deleted', async () => {
    const keys = keysOf(storage);
    await keys.add(key('b', { createdAt: '2026-11-20T12:00:01.000Z' }));
    await keys.add(key('a'));
    expect((await keys.list()).map(({ id }) => id)).toEqual(['a', 'b']);
    await keys.touch('a', '2026-11-20T13:00:00.000Z');
    await keys.touch('a', '2026-11-20T13:00:01.000Z');
    await keys.touch('nobody', '2026-11-20T13:00:00.000Z');
    expect((await keys.list())[0]).toEqual(key('a', { lastUsedAt: '2026-11-20T13:00:01.000Z' }));
    expect(await keys.remove('a')).toBe(true);
    expect(await keys.remove('a')).toBe(false);
    expect((await keys.list()).map(({ id }) => id)).toEqual(['b']);
  });

  test('large and empty files are returned byte for byte', async () => {
    const { files } = storage;
    for (const bytes of [new Uint8Array(), Buffer.alloc(1_000_000, 'abc')]) {
      const id = await files.put({ bytes, mediaType: 'text/plain' });
      expect(Buffer.from(bytes).equals((await files.get(id))!.bytes)).toBe(true);
    }
    expect(await files.get('../../etc/passwd')).toBeUndefined();
  });

  test('a file added again under its id is kept for both jobs', async () => {
    const { files } = storage;
    const file = { bytes: Buffer.from('picture'), mediaType: 'image/png' };
    const id = await files.put(file, { jobId: 'one' });
    clock.pass(20 * hourMs);
    expect(await files.put({ ...file, id }, { jobId: 'two' })).toBe(id);
    clock.pass(20 * hourMs);
    await files.removeJob('one');
    await files.removeJob('two');
    expect(text((await files.get(id))?.bytes)).toBe('picture');
    clock.pass(20 * hourMs);
    expect(await files.get(id)).toBeUndefined();
  });

  test('files have unguessable ids and are deleted after 24 hours', async () => {
    const { files } = storage;
    const file = { bytes: Buffer.from('picture'), mediaType: 'image/png' };
    const [first, second] = await Promise.all([files.put(file), files.put(file, { jobId: 'job' })]);
    expect(first).not.toBe(second);
    expect(Buffer.from(first!, 'base64url').length).toBeGreaterThanOrEqual(16);
    await files.removeJob('job');
    expect(await files.get(second!)).toBeUndefined();
    expect(text((await files.get(first!))?.bytes)).toBe('picture');
    expect((await files.get(first!))?.mediaType).toBe('image/png');
    clock.pass(24 * hourMs);
    expect(await files.get(first!)).toBeUndefined();
    clock.pass(1);
    expect(await files.expire(new Date(clock.now() - 24 * hourMs))).toBe(1);
    expect(await files.expire(new Date(clock.now() - 24 * hourMs))).toBe(0);
  });

  test('history lists newest first, page by page, and searches URL and title', async () => {
    const { scrapes } = storage;
    for (let n = 0; n < 7; n += 1) {
      await scrapes.put(record(`id-${n}`, { createdAt: `2026-11-20T12:00:0${6 - n}.000Z` }), result(`id-${n}`));
    }
    const first = await scrapes.list({ limit: 3 });
    expect(first.map(({ id }) => id)).toEqual(['id-0', 'id-1', 'id-2']);
    const second = await scrapes.list({ limit: 10, before: 'id-2' });
    expect(second.map(({ id }) => id)).toEqual(['id-3', 'id-4', 'id-5', 'id-6']);
    expect((await scrapes.list({ limit: 10, search: 'TITLE of id-4' })).map(({ id }) => id)).toEqual(['id-4']);
    expect((await scrapes.list({ limit: 10, search: 'site.test/id-5' })).map(({ id }) => id)).toEqual(['id-5']);
    expect(await scrapes.record('id-4')).toEqual(record('id-4', { createdAt: '2026-11-20T12:00:02.000Z' }));
    expect(await scrapes.result('id-4')).toEqual(result('id-4'));
    expect(await scrapes.record('nobody')).toBeUndefined();
    expect(await scrapes.remove('id-4')).toBe(true);
    expect(await scrapes.remove('id-4')).toBe(false);
    expect(await scrapes.result('id-4')).toBeUndefined();
  });

  test('history returns, lists, deletes and replaces records before they are written', async () => {
    const { scrapes } = storage;
    const writing = [scrapes.put(record('one'), result('one')), scrapes.put(record('two'))];
    expect(await scrapes.record('one')).toEqual(record('one'));
    expect(await scrapes.result('one')).toEqual(result('one'));
    expect(await scrapes.result('two')).toBeUndefined();
    expect((await scrapes.list({ limit: 10 })).map(({ id }) => id)).toEqual(['two', 'one']);
    writing.push(scrapes.put(record('three'), result('first')), scrapes.put(record('three'), result('second')));
    expect(await scrapes.result('three')).toEqual(result('second'));
    await Promise.all(writing);
    expect(await scrapes.result('three')).toEqual(result('second'));
    const deleted = scrapes.put(record('four'), result('four'));
    expect(await scrapes.remove('four')).toBe(true);
    await deleted;
    expect(await scrapes.record('four')).toBeUndefined();
  });

  test('history writes pending records before it closes, and rejects those that fail', async () => {
    const { scrapes } = storage;
    const written = scrapes.put(record('one'), result('one'));
    await storage.close();
    await expect(written).resolves.toBeUndefined();
    await expect(scrapes.put(record('two'), result('two'))).rejects.toThrow();
    storage = await open();
  });

  test('history keeps the record when the result is dropped, and the newest records up to a number', async () => {
    const { scrapes } = storage;
    const at = (second: number) => `2026-11-20T12:00:0${second}.000Z`;
    for (let n = 0; n < 4; n += 1) {
      await scrapes.put(record(`id-${n}`, { createdAt: at(n), finishedAt: at(n) }), result(`id-${n}`));
    }
    expect(await scrapes.expire(new Date(at(3)), 3)).toBe(3);
    expect(await scrapes.record('id-0')).toBeUndefined();
    expect(await scrapes.record('id-1')).toBeDefined();
    expect(await scrapes.result('id-1')).toBeUndefined();
    expect(await scrapes.result('id-3')).toEqual(result('id-3'));
  });

  test('two records with the same result do not delete it from each other', async () => {
    const { scrapes } = storage;
    await scrapes.put(record('one'), result('same'));
    await scrapes.put(record('two'), result('same'));
    await scrapes.put(record('three'), result('same'));
    await scrapes.remove('one');
    await scrapes.put(record('two'), result('other'));
    expect(await scrapes.result('three')).toEqual(result('same'));
    expect(await scrapes.result('two')).toEqual(result('other'));
  });

  test('the cache returns the newest page that is young enough, including captures', async () => {
    const { pages } = storage;
    const shot = { bytes: Buffer.from('png'), mediaType: 'image/png' };
    await pages.put('key', page(clock.now(), { body: Buffer.from('old') }));
    clock.pass(1000);
    await pages.put('key', page(clock.now(), { body: Buffer.from('new'), captures: { 'a.b$c': shot } }));
    const found = await pages.find('key', hourMs);
    expect(text(found?.body)).toBe('new');
    expect(text(found?.captures['a.b$c']?.bytes)).toBe('png');
    expect(found).toMatchObject({ url: 'http://site.test/page', statusCode: 200, contentType: 'text/html' });
    clock.pass(hourMs);
    expect(await pages.find('key', hourMs)).toBeUndefined();
    expect(await pages.find('other', hourMs)).toBeUndefined();
  });

  test('the cache prefers a good page until three newer ones are errors', async () => {
    const { pages } = storage;
    await pages.put('key', page(clock.now()));
    for (const expected of [200, 200, 500]) {
      clock.pass(1000);
      await pages.put('key', page(clock.now(), { statusCode: 500, body: Buffer.from(`error ${clock.now()}`) }));
      expect((await pages.find('key', hourMs))?.statusCode).toBe(expected);
    }
    clock.pass(1000);
    await pages.put('key', page(clock.now()));
    expect((await pages.find('key', hourMs))?.statusCode).toBe(200);
  });

  test('the cache is trimmed by age, number and size, newest kept', async () => {
    const { pages } = storage;
    const all = { maxAgeMs: 48 * hourMs, maxBytes: 1e9, maxEntries: 100 };
    for (let n = 0; n < 5; n += 1) {
      await pages.put(`key-${n}`, page(clock.now(), { body: Buffer.from(`body ${n} `.repeat(100)) }));
      clock.pass(1000);
    }
    expect(await pages.trim(all)).toBe(0);
    expect(await pages.trim({ ...all, maxEntries: 4 })).toBe(1);
    expect(await pages.trim({ ...all, maxAgeMs: 3500 })).toBe(1);
    expect(await pages.find('key-1', hourMs)).toBeUndefined();
    expect(await pages.find('key-2', hourMs)).toBeDefined();
    expect(await pages.trim({ ...all, maxBytes: 1 })).toBe(3);
  });

  test('a page stored again while its old copy is deleted stays', async () => {
    const { pages } = storage;
    const keys = Array.from({ length: 240 }, (_, n) => `key-${n}`);
    const put = (key: string) => pages.put(key, page(clock.now()));
    await Promise.all(keys.map(put));
    clock.pass(2 * hourMs);
    const again = [...keys.slice(0, 8), ...keys.slice(-8)];
    const trimming = pages.trim({ maxAgeMs: hourMs, maxBytes: 1e9, maxEntries: 1000 });
    await Promise.all([trimming, ...again.map(put)]);
    const found = await Promise.all(again.map((key) => pages.find(key, hourMs)));
    expect(found.filter((each) => each === undefined)).toEqual([]);
  });

  test('cached pages are found by their words until deleted', async () => {
    const { pages, texts } = storage;
    const text = { title: 'Kettles', description: '', text: 'Of copper, 100% hand_made.' };
    await pages.put('key-1', page(clock.now(), { url: 'http://site.test/Kettle', text }));
    await pages.put('key-2', page(clock.now(), { url: 'http://site.test/pan', text: { ...text, text: 'Of iron.' } }));
    await pages.put('key-3', page(clock.now()));
    expect(await texts.search({ words: ['copper', 'kettles'], sites: [] }, 10)).toEqual([
      { url: 'http://site.test/Kettle', ...text, cachedAt: new Date(clock.now()).toISOString() },
      expect.objectContaining({ url: 'http://site.test/pan' }),
    ]);
    expect((await texts.search({ words: ['100%', 'hand_made'], sites: [] }, 10)).map(({ url }) => url)).toEqual([
      'http://site.test/Kettle',
    ]);
    expect(await texts.search({ words: [], sites: [] }, 10)).toEqual([]);
    await pages.trim({ maxAgeMs: 48 * hourMs, maxBytes: 1e9, maxEntries: 0 });
    expect(await texts.search({ words: ['kettles'], sites: [] }, 10)).toEqual([]);
  });

  test('an unchanged page gets the time and headers of its newest response, and is still found by its words', async () => {
    const { pages, texts } = storage;
    const text = { title: 'Kettles', description: '', text: 'Of copper.' };
    const put = (change: Partial<CachedPage> = {}) => {
      clock.pass(1000);
      return pages.put('key', page(clock.now(), { text, ...change }));
    };
    const copies = () => pages.trim({ maxAgeMs: 48 * hourMs, maxBytes: 1e9, maxEntries: 1 });
    await put({ headers: { etag: 'one' } });
    await put({ statusCode: 404, body: Buffer.from('gone') });
    await put({ headers: { etag: 'two' } });
    const cachedAt = new Date(clock.now()).toISOString();
    expect(await pages.find('key', hourMs)).toMatchObject({ cachedAt, headers: { etag: 'two' }, statusCode: 200 });
    expect(await texts.search({ words: ['copper'], sites: [] }, 10)).toEqual([
      { url: 'http://site.test/page', ...text, cachedAt },
    ]);
    await put({ text: undefined });
    expect(await texts.search({ words: ['copper'], sites: [] }, 10)).toMatchObject([{ title: 'Kettles' }]);
    expect(await copies()).toBe(0);
  });

  test.each([
    ['text', { text: { title: 'Kettles', description: '', text: 'Of iron.' } }],
    ['address', { url: 'http://site.test/iron' }],
    ['bytes', { body: Buffer.from('<h1>iron</h1>') }],
    ['captures', { captures: { shot: { bytes: Buffer.from('iron'), mediaType: 'image/png' } } }],
    ['status', { statusCode: 203 }],
  ])('a page with another %s replaces its copy', async (_, change) => {
    const { pages, texts } = storage;
    const kettles = { text: { title: 'Kettles', description: '', text: 'Of copper.' } };
    await pages.put('key', page(clock.now(), kettles));
    clock.pass(1000);
    const changed = page(clock.now(), { ...kettles, ...change });
    await pages.put('key', changed);
    const { url, statusCode, cachedAt } = changed;
    const found = await pages.find('key', hourMs);
    expect(found).toMatchObject({ url, statusCode, cachedAt });
    expect(text(found?.body)).toBe(text(changed.body));
    expect(text(found?.captures.shot?.bytes)).toBe(text(changed.captures.shot?.bytes));
    expect(await texts.search({ words: ['kettles'], sites: [] }, 10)).toEqual([{ url, ...changed.text, cachedAt }]);
    expect(await pages.trim({ maxAgeMs: 48 * hourMs, maxBytes: 1e9, maxEntries: 0 })).toBe(1);
  });

  test('tracking remembers the last snapshot of each URL and tag', async () => {
    const { tracking } = storage;
    const snapshot = { scrapedAt: '2026-11-20T12:00:00.000Z', markdown: '# one', statusCode: 200 };
    expect(await tracking.last('http://site.test/', undefined)).toBeUndefined();
    await tracking.put('http://site.test/', undefined, snapshot);
    await tracking.put('http://site.test/', 'tag', { ...snapshot, markdown: '# two', json: { price: null } });
    expect(await tracking.last('http://site.test/', undefined)).toEqual(snapshot);
    expect(await tracking.last('http://site.test/', 'tag')).toEqual({
      ...snapshot,
      markdown: '# two',
      json: { price: null },
    });
    await tracking.put('http://site.test/', 'tag', { ...snapshot, markdown: '# three' });
    expect(await tracking.last('http://site.test/', 'tag')).toEqual({ ...snapshot, markdown: '# three' });
    expect(await tracking.last('http://site.test/', undefined)).toEqual(snapshot);
  });

  test('activity counts the cost of jobs with zero retention without listing it', async () => {
    const { activity } = storage;
    await activity.add(entry('a', { at: '2027-01-19T12:00:00.000Z', credits: 5 }));
    const cost = { keyId: 'key', at: '2027-01-20T12:00:00.000Z', credits: 2, pages: 3 };
    await activity.addCost(cost);
    await activity.addCost(cost);
    expect(await activity.creditsSince('2027-01-19T00:00:00.000Z')).toBe(9);
    expect(await activity.costs('2027-01-20T00:00:00.000Z')).toMatchObject([cost, cost]);
    expect((await activity.list({ limit: 1 })).map(({ jobId }) => jobId)).toEqual(['a']);
  });

  test('activity is listed newest first and adds up', async () => {
    const { activity } = storage;
    await activity.add(entry('a', { at: '2026-11-19T12:00:00.000Z', credits: 5 }));
    await activity.add(entry('b', { at: '2026-11-20T12:00:00.000Z', credits: 2, pages: 3 }));
    expect(await activity.creditsSince('2026-11-20T00:00:00.000Z')).toBe(2);
    await activity.add(entry('c', { at: '2026-11-20T13:00:00.000Z', credits: 4 }));
    await activity.add(entry('c', { at: '2026-11-20T13:00:00.000Z', credits: 7 }));
    expect(await activity.creditsSince('2026-11-20T00:00:00.000Z')).toBe(9);
    expect(await activity.creditsSince('2026-11-01T00:00:00.000Z')).toBe(14);
    expect((await activity.list({ limit: 2 })).map(({ jobId }) => jobId)).toEqual(['c', 'b']);
    expect((await activity.list({ limit: 2, before: 'b' })).map(({ jobId }) => jobId)).toEqual(['a']);
    expect(await activity.days('2026-11-01T00:00:00.000Z')).toEqual([
      { day: '2026-11-19', entries: 1, pages: 1, credits: 5 },
      { day: '2026-11-20', entries: 2, pages: 4, credits: 9 },
    ]);
  });
});

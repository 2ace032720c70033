import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../../core/ports/storage';
import { laterTables } from '../../../core/storage/database/migrations';
import { openStorage } from '../../../core/storage/open-storage';
import { folders, hourMs, onDatabase, page, testClock } from '../../storage/support';

const temporary = folders();
let dir: string;
let storage: Storage;
let clock: ReturnType<typeof testClock>;

interface Said {
  readonly title?: string;
  readonly description?: string;
  readonly text?: string;
  readonly key?: string;
}

/** Stores a page with the given text. */
const put = (path: string, { key = path, title = '', description = '', text = '' }: Said) => {
  clock.pass(1);
  const url = path.startsWith('http') ? path : `http://site.test/${path}`;
  return storage.pages.put(key, page(clock.now(), { url, text: { title, description, text } }));
};
/** Returns the paths of pages that match the words, best match first. */
const find = async (query: string, sites: readonly string[] = [], limit = 10) => {
  const found = await storage.texts.search({ words: query.split(' '), sites }, limit);
  return found.map(({ url }) => url.replace('http://site.test/', ''));
};
const reopen = async (change: (raw: DatabaseSync) => void = () => undefined) => {
  await storage.close();
  onDatabase(dir, change);
  storage = await openStorage(dir, { clock });
};

beforeEach(async () => {
  dir = await temporary.make();
  clock = testClock();
  storage = await openStorage(dir, { clock });
});
afterEach(async () => {
  await storage.close();
  await temporary.removeAll();
});

describe('a search through the texts of cached pages', () => {
  test('ranks pages with all words first, then by title, URL and text', async () => {
    await put('one-word', { title: 'Copper', text: 'pans' });
    await put('text', { title: 'About', text: 'We repair every copper kettle.' });
    await put('shop/copper-kettle', { title: 'Item 4', text: 'In stock' });
    await put('title', { title: 'Copper kettle', text: 'In stock' });
    await put('none', { title: 'Iron', text: 'pot' });
    expect(await find('copper kettle')).toEqual(['title', 'shop/copper-kettle', 'text', 'one-word']);
    expect(await find('copper kettle', [], 1)).toEqual(['title']);
    expect(await find('zeppelin')).toEqual([]);
  });

  test('ignores case and accents, and matches the first four letters', async () => {
    await put('a', { text: 'Der Größenwahn im CAFÉ, Vásárhely 1984' });
    for (const word of ['größenwahn', 'cafe', 'café', 'vasarhely', 'größ', 'vásárhelyi'.slice(0, 5), '1984'])
      expect([word, await find(word)]).toEqual([word, ['a']]);
    for (const word of ['ca', '198', 'wahn']) expect([word, await find(word)]).toEqual([word, []]);
  });

  test('finds words of languages without spaces', async () => {
    await put('ja', { text: '東京都の天気は晴れ、最高気温は二十度です。' });
    await put('zh', { title: '北京天气预报', text: '今天多云。' });
    await put('ko', { text: '서울의 날씨는 맑습니다' });
    await put('th', { text: 'อากาศวันนี้ดีมาก' });
    await put('hi', { text: 'दिल्ली का मौसम' });
    const expected: Readonly<Record<string, readonly string[]>> = {
      ...{ 東京: ['ja'], 天気: ['ja'], 気温: ['ja'], 最高気温: ['ja'], 都: ['ja'], 晴: ['ja'] },
      ...{ 天气: ['zh'], 预报: ['zh'], 云: ['zh'], 날씨: ['ko'], 서울: ['ko'], วันนี้: ['th'], मौसम: ['hi'] },
      ...{ 京都: ['ja'], 気東: [], 北天: [], 서날: [] },
    };
    for (const [word, paths] of Object.entries(expected)) expect([word, await find(word)]).toEqual([word, paths]);
    expect((await find('天')).sort()).toEqual(['ja', 'zh']);
  });

  test('treats no word as an operator', async () => {
    await put('a', { text: 'near or not, and "quoted" * stars - minus' });
    for (const word of [
      'NEAR',
      'OR',
      '"quoted"',
      'quoted*',
      '^near',
      'text:near',
      '-minus',
      '"',
      '*',
      "'",
      ')',
      'a\0b',
    ])
      expect(Array.isArray(await find(word))).toBe(true);
    expect(await find('"quoted" AND')).toEqual(['a']);
  });

  test('returns a URL once, with its newest copy', async () => {
    await put('a', { key: '1', text: 'blue teapot, first copy' });
    await put('a', { key: '2', text: 'blue teapot, later copy' });
    await put('b', { text: 'green teapot' });
    const found = await storage.texts.search({ words: ['teapot', 'blue'], sites: [] }, 10);
    expect(found.map(({ text }) => text)).toEqual(['blue teapot, later copy', 'green teapot']);
  });

  test('is limited to the requested sites', async () => {
    await put('http://example.com/a', { text: 'lighthouse' });
    await put('http://docs.example.com/b', { text: 'lighthouse' });
    await put('http://example.com.evil.test/c', { text: 'lighthouse' });
    expect((await find('lighthouse', ['example.com'])).sort()).toEqual([
      'http://docs.example.com/b',
      'http://example.com/a',
    ]);
    expect(await find('lighthouse', ['docs.example.com'])).toEqual(['http://docs.example.com/b']);
  });

  test('finds rare words among many pages with common ones', async () => {
    for (let n = 0; n < 70; n += 1) await put(`page/${n}`, { text: `common words, number ${n}` });
    await put('rare', { text: 'heliograph with words' });
    expect((await find('common words heliograph', [], 3))[0]).toBe('rare');
    expect(await find('number 41', [], 1)).toEqual(['page/41']);
  });

  test('finds nothing of a deleted page, whose words are no longer in any file', async () => {
    await put('old', { title: 'Old', text: 'The xylographer carves.' });
    expect(await find('xylographer')).toEqual(['old']);
    await put('new', { text: 'The engraver carves.' });
    const limits = { maxAgeMs: hourMs, maxBytes: 1e9, maxEntries: 1 };
    expect(await storage.pages.trim(limits)).toBe(1);
    await storage.shrink();
    expect([await find('xylographer'), await find('carves')]).toEqual([[], ['new']]);
    await storage.shrink();
    for (const file of ['gleaner.db', 'gleaner.db-wal']) {
      const bytes = await readFile(join(dir, file), 'latin1');
      expect(bytes).not.toContain('xylogra');
    }
  });

  test('finds pages in a database of an earlier version', async () => {
    for (let n = 0; n < 70; n += 1) await put(`page/${n}`, { text: `lantern ${n} of 東京` });
    await reopen((raw) => {
      raw.exec("drop table page_words; delete from meta where name = 'page_words'");
      raw.exec("alter table cached_text add column search text not null default ''");
      raw.exec(
        "alter table result add column search text not null default ''; alter table result drop column media_type",
      );
      for (const table of laterTables) if (table !== 'cached_text') raw.exec(`drop table ${table}`);
      raw.exec('drop index job_open; alter table task drop column begun; alter table outbox drop column worker');
      raw.exec('alter table body drop column content');
      raw.exec('alter table content drop column object; alter table content drop column object_size');
      raw.exec("delete from kysely_migration where name not like '% first' and name not like '% cached text'");
    });
    expect(await find('lantern 66')).toEqual(expect.arrayContaining(['page/66']));
    expect(await find('66 東京', [], 1)).toEqual(['page/66']);
    expect(await find('lantern', [], 100)).toHaveLength(70);
  });

  test('finds the readable pages of a damaged database', async () => {
    for (let n = 0; n < 40; n += 1) await put(`page/${n}`, { text: `lantern ${n}` });
    await find('lantern');
    await reopen((raw) => {
      const { rootpage } = raw.prepare("select rootpage from sqlite_schema where name = 'activity'").get() as {
        rootpage: number;
      };
      raw.exec('pragma wal_checkpoint(truncate)');
      const file = openSync(join(dir, 'gleaner.db'), 'r+');
      writeSync(file, Buffer.alloc(4096, 7), 0, 4096, (rootpage - 1) * 4096);
      closeSync(file);
    });
    expect(storage.warnings.join()).toContain('was damaged');
    expect(await find('lantern', [], 100)).toHaveLength(40);
  });
});

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readRunOptions } from '../../core/platform/settings/settings';
import { SettingsService } from '../../core/platform/settings/settings-service';
import { openStorage } from '../../core/storage/open-storage';
import { folders, keysOf, rememberingLog } from './support';

const temporary = folders();
// Results expire a day after they were stored, so the clock is set to the day on which the archives were made.
beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T16:00:00Z') }));
afterAll(async () => {
  vi.useRealTimers();
  await temporary.removeAll();
});

const archives = globSync('test/fixtures/data-folders/*.tar.gz').sort();
/** Names of data formats: the latest migration of a database, or the number of a file format. */
const names = archives.map((file) => basename(file, '.tar.gz'));
const databases = names.filter((name) => !name.startsWith('format-'));

/** Unpacks and opens a data folder of an earlier version. */
async function opened(name: string) {
  const dir = await temporary.make();
  const archive = await readFile(`test/fixtures/data-folders/${name}.tar.gz`);
  await pipeline(Readable.from([archive]), createGunzip(), unpackTar(dir));
  return { dir, storage: await openStorage(dir) };
}

/**
 * Returns the statements that created tables and indexes, with normalized whitespace. SQLite's own indexes have no
 * statement.
 */
function schemaOf(dir: string): readonly string[] {
  const database = new DatabaseSync(join(dir, 'gleaner.db'), { readOnly: true });
  const rows = database.prepare('select sql from sqlite_master where sql is not null order by type, name').all();
  database.close();
  return rows.map(({ sql }) => String(sql).replaceAll(/\s+/g, ' ').replace(', without rowid', ''));
}

async function newSchema(): Promise<readonly string[]> {
  const dir = await temporary.make();
  await (await openStorage(dir)).close();
  return schemaOf(dir);
}

const settingsOf = (dir: string) => new SettingsService(readRunOptions({ dataDir: dir }), rememberingLog()).stored;

describe('data folders of earlier versions', () => {
  const schema = newSchema();

  it('exist for both file formats and every migration but the last', () => {
    expect(names).toEqual([...databases, 'format-1', 'format-2']);
    expect(databases.length).toBe(13);
  });

  it.each(databases)('%s: opens with its data, and has the schema of a new database', async (name) => {
    const { dir, storage } = await opened(name);
    const { jobs, results, frontier, scrapes, activity } = storage;
    expect(storage.warnings).toEqual([]);
    const [crawl] = await jobs.list({ kinds: ['crawl'], limit: 10 });
    expect(crawl?.job.state).toBe('completed');
    const pages = await results.page(crawl!.job.id, { skip: 0 });
    const texts = pages.results.map(({ document }) => String(document.markdown)).sort();
    expect(texts).toEqual([
      expect.stringMatching(/^# Boats\n\nEleven fishing boats/),
      expect.stringMatching(/^# Harbour\n\nThe lighthouse keeper/),
      expect.stringMatching(/^# Tides\n\nHigh tide is at noon/),
    ]);
    const unfinished = await jobs.atWork();
    expect(unfinished.map(({ kind }) => kind)).toEqual(['batch']);
    const { done, queued } = await frontier.counts(unfinished[0]!.id);
    expect([done > 0, done + queued]).toEqual([true, 7]);
    const history = await scrapes.list({ limit: 10 });
    expect(history.map(({ state }) => state)).toEqual(['failed', 'completed']);
    expect((await scrapes.result(history[1]!.id))?.document.markdown).toContain('Eleven fishing boats');
    expect((await activity.list({ limit: 10 })).length).toBeGreaterThanOrEqual(3);
    expect((await keysOf(storage).list()).length).toBe(1);
    expect(settingsOf(dir).monthlyCredits).toBe(5000);
    const [found] = await storage.texts.search({ words: ['lighthouse'], sites: [] }, 5);
    // Before the migration `cached text`, the text of pages was not stored.
    if (!name.endsWith('first')) expect(found?.text).toContain('The lighthouse keeper counts ships.');
    await storage.close();
    expect(schemaOf(dir)).toEqual(await schema);
  });

  it.each(['format-1', 'format-2'])('%s: keeps keys, settings, activity and history, and says so', async (name) => {
    const { dir, storage } = await opened(name);
    expect(storage.warnings).toEqual([
      expect.stringMatching(
        /^Data from an earlier version of Gleaner was kept in .*results and unfinished jobs were not\.$/,
      ),
    ]);
    expect(storage.warnings[0]).toContain(join(dir, name));
    const history = await storage.scrapes.list({ limit: 10 });
    expect(history.map(({ state, title }) => [state, title])).toEqual([
      ['failed', undefined],
      ['completed', 'Boats'],
    ]);
    expect((await storage.activity.list({ limit: 10 })).length).toBeGreaterThanOrEqual(2);
    expect((await keysOf(storage).list()).length).toBe(1);
    expect(settingsOf(dir).monthlyCredits).toBe(5000);
    await storage.close();
  });
});

import { appendFile, chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStorage } from '../../core/storage/open-storage';
import { defaultRetention, Retention } from '../../core/storage/retention/retention';
import type { TestClock } from './support';
import { folders, hourMs, keysOf, onDatabase, page, record, rememberingLog, result, testClock, text } from './support';

const temporary = folders();
let dir: string;
let clock: TestClock;
let log: ReturnType<typeof rememberingLog>;
const open = () => openStorage(dir, { clock, log });

const filesUnder = async (folder: string): Promise<readonly string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
};
/** Returns the number of rows in the `content` table of a closed database. */
const contents = (): number =>
  onDatabase(dir, (raw) => (raw.prepare('select count(*) as n from content').get() as { n: number }).n);

beforeEach(async () => {
  dir = await temporary.make();
  clock = testClock();
  log = rememberingLog();
});
afterEach(() => temporary.removeAll());

describe('a data folder', () => {
  test('is private to its user, including its files', async () => {
    await chmod(dir, 0o755);
    const storage = await open();
    await keysOf(storage).add({ id: 'a', name: 'a', hash: 'h', prefix: 'p', createdAt: '2026-11-20T12:00:00.000Z' });
    await storage.files.put({ bytes: Buffer.from('x'), mediaType: 'text/plain' });
    expect((await stat(dir)).mode & 0o077).toBe(0);
    await storage.announce('http://127.0.0.1:3002');
    for (const file of await filesUnder(dir)) expect((await stat(file)).mode & 0o077, file).toBe(0);
    await storage.close();
  });

  test('with other content keeps its permissions', async () => {
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

  test('starts without reading the history, and reads a page of it by index, however long it is', async () => {
    await (await open()).close();
    const raw = new DatabaseSync(join(dir, 'gleaner.db'));
    const insert = raw.prepare('insert into scrape values (?, ?, ?, ?, ?, null)');
    raw.exec('begin');
    for (let n = 0; n < 20_000; n += 1) {
      const one = record(`id-${n}`);
      insert.run(one.id, one.createdAt, one.finishedAt, one.url, JSON.stringify(one));
    }
    raw.exec('commit');
    raw.close();
    const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const ofHistory = () => prepared.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('scrape'));
    const storage = await open();
    expect(prepared).toHaveBeenCalled();
    expect(ofHistory()).toEqual([]);
    expect((await storage.scrapes.list({ limit: 50 })).length).toBe(50);
    const statements = ofHistory();
    prepared.mockRestore();
    await storage.close();
    expect(statements.length).toBe(1);
    const again = new DatabaseSync(join(dir, 'gleaner.db'));
    const plan = again.prepare(`explain query plan ${statements[0]}`).all(50);
    again.close();
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('USING INDEX scrape_by_created_at_id')]);
  });
});

describe('damage of the documents', () => {
  const key = (id: string) => ({ id, name: id, hash: 'h', prefix: 'p', createdAt: '2026-11-20T12:00:00.000Z' });
  const ids = async (storage: Awaited<ReturnType<typeof open>>) => (await keysOf(storage).list()).map(({ id }) => id);

  test('sets a damaged file aside, reports it, and reads what it can', async () => {
    const storage = await open();
    for (const id of ['a', 'b', 'c']) await keysOf(storage).add(key(id));
    await storage.close();
    const path = join(dir, 'keys.db');
    const good = await readFile(path, 'utf8');
    const damaged = good.replace('"_id":"b"', '"_id:"b"').replace('"id":"b"', '"id:"b"');
    await writeFile(path, damaged.replace(/\n(.*"name":"b".*)\n/, '\n{$1\n'));
    const again = await open();
    expect((await ids(again)).sort()).toEqual(['a', 'c']);
    expect(again.warnings).toHaveLength(1);
    expect(again.warnings[0]).toMatch(/^keys\.db is damaged: 1 of \d lines could not be read\./);
    expect(log.warnings).toEqual(again.warnings);
    const aside = (await readdir(dir)).find((name) => name.startsWith('keys.db.damaged-'));
    expect(await readFile(join(dir, aside!), 'utf8')).toContain('"name":"b"');
    await again.close();
  });

  test('sets a garbage file aside instead of emptying it', async () => {
    await (await open()).close();
    const rubbish = Buffer.alloc(3000, 0);
    await writeFile(join(dir, 'keys.db'), rubbish);
    const storage = await open();
    expect(await keysOf(storage).list()).toEqual([]);
    expect(storage.warnings).toHaveLength(1);
    const aside = (await readdir(dir)).find((name) => name.startsWith('keys.db.damaged-'));
    expect(rubbish.equals(await readFile(join(dir, aside!)))).toBe(true);
    await storage.close();
  });

  test('drops a line truncated by a crash silently', async () => {
    const storage = await open();
    await keysOf(storage).add(key('a'));
    await storage.close();
    await appendFile(join(dir, 'keys.db'), '{"_id":"torn","name":"to');
    const again = await open();
    await keysOf(again).add(key('b'));
    await again.close();
    const third = await open();
    expect((await ids(third)).sort()).toEqual(['a', 'b']);
    expect(third.warnings).toEqual([]);
    await third.close();
  });

  test('does not restore a deleted key by its last use', async () => {
    const storage = await open();
    for (let n = 0; n < 20; n += 1) {
      await keysOf(storage).add(key(`key-${n}`));
      await Promise.all([
        keysOf(storage).touch(`key-${n}`, '2026-11-20T13:00:00.000Z'),
        keysOf(storage).remove(`key-${n}`),
      ]);
    }
    expect(await ids(storage)).toEqual([]);
    await storage.close();
  });
});

describe('retention', () => {
  /** Creates a retention service for a machine that is never switched off. */
  const sweeper = (storage: Awaited<ReturnType<typeof open>>) =>
    new Retention(
      storage,
      { clock, log },
      () => defaultRetention,
      () => clock.now(),
    );

  test('deletes results and files after 24 hours, cached pages after 48, and keeps records and activity', async () => {
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
    clock.pass(23 * hourMs);
    expect(await sweeper(storage).sweep()).toMatchObject({ results: 0, files: 0, cached: 0 });
    clock.pass(1 * hourMs + 1);
    expect(await sweeper(storage).sweep()).toMatchObject({ results: 1, files: 1, cached: 0 });
    clock.pass(24 * hourMs);
    expect(await sweeper(storage).sweep()).toMatchObject({ results: 0, files: 0, cached: 1 });
    expect(await storage.scrapes.record('one')).toBeDefined();
    expect(await storage.activity.list({ limit: 1 })).toHaveLength(1);
    await storage.close();
    expect(contents()).toBe(0);
  });

  test('hides everything older than a day, even before a sweep', async () => {
    const storage = await open();
    const at = new Date(clock.now()).toISOString();
    await storage.scrapes.put(record('one', { createdAt: at, finishedAt: at }), result('one'));
    const { spec } = record('one');
    const facts = { kind: 'crawl', version: 'v2', url: 'http://site.test/', spec, options: {}, createdAt: at } as const;
    await storage.jobs.add({
      ...facts,
      id: 'job',
      state: 'completed',
      finishedAt: at,
      zeroDataRetention: false,
      keyId: 'k',
    });
    clock.pass(24 * hourMs);
    expect(await storage.jobs.get('job')).toBeDefined();
    clock.pass(1);
    expect(await storage.jobs.get('job')).toBeUndefined();
    expect(await storage.jobs.list({ limit: 9 })).toEqual([]);
    expect((await storage.jobs.count()).completed).toBe(0);
    expect(await storage.scrapes.result('one')).toBeUndefined();
    await storage.close();
  });

  test('deletes nothing on a clock set two days ahead, until it has run steadily for an hour', async () => {
    const storage = await open();
    const at = new Date(clock.now()).toISOString();
    let runningMs = 0;
    const retention = new Retention(
      storage,
      { clock, log },
      () => defaultRetention,
      () => runningMs,
    );
    const pass = (ms: number) => {
      clock.pass(ms);
      runningMs += ms;
    };
    await storage.scrapes.put(record('one', { createdAt: at, finishedAt: at }), result('one'));
    await retention.sweep();
    clock.pass(48 * hourMs);
    expect((await retention.sweep()).results).toBe(0);
    expect(log.warnings.at(-1)).toContain('The clock of this machine was set');
    pass(hourMs / 2);
    expect((await retention.sweep()).results).toBe(0);
    clock.pass(-48 * hourMs);
    expect((await retention.sweep()).results).toBe(0);
    expect(await storage.scrapes.result('one')).toEqual(result('one'));
    pass(2 * hourMs);
    expect((await retention.sweep()).results).toBe(0);
    pass(23 * hourMs);
    expect((await retention.sweep()).results).toBe(1);
    await storage.close();
  });

  describe('at a start', () => {
    const at = () => new Date(clock.now()).toISOString();
    /** Creates a retention service as if the machine had restarted a minute ago. */
    const booted = (storage: Awaited<ReturnType<typeof open>>) => {
      let uptimeMs = 60_000;
      const retention = new Retention(
        storage,
        { clock, log },
        () => defaultRetention,
        () => uptimeMs,
      );
      return {
        sweep: () => retention.sweep(),
        pass: (ms: number) => {
          clock.pass(ms);
          uptimeMs += ms;
        },
      };
    };
    const filled = async () => {
      const storage = await open();
      const first = booted(storage);
      await first.sweep();
      first.pass(2 * hourMs);
      await storage.scrapes.put(record('one', { createdAt: at(), finishedAt: at() }), result('one'));
      await storage.files.put({ bytes: Buffer.from('file'), mediaType: 'text/plain' });
      await first.sweep();
      return storage;
    };

    test.each([48, 24 * 365, 25])('keeps everything on a clock %s h ahead, and reports it', async (hours) => {
      const storage = await filled();
      clock.pass(hours * hourMs);
      for (let start = 0; start < 3; start += 1) {
        const engine = booted(storage);
        for (let sweep = 0; sweep < 24; sweep += 1) {
          expect(await engine.sweep()).toMatchObject({ results: 0, files: 0 });
          engine.pass(hourMs / 6);
        }
      }
      expect(log.warnings.filter((warning) => warning.includes('or the clock of this machine is ahead'))).toHaveLength(
        1,
      );
      clock.pass(-hours * hourMs);
      expect(await booted(storage).sweep()).toMatchObject({ results: 0, files: 0 });
      expect(await storage.scrapes.result('one')).toEqual(result('one'));
      await storage.close();
    });

    test('keeps everything on a clock some hours ahead that is corrected within the hour', async () => {
      const storage = await filled();
      clock.pass(23 * hourMs + hourMs / 2);
      const engine = booted(storage);
      expect(await engine.sweep()).toMatchObject({ results: 0, files: 0 });
      engine.pass(hourMs / 2 + 1);
      expect(await engine.sweep()).toMatchObject({ results: 0, files: 0 });
      clock.pass(-23 * hourMs - hourMs / 2);
      expect(await engine.sweep()).toMatchObject({ results: 0, files: 0 });
      expect(await storage.scrapes.result('one')).toEqual(result('one'));
      await storage.close();
    });

    test('deletes old data after a day of running, over several starts', async () => {
      const storage = await filled();
      clock.pass(72 * hourMs);
      for (let start = 0; start < 3; start += 1) {
        const engine = booted(storage);
        expect(await engine.sweep()).toMatchObject({ results: 0 });
        for (let sweep = 0; sweep < 48; sweep += 1) {
          engine.pass(hourMs / 6);
          expect(await engine.sweep()).toMatchObject({ results: start === 2 && sweep === 47 ? 1 : 0 });
        }
      }
      await storage.close();
    });

    test('deletes immediately when the uptime of the machine confirms the time', async () => {
      const storage = await open();
      await sweeper(storage).sweep();
      clock.pass(hourMs);
      await sweeper(storage).sweep();
      await storage.scrapes.put(record('one', { createdAt: at(), finishedAt: at() }), result('one'));
      clock.pass(72 * hourMs);
      expect(await sweeper(storage).sweep()).toMatchObject({ results: 1 });
      await storage.close();
    });
  });

  test('leaves a deleted job in no file after a sweep', async () => {
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
    await storage.frontier.complete(jobId, task!, { result: { ...result(jobId), taskId: task!.id } });
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
    await storage.removeJob(jobId);
    await storage.shrink();
    for (const file of await filesUnder(dir)) {
      // Reading the lock file would release the lock.
      if (file.endsWith('lock.db')) continue;
      const content = await readFile(file, 'latin1');
      expect(content.includes(jobId) || content.includes('secret.test'), file).toBe(false);
    }
    await storage.close();
  });

  test('deletes shared content with its last user', async () => {
    const storage = await open();
    const bytes = Buffer.from('the same bytes');
    await storage.tracking.put('http://site.test/', undefined, {
      scrapedAt: new Date(clock.now()).toISOString(),
      markdown: bytes.toString(),
      statusCode: 200,
    });
    const fileId = await storage.files.put({ bytes, mediaType: 'text/plain' }, { jobId: 'job' });
    await storage.removeJob('job');
    expect(await storage.files.get(fileId)).toBeUndefined();
    expect((await storage.tracking.last('http://site.test/', undefined))?.markdown).toBe('the same bytes');
    await storage.close();
    expect(contents()).toBe(1);
  });

  test('loses no stored record when the same content is added and deleted at once', async () => {
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
});

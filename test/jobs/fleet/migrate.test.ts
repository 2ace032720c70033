import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../core/common/log';
import { openState } from '../../../core/jobs/fleet/engine-state';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { PostgresDatabase } from '../../../core/storage/database/postgres/postgres-database';
import { TableReader } from '../../../core/storage/database/sqlite/table-reader';
import { openStorage } from '../../../core/storage/open-storage';
import { finishMigration, type MigrationParts, migrateRows } from '../../../core/storage/sql-stores/fleet/migrate-data';
import { startCommand } from '../../cli/program';
import { postgresDatabases } from '../../storage/postgres-kind';
import { folders, keysOf, page, record, result } from '../../storage/support';
import { noPostgres } from '../../support/postgres';

const temporary = folders();
const databases = postgresDatabases();
const jobId = '0193486b-7b1e-7abc-8def-0123456789ab';
let dataDir: string;
let source: string;
let databaseUrl: string;
let to: PostgresDatabase | undefined;

/** Fills a folder with most kinds of data, including completed, in-flight and waiting tasks. */
async function fill(dir: string): Promise<void> {
  const storage = await openStorage(dir);
  await storage.frontier.add(
    jobId,
    Array.from({ length: 1300 }, (_, n) => ({ url: `http://site.test/${n}`, depth: 0 })),
  );
  for (const task of await storage.frontier.claim(jobId, 20))
    await storage.frontier.complete(jobId, task, {
      result: result(task.id, `# a\0b ${task.id}`),
    });
  await storage.frontier.claim(jobId, 5);
  await storage.files.put({ bytes: randomBytes(3_000_000), mediaType: 'image/png' }, { jobId });
  await storage.scrapes.put(record('one'), result('one'));
  await storage.pages.put('p', page(Date.now(), { text: { title: 'Kettle', description: '', text: 'copper\0 pan' } }));
  await keysOf(storage).add({ id: 'a', name: 'A', hash: 'h', prefix: 'gl-', createdAt: '2026-11-20T12:00:00.000Z' });
  const { settings, vault } = await openState(readRunOptions({ dataDir: dir }, {}), storage, silentLog);
  await settings.update({ cacheHours: 5 });
  await vault.set('model', 'hidden-word');
  await storage.close();
}

/** Migrates the rows. Stops at the given chunk, as if the process were killed there. */
async function migrate(stopAt = Number.POSITIVE_INFINITY): Promise<{ readonly rows: number; readonly copied: number }> {
  const from = new TableReader(source);
  to ??= await PostgresDatabase.open(databaseUrl);
  const stop = new AbortController();
  let copied = 0;
  const progress: MigrationParts['progress'] = ({ step }) => {
    if (step === 'copy') copied += 1;
    if (copied >= stopAt) stop.abort(new Error('stopped'));
  };
  try {
    return { rows: await migrateRows({ from, to, source, signal: stop.signal, progress }), copied };
  } finally {
    from.close();
  }
}

describe.skipIf(noPostgres)('the migration from one machine to PostgreSQL', () => {
  beforeEach(async () => {
    dataDir = await temporary.make();
    source = join(dataDir, 'gleaner.db');
    databaseUrl = await databases.make();
    await fill(dataDir);
  });
  afterEach(async () => {
    await to?.close();
    to = undefined;
    await temporary.removeAll();
  });

  test('resumes after an interruption, and blocks work on a partial copy', async () => {
    await expect(migrate(3)).rejects.toThrow('stopped');
    await expect(openStorage(await temporary.make(), { databaseUrl })).rejects.toThrow(
      /is not complete in this database yet/,
    );
    const again = await migrate();
    expect(again.rows).toBeGreaterThan(1300);
    expect((await migrate()).copied).toBe(0);
    await finishMigration({ to: to! });
    await expect(migrate()).rejects.toThrow(/has already been migrated to this database/);
  });

  test('restarts when the folder was used after an interruption', async () => {
    await expect(migrate(3)).rejects.toThrow('stopped');
    const storage = await openStorage(dataDir);
    await storage.removeJob(jobId);
    await storage.frontier.add('another', [{ url: 'http://site.test/x', depth: 0 }]);
    await storage.close();
    expect((await migrate()).rows).toBeLessThan(1300);
  });

  test('continues after its process was killed; of two that start at once, one is refused', async () => {
    const start = () => startCommand(['migrate', '--data-dir', dataDir], '', { GLEANER_DATABASE_URL: databaseUrl });
    const target = await PostgresDatabase.open(databaseUrl);
    to = target;
    const tasks = () => target.read((db) => db.selectFrom('task').select('place').execute());
    const killed = start();
    await vi.waitUntil(async () => (await tasks()).length > 0, { timeout: 20_000, interval: 2 });
    killed.child.kill('SIGKILL');
    await killed.finished;
    // The server does not notice immediately that a connection has closed.
    await vi.waitUntil(async () => (await target.otherSessions()).size === 0, { timeout: 10_000, interval: 20 });
    const ends = await Promise.all([start().finished, start().finished]);
    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await tasks()).toHaveLength(1300);
  }, 60_000);

  test('is done by one process at a time, from one folder', async () => {
    const other = await temporary.make();
    await fill(other);
    const paths = [source, join(other, 'gleaner.db')];
    const targets = await Promise.all(paths.map(() => PostgresDatabase.open(databaseUrl)));
    const readers = paths.map((path) => new TableReader(path));
    const signal = new AbortController().signal;
    const run = (at: number, progress: MigrationParts['progress'] = () => undefined) =>
      migrateRows({ from: readers[at]!, to: targets[at]!, source: paths[at]!, signal, progress });
    try {
      const ends = await Promise.allSettled([run(0), run(1)]);
      const lost = ends.filter((end) => end.status === 'rejected');
      expect(lost.map(({ reason }) => [reason.code, reason.message])).toEqual([
        ['CONFLICT', expect.stringMatching(/^Another process is migrating|^The target contains other data/)],
      ]);
      // Folders on two machines can have the same path, so a second migration from this path is refused while the first
      // process is connected.
      const winner = ends.findIndex((end) => end.status === 'fulfilled');
      to = await PostgresDatabase.open(databaseUrl);
      const again = () =>
        migrateRows({ from: readers[winner]!, to: to!, source: paths[winner]!, signal, progress: () => undefined });
      await expect(again()).rejects.toThrow(/^Another process is migrating/);
      await targets[winner]!.close();
      await expect.poll(async () => (await to!.otherSessions()).has(targets[winner]!.session)).toBe(false);
      expect(await again()).toBeGreaterThan(1300);
    } finally {
      for (const reader of readers) reader.close();
      await Promise.all(targets.map((target) => target.close()));
    }
  });

  test('detects rows that differ between source and target', async () => {
    await migrate();
    await to!.write((db) =>
      db.updateTable('task').set({ url: 'http://other.test/' }).where('place', '=', 700).execute(),
    );
    await expect(migrate()).rejects.toThrow(/The table task differs between source and target/);
  });

  test('is one command; the jobs continue there, and the folder is unchanged', async () => {
    const before = await readFile(source);
    const env = { GLEANER_DATABASE_URL: databaseUrl, GLEANER_SECRET_KEY: randomBytes(32).toString('base64') };
    const { code, stderr } = await startCommand(['migrate', '--data-dir', dataDir], '', env).finished;
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/Migrated and compared \d+ rows; 2 documents .* and 1 secrets/),
    ]);
    expect((await readFile(source)).equals(before)).toBe(true);
    const storage = await openStorage(await temporary.make(), { databaseUrl });
    const run = readRunOptions({ dataDir, databaseUrl, secretKey: env.GLEANER_SECRET_KEY }, {});
    const { settings, vault } = await openState(run, storage, silentLog);
    expect([settings.stored.cacheHours, await vault.get('model')]).toEqual([5, 'hidden-word']);
    expect((await keysOf(storage).list()).map(({ id }) => id)).toEqual(['a']);
    expect(await storage.frontier.counts(jobId)).toMatchObject({ queued: 1280, inFlight: 0, done: 20 });
    expect((await storage.results.page(jobId, { skip: 0, limit: 50 })).results).toHaveLength(20);
    expect((await storage.texts.search({ words: ['copper'], sites: [] }, 5)).map(({ url }) => url)).toHaveLength(1);
    // The database's sequences must continue after the copied IDs.
    await storage.frontier.add('next', [{ url: 'http://site.test/n', depth: 0 }]);
    await storage.files.put({ bytes: Buffer.from('new'), mediaType: 'text/plain' });
    await storage.close();
    const other = await temporary.make();
    await fill(other);
    const refused = await startCommand(['migrate', '--data-dir', other], '', env).finished;
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('The target contains other data')]);
  });
});

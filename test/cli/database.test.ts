import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine';
import { noPostgres, type PostgresServer, startPostgres } from '../support/postgres';
import { gleaner, startCommand } from './program';

let server: PostgresServer;
let dataDir: string;

describe.skipIf(noPostgres)('a saved database URL', () => {
  beforeAll(async () => {
    [server, dataDir] = await Promise.all([startPostgres(), mkdtemp(join(tmpdir(), 'gleaner-remember-'))]);
  }, 60_000);
  afterAll(async () => {
    await server?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is used at the next start without a variable until deleted, and is not stored in a plain file', async () => {
    const url = new URL(await server.database());
    url.password = 'hidden-word';
    const env = { GLEANER_DATABASE_URL: url.href };
    const run = (...args: string[]) => startCommand(['database', ...args, '--data-dir', dataDir], '', env).finished;
    const remembered = await run('remember');
    expect([remembered.code, remembered.stderr]).toEqual([
      0,
      expect.stringContaining('The database URL was saved in the vault.'),
    ]);
    const files = (await readdir(dataDir)).map((name) => readFile(join(dataDir, name), 'latin1'));
    expect((await Promise.all(files)).join()).not.toContain('hidden-word');
    const tables = async () => (await readdir(dataDir)).includes('gleaner.db');
    await (await startTestEngine({ dataDir })).stop();
    expect(await tables()).toBe(false);
    // A folder backup cannot be restored, because an engine with a database URL would never read the folder.
    const restored = await gleaner('restore', import.meta.filename, '--data-dir', dataDir);
    expect([restored.code, restored.stderr]).toEqual([1, expect.stringContaining('run "gleaner database forget"')]);
    expect((await run('forget')).stderr).toContain('The database URL was deleted from the vault');
    expect((await run('forget')).stderr).toContain('No database URL was saved');
    await (await startTestEngine({ dataDir })).stop();
    expect(await tables()).toBe(true);
  }, 60_000);

  it('must be given and reachable', async () => {
    const unnamed = await gleaner('database', 'remember', '--data-dir', dataDir);
    expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('set GLEANER_DATABASE_URL')]);
    const env = { GLEANER_DATABASE_URL: 'postgres://me@127.0.0.1:9/x' };
    const away = await startCommand(['database', 'remember', '--data-dir', dataDir], '', env).finished;
    expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('cannot be reached')]);
  });
});

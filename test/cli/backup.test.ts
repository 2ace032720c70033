import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine';
import { gleaner } from './program';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-cli-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

it('backs a data folder up and restores it into another, and refuses invalid backups', async () => {
  const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'all.tar.gz')];
  const engine = await startTestEngine({ dataDir: from });
  expect((await engine.call('POST', '/local/keys', { name: 'Backed up' })).status).toBe(200);
  await engine.stop();
  const backup = await gleaner('backup', file, '--data-dir', from);
  expect([backup.code, backup.stderr]).toEqual([0, expect.stringContaining(`Written to ${file}, without secrets.`)]);
  const restore = await gleaner('restore', file, '--data-dir', to);
  expect([restore.code, restore.stderr]).toEqual([0, expect.stringContaining('which contains no secrets.')]);
  // The restored API keys must be the keys from the backup.
  expect(await readFile(join(to, 'keys.db'), 'utf8')).toContain('Backed up');
  expect(existsSync(join(to, 'restore-new'))).toBe(false);

  const junk = join(folder, 'junk.tar.gz');
  await writeFile(junk, 'no archive');
  const before = await readdir(to);
  const refused = await gleaner('restore', junk, '--data-dir', to);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect(await readdir(to)).toEqual(before);
  const short = await gleaner(
    'backup',
    file,
    '--data-dir',
    from,
    '--passphrase-file',
    junk.replace('junk.tar.gz', 'none'),
  );
  expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
});

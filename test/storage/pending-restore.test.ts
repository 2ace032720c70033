import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assertRoom } from '../../core/platform/data-folder/data-dir';
import {
  beginRestore,
  isRestorePending,
  markReady,
  stagingName,
} from '../../core/platform/data-folder/pending-restore';

let dir: string;
const put = async (name: string, text: string) => {
  await mkdir(join(dir, name, '..'), { recursive: true });
  await writeFile(join(dir, name), text);
};
const text = (name: string) => readFile(join(dir, name), 'utf8');

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gleaner-restore-'));
  for (const name of [
    'gleaner.db',
    'gleaner.db-wal',
    'keys.db',
    'settings.json',
    'plugins/a.mjs',
    'vault.json',
    'lock.db',
    'session.key',
  ])
    await put(name, 'old');
  for (const name of ['gleaner.db', 'keys.db', 'settings.json']) await put(`${stagingName}/${name}`, 'new');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it('deletes an incomplete staged backup, and nothing else', async () => {
  expect(await beginRestore(dir)).toBeUndefined();
  expect([await text('gleaner.db'), (await readdir(dir)).includes(stagingName)]).toEqual(['old', false]);
});

it('replaces the data by a complete one, and keeps the old data; locks, sessions and secrets stay', async () => {
  await markReady(dir, false);
  expect(isRestorePending(dir)).toBe(true);
  const begun = await beginRestore(dir);
  await begun?.finish();
  expect(isRestorePending(dir)).toBe(false);
  const names = await readdir(dir);
  const aside = names.find((name) => name.startsWith('before-restore-'))!;
  expect((await readdir(join(dir, aside))).sort()).toEqual([
    'gleaner.db',
    'gleaner.db-wal',
    'keys.db',
    'plugins',
    'settings.json',
  ]);
  expect([await text('gleaner.db'), await text('vault.json'), await text('session.key')]).toEqual([
    'new',
    'old',
    'old',
  ]);
  expect(names).not.toContain('gleaner.db-wal');
});

it('reverts a backup that does not open', async () => {
  const before = (await readdir(dir)).filter((name) => name !== stagingName).sort();
  await markReady(dir, true);
  await (await beginRestore(dir))?.undo();
  expect((await readdir(dir)).sort()).toEqual(before);
  expect([await text('gleaner.db'), await text('plugins/a.mjs'), await text('vault.json')]).toEqual([
    'old',
    'old',
    'old',
  ]);
});

it('completes an interrupted restore at the next start', async () => {
  await markReady(dir, false);
  const { aside } = JSON.parse(await text(`${stagingName}/restore.json`));
  // Simulates an interruption while the previous data is being moved aside.
  await mkdir(join(dir, aside));
  await rename(join(dir, 'gleaner.db'), join(dir, aside, 'gleaner.db'));
  await beginRestore(dir);
  expect([await text('gleaner.db'), await text(`${aside}/gleaner.db`), await text(`${aside}/keys.db`)]).toEqual([
    'new',
    'old',
    'old',
  ]);
  // Simulates an interruption while the new data is being moved. Files already in place stay, and the rest are moved.
  await rename(join(dir, 'keys.db'), join(dir, stagingName, 'keys.db'));
  await beginRestore(dir);
  expect([await text('keys.db'), await text('gleaner.db'), await text(`${aside}/gleaner.db`)]).toEqual([
    'new',
    'new',
    'old',
  ]);
});

it.each([
  ['changed', () => put(`${stagingName}/gleaner.db`, 'bad')],
  ['truncated', () => put(`${stagingName}/keys.db`, '')],
  ['deleted', () => rm(join(dir, stagingName, 'settings.json'))],
  ['joined by another', () => put(`${stagingName}/plugins/evil.mjs`, 'new')],
])('discards a backup with a file that was %s after it was checked, and says so', async (_, damage) => {
  const before = (await readdir(dir)).filter((name) => name !== stagingName).sort();
  await markReady(dir, false);
  await damage();
  const begun = await beginRestore(dir);
  expect(begun?.sentence).toMatch(/^The backup was not restored, because its files were damaged/);
  await begun?.finish();
  expect((await readdir(dir)).sort()).toEqual(before);
  expect([await text('gleaner.db'), await text('settings.json')]).toEqual(['old', 'old']);
});

it('refuses files for which the disk has no room, before it writes any', async () => {
  await assertRoom(dir, 1000, 'A backup');
  await expect(assertRoom(dir, 1e15, 'A backup')).rejects.toMatchObject({
    code: 'STORAGE_ERROR',
    message: expect.stringMatching(/^A backup needs \d+ MB, but the disk that holds .* has only \d+ MB free/),
  });
});

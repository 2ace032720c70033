import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDataDir } from '../../core/storage/data-dir';
import type { MigrationStep } from '../../core/storage/data-format';
import { openStorage } from '../../core/storage/open-storage';
import { startChild } from './child';
import { folders, record, rememberingLog, result, testClock } from './support';

const temporary = folders();
let dir: string;
const context = { clock: testClock(), log: rememberingLog() };
const open = () => openDataDir(dir, context);

beforeEach(async () => {
  dir = await temporary.make();
});
afterEach(() => temporary.removeAll());

describe('the lock of a data folder', () => {
  test('a second process is refused and told who has the folder, also when the first was killed it gets it', async () => {
    const first = startChild('open-child.mjs', dir);
    expect(await first.line()).toBe('open');
    await expect(open()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Another Gleaner (process ${first.process.pid}, http://127.0.0.1:3002) is using the data folder ${dir}. Use that one, stop it, or choose another folder with --data-dir.`,
    });
    const second = startChild('open-child.mjs', dir);
    expect(JSON.parse((await second.line())!)).toMatchObject({ code: 'CONFLICT' });
    await first.kill();
    const mine = await open();
    await mine.close();
  });

  test('a process that closes leaves no lock', async () => {
    const first = startChild('open-child.mjs', dir);
    expect(await first.line()).toBe('open');
    first.process.stdin.write('close\n');
    await once(first.process, 'exit');
    expect(await readdir(dir)).not.toContain('lock');
  });

  test('is refused twice in one process, and free after closing', async () => {
    const first = await open();
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' });
    await first.close();
    await (await open()).close();
  });

  test('of a reused process number is taken over', async () => {
    const owner = { pid: process.pid, host: hostname(), started: 'another boot/12345' };
    await writeFile(join(dir, 'lock'), JSON.stringify(owner));
    await (await open()).close();
  });

  test('of another machine holds while it is touched, and not after', async () => {
    const path = join(dir, 'lock');
    await writeFile(path, JSON.stringify({ pid: 1, host: 'another-machine' }));
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' });
    const past = new Date(Date.now() - 120_000);
    await utimes(path, past, past);
    await (await open()).close();
  });

  test('that is empty counts only for a moment', async () => {
    const path = join(dir, 'lock');
    await writeFile(path, '');
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' });
    const past = new Date(Date.now() - 6000);
    await utimes(path, past, past);
    await (await open()).close();
  });

  test('of a dead process goes to one of many that want it', async () => {
    const dead = startChild('open-child.mjs', dir);
    expect(await dead.line()).toBe('open');
    await dead.kill();
    const tries = await Promise.allSettled(Array.from({ length: 20 }, open));
    const won = tries.filter((each) => each.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await won[0]?.value.close();
  });
});

describe('the format of a data folder', () => {
  const step = (to: number, done: number[]): MigrationStep => ({ to, run: async () => void done.push(to) });

  test('an older one is brought up step by step', async () => {
    await (await open()).close();
    const done: number[] = [];
    const formats = { current: 4, steps: [step(2, done), step(3, done), step(4, done)] };
    await (await openDataDir(dir, context, formats)).close();
    expect(done).toEqual([3, 4]);
    await (await openDataDir(dir, context, formats)).close();
    expect(done).toEqual([3, 4]);
  });

  test('of the time when each cached page had a file of its own begins with an empty cache', async () => {
    const first = await openStorage(dir);
    await first.scrapes.put(record('kept'), result('kept'));
    await first.close();
    await writeFile(join(dir, 'format.json'), '{"format":1}');
    const old = '{"_id":"a","key":"key","statusCode":200,"at":1,"head":"{}","blobs":["x"]}\n';
    for (const name of ['pages.db', 'pages.db~']) await writeFile(join(dir, name), old);
    const again = await openStorage(dir);
    expect(await again.pages.find('key', Date.now())).toBeUndefined();
    expect(await readFile(join(dir, 'pages.db'), 'utf8')).not.toContain('"_id":"a"');
    expect(await again.scrapes.result('kept')).toEqual(result('kept'));
    await again.close();
  });

  test('a step that fails leaves the format before it and the folder free', async () => {
    await (await open()).close();
    const fail: MigrationStep = { to: 4, run: () => Promise.reject(new Error('no')) };
    const done: number[] = [];
    await expect(openDataDir(dir, context, { current: 4, steps: [step(3, done), fail] })).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
    });
    expect(JSON.parse(await readFile(join(dir, 'format.json'), 'utf8'))).toMatchObject({ format: 3 });
    await (await openDataDir(dir, context, { current: 3, steps: [] })).close();
  });

  test('a newer one is refused in plain words', async () => {
    await writeFile(join(dir, 'format.json'), '{"format":99}');
    await expect(open()).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: expect.stringContaining('was written by a newer Gleaner (format 99; this one knows 2)') as string,
    });
    expect(await readdir(dir)).toEqual(['format.json']);
  });

  test('a damaged format file is set aside and said', async () => {
    await writeFile(join(dir, 'format.json'), '{"form');
    const opened = await open();
    expect(opened.warnings[0]).toContain('format.json is damaged');
    expect((await readdir(dir)).some((name) => name.startsWith('format.json.damaged-'))).toBe(true);
    await opened.close();
  });
});

test('a folder below a file is refused in plain words', async () => {
  await writeFile(join(dir, 'file'), '');
  await expect(openDataDir(join(dir, 'file', 'data'), context)).rejects.toMatchObject({
    code: 'STORAGE_ERROR',
    message: expect.stringContaining('part of its path is a file') as string,
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../core/storage/open-storage';
import { canUnshare } from '../support/container';
import { startChild } from './child';
import { folders, keysOf, record, result } from './support';

const temporary = folders();
let dir: string;
const open = () => openStorage(dir);

beforeEach(async () => {
  dir = await temporary.make();
});
afterEach(() => temporary.removeAll());

describe('the lock of a data folder', () => {
  test('refuses a second process, naming the owner, and admits it after a crash of the first', async () => {
    const first = startChild('open-child.mjs', dir);
    expect(await first.line()).toBe('open');
    await expect(open()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Another instance of Gleaner (process ${first.process.pid}, http://127.0.0.1:3002) is using the data folder ${dir}. Use or stop that instance, or choose another folder with --data-dir.`,
    });
    const second = startChild('open-child.mjs', dir);
    expect(JSON.parse((await second.line())!)).toMatchObject({ code: 'CONFLICT' });
    await first.kill();
    const mine = await open();
    await mine.close();
  });

  test('is released when the process closes', async () => {
    const first = startChild('open-child.mjs', dir);
    expect(await first.line()).toBe('open');
    first.process.stdin.write('close\n');
    await once(first.process, 'exit');
    expect(await readdir(dir)).not.toContain('owner.json');
    await (await open()).close();
  });

  test('is refused twice in one process, and free after closing', async () => {
    const first = await open();
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' });
    await first.close();
    await (await open()).close();
  });

  test('of a frozen process holds indefinitely', async () => {
    const frozen = startChild('open-child.mjs', dir);
    expect(await frozen.line()).toBe('open');
    frozen.process.kill('SIGSTOP');
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' });
    // An incorrect or old owner file must have no effect.
    await writeFile(join(dir, 'owner.json'), JSON.stringify({ pid: 1 }));
    await utimes(join(dir, 'owner.json'), new Date(0), new Date(0));
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' });
    await frozen.kill();
    await (await open()).close();
  });

  test.skipIf(!canUnshare())('holds against a process that cannot see the owner (another PID namespace)', async () => {
    const first = startChild('open-child.mjs', dir);
    expect(await first.line()).toBe('open');
    const second = startChild('open-child.mjs', dir, '--unshare');
    expect(JSON.parse((await second.line())!)).toMatchObject({ code: 'CONFLICT' });
    await first.kill();
    const third = startChild('open-child.mjs', dir, '--unshare');
    expect(await third.line()).toBe('open');
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT' });
    third.process.stdin.write('close\n');
    await once(third.process, 'exit');
    await (await open()).close();
  });

  test('of a zombie process does not hold', async () => {
    const script = fileURLToPath(new URL('open-child.mjs', import.meta.url));
    // A killed child becomes a zombie, because its parent shell does not wait for it.
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}" "${dir}" & echo $!; exec sleep 60`]);
    const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
    const pid = Number((await lines.next()).value);
    expect((await lines.next()).value).toBe('open');
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(async () => readFile(`/proc/${pid}/stat`, 'utf8').then((stat) => stat.includes(') Z')))
      .toBe(true);
    await (await open()).close();
    shell.kill();
  });

  test('of a dead process goes to one of many waiting ones', async () => {
    const dead = startChild('open-child.mjs', dir);
    expect(await dead.line()).toBe('open');
    await dead.kill();
    const tries = await Promise.allSettled(Array.from({ length: 20 }, open));
    const won = tries.filter((each) => each.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await won[0]?.value.close();
  });
});

describe('a data folder of an earlier format', () => {
  const line = (row: object) => `${JSON.stringify(row)}\n`;
  const at = '2026-11-20T12:00:00.000Z';
  const entry = { jobId: 'a', kind: 'scrape', url: 'u', state: 'completed', pages: 1, credits: 3, keyId: 'k', at };

  beforeEach(async () => {
    await writeFile(join(dir, 'format.json'), '{"format":2}');
    await writeFile(join(dir, 'settings.json'), '{"concurrency":3}');
    const key = { _id: 'a', id: 'a', name: 'a', hash: 'h', prefix: 'p', createdAt: at };
    await writeFile(join(dir, 'keys.db'), line(key));
    await writeFile(join(dir, 'activity.db'), line({ ...entry, _id: 'a', credits: 1 }) + line({ ...entry, _id: 'a' }));
    const one = record('one');
    await writeFile(join(dir, 'scrapes.db'), line({ _id: 'one', text: JSON.stringify(one) }));
    await mkdir(join(dir, 'jobs', 'x'), { recursive: true });
    await writeFile(join(dir, 'jobs', 'x', 'journal'), 'old');
  });

  test('keeps its keys, settings, activity log and history; the rest is moved to a folder and reported', async () => {
    const storage = await open();
    expect((await keysOf(storage).list()).map(({ id }) => id)).toEqual(['a']);
    expect(await storage.activity.creditsSince(at)).toBe(3);
    expect(await storage.scrapes.record('one')).toEqual(record('one'));
    expect(storage.warnings).toEqual([expect.stringContaining(`was kept in ${join(dir, 'format-2')}`)]);
    await storage.close();
    expect(await readFile(join(dir, 'format-2', 'jobs', 'x', 'journal'), 'utf8')).toBe('old');
    expect(await readFile(join(dir, 'settings.json'), 'utf8')).toBe('{"concurrency":3}');
    expect(JSON.parse(await readFile(join(dir, 'format.json'), 'utf8'))).toEqual({ format: 3 });
    const again = await open();
    expect(again.warnings).toEqual([]);
    expect(await again.activity.creditsSince(at)).toBe(3);
    await again.close();
  });

  test('is refused while the earlier Gleaner may be using it', async () => {
    await writeFile(join(dir, 'lock'), '{}');
    await expect(open()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('An earlier') });
    const past = new Date(Date.now() - 120_000);
    await utimes(join(dir, 'lock'), past, past);
    await (await open()).close();
  });

  test('opens despite a lock in the future, or an unfinished takeover', async () => {
    const future = new Date(Date.now() + 2 * 24 * 3600 * 1000);
    for (const name of ['lock', 'lock.takeover']) {
      await writeFile(join(dir, name), JSON.stringify({ pid: process.pid }));
      await utimes(join(dir, name), future, future);
    }
    await (await open()).close();
    expect(await readdir(join(dir, 'format-2'))).toEqual(expect.arrayContaining(['lock', 'lock.takeover']));
  });
});

test('refuses a data folder of a newer format with a message', async () => {
  await writeFile(join(dir, 'format.json'), '{"format":99}');
  await expect(open()).rejects.toMatchObject({
    code: 'STORAGE_ERROR',
    message: expect.stringContaining(
      'was written by a newer version of Gleaner (format 99; this version reads up to 3)',
    ) as string,
  });
});

test('detects that the data folder was deleted or replaced while in use', async () => {
  for (const replaced of [false, true]) {
    const lost: string[] = [];
    const folder = join(dir, 'data');
    const storage = await openStorage(folder, { onLost: ({ message }) => void lost.push(message) });
    await rm(folder, { recursive: true });
    if (replaced) await (await openStorage(folder)).close();
    await expect.poll(() => lost, { timeout: 5000 }).toHaveLength(1);
    expect(lost[0]).toContain('was deleted or replaced while Gleaner was running');
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('opens a data folder copied to another machine', async () => {
  const first = await open();
  await first.scrapes.put(record('one'), result('one'));
  await first.close();
  const copy = await temporary.make();
  await cp(dir, copy, { recursive: true });
  const second = await openStorage(copy);
  expect(await second.scrapes.record('one')).toEqual(record('one'));
  await second.close();
});

test('refuses a folder below a file with a message', async () => {
  await writeFile(join(dir, 'file'), '');
  await expect(openStorage(join(dir, 'file', 'data'))).rejects.toMatchObject({
    code: 'STORAGE_ERROR',
    message: expect.stringContaining('part of its path is a file') as string,
  });
});

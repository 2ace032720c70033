import { appendFile, link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sink, SinkServices } from '../../core/contract/plugin';
import fileSink from '../../plugins/sinks/file';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-sink-'));
});
afterEach(() => rm(folder, { recursive: true }));

const sink = (more: Record<string, unknown> = {}): Sink =>
  fileSink.create(fileSink.config.parse({ folder, ...more }) as never, {} as SinkServices);

const deliver = (to: Sink, number: number, padding = 0) => {
  const body = Buffer.from(JSON.stringify({ number, padding: 'x'.repeat(padding) }));
  const facts = { webhookId: String(number), type: 'crawl.page', jobId: 'job', headers: {} };
  return to.deliver({ ...facts, body }, new AbortController().signal);
};

const file = (name = 'gleaner-events.jsonl') => join(folder, name);
const lines = async (name?: string) => (await readFile(file(name), 'utf8')).split('\n');
const numbers = async () => (await lines()).slice(0, -1).map((line) => JSON.parse(line).number);

describe('the file sink', () => {
  it('appends one line of JSON per event, in a file of its owner', async () => {
    for (const number of [1, 2, 3]) expect(await deliver(sink(), number)).toEqual({ result: 'delivered' });
    expect(await numbers()).toEqual([1, 2, 3]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('keeps lines intact with many concurrent events, over several sinks', async () => {
    const sinks = [sink(), sink()];
    await Promise.all(Array.from({ length: 100 }, (_, number) => deliver(sinks[number % 2]!, number, 50_000)));
    expect([...(await numbers())].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, number) => number));
  });

  it('starts a new line after one truncated by a crash', async () => {
    await deliver(sink(), 1);
    await appendFile(file(), '{"number":2,"pad');
    await deliver(sink(), 3);
    expect((await lines()).map((line) => line.slice(0, 11))).toEqual(['{"number":1', '{"number":2', '{"number":3', '']);
  });

  it.each([
    '../up.jsonl',
    '/etc/cron.jsonl',
    'a/b.jsonl',
    'a\\b.jsonl',
    '.bashrc',
    'authorized_keys',
    '..',
    'x.jsonl\0',
    '',
  ])('refuses names like %j', (name) => {
    expect(fileSink.config.safeParse({ folder, name }).success).toBe(false);
  });

  it('refuses a folder relative to the working directory', () => {
    expect(fileSink.config.safeParse({ folder: 'somewhere' }).success).toBe(false);
  });

  it('follows no link and writes only to regular files', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'gleaner-outside-'));
    await writeFile(join(outside, 'target'), 'untouched');
    await symlink(join(outside, 'target'), file('link.jsonl'));
    await mkdir(file('folder.jsonl'));
    await symlink('/dev/null', file('device.jsonl'));
    for (const name of ['link.jsonl', 'folder.jsonl', 'device.jsonl']) {
      await expect(deliver(sink({ name }), 1)).rejects.toThrow();
    }
    expect(await readFile(join(outside, 'target'), 'utf8')).toBe('untouched');
    await link(join(outside, 'target'), file('fine.jsonl'));
    await rm(outside, { recursive: true });
  });

  it('recovers after a failure, e.g. when its folder returns', async () => {
    const gone = sink({ folder: join(folder, 'later') });
    await expect(deliver(gone, 1)).rejects.toThrow(/ENOENT/);
    await mkdir(join(folder, 'later'));
    await deliver(gone, 1);
    expect(await readdir(join(folder, 'later'))).toEqual(['gleaner-events.jsonl']);
  });
});

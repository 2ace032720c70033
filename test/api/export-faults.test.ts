import { mkdir, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mountSmallDisk } from '../storage/small-disk';
import { type CrawlSite, startCrawlSite } from '../support/crawl-site';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { multiplyPages } from '../support/many-rows';

const count = 4000;
const disk = mountSmallDisk('64m');
const dataDir = join(disk?.dir ?? tmpdir(), disk ? 'data' : `gleaner-export-faults-${process.pid}`);
let site: CrawlSite;
let engine: EngineInProcess;
let id: string;
beforeAll(async () => {
  site = await startCrawlSite(2);
  const first = await startInProcess({ dataDir });
  id = (await first.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/p/0`] })).body.id;
  const hasEnded = async () => expect((await first.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
  await vi.waitFor(hasEnded, { timeout: 30_000, interval: 50 });
  await first.stop();
  await multiplyPages(dataDir, id, count);
  // Simulates files left over from an export that was running when the engine was killed.
  await mkdir(join(dataDir, 'export-0123456789abcdef'));
  await writeFile(join(dataDir, 'export-0123456789abcdef', 'rows.sqlite'), 'half');
  engine = await startInProcess({ dataDir });
}, 60_000);
afterAll(async () => {
  await engine.stop();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
  disk?.remove();
});

const exported = (format: string, signal?: AbortSignal) =>
  fetch(`${engine.url}/local/jobs/${id}/export?format=${format}`, {
    headers: { authorization: `Bearer ${engine.key}` },
    signal,
  });
const folders = async () => (await readdir(dataDir)).filter((name) => name.startsWith('export-'));
const wait = { timeout: 20_000, interval: 5 };

describe('an interrupted export', () => {
  it('of a killed engine leaves nothing behind after the next start', async () => {
    await expect.poll(folders, wait).toEqual([]);
  });

  it('abandoned by its reader leaves nothing on disk and blocks nobody', async () => {
    const making = new AbortController();
    const left = exported('sqlite', making.signal).catch((thrown: Error) => thrown.name);
    await expect.poll(folders, wait).toHaveLength(1);
    making.abort();
    expect(await left).toBe('AbortError');
    await expect.poll(folders, wait).toEqual([]);
    for (const format of ['sqlite', 'xlsx', 'jsonl', 'csv']) {
      const reading = new AbortController();
      const { body } = await exported(format, reading.signal);
      await body!.getReader().read();
      reading.abort();
    }
    await expect.poll(folders, wait).toEqual([]);
    const whole = await exported('sqlite');
    expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')));
    await expect.poll(folders, wait).toEqual([]);
  });

  it.skipIf(!disk)(
    'on a full disk reports it and leaves no partial file (needs root on Linux, to mount a small disk)',
    async () => {
      const ballast = join(dataDir, 'ballast');
      for (let bytes = 2 ** 26; bytes >= 4096; bytes /= 2)
        await writeFile(ballast, Buffer.alloc(bytes), { flag: 'a' }).catch(() => undefined);
      // Leaves enough disk space for only the beginning of the export file.
      const file = await open(ballast, 'r+');
      await file.truncate((await file.stat()).size - 300_000);
      await file.close();
      const free = (await statfs(dataDir)).bavail;
      const refused = await exported('sqlite');
      expect(refused.status).toBe(500);
      expect(await refused.json()).toMatchObject({
        code: 'STORAGE_ERROR',
        error: expect.stringContaining('Free some'),
      });
      expect(await folders()).toEqual([]);
      expect((await statfs(dataDir)).bavail).toBeGreaterThanOrEqual(free - 64);
      expect((await (await exported('csv')).text()).split('\r\n')).toHaveLength(count + 2);
      await rm(ballast);
      expect((await exported('sqlite')).status).toBe(200);
    },
  );
});

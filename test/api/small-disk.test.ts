/** Tests backups that do not fit on the disk, and a data folder that becomes read-only while the engine runs. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gleaner } from '../cli/program';
import { mountFailingDisk, mountSmallDisk } from '../storage/small-disk';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { allResults, untilEnded } from '../support/jobs';

/** Returns text that cannot be compressed. */
const noise = (bytes: number) =>
  randomBytes(bytes)
    .toString('base64')
    .replace(/(.{60})/g, '$1 ');
const disk = mountSmallDisk('64m');

describe.skipIf(!disk)('a backup larger than the free disk (needs root on Linux, to mount a small one)', () => {
  let engine: TestEngine;
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite();
    for (let at = 0; at < 10; at++) site.put(`/${at}`, `<main><h1>${at}</h1><p>${noise(400_000)}</p></main>`);
    engine = await startTestEngine({ dataDir: join(disk!.dir, 'data') });
    await untilEnded(engine, await batch(10));
  }, 60_000);
  afterAll(async () => {
    await engine?.stop();
    await site?.close();
    disk?.remove();
  });

  const batch = async (count: number): Promise<string> => {
    const urls = Array.from({ length: count }, (_, at) => `${site.url}/${at}`);
    const { body } = await engine.call('POST', '/v2/batch/scrape', { urls, storeInCache: false });
    return `/v2/batch/scrape/${body.id}`;
  };
  const ballast = () => join(disk!.dir, 'ballast');
  const leave = async (bytes: number) => {
    const { bavail, bsize } = await statfs(disk!.dir);
    await writeFile(ballast(), Buffer.alloc(bavail * bsize - bytes));
  };
  const left = async () => (await readdir(engine.dataDir)).filter((name) => /^(?:backup|restore)-/.test(name));

  it('is refused with the size, leaves no file, and does not disturb a job', async () => {
    await leave(6 * 1024 ** 2);
    const path = await batch(2);
    const refused = await engine.call('POST', '/local/backups', {});
    expect(refused).toMatchObject({ status: 500, body: { code: 'STORAGE_ERROR' } });
    expect(refused.body.error).toMatch(
      /^A backup needs \d+ MB, but the disk that holds \S+ has only \d+ MB free\. Free some/,
    );
    expect(await left()).toEqual([]);
    expect((await engine.call('GET', '/health')).status).toBe(200);
    expect(await untilEnded(engine, path)).toMatchObject({ status: 'completed', completed: 2 });
    expect(await allResults(engine, path)).toHaveLength(2);
    await rm(ballast());
    expect((await engine.call('POST', '/local/backups', {})).status).toBe(200);
    expect(await left()).toHaveLength(1);
  }, 15_000);

  it('is reported by the command, which leaves no file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-small-disk-'));
    const own = await startTestEngine({ dataDir: folder });
    const scraped = await own.call('POST', '/v2/scrape', { url: `${site.url}/0`, formats: ['rawHtml', 'markdown'] });
    expect(scraped.status).toBe(200);
    await own.stop();
    await leave(64 * 1024);
    const { code, stderr } = await gleaner('backup', join(disk!.dir, 'all.tar.gz'), '--data-dir', folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no space|disk is full/i);
    expect((await readdir(disk!.dir)).sort()).toEqual(['ballast', 'data']);
    await rm(ballast());
    await rm(folder, { recursive: true });
  }, 60_000);
});

const failing = mountFailingDisk(96);

describe.skipIf(!failing)('a data folder that becomes read-only while a crawl runs (needs root on Linux)', () => {
  afterAll(() => failing?.remove());

  it('is reported by every call that writes, and the crawl continues once it is writable', async () => {
    const pages = 60;
    const dataDir = join(failing!.dir, 'data');
    const site = await startFixtureSite();
    for (let at = 0; at < pages; at++)
      site.put(`/p/${at}`, `<main><h1>${at}</h1><a href="/p/${at + 1}">next</a></main>`);
    const engine = await startTestEngine({ dataDir });
    try {
      const start = { url: `${site.url}/p/0`, limit: pages, crawlEntireDomain: true, sitemap: 'skip' };
      const path = `/v2/crawl/${(await engine.call('POST', '/v2/crawl', { ...start, maxDiscoveryDepth: pages })).body.id}`;
      failing!.readOnly(dataDir, true);
      const calls = [
        ['POST', '/v2/batch/scrape', { urls: [site.url] }],
        ['PATCH', '/local/settings', { cacheHours: 7 }],
        ['POST', '/local/backups', {}],
        ['PUT', '/local/saved/mine', { kind: 'batch', request: { urls: [site.url] } }],
      ] as const;
      for (const [method, call, body] of calls) {
        const { status, body: answer } = await engine.call(method, call, body);
        expect.soft([call, status, answer.code]).toEqual([call, 500, 'STORAGE_ERROR']);
        expect.soft([call, answer.error]).toEqual([call, expect.stringMatching(/read-only|disk/)]);
        expect((await engine.call('GET', '/health')).status).toBe(200);
      }
      expect((await engine.call('GET', '/local/settings')).body.settings.cacheHours).toBe(48);
      failing!.readOnly(dataDir, false);
      expect(await untilEnded(engine, path, 12_000)).toMatchObject({ status: 'completed', completed: pages });
      expect(await allResults(engine, path)).toHaveLength(pages);
      expect((await engine.call('PATCH', '/local/settings', { cacheHours: 7 })).status).toBe(200);
      expect((await readdir(dataDir)).filter((name) => name.startsWith('backup-'))).toEqual([]);
    } finally {
      failing!.readOnly(dataDir, false);
      await engine.stop();
      await site.close();
    }
  }, 30_000);
});

/** Backups that do not fit on the disk, and a data folder that becomes read-only while the engine runs. */
import { randomBytes } from 'node:crypto';
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountFailingDisk, mountSmallDisk } from '../storage/small-disk';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';

const disk = mountSmallDisk('64m');
let engine: TestEngine;
let site: FixtureSite;

describe.skipIf(!disk)('a small disk (needs root on Linux, to mount it)', () => {
  beforeAll(async () => {
    [engine, site] = await Promise.all([startTestEngine({ dataDir: disk!.dir }), startFixtureSite()]);
  });
  afterAll(async () => {
    await engine?.stop();
    await site?.close();
    disk?.remove();
  });

  const free = async () => {
    const { bavail, bsize } = await statfs(disk!.dir);
    return bavail * bsize;
  };
  const ballast = () => join(disk!.dir, 'ballast');
  const left = async () => (await readdir(disk!.dir)).filter((name) => /^(?:backup-|restore-|plugin-)/.test(name));
  const scrape = () => engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, maxAge: 0 });
  const restore = (bytes: Uint8Array) =>
    fetch(`${engine.url}/local/restore`, {
      method: 'POST',
      headers: { authorization: `Bearer ${engine.key}`, 'content-type': 'application/gzip' },
      body: new Uint8Array(bytes),
    });
  const reported = { status: 500, body: { code: 'STORAGE_ERROR' } };

  it('refuses a backup and a restore without room for them, and leaves nothing behind', async () => {
    const body = `<main><h1>Noise</h1><p>${randomBytes(3_000_000).toString('base64').match(/.{60}/g)?.join(' ')}</p></main>`;
    site.put('/noise', body);
    await engine.call('POST', '/v2/scrape', { url: `${site.url}/noise`, formats: ['rawHtml', 'markdown'] });
    const { body: prepared } = await engine.call('POST', '/local/backups', {});
    const answer = await fetch(`${engine.url}/local/backups/${prepared.id}`, {
      headers: { authorization: `Bearer ${engine.key}` },
    });
    const file = new Uint8Array(await answer.arrayBuffer());
    await expect.poll(left).toEqual([]);
    await writeFile(ballast(), Buffer.alloc((await free()) - 5 * 1024 ** 2));
    const refused = await engine.call('POST', '/local/backups', {});
    expect(refused).toMatchObject(reported);
    expect(refused.body.error).toMatch(/^A backup needs \d+ MB, but the disk of .* has only \d+ MB free/);
    const unstaged = await restore(file);
    expect([unstaged.status, await unstaged.json()]).toEqual([
      500,
      expect.objectContaining({ error: expect.stringMatching(/^Restoring this backup needs \d+ MB, but the disk/) }),
    ]);
    expect(await left()).toEqual([]);
    expect((await scrape()).status).toBe(200);
    await rm(ballast());
  }, 120_000);
});

const failing = mountFailingDisk(96);

describe.skipIf(!failing)('a disk that becomes read-only while a crawl runs (needs root on Linux)', () => {
  afterAll(() => failing?.remove());

  it('is reported by every call that writes, and the crawl continues after a repair', async () => {
    const dataDir = join(failing!.dir, 'data');
    const pages = await startFixtureSite();
    for (let index = 0; index < 20; index++)
      pages.put(`/p/${index}`, `<main><h1>${index}</h1><a href="/p/${index + 1}">next</a></main>`);
    let running = await startTestEngine({ dataDir });
    try {
      const start = { url: `${pages.url}/p/0`, limit: 20, crawlEntireDomain: true, sitemap: 'skip' };
      const crawl = `/v2/crawl/${(await running.call('POST', '/v2/crawl', start)).body.id}`;
      failing!.fail();
      expect((await running.call('GET', '/health')).status).toBe(200);
      const scraped = { url: `${pages.url}/p/3`, maxAge: 0 };
      expect((await running.call('POST', '/v2/scrape', scraped)).status).toBe(200);
      const code = `import { defineFormat } from 'gleaner/plugin';
        export default defineFormat({ id: 'a', summary: 'A.', needs: [], derive: () => 1 });`;
      const calls = [
        ['POST', '/v2/batch/scrape', { urls: [pages.url] }],
        ['PATCH', '/local/settings', { cacheHours: 7 }],
        ['POST', '/local/keys', { name: 'mine' }],
        ['POST', '/local/backups', {}],
        ['POST', '/local/plugin-files', { name: 'a.mjs', content: Buffer.from(code).toString('base64') }],
        ['PUT', '/local/saved/mine', { kind: 'batch', request: { urls: [pages.url] } }],
      ] as const;
      for (const [method, path, body] of calls) {
        const { status, body: answer } = await running.call(method, path, body);
        expect
          .soft([path, status, answer])
          .toEqual([
            path,
            500,
            expect.objectContaining({ code: 'STORAGE_ERROR', error: expect.stringMatching(/read-only|disk/) }),
          ]);
      }
      expect((await running.call('GET', '/local/settings')).body.settings.cacheHours).toBe(48);
      expect((await running.call('GET', '/health')).status).toBe(200);
      // The engine cannot write its last state, so its exit code may be 1.
      await running.stop();
      failing!.repair();
      running = await startTestEngine({ dataDir });
      expect(await untilEnded(running, crawl, 60_000)).toMatchObject({ status: 'completed', completed: 20 });
      expect((await running.call('PATCH', '/local/settings', { cacheHours: 7 })).status).toBe(200);
    } finally {
      await running.stop();
      await pages.close();
    }
  }, 120_000);
});

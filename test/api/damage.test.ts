import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';

let site: FixtureSite;
let dataDir: string;
let engine: EngineInProcess;
let id: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-damage-'));
  [engine, site] = await Promise.all([startInProcess({ dataDir }), startFixtureSite()]);
  const urls = Array.from({ length: 6 }, () => `${site.url}/article`);
  id = (await engine.call('POST', '/v2/batch/scrape', { urls })).body.id;
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

/** Stops the engine and overwrites a file in its data folder. */
async function stopWith(file: string, bytes: Buffer): Promise<void> {
  await engine.stop();
  await writeFile(join(dataDir, file), bytes);
}

const bytesOf = (file: string): Promise<Buffer> => readFile(join(dataDir, file));

describe('a damaged data folder', () => {
  it('contained a finished job before', async () => {
    expect(await untilEnded(engine, `/v2/batch/scrape/${id}`)).toMatchObject({ status: 'completed', completed: 6 });
    await engine.call('POST', '/v2/scrape', { url: `${site.url}/article` });
    await engine.call('PATCH', '/local/settings', { concurrency: 7 });
  });

  it.each(['settings.json', 'gleaner.db', 'keys.db'])(
    'sets %s aside, and starts the engine',
    async (file) => {
      // After an orderly shutdown, each database is a single file.
      await engine.stop();
      const before = await bytesOf(file);
      await stopWith(file, Buffer.alloc(before.length));
      engine = await startInProcess({ dataDir });
      expect((await engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, maxAge: 0 })).status).toBe(200);
      for (const path of ['settings', 'history', 'activity', 'jobs', 'keys']) {
        expect([path, (await engine.call('GET', `/local/${path}`)).status]).toEqual([path, 200]);
      }
      const aside = (await readdir(dataDir)).filter((name) => name.startsWith(`${file}.damaged`));
      expect(aside).toHaveLength(1);
      if (file === 'gleaner.db') {
        expect(await (await fetch(`${engine.url}/health`)).json()).toEqual({ status: 'ok', warnings: 1 });
        const details = [expect.stringContaining('gleaner.db was damaged')];
        expect((await engine.call('GET', '/health')).body).toEqual({ status: 'ok', warnings: 1, details });
        expect((await engine.call('GET', '/local/session')).body.warnings).toEqual(details);
      }
      await stopWith(file, before);
    },
    60_000,
  );

  it.each([
    ['keys.db', 'missing', undefined, /^keys\.db is missing: 1 of 1 entries were lost/],
    ['keys.db', 'cut', Buffer.from('{"_id":"'), /^keys\.db was truncated: 1 of 1 entries were lost/],
    ['lock.db', 'no database', Buffer.from('no database '.repeat(400)), undefined],
  ])('starts the engine with a %s that is %s, and reports the loss', async (file, _, bytes, sentence) => {
    await engine.stop();
    const before = await bytesOf(file);
    if (bytes) await writeFile(join(dataDir, file), bytes);
    else await rm(join(dataDir, file));
    engine = await startInProcess({ dataDir });
    const details = sentence ? [expect.stringMatching(sentence)] : [];
    expect((await engine.call('GET', '/local/session')).body.warnings).toEqual(details);
    expect((await engine.call('GET', '/health')).body.details ?? []).toEqual(details);
    const asides = (await readdir(dataDir)).filter((name) => name.startsWith(`${file}.damaged`));
    if (bytes) expect(await Promise.all(asides.map((name) => bytesOf(name)))).toContainEqual(bytes);
    if (file === 'keys.db') await stopWith(file, before);
  });

  it('reports unreadable results everywhere, and ends the job', async () => {
    await engine.stop();
    const raw = new DatabaseSync(join(dataDir, 'gleaner.db'));
    raw.exec("update body set data = x'00'");
    raw.close();
    engine = await startInProcess({ dataDir });
    const { body } = await engine.call('GET', `/v2/batch/scrape/${id}`);
    expect(body).toMatchObject({ success: true, status: 'failed', completed: 0, total: 6, data: [] });
    expect(body.error).toMatch(/^All results of this job were lost because data on disk is damaged; start/);
    expect(body.warning).toMatch(/^6 results of this job were lost because data on disk is damaged/);
    expect((await engine.call('GET', `/local/jobs/${id}`)).body).toMatchObject({
      state: 'failed',
      progress: { done: 0 },
    });
    const { items } = (await engine.call('GET', '/local/jobs?state=failed')).body;
    expect(items).toMatchObject([{ id, state: 'failed', progress: { done: 0 } }]);
    expect((await engine.call('GET', '/local/jobs?state=completed')).body.items).toEqual([]);
    const code = await new Promise((resolve) => {
      const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/v2/crawl/${id}`, engine.key);
      socket.addEventListener('close', (event) => resolve(event.code));
    });
    expect(code).toBe(1000);
    expect((await engine.call('GET', `/local/jobs/${id}/export?format=csv`)).body.split('\r\n')).toHaveLength(2);
  });
});

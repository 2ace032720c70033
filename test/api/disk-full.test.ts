import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { mountSmallDisk } from '../storage/small-disk';
import { startTestEngine } from '../support/engine';
import { startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';

/** Returns text that cannot be compressed. */
const noise = (seed: number) => {
  let state = seed + 1;
  return Array.from({ length: 8000 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state.toString(36);
  }).join(' ');
};

it('survives a full disk with every job ended, and recovers once there is space', async ({ skip }) => {
  const disk = mountSmallDisk('4m');
  if (!disk) return skip('needs the right to mount a file system');
  const site = await startFixtureSite();
  for (let index = 0; index < 400; index++)
    site.put(`/${index}`, `<main><h1>${index}</h1><p>${noise(index)}</p></main>`);
  const engine = await startTestEngine({ dataDir: disk.dir });
  try {
    const urls = Array.from({ length: 400 }, (_, index) => `${site.url}/${index}`);
    const { id } = (
      await engine.call('POST', '/v2/batch/scrape', { urls, storeInCache: false, formats: ['markdown', 'rawHtml'] })
    ).body;
    await expect
      .poll(async () => (await engine.call('POST', '/v2/crawl', { url: site.url })).body.code, { timeout: 60_000 })
      .toBe('STORAGE_ERROR');
    expect((await engine.call('GET', '/health')).status).toBe(200);
    expect((await engine.call('POST', '/v2/scrape', { url: `${site.url}/1`, maxAge: 0 })).status).toBe(200);
    const settings = await engine.call('PATCH', '/local/settings', { concurrency: 4 });
    expect([200, 500]).toContain(settings.status);
    execFileSync('mount', ['-o', 'remount,size=80m', disk.dir]);
    const end = await untilEnded(engine, `/v2/batch/scrape/${id}`, 60_000);
    // If writes succeed in time, the job resumes and completes. Otherwise, it fails and reports the cause.
    if (end.status === 'failed') expect(end.error).toContain('disk is full');
    else expect(end).toMatchObject({ status: 'completed', completed: 400 });
    const again = (await engine.call('POST', '/v2/batch/scrape', { urls: urls.slice(0, 3) })).body.id;
    expect(await untilEnded(engine, `/v2/batch/scrape/${again}`)).toMatchObject({
      status: 'completed',
      completed: 3,
    });
  } finally {
    await engine.stop();
    await site.close();
    disk.remove();
  }
}, 150_000);

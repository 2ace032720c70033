import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFleet, startTestEngine } from '../support/start-engine';
import { expect, openWindow, test } from './gleaner-test';

test('a finished job shows a notice when the settings ask for one', async ({ gleaner, page, engine, site }) => {
  const sinks = [{ plugin: 'desktop-notice', events: ['crawl.completed'], config: { title: 'Harvest' } }];
  expect((await engine.call('PATCH', '/local/settings', { sinks })).status).toBe(200);
  try {
    await gleaner.open('jobs');
    await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
    await engine.call('POST', '/v2/crawl', { url: `${site.url}/article`, limit: 1 });
    await expect(page.getByText(`Harvest – The crawl of ${site.host} is complete.`)).toBeVisible();
    await engine.call('POST', '/v2/crawl', { url: `${site.url}/missing-page`, limit: 1 });
    await expect(page.getByText(`Harvest – The crawl of ${site.host} has finished without results.`)).toBeVisible();
  } finally {
    await engine.call('PATCH', '/local/settings', { sinks: [] });
  }
});

test('the window reports damage in the data folder until it is dismissed', async ({ page }) => {
  test.skip(isFleet, 'a fleet has no gleaner.db');
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-damaged-'));
  await (await startTestEngine({ dataDir })).stop();
  await writeFile(join(dataDir, 'gleaner.db'), Buffer.alloc(20_000, 7));
  const engine = await startTestEngine({ dataDir });
  await openWindow(page, engine);
  const warning = page.getByRole('alert').filter({ hasText: 'gleaner.db was damaged' });
  await expect(warning).toContainText('renamed to');
  await warning.getByRole('button', { name: 'Close' }).click();
  await expect(warning).toHaveCount(0);
  await engine.stop();
  await rm(dataDir, { recursive: true, force: true });
});

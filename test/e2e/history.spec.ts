import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestEngine } from '../support/start-engine';
import { expect, openWindow, test } from './gleaner-test';

test('a past scrape opens with its result and its request', async ({ gleaner, site, page }) => {
  await gleaner.toggleFormat('Links');
  await gleaner.unfold('Browser');
  await page.getByRole('switch', { name: 'Mobile' }).click();
  await gleaner.scrapeWell(`${site.url}/article`);
  await page.getByRole('button', { name: 'Reset all' }).click();
  await gleaner.open('history');
  await page.getByRole('link', { name: 'The harbour' }).first().click();
  await expect(gleaner.address).toHaveValue(`${site.url}/article`);
  await expect(gleaner.tab(/^Links/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Links', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('switch', { name: 'Mobile' })).toHaveAttribute('aria-checked', 'true');
});

test('a success is called OK, and the titles of all rows are aligned', async ({ gleaner, engine, site, page }) => {
  site.put('/missing-for-history', '<title>Gone</title><main><p>This page is gone.</p></main>', {}, 404);
  await engine.call('POST', '/v2/scrape', { url: `${site.url}/article` });
  await engine.call('POST', '/v2/scrape', { url: `${site.url}/missing-for-history` });
  await engine.call('POST', '/v2/scrape', { url: 'http://127.0.0.1:9/' });
  await gleaner.open('history');
  const rows = page.getByRole('list', { name: 'Past scrapes' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'The harbour' }).first()).toContainText('OK');
  await expect(rows.filter({ hasText: '127.0.0.1:9' }).first()).toContainText('Failed');
  const lefts = await rows.locator('.title').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(lefts.length).toBeGreaterThan(2);
  expect(new Set(lefts).size).toBe(1);
});

test('the history is searched, and its entries are deleted', async ({ gleaner, site, page }) => {
  await gleaner.scrapeWell(`${site.url}/form`);
  await gleaner.open('history');
  await page.getByLabel('Search history').fill('/form');
  const rows = page.getByRole('list', { name: 'Past scrapes' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: /^Delete .* from history/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/^No matches for “.+”\.$/)).toBeVisible();
});

test('a scrape by a script appears while the history is open', async ({ gleaner, engine, site, page }) => {
  site.put('/by-script', '<title>By script</title><main><h1>By script</h1><p>Asked for from outside.</p></main>');
  await gleaner.open('history');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await engine.call('POST', '/v2/scrape', { url: `${site.url}/by-script` });
  await expect(page.getByRole('link', { name: 'By script' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
});

test('history and window survive a restart of the engine', async ({ page, site }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-restart-'));
  let engine = await startTestEngine({ dataDir });
  try {
    const gleaner = await openWindow(page, engine);
    await gleaner.scrapeWell(`${site.url}/article`);
    const port = Number(new URL(engine.url).port);
    await engine.stop('SIGKILL');
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('link', { name: 'Playground' }).click();
    engine = await startTestEngine({ dataDir, port });
    await expect(page.getByText('Reconnecting…')).toBeHidden();
    await expect(gleaner.answer.getByText('Ships come and go')).toBeVisible();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('link', { name: 'The harbour' }).click();
    await gleaner.scrapeWell(`${site.url}/form`);
  } finally {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

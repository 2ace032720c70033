import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestEngine } from '../support/start-engine';
import { expect, openWindow, test } from './gleaner-test';
import { includeRestOfSite } from './job-steps';
import { startLinkedSite } from './long-site';

test('a crawl continues and the window reconnects when the engine is killed', async ({ page }) => {
  const pages = 60;
  const site = await startLinkedSite(pages);
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-killed-'));
  let engine = await startTestEngine({ dataDir });
  try {
    site.slow(120);
    const gleaner = await openWindow(page, engine, 'new-job');
    await page.getByLabel('Start page').fill(`${site.url}/p/0`);
    await includeRestOfSite(page);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const bar = page.getByRole('progressbar', { name: 'Job progress' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    const port = Number(new URL(engine.url).port);
    await engine.stop('SIGKILL');
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    engine = await startTestEngine({ dataDir, port });
    await expect(page.getByText('Reconnecting…')).toBeHidden();
    site.slow(0);
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('heading', { name: `Job: ${pages} pages`, exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: new RegExp(`^Pages ?${pages}$`) })).toBeVisible();
    const { rows, total } = (await engine.call('GET', `/local/jobs/${page.url().split('/').at(-1)}/rows?limit=1000`))
      .body;
    expect([total, new Set(rows.map((row: { values: { url: string } }) => row.values.url)).size]).toEqual([
      pages,
      pages,
    ]);
    await gleaner.open('jobs');
    const row = page.getByRole('listitem').filter({ hasText: new URL(site.url).host });
    await expect(row.getByRole('button', { name: /^Run again/ })).toBeVisible();
  } finally {
    await engine.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a paused crawl stays paused over a restart, and is resumed, kept and deleted', async ({ page }) => {
  const site = await startLinkedSite(30);
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-paused-'));
  let engine = await startTestEngine({ dataDir });
  try {
    // Slows the site, so that the test can see the job running and pause it before it ends.
    site.slow(300);
    await openWindow(page, engine, 'new-job');
    await page.getByLabel('Start page').fill(`${site.url}/p/0`);
    await includeRestOfSite(page);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const bar = page.getByRole('progressbar', { name: 'Job progress' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    const port = Number(new URL(engine.url).port);
    await engine.stop('SIGKILL');
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    engine = await startTestEngine({ dataDir, port });
    await expect(page.getByText('Reconnecting…')).toBeHidden();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    site.slow(0);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('heading', { name: 'Job: 30 pages', exact: true })).toBeVisible();
    await expect(page.getByText(/^Kept until \w+\s\d/)).toBeVisible();
    await page.getByRole('button', { name: 'Keep results' }).click();
    await expect(page.getByText('Kept until you delete the job')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Kept until \w+\s\d/)).toBeVisible();
    await page.getByRole('button', { name: 'Keep results' }).click();
    await expect(page.getByRole('button', { name: 'Stop keeping' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete job' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page).toHaveURL(/#\/jobs$/);
    await expect(page.getByRole('listitem').filter({ hasText: new URL(site.url).host })).toBeHidden();
  } finally {
    await engine.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

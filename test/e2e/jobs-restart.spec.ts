import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestEngine } from '../support/engine';
import { expect, openWindow, test } from './gleaner-test';
import { startLinkedSite } from './long-site';

test('a crawl goes on and the window follows when the engine is killed in the middle of it', async ({ page }) => {
  const pages = 60;
  const site = await startLinkedSite(pages);
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-killed-'));
  let engine = await startTestEngine({ dataDir });
  try {
    site.slow(120);
    const gleaner = await openWindow(page, engine, 'new-job');
    await page.getByLabel('Page to start from').fill(`${site.url}/p/0`);
    await page.getByRole('switch', { name: 'Crawl entire domain' }).click();
    await page.getByRole('button', { name: 'Start crawl' }).click();
    const bar = page.getByRole('progressbar', { name: 'Progress of the job' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    const port = Number(new URL(engine.url).port);
    await engine.stop('SIGKILL');
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    engine = await startTestEngine({ dataDir, port });
    await expect(page.getByText('Reconnecting…')).toBeHidden();
    site.slow(0);
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 });
    await expect(bar).toHaveAttribute('aria-valuenow', String(pages));
    await expect(page.getByRole('tab', { name: new RegExp(`^Pages ?${pages}$`) })).toBeVisible();
    const { rows, total } = (await engine.call('GET', `/local/jobs/${page.url().split('/').at(-1)}/rows?limit=1000`))
      .body;
    expect([total, new Set(rows.map((row: { url: string }) => row.url)).size]).toEqual([pages, pages]);
    await gleaner.open('jobs');
    await expect(page.getByRole('listitem').filter({ hasText: site.url })).toContainText('Done');
  } finally {
    await engine.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Two windows on one engine see the same jobs. */
import { expect, openWindow, test } from './gleaner-test';
import { startLinkedSite } from './long-site';

test('what one window does to a job, the other shows at once', async ({ gleaner, page, engine, context }) => {
  const site = await startLinkedSite(40);
  try {
    site.slow(1500);
    const other = await openWindow(await context.newPage(), engine, 'jobs');
    const row = other.page.getByRole('listitem').filter({ hasText: `${site.url}/p/0` });
    const { body } = await engine.call('POST', '/v2/crawl', { url: `${site.url}/p/0`, crawlEntireDomain: true });
    await gleaner.open(`jobs/${body.id}`);
    await expect(row).toContainText('Running');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(row).toContainText('Paused');
    site.slow(0);
    await row.getByRole('button', { name: /^Resume/ }).click();
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
    await expect(row).toContainText('Done');
  } finally {
    await site.close();
  }
});

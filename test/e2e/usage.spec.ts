import { expect, test } from './gleaner-test';
import { startLinkedSite } from './long-site';

test.use({ startsInPlayground: false });

test('usage counts scrapes by day and by job', async ({ gleaner, page, engine }) => {
  const site = await startLinkedSite(7);
  try {
    await gleaner.open('usage');
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await engine.call('POST', '/v2/crawl', { url: `${site.url}/p/0`, crawlEntireDomain: true });
    const line = page.getByRole('row').filter({ hasText: `${new URL(site.url).host}/p/0` });
    await expect(line.getByRole('cell').nth(2)).toHaveText('7');
    await page.getByText('As a table').click();
    const today = new Date().toISOString().slice(0, 10);
    await expect(page.getByRole('row').filter({ hasText: today }).getByRole('cell').nth(1)).not.toHaveText('0');
    await line.getByRole('link').click();
    await expect(page).toHaveURL(/#\/jobs\//);
  } finally {
    await site.close();
  }
});

test('the monthly limit is shown with its remaining credits', async ({ gleaner, page, engine }) => {
  await engine.call('PATCH', '/local/settings', { monthlyCredits: 50_000 });
  try {
    await gleaner.open('usage');
    await expect(page.getByText(/of 50,000 credits left/)).toBeVisible();
  } finally {
    await engine.call('PATCH', '/local/settings', { monthlyCredits: null });
  }
});

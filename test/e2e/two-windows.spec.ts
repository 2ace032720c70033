/** Tests that two windows of one engine show the same jobs. */
import { expect, openWindow, test } from './gleaner-test';
import { startLinkedSite } from './long-site';

/** Creates a promise, and a function that resolves it. */
function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

test('one window shows job actions of the other at once', async ({ gleaner, page, engine, context }) => {
  const site = await startLinkedSite(40);
  try {
    site.slow(1500);
    const other = await openWindow(await context.newPage(), engine, 'jobs');
    const row = other.page.getByRole('listitem').filter({ hasText: `${new URL(site.url).host}/p/0` });
    const { body } = await engine.call('POST', '/v2/crawl', { url: `${site.url}/p/0`, crawlEntireDomain: true });
    await gleaner.open(`jobs/${body.id}`);
    await expect(row).toContainText('Running');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(row).toContainText('Paused');
    site.slow(0);
    await row.getByRole('button', { name: /^Resume/ }).click();
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
    await expect(row.getByRole('button', { name: /^Run again/ })).toBeVisible();
    await expect(row).not.toContainText('Running');
  } finally {
    await site.close();
  }
});

test('the list contains a job that started before the window was subscribed', async ({ engine, context }) => {
  const site = await startLinkedSite(20);
  try {
    site.slow(1500);
    const page = await context.newPage();
    const held = signal();
    await page.route('**/local/events', async (route) => {
      await held.given;
      await route.continue();
    });
    await Promise.all([page.waitForResponse(/\/local\/jobs\?/), openWindow(page, engine, 'jobs')]);
    await engine.call('POST', '/v2/crawl', { url: `${site.url}/p/0`, crawlEntireDomain: true });
    held.give();
    await expect(page.getByRole('listitem').filter({ hasText: `${new URL(site.url).host}/p/0` })).toContainText(
      'Running',
    );
  } finally {
    await site.close();
  }
});

test('the list contains a job that starts before the kinds of jobs are loaded', async ({ engine, context }) => {
  const site = await startLinkedSite(20);
  try {
    site.slow(1500);
    const page = await context.newPage();
    const held = signal();
    await page.route('**/local/schema', async (route) => {
      await held.given;
      await route.continue();
    });
    const heard = page.waitForResponse(/\/local\/events$/);
    const listed = page.waitForResponse(/\/local\/jobs\?/);
    await Promise.all([heard, listed, openWindow(page, engine, 'jobs')]);
    await engine.call('POST', '/v2/crawl', { url: `${site.url}/p/0`, crawlEntireDomain: true });
    await expect(page.getByRole('listitem').filter({ hasText: `${new URL(site.url).host}/p/0` })).toBeVisible({
      timeout: 5000,
    });
    held.give();
  } finally {
    await site.close();
  }
});

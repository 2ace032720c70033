import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { multiplyPages } from '../support/many-rows';
import { startTestEngine } from '../support/start-engine';
import { themeFaults } from './accessibility-faults';
import { expect, openWindow, test } from './gleaner-test';
import { grid, pressExport, rows } from './job-steps';
import { startLinkedSite } from './long-site';

test.use({ startsInPlayground: false });

test('rows are searched, sorted and selected, and Back, Forward and a reload restore the page', async ({
  gleaner,
  engine,
  page,
}) => {
  const site = await startLinkedSite(12);
  try {
    const request = { url: `${site.url}/p/0`, crawlEntireDomain: true, sitemap: 'skip' };
    const { id } = (await engine.call('POST', '/v2/crawl', request)).body;
    await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
    await gleaner.open(`jobs/${id}`);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '13');
    const header = page.getByRole('columnheader', { name: 'Address' });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(rows(page).first()).toContainText('/p/9');

    await rows(page)
      .nth(1)
      .click({ modifiers: ['Control'] });
    await rows(page)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await expect(page.getByText('12 pages · 4 selected')).toBeVisible();

    await rows(page).first().click();
    const pane = page.getByRole('region', { name: 'Page', exact: true });
    await expect(pane).toBeVisible();
    await pane.getByRole('tab', { name: 'Metadata' }).click();
    await expect(page).toHaveURL(/page=\d+.*view=metadata/);
    await page.reload();
    await expect(pane.getByRole('tab', { name: 'Metadata' })).toHaveAttribute('aria-selected', 'true');
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await page.goBack();
    await expect(pane).toBeHidden();
    await page.goForward();
    await expect(pane).toBeVisible();
    await pane.getByRole('button', { name: 'Close page' }).click();

    await page.getByLabel('Search results').fill('no such page');
    await expect(page.getByText('No matching pages.')).toBeVisible();
  } finally {
    await site.close();
  }
});

test('the links in a column become the pages of a new job', async ({ gleaner, engine, page, shop }) => {
  shop.put(
    '/lamps',
    '<main><h1>All lamps of the shop</h1><ul><li><a href="/product/0">A</a></li><li><a href="/product/1">B</a></li></ul></main>',
  );
  const fields = [
    { name: 'title', type: 'text', sources: [{ selector: 'a' }] },
    { name: 'page', type: 'link', sources: [{ selector: 'a' }] },
  ];
  const recipe = { version: 1, name: 'lamps', pages: [`${shop.url}/lamps`], records: { selector: 'li' }, fields };
  const { id } = (await engine.call('POST', '/v2/table', { url: `${shop.url}/lamps`, recipe })).body;
  await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
  await gleaner.open(`jobs/${id}`);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  // A link opens in a new tab by mouse, or by keyboard in the active row. The row itself does not open.
  const link = grid(page).getByRole('link').first();
  await expect(link).toHaveAttribute('title', `${shop.url}/product/0`);
  await expect(link).toHaveAttribute('rel', /noopener/);
  const opened = page.context().waitForEvent('page');
  await link.click();
  await expect(await opened).toHaveURL(`${shop.url}/product/0`);
  await expect(page.getByRole('region', { name: 'Record' })).toHaveCount(0);
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(rows(page).first().getByRole('link').first()).not.toHaveAttribute('tabindex');
  const next = page.context().waitForEvent('page');
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(await next).toHaveURL(`${shop.url}/product/0`);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Scrape these links' }).click();
  await page.getByRole('button', { name: 'Scrape the links in page' }).click();
  await expect(page).toHaveURL(/#\/new-job/);
  await expect(page.getByRole('textbox', { name: 'Pages' })).toHaveValue(
    [0, 1].map((at) => `${shop.url}/product/${at}`).join('\n'),
  );
  await expect(page.getByRole('radio', { name: 'Simple' })).toBeChecked();
  await page.getByText('Expert', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Browser', exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+ changed$/)).toHaveCount(0);
});

test('screenshots of a job are beside its pages and in a gallery, which opens their pages and is restored by Back', async ({
  gleaner,
  engine,
  page,
}) => {
  const site = await startLinkedSite(3);
  try {
    const urls = [0, 1, 2].map((at) => `${site.url}/p/${at}`);
    const formats = ['markdown', 'screenshot'];
    const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls, formats })).body;
    await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
    await gleaner.open(`jobs/${id}`);
    await expect(rows(page).locator('img')).toHaveCount(3);
    await page.getByRole('tab', { name: 'Gallery' }).click();
    const pictures = page.getByRole('list', { name: 'Screenshots' }).getByRole('button');
    await expect(pictures).toHaveCount(3);
    const widths = () =>
      pictures.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
    await expect.poll(widths).toEqual([1280, 1280, 1280]);
    expect(await themeFaults(page)).toEqual([]);
    await pictures.filter({ hasText: 'Harbour 1' }).click();
    const pane = page.getByRole('region', { name: 'Page', exact: true });
    await expect(pane.getByRole('heading', { name: 'Harbour 1' })).toBeVisible();
    await expect(pane.getByRole('img', { name: 'Screenshot of the page' })).toBeVisible();
    await page.goBack();
    await expect(pictures).toHaveCount(3);
    await page.reload();
    await expect(pictures).toHaveCount(3);
    const tooMany = await engine.call('GET', `/local/jobs/${id}/pictures?pages=0-60`);
    expect(tooMany).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  } finally {
    await site.close();
  }
});

test('an export leaves no file when its engine dies or it is cancelled', async ({ page }) => {
  const site = await startLinkedSite(1);
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-broken-'));
  let engine = await startTestEngine({ dataDir });
  try {
    const { id } = (await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/p/0`] })).body;
    await expect.poll(async () => (await engine.call('GET', `/local/jobs/${id}`)).body.state).toBe('completed');
    await engine.stop();
    await multiplyPages(dataDir, id, 40_000);
    engine = await startTestEngine({ dataDir });
    await openWindow(page, engine, `jobs/${id}`);
    await expect(rows(page).first()).toBeVisible();
    const begun = async () => {
      const waiting = page.waitForEvent('download');
      await pressExport(page, 'JSONL');
      return waiting;
    };
    const unwanted = await begun();
    await unwanted.cancel();
    expect(await unwanted.failure()).toBe('canceled');
    await expect(unwanted.path()).rejects.toThrow();
    expect((await engine.call('GET', `/local/jobs/${id}/rows?limit=1`)).status).toBe(200);
    const broken = await begun();
    await engine.stop('SIGKILL');
    expect(await broken.failure()).not.toBeNull();
    await expect(broken.path()).rejects.toThrow();
  } finally {
    await engine.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

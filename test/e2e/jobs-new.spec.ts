import { expect, test } from './gleaner-test';
import { rows as gridRows } from './job-steps';
import { startLinkedSite, type TestSite } from './long-site';

test.use({ startsInPlayground: false });

let site: TestSite;
test.beforeAll(async () => {
  site = await startLinkedSite(12);
});
test.afterAll(() => site.close());

test('an estimate counts pages, and a test run shows three pages', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  await page.getByLabel('Start page').fill(`${site.url}/p/0`);
  await page.getByRole('switch', { name: 'Crawl entire domain' }).click();
  await page.getByRole('button', { name: 'Estimate' }).click();
  await expect(page.getByRole('list', { name: 'Sample pages' })).toContainText(`${new URL(site.url).host}/p/1`);
  await expect(page.getByText(/^Counted from the sitemap, the start page and the links on \d pages?\./)).toBeVisible();
  await page.getByRole('button', { name: 'Test on 3 pages' }).click();
  await expect(page.getByText('3 pages read.')).toBeVisible();
  const pages = page.getByRole('tablist', { name: 'Test pages' }).getByRole('tab');
  await expect(pages).toHaveCount(3);
  await pages.nth(1).click();
  await expect(page.getByRole('heading', { name: /^Harbour \d$/, level: 1 })).toBeVisible();
});

test('a CSV file becomes a batch, without duplicates and invalid entries', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  await page.getByText('Batch', { exact: true }).click();
  const rows = [
    'name;link',
    `One;${site.url}/p/1`,
    `Two;"${site.url}/p/2"`,
    `Again;${site.url}/p/2`,
    'Bad;not an address',
  ];
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await expect(page.getByLabel('Address column')).toHaveValue('1');
  await expect(page.getByRole('region', { name: 'Batch pages' }).getByRole('status')).toHaveText(
    '2 pages · 1 repeat skipped · 1 invalid',
  );
  await page.getByText('Invalid entries').click();
  await expect(page.getByText('not an address')).toBeVisible();
  await page.getByRole('button', { name: 'Start batch' }).click();
  await expect(gridRows(page)).toHaveCount(2);
  await gleaner.open('jobs');
  const row = page
    .getByRole('listitem')
    .filter({ hasText: /Harbour \d and 1 more/ })
    .first();
  await expect(row).toContainText(new RegExp(`${new URL(site.url).host}/p/[12] and 1 more`));
});

test('a wide window gives the options of a job more space', async ({ gleaner, page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 });
  await gleaner.open('new-job');
  const options = await page.getByRole('complementary', { name: 'Request' }).boundingBox();
  expect(options!.width).toBeGreaterThan(600);
  expect(options!.width).toBeLessThanOrEqual(720);
});

test('a map is listed, filtered and turned into a batch', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  await page.getByText('Map', { exact: true }).click();
  await page.getByLabel('Site to map').fill(`${site.url}/p/0`);
  await page.getByRole('switch', { name: 'Filter by path' }).click();
  await page.getByLabel('Site to map').press('Enter');
  await expect(page.getByRole('link', { name: `${site.url}/p/2` })).toBeVisible();
  await page.getByLabel('Filter map').fill('/p/');
  await page.getByRole('button', { name: /^Create batch/ }).click();
  await expect(page.getByRole('textbox', { name: 'Pages' })).toHaveValue(new RegExp(`${site.url}/p/1`));
  // A short list also becomes a table in the form of an extraction.
  await page.getByRole('button', { name: 'Make a table: one row per page' }).click();
  await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue(new RegExp(`${site.url}/p/1`));
});

test('rejected values are reported at their fields, in both modes', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  await page.getByLabel('Start page').fill(`${site.url}/p/0`);
  await page.getByLabel('Include paths: add an entry').fill('(');
  await page.getByLabel('Include paths: add an entry').press('Enter');
  await page.getByRole('button', { name: 'Start crawl' }).click();
  const form = page.getByRole('complementary', { name: 'Request' });
  await expect(form.getByRole('alert')).toContainText('Invalid regular expression');
  await page.getByRole('button', { name: 'Remove (' }).click();
  await page.getByText('Expert').click();
  await form.getByRole('button', { name: /^Webhook/ }).click();
  await form.getByRole('textbox', { name: /^URL/ }).fill('no where');
  await page.getByRole('button', { name: 'Start crawl' }).click();
  await expect(form.getByRole('alert').first()).toContainText('Not a web address');
});

test('plain mode says that expert settings are in effect', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  await page.getByText('Expert').click();
  const form = page.getByRole('complementary', { name: 'Request' });
  await form.getByRole('button', { name: 'Browser', exact: true }).click();
  await form.getByRole('switch', { name: 'Mobile' }).click();
  await page.getByText('Simple', { exact: true }).click();
  await expect(form.getByText('1 hidden setting also applies.')).toBeVisible();
  await page.getByRole('button', { name: 'Code' }).click();
  await expect(page.getByRole('dialog').locator('pre')).toContainText('"mobile": true');
});

import { expect, test } from './gleaner-test';
import { rows as gridRows, includeRestOfSite } from './job-steps';
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
  await includeRestOfSite(page);
  await page.getByRole('button', { name: 'Count pages' }).click();
  await expect(page.getByRole('list', { name: 'Sample pages' })).toContainText(`${new URL(site.url).host}/p/1`);
  await expect(
    page.getByText(/^Counted from the site’s own list of pages and from the links on \d pages?\./),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Test on 3 pages' }).click();
  await expect(page.getByText('3 pages read.')).toBeVisible();
  const pages = page.getByRole('tablist', { name: 'Test pages' }).getByRole('tab');
  await expect(pages).toHaveCount(3);
  await pages.nth(1).click();
  await expect(page.getByRole('heading', { name: /^Harbour \d$/, level: 1 })).toBeVisible();
});

test('a CSV file becomes a batch, without duplicates and invalid entries', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  await page.getByRole('button', { name: /^A list of pages/ }).click();
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
  await expect(page.getByRole('region', { name: 'List of pages' }).getByRole('status')).toHaveText(
    '2 pages · 1 repeat skipped · 1 invalid',
  );
  await page.getByText('Invalid entries').click();
  await expect(page.getByText('not an address')).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
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
  await page.getByRole('button', { name: /^All addresses on a site/ }).click();
  await page.getByLabel('Address of the site').fill(`${site.url}/p/0`);
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: 'Only below the address' }).click();
  await page.getByLabel('Address of the site').press('Enter');
  await expect(page.getByRole('link', { name: `${new URL(site.url).host}/p/2` })).toBeVisible();
  await page.getByLabel('Filter addresses').fill('/p/');
  await page.getByRole('button', { name: /^Use/ }).click();
  await expect(page.getByRole('textbox', { name: 'Pages' })).toHaveValue(new RegExp(`${site.url}/p/1`));
  // A short list also becomes a table in the form of an extraction.
  await page.getByRole('button', { name: 'Make a table: one row per page' }).click();
  await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue(new RegExp(`${site.url}/p/1`));
});

test('rejected values are reported at their fields, in both modes', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  const form = page.getByRole('complementary', { name: 'Request' });
  await page.getByLabel('Start page').fill(`${site.url}/p/0`);
  await page.getByRole('textbox', { name: 'Maximum number of pages' }).fill('-1');
  await page.getByRole('textbox', { name: 'Maximum number of pages' }).press('Tab');
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByRole('button', { name: 'Reset Maximum number of pages to its default' }).click();
  await page.getByText('Expert').click();
  await page.getByLabel('Include paths: add an entry').fill('(');
  await page.getByLabel('Include paths: add an entry').press('Enter');
  await page.getByRole('button', { name: 'Start crawl' }).click();
  await expect(form.getByRole('alert')).toContainText('Invalid regular expression');
  await page.getByRole('button', { name: 'Remove (' }).click();
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
  await form.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: 'Code' }).click();
  await expect(page.getByRole('dialog').locator('pre')).toContainText('"mobile": true');
});

test('Simple mode asks only for an address, a number of pages and what to save', async ({ gleaner, page }) => {
  await gleaner.open('new-job');
  await page.getByText('Expert', { exact: true }).click();
  await gleaner.open('start');
  await page.getByRole('button', { name: /^A whole site/ }).click();
  const form = page.getByRole('complementary', { name: 'Request' });
  await expect(form.getByRole('textbox')).toHaveCount(1);
  await expect(form.getByRole('textbox', { name: 'Maximum number of pages' })).toBeVisible();
  await expect(form.getByRole('group', { name: 'Formats' }).getByRole('button')).toHaveText([
    'Text as Markdown',
    'Web page as HTML',
    'Links',
    'Images',
    'Screenshot',
  ]);
  await expect(form.getByRole('button', { name: 'Markdown options' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Code' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  // The choices fill complete rows, and the switch between the modes is in the row of the title.
  const choices = page.getByRole('region', { name: 'What do you want?' }).locator('.choice');
  const widths = await choices.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().width)).size);
  expect(widths).toBe(1);
  const top = async (one: ReturnType<typeof page.getByRole>) => (await one.boundingBox())!.y;
  const title = await top(page.getByRole('heading', { level: 1 }));
  expect(Math.abs((await top(page.getByRole('radiogroup', { name: 'Form' }))) - title)).toBeLessThan(20);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** Tests that a table can be built by touch in a window as narrow as a phone. */
import { expect, test } from './gleaner-test';
import { startTableSite, type TableSite } from './table-site';
import { frame, getRows, rows, untilRowsRead } from './table-steps';

test.use({ startsInPlayground: false });

let site: TableSite;
test.beforeAll(async () => {
  site = await startTableSite();
});
test.afterAll(() => site.close());
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a table is built by touch on a phone, and the page has the width of the screen', async ({
  gleaner,
  engine,
  page,
}) => {
  const resized: string[] = [];
  page.on('request', (request) => request.url().endsWith('/resize') && resized.push(request.url()));
  await gleaner.open('new-table');
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/shop`);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
  const price = frame(page).getByText('€ 18.50');
  await expect(price).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel('Page width')).toHaveValue('390');
  expect(resized).toEqual([]);
  // The page is drawn at nearly full size, so that its text is readable.
  const scale = await page
    .locator('iframe[title="Page"]')
    .evaluate((element) => element.getBoundingClientRect().width / (element as HTMLElement).offsetWidth);
  expect(scale).toBeGreaterThan(0.85);
  await price.tap();
  await expect(rows(page)).toHaveCount(21);
  // The title and the price, which are the first two columns, fit into the width.
  for (const name of ['price', 'title'])
    await expect(page.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });
  await getRows(page).tap();
  const { data } = await untilRowsRead(page, engine);
  expect(data.length).toBe(60);
  await page.getByRole('link', { name: 'Open in Jobs' }).tap();
  for (const name of ['price', 'title'])
    await expect(page.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

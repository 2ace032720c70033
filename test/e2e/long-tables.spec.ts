/** Tests how soon the table of a long list appears. */
import type { Page } from '@playwright/test';
import { expect, test } from './gleaner-test';
import { startTableSite, type TableSite } from './table-site';
import { frame, rows } from './table-steps';

test.use({ startsInPlayground: false });

let site: TableSite;
test.beforeAll(async () => {
  site = await startTableSite();
});
test.afterAll(() => site.close());

/** Records the table's row count each time it changes. Placeholder rows are counted, too. */
const countRows = (page: Page) =>
  page.evaluate(() => {
    const counts: number[] = [];
    Reflect.set(window, 'counts', counts);
    new MutationObserver(() => {
      const count = document.querySelectorAll('[role="grid"] tbody tr').length;
      if (count > 0 && count !== counts.at(-1)) counts.push(count);
    }).observe(document.body, { childList: true, subtree: true });
  });
const rowCounts = (page: Page): Promise<number[]> => page.evaluate(() => Reflect.get(window, 'counts'));

test('the first rows of a long table appear at once, and the others follow', async ({ gleaner, page }) => {
  const prepared = page.waitForResponse(/\/local\/live\/[^/]+\/lists$/, { timeout: 60_000 });
  await gleaner.open('new-table');
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/long`);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
  await frame(page).getByText('€ 450.50').waitFor({ timeout: 60_000 });
  // The engine reads the page before the first click.
  expect((await (await prepared).json()).lists).toMatchObject([{ count: 150 }]);
  await countRows(page);
  await frame(page).getByText('€ 18.50').click();
  await expect(rows(page)).toHaveCount(151, { timeout: 60_000 });
  const counts = await rowCounts(page);
  expect(counts[0]).toBeLessThan(30);
  expect(counts.at(-1)).toBe(150);
});

test('the rows around a clicked row appear at once, and the row stays in view', async ({ gleaner, page }) => {
  await gleaner.open('new-table');
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/long`);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
  await frame(page).getByText('€ 450.50').waitFor({ timeout: 60_000 });
  await countRows(page);
  await frame(page).getByText('€ 330.50').click();
  await expect(rows(page)).toHaveCount(151, { timeout: 60_000 });
  const counts = await rowCounts(page);
  expect(counts[0]).toBeLessThan(60);
  await expect(page.getByRole('gridcell', { name: /330\.5/ })).toBeInViewport();
});

test('outlines of records outside the viewport are not measured', async ({ gleaner, page }) => {
  await gleaner.open('new-table');
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/long`);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
  await frame(page).getByText('€ 450.50').waitFor({ timeout: 60_000 });
  await page.evaluate(() => {
    const measured = new Set<Element>();
    Reflect.set(window, 'measured', measured);
    const inner = document.querySelector<HTMLIFrameElement>('iframe[title="Page"]')?.contentWindow;
    const { prototype } = Reflect.get(inner ?? window, 'Element') as typeof Element;
    const own = prototype.getBoundingClientRect;
    prototype.getBoundingClientRect = function (this: Element): DOMRect {
      measured.add(this);
      return own.call(this);
    };
  });
  await frame(page).getByText('€ 18.50').click();
  await expect(rows(page)).toHaveCount(151, { timeout: 60_000 });
  const [record, values] = await page.evaluate(() => {
    const measured = Reflect.get(window, 'measured') as Set<Element>;
    const inner = document.querySelector<HTMLIFrameElement>('iframe[title="Page"]')?.contentDocument;
    const middle = inner?.querySelectorAll('.card')[75];
    if (!middle) throw new Error('The page has no such card.');
    return [measured.has(middle), [...measured].filter((one) => one !== middle && middle.contains(one)).length];
  });
  expect(record).toBe(true);
  expect(values).toBe(0);
});

test('Start receives only the versions of a page, not the page', async ({ gleaner, page }) => {
  const sizes: number[] = [];
  page.on('websocket', (socket) => {
    if (/\/local\/live\//.test(socket.url())) socket.on('framereceived', ({ payload }) => sizes.push(payload.length));
  });
  await gleaner.open('start');
  await page.getByRole('textbox', { name: 'Paste a web address' }).fill(`${site.url}/long`);
  await page.getByRole('textbox', { name: 'Paste a web address' }).press('Enter');
  await page.getByRole('button', { name: /^Open as table: 150 rows/ }).waitFor({ timeout: 60_000 });
  await expect.poll(() => sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(1000);
});

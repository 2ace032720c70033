/** Tests how soon the table of a long list appears. */
import { expect, test } from './gleaner-test';
import { startTableSite, type TableSite } from './table-site';
import { frame, rows } from './table-steps';

let site: TableSite;
test.beforeAll(async () => {
  site = await startTableSite();
});
test.afterAll(() => site.close());

test('the first rows of a long table appear at once, and the others follow', async ({ gleaner, page }) => {
  const prepared = page.waitForResponse(/\/local\/live\/[^/]+\/lists$/, { timeout: 60_000 });
  await gleaner.open('new-table');
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/long`);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
  await frame(page).getByText('€ 450.50').waitFor({ timeout: 60_000 });
  // The engine reads the page before the first click.
  expect((await (await prepared).json()).lists).toMatchObject([{ count: 150 }]);
  await page.evaluate(() => {
    const counts: number[] = [];
    Reflect.set(window, 'counts', counts);
    new MutationObserver(() => {
      const count = document.querySelectorAll('[role="grid"] tbody tr').length;
      if (count > 0 && count !== counts.at(-1)) counts.push(count);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await frame(page).getByText('€ 18.50').click();
  await expect(rows(page)).toHaveCount(151, { timeout: 60_000 });
  const counts: number[] = await page.evaluate(() => Reflect.get(window, 'counts'));
  expect(counts[0]).toBeLessThan(30);
  expect(counts.at(-1)).toBe(150);
});

test('outlines of records outside the viewport are not measured', async ({ gleaner, page }) => {
  await gleaner.open('new-table');
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
  const measured = await page.evaluate(() => (Reflect.get(window, 'measured') as Set<Element>).size);
  expect(measured).toBeGreaterThan(150);
  expect(measured).toBeLessThan(300);
});

test('Start receives only the versions of a page, not the page', async ({ gleaner, page }) => {
  const sizes: number[] = [];
  page.on('websocket', (socket) => {
    if (/\/local\/live\//.test(socket.url())) socket.on('framereceived', ({ payload }) => sizes.push(payload.length));
  });
  await gleaner.open('start');
  await page.getByRole('textbox', { name: 'Paste a web address' }).fill(`${site.url}/long`);
  await page.getByRole('textbox', { name: 'Paste a web address' }).press('Enter');
  await page.getByRole('button', { name: /^Make a table of 150 rows/ }).waitFor({ timeout: 60_000 });
  await expect.poll(() => sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(1000);
});

/** Tests the Start view: a URL field, and the outcomes to choose from. */
import { readFile } from 'node:fs/promises';
import { themeFaults } from './accessibility-faults';
import { expect, test } from './gleaner-test';
import { startSlowSite } from './slow-site';
import { startTableSite, type TableSite } from './table-site';
import { atDoubleZoom, downloadedSheet, frame, getRows, rows, tabTo, untilRowsRead } from './table-steps';

let site: TableSite;
test.beforeAll(async () => {
  site = await startTableSite();
});
test.afterAll(() => site.close());

test('an address becomes a spreadsheet of a shop with three pages in at most five clicks, from a small table of its list', async ({
  gleaner,
  engine,
  page,
}) => {
  await page.goto(engine.url);
  await expect(page).toHaveURL(/#\/start$/);
  const box = page.getByRole('textbox', { name: 'Paste a web address' });
  await expect(box).toBeFocused();
  expect(await themeFaults(page), 'empty').toEqual([]);
  const direct: string[] = [];
  page.on('request', (request) => request.url().startsWith(site.url) && direct.push(request.url()));
  // The scheme is optional.
  await box.fill(`${site.url.replace('http://', '')}/shop`);
  await box.press('Enter');
  const list = page.getByRole('button', { name: 'Open as table: 20 rows Lamps by the harbour' });
  await expect(list).toContainText('Lamp number 4', { timeout: 60_000 });
  expect(await themeFaults(page), 'lists').toEqual([]);
  // A single suggestion is as wide as the address box.
  const widths = await Promise.all(
    [list, page.locator('form.box')].map(async (one) => (await one.boundingBox())?.width),
  );
  expect(widths[0]).toBeGreaterThan((widths[1] ?? 0) * 0.95);
  await page.screenshot({ path: test.info().outputPath('start.png') });
  await page.evaluate(() => {
    Reflect.set(window, 'clicks', 0);
    const count = () => Reflect.set(window, 'clicks', Reflect.get(window, 'clicks') + 1);
    addEventListener('click', count, true);
  });
  await list.click();
  await expect(rows(page)).toHaveCount(21, { timeout: 60_000 });
  await expect(page.getByRole('columnheader', { name: /^title/ })).toHaveClass(/clicked/);
  await getRows(page).click();
  await untilRowsRead(page, engine);
  // Images from the open page are drawn on canvases. The engine loads all other images.
  const grid = page.getByRole('grid', { name: 'Rows' });
  await expect(grid.locator('canvas').first()).toBeInViewport();
  await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  const later = grid.getByRole('img', { name: /\/i\/60\.png$/ });
  await expect(later.locator('img')).toHaveAttribute('src', /^blob:/);
  expect(direct, 'requests from the window to the site').toEqual([]);
  const [head = [], ...cells] = await downloadedSheet(page);
  const at = (name: string) => head.indexOf(name);
  expect(cells.map((row) => [row[at('title')], row[at('price')], row[at('link')], row[at('image')]])).toEqual(
    site.products(1, 60).map(({ title, price, link, image }) => [title, price, link, image]),
  );
  expect(await page.evaluate(() => Reflect.get(window, 'clicks'))).toBeLessThanOrEqual(5);
  await gleaner.open('start');
  await expect(page.getByRole('list', { name: 'Choose what you want from the page' })).toBeVisible();
  await expect(page.getByRole('list', { name: /^Recent jobs/ })).toContainText('60 rows');
  await page.getByRole('button', { name: 'Try the demo shop' }).click();
  const seeds = page.getByRole('button', {
    name: 'Open as table: 4 rows on this page, about 12 on all pages Seeds of the library',
  });
  await expect(seeds).toContainText('€3.20', { timeout: 60_000 });
});

test.describe('at 200% zoom with reduced motion', () => {
  test.use(atDoubleZoom);

  test('an address becomes a spreadsheet of a shop with three pages by keyboard alone', async ({ engine, page }) => {
    await page.context().request.post(`${engine.url}/local/session`, { data: { key: engine.key } });
    await page.goto(engine.url);
    await expect(page.getByRole('textbox', { name: 'Paste a web address' })).toBeFocused();
    await page.keyboard.type(`${site.url.replace('http://', '')}/shop`);
    await page.keyboard.press('Enter');
    const list = page.getByRole('button', { name: 'Open as table: 20 rows Lamps by the harbour' });
    await expect(list).toContainText('Lamp number 4', { timeout: 60_000 });
    await tabTo(page, list);
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(21, { timeout: 60_000 });
    // Leaves the page with Escape, because tabbing through all its links would take too long.
    await tabTo(page, page.locator('iframe[title="Page"]'));
    await page.keyboard.press('Escape');
    await tabTo(page, getRows(page));
    await page.keyboard.press('Enter');
    await untilRowsRead(page, engine);
    const file = page.getByRole('link', { name: 'Download XLSX' });
    await tabTo(page, file);
    const [head = [], ...cells] = await downloadedSheet(page, () => page.keyboard.press('Enter'));
    const columns = ['title', 'price', 'link', 'image'] as const;
    expect(cells.map((row) => columns.map((name) => row[head.indexOf(name)]))).toEqual(
      site.products(1, 60).map((lamp) => columns.map((name) => lamp[name])),
    );
  });
});

test('the other outcomes take the address along, and a text that is not an address is refused at its field', async ({
  gleaner,
  page,
  site: pages,
}) => {
  await gleaner.open('start');
  const box = page.getByRole('textbox', { name: 'Paste a web address' });
  const choose = (name: string) =>
    page.getByRole('list', { name: 'Choose what you want from the page' }).getByRole('button', { name }).click();
  await box.fill('copper kettles');
  await choose('The text of a page');
  await expect(page.getByRole('alert')).toHaveText('Not a web address; try something like example.com.');
  const address = `${pages.url}/article`;
  await box.fill(address);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await choose('Watch a page');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Pages to watch' })).toHaveValue(address);
  await page.keyboard.press('Escape');
  await choose('A whole site');
  await expect(page.getByLabel('Start page')).toHaveValue(address);
  await page.goBack();
  await box.fill(address);
  await choose('The text of a page');
  await expect(gleaner.tab('Metadata')).toBeVisible({ timeout: 30_000 });
  await expect(gleaner.address).toHaveValue(address);
  await expect(page.getByRole('heading', { name: 'The text of a page' })).toBeVisible();
  await expect(page.getByRole('navigation').locator('.here')).toHaveText('Start');
  await expect(page.getByText('How the page was read')).toBeVisible();
  const saved = async (label: string) => {
    const download = page.waitForEvent('download');
    await gleaner.answer.getByRole('button', { name: label }).click();
    const file = await download;
    await expect(page.getByText(`${file.suggestedFilename()} downloaded.`)).toBeVisible();
    return { name: file.suggestedFilename(), text: await readFile(await file.path()) };
  };
  const markdown = await saved('Save as Markdown (.md)');
  const plain = await saved('Save as text (.txt)');
  expect(markdown.name).toMatch(/^[^/]+\.md$/);
  expect(markdown.name).not.toBe('page.md');
  expect(plain.name).toBe(markdown.name.replace(/md$/, 'txt'));
  expect(plain.text.toString()).not.toMatch(/^#|\]\(/m);
  const bytes = markdown.text.length;
  await expect(gleaner.answer.getByText(bytes < 1000 ? `${bytes} B` : /kB$/, { exact: true })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('text.png') });
});

test('a card without an address asks for it, and an unfinished table is offered as a line of its own', async ({
  gleaner,
  page,
}) => {
  await gleaner.open('new-table');
  await page.getByRole('textbox', { name: 'Address' }).fill(`${site.url}/shop`);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
  await frame(page).getByText('€ 3.50').click({ timeout: 60_000 });
  await expect(rows(page)).toHaveCount(21);
  await gleaner.open('start');
  const box = page.getByRole('textbox', { name: 'Paste a web address' });
  const cards = page.getByRole('list', { name: 'Choose what you want from the page' });
  for (const button of [
    cards.getByRole('button', { name: 'A table' }),
    cards.getByRole('button', { name: 'The text of a page' }),
    page.getByRole('button', { name: 'Find lists' }),
  ]) {
    await button.click();
    await expect(page.getByRole('alert')).toHaveText('Enter the address of a page first.');
    await expect(box).toBeFocused();
    await box.fill('x');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await box.fill('');
  }
  await page.getByRole('link', { name: 'Continue your table' }).click();
  await expect(rows(page)).toHaveCount(21, { timeout: 60_000 });
});

test('an error status is named instead of lists, and an earlier result disappears when the address changes', async ({
  gleaner,
  page,
  site: pages,
}) => {
  await gleaner.open('start');
  const box = page.getByRole('textbox', { name: 'Paste a web address' });
  await box.fill(`${pages.url}/missing-page`);
  await box.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'The page does not exist (404). Check the spelling of the address.',
    {
      timeout: 60_000,
    },
  );
  await expect(page.getByText('No list found on this page.')).toHaveCount(0);
  expect(await themeFaults(page), 'error status').toEqual([]);
  await box.fill('copper kettles');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await box.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Not a web address; try something like example.com.');
  await box.fill('127.0.0.1:9/none');
  await box.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The site cannot be reached', { timeout: 60_000 });
});

for (const [width, size] of [
  [1280, 'wide'],
  [390, 'narrow'],
] as const)
  test(`the cards do not move when lists or an error appear in a ${size} window`, async ({
    gleaner,
    page,
    site: pages,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await gleaner.open('start');
    const box = page.getByRole('textbox', { name: 'Paste a web address' });
    const card = page.getByRole('button', { name: /^A table/ });
    const top = () => card.evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY));
    await box.fill(`${site.url}/shop`);
    await box.press('Enter');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    const before = await top();
    const list = page.getByRole('button', { name: /^Open as table: 20 rows/ });
    await expect(list).toContainText('Lamp number 4', { timeout: 60_000 });
    expect(await top()).toBe(before);
    const part = list.locator('xpath=ancestor::section[1]');
    expect(await part.evaluate((one) => one.scrollHeight - one.clientHeight), 'hidden below').toBeLessThanOrEqual(0);
    await box.fill(`${pages.url}/missing-page`);
    await box.press('Enter');
    await expect(page.getByRole('alert')).toContainText('The page does not exist', { timeout: 60_000 });
    expect(await top()).toBe(before);
  });

test('opening a slow page shows the time and can be cancelled', async ({ gleaner, page }) => {
  const slow = await startSlowSite();
  await gleaner.open('start');
  const box = page.getByRole('textbox', { name: 'Paste a web address' });
  await box.fill(slow.url);
  await box.press('Enter');
  await expect(page.getByText(/^Opening page… [1-9] s$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Opening page…')).toBeHidden();
  await gleaner.open(`new-table?address=${encodeURIComponent(slow.url)}`);
  await expect(page.getByText(/^Opening page… [1-9] s$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The page is closed.')).toBeVisible();
  await slow.close();
});

test('on a phone every place of the rail is reached by touch; Jobs counts what runs', async ({
  gleaner,
  engine,
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await gleaner.open('start');
  const rail = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Start', 'Saved', 'History', 'Developers', 'Settings', 'Jobs']) {
    await rail.getByRole('link', { name }).click();
    await expect(rail.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await gleaner.open('developers');
  await expect(page.getByRole('link', { name: /^API reference/ })).toBeVisible();
  expect(await themeFaults(page), 'developers').toEqual([]);
  const { body } = await engine.call('POST', '/v2/crawl', { url: `${shop.url}/`, limit: 9, delay: 30 });
  await expect(rail.getByRole('link', { name: 'Jobs' })).toContainText('1 job in progress');
  await engine.call('DELETE', `/v2/crawl/${body.id}`);
  await expect(rail.getByRole('link', { name: 'Jobs' })).not.toContainText('in progress');
});

/**
 * Tests the steps from a list's URL to a spreadsheet, at 200% zoom and with reduced motion. Limits the number of
 * clicks.
 */
import { createServer } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import type { Row } from 'read-excel-file/node';
import { endlessLists, listSize, longSize } from '../support/endless-lists';
import type { TestEngine } from '../support/engine';
import { closeLocally, listenLocally } from '../support/local-server';
import { type LoginSite, startLoginSite } from '../support/login-site';
import { expect, type GleanerPage, test } from './gleaner-test';
import { type JourneyList, journeyLists, startJourneySite } from './journey-site';
import { startTableSite, type TableSite } from './table-site';
import { atDoubleZoom, downloadedSheet, frame, getRows, rows, untilRowsRead, useTool } from './table-steps';

test.use({ startsInPlayground: false });

let site: Awaited<ReturnType<typeof startJourneySite>>;
let shop: TableSite;
let members: LoginSite;
let endless: string;
const server = createServer(({ url: path = '/' }, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(endlessLists[path] ?? 'None');
});
test.beforeAll(async () => {
  [site, shop, members, endless] = await Promise.all([
    startJourneySite(),
    startTableSite(),
    startLoginSite(),
    listenLocally(server),
  ]);
});
test.afterAll(() => Promise.all([site.close(), shop.close(), members.close(), closeLocally(server)]));
test.use(atDoubleZoom);
// This spec takes the longest and starts late. Running its tests in parallel keeps all cores busy at the end of a run.
test.describe.configure({ mode: 'parallel' });

/**
 * Maximum number of clicks after the URL has been entered: the value, a suggested column or the answer to a question,
 * *Get all rows*, and the download.
 */
const maxClicks = 4;

class Clicks {
  count = 0;

  async on(target: Locator): Promise<void> {
    this.count++;
    await target.click({ timeout: 60_000 });
  }
}

async function openPage(gleaner: GleanerPage, url: string): Promise<void> {
  const { page } = gleaner;
  await gleaner.open('new-table');
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByRole('textbox', { name: 'Address' }).press('Enter');
}

/** Gets all rows and downloads the spreadsheet. Returns its header and rows. */
async function spreadsheet(page: Page, engine: TestEngine, clicks: Clicks): Promise<Row[]> {
  await clicks.on(getRows(page));
  await expect(page.getByRole('link', { name: 'Download XLSX' })).toBeVisible({ timeout: 60_000 });
  expect((await untilRowsRead(page, engine)).warning).toBeUndefined();
  return downloadedSheet(page, () => clicks.on(page.getByRole('link', { name: 'Download XLSX' })));
}

/** A list that is not on the journey site, or that has several pages. */
interface OtherList extends Omit<JourneyList, 'html'> {
  readonly url: () => string;
  /** Expected text that explains how more rows are loaded. Absent if the page shows all rows. */
  readonly next?: string;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const lamps = (count: number) => numbers(count).map((id) => ({ title: `Lamp number ${id}`, price: id * 3 + 0.5 }));
const endlessLamps = (path: string, count: number): OtherList => ({
  url: () => endless + path,
  click: '€ 3.50',
  next: 'Scrolling loads more rows.',
  rows: numbers(count).map((id) => ({ title: `Lamp ${id}`, price: id + 0.5 })),
});
const lists: Readonly<Record<string, OtherList>> = {
  ...Object.fromEntries(
    Object.entries(journeyLists).map(([path, { html: _, ...list }]) => [path, { ...list, url: () => site.url + path }]),
  ),
  'three pages': {
    url: () => `${shop.url}/shop`,
    click: '€ 18.50',
    next: '“Next” leads to more rows.',
    rows: lamps(60),
  },
  'prices in dollars': { url: () => `${shop.url}/dollars`, click: '$18.50', rows: lamps(20) },
  '60 rows without end': endlessLamps('/observer', listSize),
  '600 rows, removed when out of view': endlessLamps('/virtual-long', longSize),
};

for (const [name, list] of Object.entries(lists)) {
  test(`a spreadsheet contains every value of the list in at most ${maxClicks} clicks: ${name}`, async ({
    gleaner,
    engine,
    page,
  }) => {
    const clicks = new Clicks();
    await openPage(gleaner, list.url());
    await clicks.on(frame(page).getByText(list.click, { exact: true }));
    if (list.next) await expect(page.getByText(list.next)).toBeVisible({ timeout: 30_000 });
    else await expect(rows(page)).toHaveCount(list.rows.length + 1);
    if (list.add) await clicks.on(page.getByRole('button', { name: `Add column ${list.add}` }));
    if (list.add) await expect(page.getByRole('columnheader', { name: list.add })).toBeVisible();
    if (list.day) await clicks.on(page.getByRole('button', { name: list.day }));
    const [head = [], ...cells] = await spreadsheet(page, engine, clicks);
    const columns = Object.keys(list.rows[0] ?? {});
    expect(
      cells.map((row) => Object.fromEntries(columns.map((column) => [column, row[head.indexOf(column)]]))),
    ).toEqual(list.rows);
    expect(clicks.count).toBeLessThanOrEqual(maxClicks);
  });
}

test('a spreadsheet contains two values of the page of every row in at most 8 clicks', async ({
  gleaner,
  engine,
  page,
}) => {
  const clicks = new Clicks();
  await openPage(gleaner, `${shop.url}/shop?page=3`);
  await clicks.on(frame(page).getByText('€ 123.50'));
  await clicks.on(page.getByRole('columnheader').getByRole('button', { name: /^link/ }));
  await clicks.on(page.getByRole('button', { name: 'Follow links to add columns', exact: true }));
  await clicks.on(frame(page).getByText('41 kg'));
  await clicks.on(frame(page).getByText('Glass'));
  await expect(page.getByRole('columnheader')).toContainText(['weight', 'made of'], { ignoreCase: true });
  await clicks.on(page.getByRole('button', { name: 'Back to list', exact: true }));
  await expect(page.getByRole('columnheader')).toHaveCount(6, { timeout: 30_000 });
  const [, ...cells] = await spreadsheet(page, engine, clicks);
  expect(cells.map(([price, title, , , weight, material]) => [price, title, weight, material])).toEqual(
    shop
      .products(41, 20)
      .map(({ price, title }, at) => [price, title, at + 41, ['Brass', 'Oak', 'Glass'][(at + 41) % 3]]),
  );
  expect(clicks.count).toBeLessThanOrEqual(8);
});

test('a spreadsheet contains every value of the list behind a login in at most 9 clicks', async ({
  gleaner,
  engine,
  page,
}) => {
  const clicks = new Clicks();
  await openPage(gleaner, `${members.url}/login`);
  await expect(frame(page).locator('#user')).toBeVisible({ timeout: 60_000 });
  await useTool(page, 'Record');
  clicks.count += 2;
  await clicks.on(frame(page).locator('#user'));
  await page.keyboard.type('ada');
  await clicks.on(frame(page).locator('#pass'));
  await page.keyboard.type(members.password);
  await clicks.on(frame(page).locator('#send'));
  await expect(frame(page).getByText('Order 1')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem')).toHaveCount(5);
  await clicks.on(page.getByRole('button', { name: 'Use in table', exact: true }));
  await clicks.on(frame(page).getByText('€ 2.50'));
  await expect(rows(page)).toHaveCount(4);
  const [head = [], ...cells] = await spreadsheet(page, engine, clicks);
  expect(cells.map((row) => [row[head.indexOf('title')], row[head.indexOf('price')]])).toEqual(
    numbers(8).map((id) => [`Order ${id}`, id + 0.5]),
  );
  expect(clicks.count).toBeLessThanOrEqual(9);
});

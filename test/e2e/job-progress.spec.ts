/** Tests that the figures of a running job agree with each other. */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { closeLocally, listenLocally } from '../support/local-server';
import { expect, test } from './gleaner-test';

test.use({ startsInPlayground: false });

const pageDelayMs = 900;
const lastPage = 4;

/** Serves a list with four rows per page. Each page responds slowly. */
const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://list.test');
  const at = Number(searchParams.get('page') ?? 1);
  await pause(pageDelayMs);
  const rows = [1, 2, 3, 4].map((row) => `<li><a href="/p/${at}${row}">Lamp ${at}${row}</a></li>`).join('');
  const next = at < lastPage ? `<a class="next" href="/list?page=${at + 1}">Next</a>` : '';
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>Lamps</title><main><h1>Lamps</h1><ul>${rows}</ul>${next}</main>`);
});
let site: string;
test.beforeAll(async () => {
  site = await listenLocally(server);
});
test.afterAll(() => closeLocally(server));

test('a running table job shows the same numbers everywhere, and its bar never moves back', async ({
  gleaner,
  page,
  engine,
}) => {
  const url = `${site}/list`;
  const fields = [{ name: 'title', type: 'text', sources: [{ selector: 'a' }] }];
  const recipe = { version: 1, name: 'slow', pages: [`${url}*`], records: { selector: 'li' }, next: '.next', fields };
  const { id } = (await engine.call('POST', '/v2/table', { url, recipe })).body;
  await page.addInitScript(() => {
    const seen: object[] = [];
    Reflect.set(window, 'seen', seen);
    const number = (text: string | null | undefined, of: RegExp) => Number(of.exec(text ?? '')?.[1] ?? Number.NaN);
    const look = () => {
      const heading = document.querySelector('h1')?.textContent;
      const done = document.querySelector<HTMLElement>('[role=progressbar] .done');
      const count = document.querySelector('.tools .count')?.textContent;
      if (!heading || !count) return;
      seen.push({
        heading,
        ...{ rows: number(heading, /(\d+) rows?/), pages: number(heading, /(\d+) pages?/) },
        listed: number(count, /(\d+) rows?/),
        tab: number(document.querySelector('[role=tab]:nth-of-type(2)')?.textContent, /(\d+)/),
        width: done ? Number.parseFloat(done.style.width) : undefined,
        columns: [...document.querySelectorAll('[role=columnheader]')].map((one) => one.textContent?.trim()).join(),
      });
    };
    setInterval(look, 20);
  });
  await gleaner.open(`jobs/${id}`);
  await expect(page.getByRole('heading', { name: `${4 * lastPage} rows from ${lastPage} pages` })).toBeVisible();
  const seen: { heading: string; rows: number; pages: number; listed: number; width?: number; columns: string }[] =
    await page.evaluate(() => Reflect.get(window, 'seen'));
  const counted = seen.filter(({ rows }) => !Number.isNaN(rows));
  expect(counted.length).toBeGreaterThan(10);
  expect(counted.filter(({ rows, listed }) => rows !== listed)).toEqual([]);
  expect(counted.filter(({ rows, pages }) => pages < 1 && rows > 0)).toEqual([]);
  expect(seen.filter(({ columns }) => columns.includes('pageUrl'))).toEqual([]);
  const widths = seen.flatMap(({ width }) => (width === undefined ? [] : [width]));
  expect(widths).toEqual(widths.toSorted((one, other) => one - other));
});

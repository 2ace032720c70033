import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable, tableOfRecipe } from '../../../core/page/records/build-table';

const address = 'https://site.example/list';
const numbers = [1, 2, 3, 4, 5, 6];

const pageOf = (body: string) => ({
  document: parseDocument(`<html lang="en"><body><main><h1>All</h1>${body}</main></body></html>`),
  address,
});
const pickIn = ({ document }: ReturnType<typeof pageOf>, text: string) =>
  findElements(document, (one) => textOf(one) === text).at(-1)!;

/** Builds a table by clicking an element, then rereads the page with the table's recipe. */
function tableOf(body: string, text: string) {
  const page = pageOf(body);
  const picks = [pickIn(page, text)];
  const { recipe, warnings } = buildTable(page, { picks, without: [], level: 0, single: false, name: 'list' });
  return { ...tableOfRecipe(page, recipe!).result!, warnings };
}
const cards = (textAt: (at: number) => string) =>
  tableOf(
    `<ul>${numbers.map((at) => `<li class="card"><h3>Post ${at}</h3><span class="salary">${textAt(at)}</span></li>`).join('')}</ul>`,
    textAt(2),
  );
const second = (textAt: (at: number) => string) => {
  const { rows, warnings } = cards(textAt);
  const [, low, high] = Object.values(rows[1] ?? {});
  return [low, high, warnings];
};

describe('both ends of a range become columns', () => {
  it.each<[(at: number) => string, number, number]>([
    [(at) => `$${40 + at}k–$${60 + at}k`, 42_000, 62_000],
    [(at) => `$${40 + at}–${60 + at}k`, 42_000, 62_000],
    [(at) => `$${40 + at},000 - $${60 + at},000 a year`, 42_000, 62_000],
    [(at) => `${40 + at}.000 – ${60 + at}.000 €`, 42_000, 62_000],
    [(at) => `$90${at} – $1.${at}k`, 902, 1200],
  ])('of prices: %s', (textAt, low, high) => expect(second(textAt)).toEqual([low, high, []]));

  it.each<[(at: number) => string, string, string]>([
    [(at) => `${at}–${at + 2} March 2026`, '2026-03-02', '2026-03-04'],
    [(at) => `Mar ${at} - Mar ${at + 3}, 2026`, '2026-03-02', '2026-03-05'],
    [(at) => `Mar ${at} – ${at + 3}, 2026`, '2026-03-02', '2026-03-05'],
    [(at) => `30 December 2025 – ${at} January 2026`, '2025-12-30', '2026-01-02'],
    [(at) => `0${at}.03.2026 – 1${at}.03.2026`, '2026-03-02', '2026-03-12'],
    [(at) => `2026-03-0${at} to 2026-03-1${at}`, '2026-03-02', '2026-03-12'],
  ])('of days: %s', (textAt, low, high) => expect(second(textAt)).toEqual([low, high, []]));

  it('and the upper end of a single value is missing', () => {
    const { rows } = cards((at) => (at % 2 ? `$${at}0,000` : `$${at}0,000–$${at}5,000`));
    expect(rows.map((row) => [row.salary, row['salary to']]).slice(0, 2)).toEqual([
      [10_000, null],
      [20_000, 25_000],
    ]);
  });
});

it('asks for the order of day and month only if nothing on the page decides it', () => {
  const table = (dayOf: (at: number) => string, price: (at: number) => string) =>
    pageOf(
      `<table><tr><th>Flight</th><th>Date</th><th>Fare</th></tr>${numbers.map((at) => `<tr><td>F${at}</td><td>${dayOf(at)}/2026</td><td>${price(at)}</td></tr>`).join('')}</table>`,
    );
  const open = table(
    (at) => `0${at + 1}/0${at}`,
    (at) => `fare ${at}`,
  );
  const request = { picks: [pickIn(open, 'F2')], without: [], level: 0, single: false, name: 'list' };
  const asked = buildTable(open, request);
  expect(asked.unclear).toEqual([
    { field: 'Date', text: '02/01/2026', day: '2026-02-01', other: '2026-01-02', order: 'month-first' },
  ]);
  expect(asked.warnings).toEqual([]);
  const fields = asked.fields.map(({ field }) => ({
    ...field,
    dateOrder: field.name === 'Date' ? ('day-first' as const) : undefined,
  }));
  const answered = buildTable(open, { ...request, fields });
  expect([answered.unclear, answered.result?.rows[0]?.Date]).toEqual([[], '2026-01-02']);
  const byRows = table(
    (at) => `0${at}/${11 + at}`,
    (at) => `fare ${at}`,
  );
  const byCurrency = table(
    (at) => `0${at + 1}/0${at}`,
    (at) => `£${at}0.00`,
  );
  for (const [page, day] of [
    [byRows, '2026-01-12'],
    [byCurrency, '2026-01-02'],
  ] as const) {
    const { unclear, result } = buildTable(page, { ...request, picks: [pickIn(page, 'F2')] });
    expect([unclear, result?.rows[0]?.Date]).toEqual([[], day]);
  }
});

it('asks once about the order of day and month in a range', () => {
  const page = pageOf(
    `<ul>${numbers.map((at) => `<li><h3>Fair ${at}</h3><span>0${at}/0${at + 1}/2026 – 0${at}/0${at + 2}/2026</span></li>`).join('')}</ul>`,
  );
  const request = { picks: [pickIn(page, 'Fair 2')], without: [], level: 0, single: false, name: 'list' };
  const { fields, unclear } = buildTable(page, request);
  expect(fields.map(({ field }) => field.end)).toEqual([undefined, 'lower', 'upper']);
  expect(unclear?.map(({ field }) => field)).toEqual(['date']);
});

it('reads two prices of a hotel as two columns', () => {
  const hotel = (at: number) =>
    `<div class="hotel"><h3>Hotel ${at}</h3><p><b>€ ${80 + at}</b> <small>per night</small></p><p><b>€ ${240 + at * 3}</b> <small>for 3 nights</small></p></div>`;
  const { rows } = tableOf(numbers.map(hotel).join(''), '€ 82');
  expect(rows[1]).toEqual({ title: 'Hotel 2', price: 82, 'price 2': 246 });
});

it('names columns below two rows of headers by both', () => {
  const fare = (at: number) =>
    `<tr>${at % 3 === 1 ? `<td rowspan="3">City ${Math.ceil(at / 3)}</td>` : ''}<td>Port ${at}</td><td>€ ${at}0</td><td>€ ${at}5</td><td>€ ${at}00</td><td>€ ${at}50</td></tr>`;
  const { rows } = tableOf(
    `<table><thead><tr><th rowspan="2">From</th><th rowspan="2">To</th><th colspan="2">Economy</th><th colspan="2">Business</th></tr><tr><th>Single</th><th>Return</th><th>Single</th><th>Return</th></tr></thead><tbody>${numbers.map(fare).join('')}</tbody></table>`,
    'Port 2',
  );
  expect(rows).toHaveLength(6);
  expect(rows[1]).toEqual({
    ...{ From: 'City 1', To: 'Port 2', 'Economy Single': 20, 'Economy Return': 25 },
    ...{ 'Business Single': 200, 'Business Return': 250 },
  });
});

it('reads the regular price of a product or its reduced price in one column', () => {
  const price = (at: number) =>
    at % 3
      ? `<div class="price__regular"><span class="visually-hidden">Regular price</span><b class="item">€ ${at}.00</b></div>`
      : `<div class="price__sale"><span class="visually-hidden">Regular price</span><s class="item">€ ${at + 9}.00</s> <span class="visually-hidden">Sale price</span><b class="item item--sale">€ ${at}.00</b></div>`;
  const { rows } = tableOf(
    `<ul>${numbers.map((at) => `<li class="card"><h3>Post ${at}</h3><div class="price">${price(at)}</div></li>`).join('')}</ul>`,
    'Post 2',
  );
  expect(rows.slice(1, 3)).toEqual([
    { title: 'Post 2', price: 2, 'old price': null },
    { title: 'Post 3', price: 3, 'old price': 12 },
  ]);
});

it('warns about ranges in a column without a chosen end', () => {
  const page = pageOf(
    `<ul>${numbers.map((at) => `<li><h3>Post ${at}</h3><b class="pay">$${at}0 - $${at}5</b> <i>Mar ${at} – ${at + 3}, 2026</i></li>`).join('')}</ul>`,
  );
  const recipe = {
    ...{ version: 1 as const, name: 'jobs', pages: ['*'], records: { selector: 'li' } },
    fields: [
      { name: 'pay', type: 'price' as const, sources: [{ selector: '.pay' }] },
      { name: 'days', type: 'date' as const, sources: [{ selector: 'i' }] },
    ],
  };
  const { result, warnings } = tableOfRecipe(page, recipe);
  expect([result?.rows[0], warnings]).toEqual([
    { pay: 10, days: '2026-03-01' },
    [
      'Recipe "jobs": pay is a range in some rows; only its lower end is read.',
      'Recipe "jobs": days is a range in some rows; only its lower end is read.',
    ],
  ]);
});

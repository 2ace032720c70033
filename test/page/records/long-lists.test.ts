import { parseDocument } from 'htmlparser2';
import { expect, it } from 'vitest';
import { Evidence } from '../../../core/page/extraction/rules/page/evidence';
import { findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { SourceReader } from '../../../core/page/recipes/source-reader';
import { buildTable } from '../../../core/page/records/build-table';

/** Builds a table by clicking the price of lamp 6. Every third lamp is sold out. */
function tableOf(lamps: number) {
  const card = (at: number): string =>
    `<li class="card"><h3><a href="/p/${at}">Lamp ${at}</a></h3><i class="stock">${at % 3 === 0 ? 'Sold out' : 'In stock'}</i><b class="price">€ ${at}.50</b></li>`;
  const cards = Array.from({ length: lamps }, (_, at) => card(at));
  const document = parseDocument(`<main><h1>Lamps</h1><ul>${cards.join('')}</ul></main>`);
  const pick = findElements(document, (one) => textOf(one) === '€ 6.50', 9).at(-1)!;
  const page = { document, address: 'https://shop.example/list' };
  return buildTable(page, { picks: [pick], without: [], level: 0, single: false, name: 'list' });
}

it('suggests the same columns for a list of any length, with a value in every row', () => {
  const [short, long] = [tableOf(60), tableOf(500)];
  const columnsOf = ({ fields }: typeof short) => fields.map(({ field }) => field);
  expect(columnsOf(long)).toEqual(columnsOf(short));
  expect(long.result?.rows).toHaveLength(500);
  expect(long.fields.map(({ nodes }) => nodes.filter(Boolean).length)).toEqual(long.fields.map(() => 500));
  expect(long.result?.rows[499]).toMatchObject({ title: 'Lamp 499', price: 499.5, stock: 'In stock' });
});

it('builds the same table again after other clicks on the same page', () => {
  const card = (at: number): string =>
    `<li class="card"><h3><a href="/p/${at}">Lamp ${at}</a></h3><b class="price">€ ${at}.50</b><p>Weight: ${at} kg</p><time>${1 + (at % 9)}/${13 + (at % 9)}/2026</time></li>`;
  const html = `<main><h1>Lamps</h1><ul>${Array.from({ length: 60 }, (_, at) => card(at)).join('')}</ul></main>`;
  const clickOn = (document: ReturnType<typeof parseDocument>, text: string) => {
    const pick = findElements(document, (one) => textOf(one) === text, 9).at(-1)!;
    const page = { document, address: 'https://shop.example/list' };
    const { fields, result } = buildTable(page, { picks: [pick], without: [], level: 0, single: false, name: 'list' });
    return { fields: fields.map(({ field }) => field), rows: result?.rows };
  };
  const document = parseDocument(html);
  const first = clickOn(document, '€ 6.50');
  clickOn(document, 'Lamp 7');
  expect(clickOn(document, '€ 6.50')).toEqual(first);
  expect(clickOn(parseDocument(html), '€ 6.50')).toEqual(first);
  expect(clickOn(document, 'Lamp 8')).toEqual(clickOn(parseDocument(html), 'Lamp 8'));
  expect(first.rows?.[6]).toMatchObject({ price: 6.5, weight: 6 });
});

it('does not examine a long list again for another click on it', () => {
  const card = (at: number): string =>
    `<li class="card"><h3><a href="/p/${at}">Lamp ${at}</a></h3><b class="price">€ ${at}.50</b><p>Weight: ${at} kg</p></li>`;
  const html = `<ul>${Array.from({ length: 800 }, (_, at) => card(at)).join('')}</ul>`;
  const document = parseDocument(html);
  const prices = findElements(document, ({ name }) => name === 'b', 9);
  const click = (pick: (typeof prices)[number]): number => {
    const start = process.cpuUsage();
    buildTable(
      { document, address: 'https://shop.example/list' },
      { picks: [pick], without: [], level: 0, single: false, name: 'list' },
    );
    return process.cpuUsage(start).user;
  };
  const [first = 0, ...later] = prices.map(click);
  expect(Math.min(...later)).toBeLessThan(first / 3);
});

it('looks up a label in each row without a search of all labels on the page', () => {
  const timeOf = (lamps: number): number => {
    const card = (at: number): string => `<li class="card"><h3>Lamp ${at}</h3><p>Weight: ${at} kg</p></li>`;
    const document = parseDocument(`<ul>${Array.from({ length: lamps }, (_, at) => card(at)).join('')}</ul>`);
    const evidence = new Evidence(document, 'https://shop.example/list', {});
    const reader = new SourceReader(evidence, []);
    const roots = findElements(document, ({ name }) => name === 'li', lamps);
    const read = () => roots.map((root) => reader.sightings({ label: 'Weight' }, 'number', root)[0]?.raw);
    expect(read()).toEqual(roots.map((_, at) => `${at} kg`));
    const start = process.cpuUsage();
    read();
    return process.cpuUsage(start).user;
  };
  timeOf(100);
  // If each step searched all labels, 20 times as many rows would take about 400 times as long.
  expect(timeOf(8000)).toBeLessThan(100 * Math.max(timeOf(400), 2000));
});

import { type Element, isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElement, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable, tableOfRecipe } from '../../../core/page/records/build-table';

const nothing = { picks: [], without: [], level: 0, single: false, name: 'list' };

/**
 * Builds a table by clicking the first element with the given text. `add` contains the names of suggested fields to
 * add.
 */
function tableOf(body: string, text: string, add: readonly string[] = []) {
  const page = {
    document: parseDocument(`<body><main><h1>All</h1>${body}</main></body>`),
    address: 'https://a.example/',
  };
  const clicked = findElement(
    page.document,
    (one) => textOf(one) === text && one.children.every((child) => !isTag(child)),
  );
  const request = { ...nothing, picks: [clicked as Element] };
  const table = buildTable(page, request);
  const fields = table.more.filter(({ field }) => add.includes(field.name)).map(({ field }) => field);
  return buildTable(page, { ...request, fields: [...table.fields.map(({ field }) => field), ...fields] });
}
const why = (body: string, text: string) =>
  tableOf(body, text).more.flatMap(({ field, why: reason }) => (reason ? [[field.name, field.type, reason]] : []));
const days = ['Monday, 2 March 2026', 'Tuesday, 3 March 2026', 'Wednesday, 4 March 2026'];
const story = (day: number) =>
  [1, 2, 3]
    .map(
      (at) => `<article><h3><a href="/${day}${at}">Story ${day}${at}</a></h3><p class="by">Author ${at}</p></article>`,
    )
    .join('');
const read = (body: string, add: string) => tableOf(body, 'Story 11', [add]).result?.rows.map((row) => row[add]);
const dates = ['2026-03-02', '2026-03-03', '2026-03-04'].flatMap((day) => [day, day, day]);

describe('the heading of a group', () => {
  it('is offered for records in sections, and read from before each record', () => {
    const body = days.map((day, at) => `<section><h2>${day}</h2>${story(at)}</section>`).join('');
    expect(why(body, 'Story 11')).toContainEqual(['day', 'date', 'group']);
    expect(read(body, 'day')).toEqual(dates);
  });

  it('is offered for records beside their headings, and for lists below their headings', () => {
    expect(read(days.map((day, at) => `<h2>${day}</h2>${story(at)}`).join(''), 'day')).toEqual(dates);
    const lists = ['Fish', 'Fruit'].map((name, at) => `<h3 class="kind">${name}</h3><div>${story(at)}</div>`).join('');
    expect(read(lists, 'group')).toEqual(['Fish', 'Fish', 'Fish', 'Fruit', 'Fruit', 'Fruit']);
  });

  it('is offered for the parts of a table', () => {
    const rows = (part: string, from: number) =>
      `<tr><th colspan="2">${part}</th></tr>${[1, 2, 3].map((at) => `<tr><td>Pea ${from + at}</td><td>${from * 7 + at} seeds</td></tr>`).join('')}`;
    const table = `<table>${rows('North', 0)}${rows('South', 3)}</table>`;
    expect(tableOf(table, 'Pea 1', ['group']).result?.rows.map(({ group }) => group)).toEqual(
      ['North', 'South'].flatMap((part) => [part, part, part]),
    );
  });

  it('is not offered for a list without groups', () => {
    expect(why(`<h2>News</h2>${story(1)}`, 'Story 11')).toEqual([]);
  });
});

describe('a value that is the same in every record', () => {
  const item = (at: number) =>
    `<article><h3>Lamp ${at}</h3><b class="price">€ ${at}.50</b><p class="stock">in stock</p><a href="/${at}">Details</a></article>`;
  const list = [1, 2, 3, 4, 5].map(item).join('');

  it('is offered with its reason, unlike the labels of links', () => {
    expect(why(list, 'Lamp 1')).toEqual([['stock', 'text', 'constant']]);
    expect(tableOf(list, 'Lamp 1', ['stock']).result?.rows.map(({ stock }) => stock)).toEqual(
      Array(5).fill('in stock'),
    );
  });

  it('is offered again for the recipe of the table', () => {
    const page = { document: parseDocument(`<body><main>${list}</main></body>`), address: 'https://a.example/' };
    const { more, recipe } = buildTable(page, {
      ...nothing,
      picks: [findElement(page.document, ({ name }) => name === 'h3') as Element],
    });
    const offered = (of: typeof more) => of.map(({ field, why: reason }) => [field.name, reason]);
    expect(offered(more)).toContainEqual(['stock', 'constant']);
    expect(offered(tableOfRecipe(page, recipe!).more)).toEqual(offered(more));
    const [stock] = more.filter(({ field }) => field.name === 'stock').map(({ field }) => field);
    expect(offered(tableOfRecipe(page, { ...recipe!, fields: [...recipe!.fields, stock!] }).more)).not.toContainEqual([
      'stock',
      'constant',
    ]);
  });

  it('is a column of a list with further pages if it is a price, a date or the availability', () => {
    const lamp = (at: number) =>
      `<article><h3>Lamp ${at}</h3><b class="price">€ 5.50</b><p class="stock">in stock</p><time>2 March 2026</time><p class="maker">Fjord</p><span class="stock">Availability:</span><i class="counter">1</i><button class="price">Add to basket</button><a href="/${at}">Details</a></article>`;
    const lamps = [1, 2, 3, 4, 5].map(lamp).join('');
    const offered = (body: string) => {
      const { fields, more } = tableOf(body, 'Lamp 1');
      return { fields: fields.map(({ field }) => field.name), more: more.map(({ field }) => field.name) };
    };
    const constants = ['price', 'stock', 'date'];
    const next = '<a rel="next" href="/?page=2">Next</a>';
    const [alone, paged] = [offered(lamps), offered(lamps + next)];
    expect(alone.fields).toEqual(['title', 'link']);
    expect(alone.more).toEqual(expect.arrayContaining(constants));
    expect(paged.fields).toEqual(['title', ...constants, 'link']);
    expect(paged.more).toEqual(alone.more.filter((name) => !constants.includes(name)));
    expect(paged.more.join()).not.toContain('basket');
    const rows = tableOf(lamps + next, 'Lamp 1').result?.rows;
    expect(rows?.[4]).toMatchObject({ title: 'Lamp 5', price: 5.5, stock: 'in stock', date: '2026-03-02' });
  });

  it('is a column if it was clicked', () => {
    expect(tableOf(list, 'in stock').fields.map(({ field }) => field.name)).toContain('stock');
  });
});

describe('numbers in brackets', () => {
  const list = (counts: readonly string[]) =>
    counts.map((count, at) => `<article><h3>Lamp ${at}</h3><b class="count">${count}</b></article>`).join('');

  it('are counts if all values are in brackets', () => {
    const table = tableOf(list(['(148)', '(1,719)', '(26)']), 'Lamp 1');
    expect(table.result?.rows.map(({ count }) => count)).toEqual([148, 1719, 26]);
  });

  it('stay text if only some values are in brackets', () => {
    expect(tableOf(list(['(148)', '1,719', '26']), 'Lamp 1').result?.rows.map(({ count }) => count)).toEqual([
      '(148)',
      '1,719',
      '26',
    ]);
  });
});

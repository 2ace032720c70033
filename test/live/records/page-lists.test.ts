import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { nameOfList } from '../../../core/live/records/list-name';
import { tablesOf } from '../../../core/live/records/page-lists';
import { findElements } from '../../../core/page/extraction/rules/page/text-of';
import { listings } from '../../page/records/listings';

const address = 'https://shop.example/list';
const numbers = [1, 2, 3, 4, 5, 6];
const cards = numbers
  .map((at) => `<li class="card"><h3><a href="/p/${at}">Lamp ${at}</a></h3><p class="price">€ ${at}.50</p></li>`)
  .join('');
const reviews = numbers
  .slice(2)
  .map((at) => `<li class="review"><b>Person ${at}</b><p>Lamp ${at} works well.</p><i>${at - 1} of 5</i></li>`)
  .join('');
const longList = (rows: number) =>
  Array.from({ length: rows }, (_, at) => `<li><h3>Lamp ${at}</h3><b class="price">€ ${at}.50</b></li>`);
const listsOn = (html: string) =>
  tablesOf({ document: parseDocument(`<html><body>${html}</body></html>`), address }).map(({ table }) => ({
    name: nameOfList(table.records),
    count: table.result?.rows.length,
    columns: table.fields.map(({ field }) => field.name),
  }));

describe('the lists of a page', () => {
  it.each(listings.map(({ name, html }) => [name, html]))('start with its records: %s', (_, html) => {
    const document = parseDocument(html);
    const records = new Set(
      findElements(document, ({ attribs }) => attribs['data-r'] !== undefined, 500).map(
        ({ attribs }) => attribs['data-r'],
      ),
    );
    expect(tablesOf({ document, address })[0]?.table.records).toHaveLength(records.size);
  });

  it('have names and columns, best list first', () => {
    const html = `<nav><ul><li><a href="/">Home</a></li><li><a href="/a">About</a></li><li><a href="/c">Contact</a></li></ul></nav>
      <main><h2>Reading lamps</h2><ul>${cards}</ul><section aria-label="Reviews"><ul>${reviews}</ul></section></main>`;
    expect(listsOn(html)).toMatchObject([
      { name: 'Reading lamps', count: 6, columns: ['title', 'price', 'link'] },
      { name: 'Reviews', count: 4 },
    ]);
  });

  it.each([
    ['sections', (day: string, talks: string) => `<section><h2>${day}</h2><ul>${talks}</ul></section>`],
    ['a single list', (day: string, talks: string) => `<h2>${day}</h2>${talks}`],
  ])('are not named after the first group of their records: %s', (_, group) => {
    const talks = ['Monday', 'Tuesday'].map((day) => group(day, '<li>Talk</li><li>Talk</li>')).join('');
    const document = parseDocument(`<body><main><h1>Talks of the week</h1><div>${talks}</div></main></body>`);
    const records = findElements(document, ({ name }) => name === 'li', 9).map((one) => [one]);
    expect([records.length, nameOfList(records)]).toEqual([4, 'Talks of the week']);
  });

  it('are not filters, copies for small screens or parts of each other', () => {
    const filters = numbers.map((at) => `<li><label><input type="checkbox"> Size ${at}</label> (${at})</li>`).join('');
    const html = `<form><ul>${filters}</ul></form><ul>${cards}</ul><div class="small-screens"><ul>${cards}</ul></div>`;
    expect(listsOn(html)).toHaveLength(1);
  });

  it('are not the links in the navigation or the footer', () => {
    const links = numbers.map((at) => `<li><a href="/${at}">Part ${at}</a></li>`).join('');
    const page = (tag: string) => `<main><h1>About us</h1></main><${tag}><ul>${links}</ul></${tag}>`;
    expect(['nav', 'footer', 'section'].map((tag) => listsOn(page(tag)).length)).toEqual([0, 0, 1]);
  });

  it('have the number of all rows, and their pick on the page, if they are long', () => {
    const document = parseDocument(
      `<main><h1>Lamps</h1><ul>${longList(2500).join('')}</ul><p>All prices with tax.</p>
      <nav><b>1</b> <a href="?page=2">2</a> <a href="?page=3">3</a> <a rel="next" href="?page=2">Next</a></nav></main>`,
    );
    const [list] = tablesOf({ document, address });
    expect(list?.count).toBe(2500);
    // Only the first 100 rows are examined, because examining more would take seconds.
    expect(list?.table.records).toHaveLength(100);
    expect(list?.about).toBe(7500);
    const onPage = findElements(document, (one) => one === list?.pick, 1_000_000);
    expect(onPage).toHaveLength(1);
  });

  it.each([
    ['two columns', [500, 400].map((rows) => `<ul>${longList(rows).join('')}</ul>`).join(''), 900],
    ['with advertisements', `<ul>${longList(900).join('<li>Our offer</li>')}</ul>`, 900],
  ])('have the number of all rows in a long list of %s', (_, lists, rows) => {
    const document = parseDocument(`<main><div>${lists}</div></main>`);
    const count = tablesOf({ document, address })[0]?.count ?? 0;
    expect(Math.abs(count - rows)).toBeLessThanOrEqual(rows * 0.01);
  });

  it.each([
    ['languages', numbers.map((at) => `<li><a href="/${'cdefgh'[at - 1]}a/">Country ${at}</a></li>`).join('')],
    ['short texts without links', '<li><b>Wireless</b></li><li><b>Wired</b></li><li><b>Trackball</b></li>'],
    [
      'filters',
      numbers
        .slice(2)
        .map((at) => `<li><details><summary>Size ${at}</summary><input type="checkbox"> S <a>Clear</a></details></li>`)
        .join(''),
    ],
    ['a part of the list', cards.slice(0, cards.length / 2).replace(/(<\/?)li/g, '$1div')],
  ])('are not %s', (_, items) => {
    expect(listsOn(`<main><div><ul>${items}</ul></div><section><ul>${cards}</ul></section></main>`)).toMatchObject([
      { count: 6, columns: ['title', 'price', 'link'] },
    ]);
  });

  it('start with things that have links, even if a list of texts is longer', () => {
    const item = (at: number) => `<li><h3><a href="/${at}">Article ${at}</a></h3><p>By ${at} people</p></li>`;
    const clip = (at: number) =>
      `<li><i>1:${at + 10}</i><b>Clip ${at} of today</b><u>Day ${at}</u><p>A clip of the sea, part ${at}.</p></li>`;
    const html = `<main><ol>${[...numbers, 7, 8].map(clip).join('')}</ol><ul>${numbers.map(item).join('')}</ul></main>`;
    expect(listsOn(html).map(({ count }) => count)).toEqual([6, 8]);
  });

  it('consist of the items of sections, not of the sections', () => {
    const item = (name: string, at: number) =>
      `<div class="${at === 0 ? 'lead' : 'item'}"><h3><a href="/${name}${at}">${name} ${at}</a></h3>
      <p>From ${at} towns</p>${at === 0 ? `<img src="/${name}.png"><u>Photo: ${name}</u><p>More about ${name}</p>` : ''}</div>`;
    const section = (name: string) =>
      `<section><h2>${name}</h2><p>All about ${name}</p>${[0, 1, 2, 3, 4, 5].map((at) => item(name, at)).join('')}</section>`;
    const lists = listsOn(`<main>${['World', 'Sports', 'Arts', 'Money'].map(section).join('')}</main>`);
    expect(lists.map(({ count }) => count)).not.toContain(4);
  });

  it('do not exist on a page without lists', () => {
    expect(listsOn('<main><h1>About us</h1><p>We sell lamps.</p></main>')).toEqual([]);
  });
});

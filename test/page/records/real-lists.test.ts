import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElements, textOf } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';

const numbers = [1, 2, 3, 4, 5, 6];

/** Builds a table by clicking the innermost element with the given text. */
function tableOf(body: string, text: string) {
  const page = {
    document: parseDocument(`<html lang="en"><body><main><h1>All</h1>${body}</main></body></html>`),
    address: 'https://site.example/list',
  };
  const pick = findElements(page.document, (one) => textOf(one) === text).at(-1)!;
  const { result } = buildTable(page, { picks: [pick], without: [], level: 0, single: false, name: 'list' });
  return { columns: Object.keys(result?.rows[0] ?? {}), rows: result?.rows ?? [] };
}

/** An entry of a blog index: a line with the title, the day and the author, and a paragraph after it. */
const entry = (at: number) =>
  `<p class="entry"><a href="/posts/${at}">Post number ${at}</a>, <span class="date">${at} March 2026</span><br>
    <span class="author">Author ${at}</span></p>
  <p class="summary">What happened in week ${at}, in two lines of text that are long enough to describe the post.</p>`;
const index = (end: string) => `<div>${numbers.map(entry).join('')}${end}</div>`;

describe('entries that consist of two paragraphs', () => {
  it.each([
    ['without a link after them', ''],
    ['with a link to older entries', '<p class="entry"><a href="/all">Older posts</a></p>'],
  ])('have all values, %s', (_, end) => {
    const { rows } = tableOf(index(end), 'Author 2');
    expect(rows).toHaveLength(numbers.length);
    expect(rows[1]).toEqual({
      title: 'Post number 2',
      date: '2026-03-02',
      author: 'Author 2',
      description: 'What happened in week 2, in two lines of text that are long enough to describe the post.',
      link: 'https://site.example/posts/2',
    });
  });

  it('keep a last entry that lacks its second paragraph', () => {
    const { rows } = tableOf(
      index(
        '<p class="entry"><a href="/posts/7">Post number 7</a>, <span class="date">7 March 2026</span><br><span class="author">Author 7</span></p>',
      ),
      'Author 2',
    );
    expect(rows).toHaveLength(numbers.length + 1);
    expect(rows[6]).toMatchObject({ title: 'Post number 7', description: null });
  });
});

describe('the title column', () => {
  it('is the visible title, not text for screen readers with the title and the price', () => {
    const card = (at: number) =>
      `<li class="flex item"><a class="absolute" href="/ip/${at}"><span style="display:none">Electric cooker ${at} $${at}4.99</span></a>
        <div class="price">$${at}4.99</div><h3 class="normal">Electric cooker ${at}</h3></li>`;
    const { columns, rows } = tableOf(`<ul>${numbers.map(card).join('')}</ul>`, '$24.99');
    expect(columns.slice(0, 2)).toEqual(['title', 'price']);
    expect(rows[1]).toMatchObject({ title: 'Electric cooker 2', price: 24.99 });
  });

  it('is not a labelled item number in a heading', () => {
    const card = (at: number) =>
      `<div class="col category-product"><a href="/${at}"><div class="cat-grid-product-name">Laser projector for large rooms, model ${at}, with a short throw lens and a lamp of ${at}000 lumens</div>
        <h3 class="cat-grid-product-sku"><span>Item Number:</span> LK-93${at}-ST</h3><span class="price">$${at},899.00</span></a></div>`;
    const { columns } = tableOf(`<div>${numbers.map(card).join('')}</div>`, '$2,899.00');
    expect(columns.slice(0, 3)).toEqual(['product name', 'price', 'item number']);
  });
});

it('links whose addresses are consecutive numbers are a column', () => {
  const item = (at: number) => `<li><a href="/${at}">Lamp model ${at}</a> <span class="price">$${at}9</span></li>`;
  const { rows } = tableOf(`<ul>${numbers.map(item).join('')}</ul>`, '$29');
  expect(rows[1]).toEqual({ title: 'Lamp model 2', price: 29, link: 'https://site.example/2' });
});

it('hidden form fields between records do not belong to the records', () => {
  const card = (at: number) =>
    `<input type="hidden" name="item${at}" value="x"><div class="card"><h3>Lamp ${at}</h3><span class="price">$${at}9</span></div>`;
  const { rows } = tableOf(`<form>${numbers.map(card).join('')}</form>`, '$29');
  expect(rows).toHaveLength(numbers.length);
  expect(rows[0]).toEqual({ title: 'Lamp 1', price: 19 });
});

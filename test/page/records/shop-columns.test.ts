import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable } from '../../../core/page/records/build-table';

const names = ['Oak desk', 'Pine shelf', 'Steel lamp', 'Wool rug', 'Glass vase', 'Clay pot'];

/** Builds a table by clicking the first title in a list of cards. */
function tableOf(card: (at: number) => string) {
  const cards = names.map((name, at) => `<li class="card"><h3><a href="/p/${at}">${name}</a></h3>${card(at)}</li>`);
  const document = parseDocument(`<html><body><ul>${cards.join('')}</ul></body></html>`);
  const clicked = findElement(document, ({ name }) => name === 'h3');
  const page = { document, address: 'https://shop.example/' };
  return buildTable(page, { picks: [], without: [], level: 0, single: false, name: 'list', clicked });
}

const columnsOf = (card: (at: number) => string): readonly string[] =>
  tableOf(card).fields.map(({ field }) => field.name);
const rowsOf = (card: (at: number) => string) => tableOf(card).result?.rows ?? [];

describe('prices of products', () => {
  it('prefers a visible price to an attribute in cents', () => {
    const rows = rowsOf((at) => `<meta itemprop="price" content="${4995 + at * 100}"><b>€${49 + at},95</b>`);
    expect(rows.map(({ price }) => price)).toEqual([49.95, 50.95, 51.95, 52.95, 53.95, 54.95]);
  });

  it('names savings and former prices, and puts the current price first', () => {
    const card = (at: number) =>
      `<p class="price-was">$${90 + at}.00</p><p class="now">$${70 + at}.00</p><p><i>Save</i> <em>$20.00</em></p>`;
    expect(columnsOf(card)).toEqual(['title', 'price', 'old price', 'link']);
    expect(rowsOf(card)[1]).toMatchObject({ price: 71, 'old price': 91 });
    const saving = (at: number) => `<p class="now">$${70 + at}.00</p><p class="deal">$${5 + at} off</p>`;
    expect(rowsOf(saving)[1]).toMatchObject({ price: 71, saving: 6 });
  });

  it('joins prices at two positions of which each product has one', () => {
    const card = (at: number) =>
      at % 2 === 0
        ? `<div><span class="price-original">$${10 + at}.00</span></div>`
        : `<div><span>$${20 + at}.00</span><span>Was $${30 + at}.00</span></div>`;
    expect(rowsOf(card).map(({ price }) => price)).toEqual([10, 21, 12, 23, 14, 25]);
  });
});

describe('columns that say nothing', () => {
  it('are not shown: actions, icons, and texts that repeat other columns', () => {
    const card = (at: number) =>
      `<span class="brand">Maker ${at}</span><i class="material-icons">${at % 2 ? 'close' : 'star'}</i>
      <a class="more" href="/cart/${at}">${at % 2 ? 'Add to cart' : 'Choose options'}</a>
      <em>Share ${names[at]} with friends</em>`;
    expect(columnsOf(card)).toEqual(['title', 'brand', 'link']);
  });

  it('are not shown if nearly all values are the same', () => {
    const card = (at: number) =>
      `<b class="flag">${at === 0 ? 'New' : 'Instant deal'}</b><i class="brand">Maker ${at}</i>`;
    expect(columnsOf((at) => card(at % 6 === 0 ? 1 : at))).not.toContain('flag');
  });
});

describe('names of columns', () => {
  it('come from the values if class names say little', () => {
    const card = (at: number) =>
      `<span class="subtitle-a">${at + 1}h ${10 + at}m</span><span class="none">Only ${at + 2} left!</span>
      <span class="prev-badge">${30 + at} reviews</span><span class="meta-info">${at + 2} hours ago</span>`;
    expect(columnsOf(card)).toEqual(['title', 'duration', 'availability', 'reviews', 'date', 'link']);
  });

  it('call high numbers beside stars reviews, and words before a number by these words', () => {
    const card = (at: number) =>
      `<span class="stars">${120 + at * 7}</span><b title="Reaction score: ${at * 3}">${'x'.repeat(at + 1)}</b>`;
    expect(columnsOf(card)).toContain('reviews');
    expect(tableOf(card).fields.map(({ field }) => field.name)).not.toContain('rating');
  });
});

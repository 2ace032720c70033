import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { clickedColumn, clickedRow } from '../../src-renderer/composables/table/clicked-column';

const { document } = parseHTML(
  '<html><body><h3><a href="/lamp">Brass lamp</a></h3><a href="/lamp"><img src="lamp.png"></a><p>€ 3 <s>€ 4</s></p></body></html>',
);
const all = ['h3', 'h3 a', 'img', 'p', 's'].map((selector) => document.querySelector(selector) as unknown as Node);
const nodeOf = (id: number | undefined) => (id === undefined ? undefined : all[id - 1]);
const sources = [{ selector: 'a' }];
const table = {
  fields: [
    { name: 'link', type: 'link' as const, sources },
    { name: 'title', type: 'text' as const, sources },
    { name: 'image', type: 'image' as const, sources },
    { name: 'price', type: 'price' as const, sources },
  ],
  cells: { link: [2], title: [1], image: [3], price: [4] },
};

describe('the column of a clicked element', () => {
  it.each([
    ['the title, if its link is clicked', 2, 'title'],
    ['the image', 3, 'image'],
    ['the price, if a part of it is clicked', 5, 'price'],
    ['absent, if nothing is clicked', undefined, undefined],
  ])('is %s', (_, clicked, column) => {
    expect(clickedColumn(table, clicked, nodeOf)).toBe(column);
  });
});

describe('the row of a clicked element', () => {
  it.each([
    ['that of the cell around it', 5, 1],
    ['absent, if no cell contains it', 3, undefined],
  ])('is %s', (_, clicked, row) => {
    expect(clickedRow({ cells: { price: [1, 4] } }, 'price', clicked, nodeOf)).toBe(row);
  });
});

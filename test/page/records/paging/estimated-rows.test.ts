import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { estimatedRows } from '../../../../core/page/records/paging/estimated-rows';
import { nextPage } from '../../../../core/page/records/paging/next-page';

const address = 'https://shop.example/list';
const estimate = (html: string, rows = 20) => {
  const document = parseDocument(`<body><ul><li>One</li></ul>${html}</body>`);
  return estimatedRows(document, nextPage(document, address), rows);
};
const numbered = (numbers: readonly number[]) =>
  `<nav class="pager"><b>1</b>${numbers.map((page) => `<a href="/list?page=${page}">${page}</a>`).join(' ')}<a href="/list?page=2">Next</a></nav>`;

describe('the estimated number of rows', () => {
  it('is the number of rows times the last page number', () => {
    expect(estimate(numbered([2, 3]))).toBe(60);
    expect(estimate(numbered([2, 3, 48]), 10)).toBe(480);
  });

  it('is the total that the page states for exactly these rows', () => {
    expect(estimate(`<p>Showing <b>1–20</b> of <b>57</b> results</p>${numbered([2, 3])}`)).toBe(57);
    expect(estimate(`<p>1 - 20 von 1.234 Treffern</p>${numbered([2])}`)).toBe(1234);
    expect(estimate(`<p>Size 36 - 48 of 50 colours</p>${numbered([2, 3])}`)).toBe(60);
  });

  it('is unknown if the numbers beside the control are prices', () => {
    const offers = [899, 1299, 449].map((price) => `<a href="/offer/${price}">Sofa <b>${price}</b></a>`).join(' ');
    expect(estimate(`<div>${offers}<a class="more" href="/list?page=2">Show more products</a></div>`)).toBeUndefined();
  });

  it('is unknown without page numbers, without a next page and for endless lists', () => {
    expect(estimate('<nav class="pager"><a class="next" href="/list?page=2">Next</a></nav>')).toBeUndefined();
    expect(estimate('<p>1–20 of 57</p>')).toBeUndefined();
  });
});

import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../core/page/extraction/rules/page/text-of';
import { buildTable, tableOfRecipe } from '../../../core/page/records/build-table';

const site = 'https://site.example/list';
const list = (pager: string, at = 1): string =>
  `<main><ul class="cards">${Array.from({ length: 5 }, (_, n) => `<li><h3>Lamp ${at}${n}</h3><b>€ ${at}${n}.50</b></li>`).join('')}</ul>${pager}</main>`;
const numbers = [1, 2, 3, 4];
const link = (number: number, more = ''): string => `<a${more} href="?page=${number}">${number}</a>`;
const marked = (at: number): string =>
  `<div class="pager"><a href="?page=${Math.max(1, at - 1)}">Earlier</a>${numbers.map((one) => link(one, one === at ? ' class="current"' : '')).join(' ')}</div>`;
const unlinked = (at: number): string =>
  `<nav class="pagination"><ul>${numbers.map((one) => `<li>${one === at ? `<span>${one}</span>` : link(one)}</li>`).join('')}</ul></nav>`;
const bare = (): string => `<p class="pages">${numbers.map((one) => link(one)).join(' ')}</p>`;
const leftOut = (at: number): string =>
  `<p class="pages">${numbers.flatMap((one) => (one === at ? [] : [link(one)])).join(' ')}</p>`;

describe.each([
  ['of which the current one is marked', marked],
  ['of which the current one is no link', unlinked],
  ['that are all links', bare],
  ['without the current one', leftOut],
])('page numbers %s', (_, pager) => {
  it('lead from each page to the next one, up to the last', () => {
    const first = parseDocument(list(pager(1)));
    const pick = findElement(first, ({ name }) => name === 'b')!;
    const { recipe } = buildTable(
      { document: first, address: site },
      { picks: [pick], without: [], level: 0, single: false, name: 'lamps' },
    );
    const visited: string[] = [];
    for (let address: string | undefined = site; address && visited.length < 9; ) {
      visited.push(address);
      const at: number = Number(new URL(address).searchParams.get('page') ?? 1);
      address = tableOfRecipe({ document: parseDocument(list(pager(at), at)), address }, recipe!).result?.nextPage;
    }
    expect(visited).toEqual([site, `${site}?page=2`, `${site}?page=3`, `${site}?page=4`]);
  });
});

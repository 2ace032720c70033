import { selectOne } from 'css-select';
import type { Element } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { nextPage } from '../../../../core/page/records/paging/next-page';
import { controls, type NextPageCase, traps } from '../next-page-cases';

const parsed = ({ head = '', body }: Pick<NextPageCase, 'head' | 'body'>) =>
  parseHtml(`<html><head><title>Kettles</title>${head}</head><body>${body}</body></html>`).document;

describe('the next page of a list', () => {
  it.each(controls)('is found: $name', (one) => {
    const document = parsed(one);
    const found = nextPage(document, one.url);
    expect(found).toMatchObject({ kind: one.kind, ...(one.next ? { url: one.next } : {}) });
    const element = selectOne(found!.selector, document) as Element | null;
    if (one.control) expect(element?.attribs['data-test-id']).toBe(one.control);
    else expect(URL.parse(element?.attribs.href ?? '', one.url)?.href).toBe(one.next);
    expect(found!.why).toMatch(/^The .+\.$/);
  });

  it.each(traps)('is not confused with: $name', (one) => {
    expect(nextPage(parsed(one), one.url)).toBeUndefined();
  });

  it('includes the selector of all page-number buttons, since the next one differs on each page', () => {
    const row = (current: number) =>
      [1, 2, 3].map((one) => `<li><button${one === current ? ' disabled' : ''}>${one}</button></li>`).join('');
    const body = (current: number) => `<ul class="rows"><li>a<li>b<li>c</ul><ul class="steps">${row(current)}</ul>`;
    const url = 'https://a.example/';
    expect(nextPage(parsed({ body: body(2) }), url)).toMatchObject({ label: '3', numbers: '.steps button' });
    expect(nextPage(parsed({ body: body(3) }), url)).toBeUndefined();
  });

  it('has a selector by meaning, not by position', () => {
    const body =
      '<ul class="pager"><li><a href="?page=1">1</a></li><li><a aria-label="Next page" href="?page=3">›</a></li></ul>';
    expect(nextPage(parsed({ body }), 'https://a.example/?page=2')?.selector).toBe('a[aria-label="Next page"]');
  });
});

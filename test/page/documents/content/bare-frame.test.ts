import { textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';

const select = (html: string) =>
  selectContent(parseHtml(html).document, {
    url: 'https://site.test/shop',
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  });
const links = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<li><a href="/${i}">Department number ${i}</a></li>`).join('');
const frame = (count: number): string =>
  `<body><header><nav><ul>${links(count)}</ul></nav></header><div id="app"></div><footer><ul>${links(count)}</ul></footer></body>`;

describe('a page with only menus, header and footer', () => {
  it('has no main content and warns how to include the rest', () => {
    const { root, warnings } = select(frame(40));
    expect(textContent(root).trim()).toBe('');
    expect(warnings.join(' ')).toContain('"onlyMainContent": false');
  });

  it('differs from a small page, which is kept complete', () => {
    expect(textContent(select('<body><header><nav><a href="/">Hello</a></nav></header></body>').root)).toContain(
      'Hello',
    );
  });

  it('differs from a list of links', () => {
    expect(textContent(select(`<body><h1>All departments</h1><ul>${links(80)}</ul></body>`).root)).toContain(
      'number 7',
    );
  });
});

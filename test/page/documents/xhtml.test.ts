import { textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { htmlOfXhtml, isXhtml } from '../../../core/page/documents/xhtml';
import { toMarkdown } from '../../../plugins/formats/markdown/convert';

const read = (xhtml: string): string => toMarkdown(parseHtml(htmlOfXhtml(xhtml)).document);

describe('XHTML', () => {
  it('closes self-closing elements', () => {
    const head = '<head><title>Strict</title><script type="text/javascript" src="/x.js"/></head>';
    expect(
      read(
        `<html>${head}<body><h1>Page</h1><div class="a"/><iframe src="about:blank"/><textarea rows="2"/><p>Text</p></body></html>`,
      ),
    ).toBe('# Page\n\nText');
    expect(read('<p>one<br/>two<img src="/a/b.png" alt="x"/></p><p><a id="top"/>Three <b/>four</p>')).toBe(
      'one  \ntwo![x](/a/b.png)\n\nThree four',
    );
    expect(read('<title/><p>Text</p>')).toBe('Text');
  });

  it('converts CDATA sections to text', () => {
    expect(read('<p><![CDATA[1 < 2 & 3 > 2 <b>]]> so</p>')).toBe('1 < 2 & 3 > 2 \\<b> so');
    const page =
      '<style><![CDATA[ p > a { color: red } ]]></style><script>//<![CDATA[\nif (a < b) x("<p/>");\n//]]></script><p>Text</p>';
    expect(textContent(parseHtml(htmlOfXhtml(page)).document)).toContain('if (a < b) x("<p/>");');
    expect(read(page)).toBe('Text');
  });

  it('keeps comments and takes linear time', () => {
    expect(read('<!-- <div/> --><p title="a/>b">Text</p>')).toBe('Text');
    for (const soup of ['<a "', '<a/', '<!--', '<![CDATA[', '<script>', '<a b="x" ']) {
      const started = performance.now();
      htmlOfXhtml(soup.repeat(40_000));
      expect(performance.now() - started, soup).toBeLessThan(4_000);
    }
  });

  it('is detected by its media type', () => {
    expect(isXhtml('application/xhtml+xml; charset=utf-8')).toBe(true);
    expect(isXhtml('text/html')).toBe(false);
  });
});

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

  it('replaces the entities of the internal DTD subset', () => {
    const subset = [
      '<!-- <!ENTITY no "comment"> --> <?x <!ENTITY no "instruction">?> <!ELEMENT p (#PCDATA)>',
      '<!ENTITY name "Harbour Suite"><!ENTITY name "second"><!ENTITY long \'&name; &#233;&amp;&#x26;lt;\'>',
      '<!ENTITY prod "Own"><!ENTITY mark "<em>&name;</em><br/>]"><!ENTITY quoted \'say "5>4"\'>',
      '<!ENTITY % part "<!ENTITY no \'parameter\'>"> %part; <!ENTITY file SYSTEM "file:///etc/hosts">',
      '<!ENTITY loop "&turn;"><!ENTITY turn "&loop;">',
    ].join('\n');
    const page = (body: string): string =>
      `<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x.dtd" [${subset}]>\n<html><body>${body}</body></html>`;
    expect(read(page('<h1>About &name;</h1><p>&long; &prod; &mark;end</p>'))).toBe(
      '# About Harbour Suite\n\nHarbour Suite é&< Own _Harbour Suite_  \n]end',
    );
    expect(htmlOfXhtml(page('<a title="&quoted; &name;"/>'))).toContain(
      '<a title="say &quot;5>4&quot; Harbour Suite"></a>',
    );
    expect(htmlOfXhtml(page('<p>&no; &file; &loop; &copy;<![CDATA[&name;]]></p>'))).toContain(
      '<p>&no; &file; &loop; &copy;&amp;name;</p>',
    );
  });

  it('limits the expansion of entities', () => {
    const laughs = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
    const chain = Array.from({ length: 3_000 }, (_, i) => `<!ENTITY c${i + 1} "&c${i};">`);
    const page = `<!DOCTYPE html [<!ENTITY l0 "ha"><!ENTITY c0 "end">${laughs.join('')}${chain.join('')}]>`;
    const html = htmlOfXhtml(`${page}<p>${'&l20;&l9;&c3000;'.repeat(1_000)}</p>`);
    expect(html.length).toBeLessThan(3_000_000);
  });

  it('reads elements with a prefix by their namespace', () => {
    const xhtml = 'xmlns:x="http://www.w3.org/1999/xhtml"';
    expect(
      read(
        `<x:html ${xhtml}><x:head><x:title>T</x:title><x:style>p > a {}</x:style></x:head><x:body><x:h2>Tides</x:h2><x:ol><x:li>One<x:br/>more</x:li><x:li><x:a href="/b">Two</x:a></x:li></x:ol><x:div/><x:p>End</x:p ></x:body></x:html>`,
      ),
    ).toBe('## Tides\n\n1. One  \n   more\n2. [Two](/b)\n\nEnd');
    expect(
      htmlOfXhtml('<p>x <m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>y</m:mi></m:math></p>'),
    ).toContain('<mi>y</mi></math>');
    const other = '<p xmlns:f="urn:forms"><f:label>Name</f:label></p>';
    expect(htmlOfXhtml(other)).toBe(other);
  });

  it('keeps comments and takes linear time', () => {
    expect(read('<!-- <div/> --><p title="a/>b">Text</p>')).toBe('Text');
    for (const soup of [
      '<a "',
      '<a/',
      '<p xmlns:a="http://www.w3.org/1999/xhtml"></a',
      '<!--',
      '<![CDATA[',
      '<script>',
      '<a b="x" ',
      '<!DOCTYPE a "',
      '<!DOCTYPE a [',
      '<!DOCTYPE a [<!-- >',
      '<!DOCTYPE a [<!ENTITY b "',
    ]) {
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

import { describe, expect, it } from 'vitest';
import { extractMetadata } from '../../../core/page/documents/metadata/extract-metadata';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { Evidence } from '../../../core/page/extraction/rules/page/evidence';
import { siteFacts } from '../../../core/page/extraction/rules/page/site-facts';

const url = 'https://kettles.test/about';

function factsOf(around: string, main = '<p>We hammer kettles.</p>'): readonly string[] {
  const { document } = parseHtml(`<title>Kettles</title><main><h1>Kettles</h1>${main}</main>${around}`);
  const content = parseHtml(main).document;
  return siteFacts(new Evidence(document, url, extractMetadata(document, { url })), content)
    .split('\n')
    .filter(Boolean);
}

describe('the facts in header and footer', () => {
  it('are contact data, opening hours and the legal name, without menus', () => {
    const footer = `<header><nav><a href="/a">Kettles</a><a href="/b">Pans</a></nav><p>Call +44 113 496 0000</p></header>
      <footer><ul><li><a href="/terms">Terms</a></li><li><a href="/jobs">Jobs</a></li></ul>
      <p>Miller Kettles Ltd<br>12 Mill Lane<br>Leeds LS1 4AP</p><p>Mon–Fri 9:00–17:30</p>
      <p>jane@kettles.test</p><p>© 2026 Miller Kettles</p><p>Follow us for more offers and news.</p></footer>`;
    expect(factsOf(footer)).toEqual([
      'Call +44 113 496 0000',
      'Miller Kettles Ltd',
      '12 Mill Lane',
      'Leeds LS1 4AP',
      'Mon–Fri 9:00–17:30',
      'jane@kettles.test',
      '© 2026 Miller Kettles',
    ]);
  });

  it('include the street above a postcode, and the label above opening hours', () => {
    const footer = `<footer><div><div>Kesselweg 7</div><div>10115 Berlin</div></div>
      <div><h3>Öffnungszeiten</h3><div>Mo–Fr 9–18 Uhr</div></div></footer>`;
    expect(factsOf(footer)).toEqual(['Kesselweg 7', '10115 Berlin', 'Öffnungszeiten', 'Mo–Fr 9–18 Uhr']);
  });

  it('do not repeat the content, and do not exist on a page without any', () => {
    expect(factsOf('<footer><p>jane@kettles.test</p></footer>', '<p>jane@kettles.test</p>')).toEqual([]);
    expect(factsOf('<footer><p>Home</p><p>About us</p></footer>')).toEqual([]);
  });
});

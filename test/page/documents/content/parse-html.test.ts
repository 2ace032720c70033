import { type Element, isTag, type ParentNode } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { visitElements } from '../../../../core/contract/visit-elements';
import { Surveyor, surveyOf } from '../../../../core/page/documents/content/page-survey';
import { openWrittenFrames } from '../../../../core/page/documents/frames';
import { parseHtml } from '../../../../core/page/documents/parse-html';

/** Returns the depth of a tree and the number of its elements, without recursion. */
function measure(root: ParentNode): { depth: number; elements: number } {
  let depth = 0;
  let elements = 0;
  const stack: [ParentNode, number][] = [[root, 0]];
  for (let top = stack.pop(); top; top = stack.pop()) {
    depth = Math.max(depth, top[1]);
    for (const child of top[0].children) {
      if (!isTag(child)) continue;
      elements++;
      stack.push([child, top[1] + 1]);
    }
  }
  return { depth, elements };
}

describe('parseHtml', () => {
  it('parses an ordinary page completely and without warnings', () => {
    const { document, warnings } = parseHtml('<!doctype html><title>T</title><!-- c --><p>One<p>Two');
    expect(textContent(document)).toBe('TOneTwo');
    expect(warnings).toEqual([]);
  });

  it('reads names across pieces of a long page and the first of repeated attributes', () => {
    const tag = '<SECTION Data-X="1" data-x="2" constructor="3" \u00c9="4" viewBox="5">six</SECTION>';
    for (let before = 0; before <= tag.length; before++) {
      const { document } = parseHtml(`<p>${' '.repeat((1 << 18) - 3 - before)}</p>${tag}`);
      const section = document.children[1] as Element;
      expect(section.name).toBe('section');
      expect(Object.entries(section.attribs)).toEqual([
        ['data-x', '1'],
        ['constructor', '3'],
        ['\u00e9', '4'],
        ['viewbox', '5'],
      ]);
      expect(textContent(section)).toBe('six');
    }
  });

  it('keeps the first of repeated attributes in a tag with a thousand attributes', () => {
    const names = Array.from({ length: 1000 }, (_, i) => `a${i % 500}="${i}"`);
    const [tag] = parseHtml(`<p ${names.join(' ')}>`).document.children as Element[];
    expect(Object.values(tag!.attribs)).toEqual(Array.from({ length: 500 }, (_, i) => String(i)));
  });

  it('keeps repeated classes and ids as written', () => {
    const value = (i: number): string => `c${i % 5000} ${'é'.repeat(i % 3)}${'x'.repeat(i % 200)}`;
    const tags = Array.from({ length: 12_000 }, (_, i) => `<p class="${value(i)}" id="${value(i * 7)}">`);
    const { document } = parseHtml(tags.join('\n'));
    const all = getElementsByTagName('p', document);
    expect(all.map(({ attribs }) => attribs.class)).toEqual(tags.map((_, i) => value(i)));
    expect(all.map(({ attribs }) => attribs.id)).toEqual(tags.map((_, i) => value(i * 7)));
  });

  it('surveys a page as a walk over its tree would', () => {
    const page = `<base target=x><base href="/a/"><base href="/b/"><title>T</title><a>1</a><a href=x>2<div itemtype=y><picture><img></picture>
      <noscript><a href=z><img></a></noscript></div><meta name=m><svg><title>t</title><a href=v></a></svg><p><script>1</script>
      <h1 class=cookie-bar>H</h1></br></p><body id="cookie-bar"><br id='gdpr-banner'>`;
    for (const html of [page, page.repeat(40), `<iframe srcdoc="<a href=i>in</a>"></iframe>${page}`]) {
      for (const maxNodes of [30, 1_000_000]) {
        const parsed = parseHtml(html, { maxNodes, maxDepth: 8 });
        openWrittenFrames(parsed);
        const walked = new Surveyor();
        visitElements(parsed.document, (element) => walked.visit(element));
        const kept = surveyOf(parsed.document);
        for (const list of ['facts', 'anchors', 'pictures', 'fallbacks', 'headlines'] as const) {
          expect(kept[list].length).toBe(walked[list].length);
          expect(kept[list].every((element, i) => element === walked[list][i])).toBe(true);
        }
        expect([...kept.consentBoxes]).toEqual([...walked.consentBoxes]);
        expect(kept.base).toBe(walked.base);
      }
    }
  });

  it('keeps capitals in SVG names', () => {
    const { document } = parseHtml(
      '<svg viewBox="0"><LINEARGRADIENT/><foreignObject><IMAGE></foreignObject></svg><image>',
    );
    const names = getElementsByTagName('*', document).map(({ name }) => name);
    expect(names).toEqual(['svg', 'linearGradient', 'foreignObject', 'img', 'img']);
  });

  it('flattens 50,000 nested elements and keeps their text', () => {
    const { document, warnings } = parseHtml(`${'<div>'.repeat(50_000)}deep${'</div>'.repeat(50_000)}<p>after</p>`);
    expect(measure(document).depth).toBeLessThanOrEqual(512);
    expect(textContent(document)).toBe('deepafter');
    expect(warnings).toHaveLength(1);
    const last = document.children[document.children.length - 1];
    expect(last && isTag(last) && last.name).toBe('p');
  }, 120_000);

  it('closes ancestors correctly after elements beyond the depth limit', () => {
    const { document } = parseHtml('<a1><b1><c1>x</c1>y</b1>z</a1><p>end</p>', { maxDepth: 2 });
    expect(document.children.map((node) => isTag(node) && node.name)).toEqual(['a1', 'p']);
    expect(textContent(document)).toBe('xyzend');
  });

  it('handles unclosed and wrongly closed elements at the depth limit', () => {
    const html = `${'<div><span></b>'.repeat(30_000)}${'</i></section>'.repeat(30_000)}text`;
    expect(textContent(parseHtml(html).document)).toBe('text');
  }, 120_000);

  it('truncates a page of more than a million nodes', () => {
    const { document, warnings } = parseHtml('<p>a</p><i>b</i>'.repeat(400_000));
    expect(measure(document).elements).toBeLessThanOrEqual(1_000_000);
    expect(warnings.join()).toContain('1000000 nodes');
  }, 200_000);

  it('truncates a 50 MB inline script and continues', () => {
    const script = 'var a = "0123456789";\n'.repeat(2_400_000);
    const { document, warnings } = parseHtml(`<script>${script}</script><p>Body</p>`);
    expect(textContent(document).length).toBeLessThan(5_000_000);
    expect(textContent(document).endsWith('Body')).toBe(true);
    expect(warnings.join()).toContain('inline script');
  }, 200_000);

  it('treats a CDATA marker as browsers do and leaves scripts unchanged', () => {
    const html = '<body><![CDATA[ <p>The wall</p><script>//<![CDATA[\nvar a = 1;\n//]]></script></body>';
    const text = textContent(parseHtml(html).document);
    expect(text).toContain('The wall');
    expect(text).toContain('//<![CDATA[');
  });

  it('drops word-break characters except in scripts', () => {
    const html = '<p>Frei&shy;berufler, lan&#8203;ges Wort&#8288;teil\ufeff, \u00ad</p><script>"\u200b"</script>';
    expect(textContent(parseHtml(html).document)).toBe('Freiberufler, langes Wortteil, "\u200b"');
    const persian = 'می\u200cخواهم 👩\u200d🌾';
    expect(textContent(parseHtml(`<p>${persian}</p>`).document)).toBe(persian);
  });
});

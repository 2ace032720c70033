import { render } from 'dom-serializer';
import { expect, it } from 'vitest';
import { selectContent } from '../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../core/page/documents/parse-html';

it('reads images of an AMP page, and drops advertisements and sidebars', () => {
  const { document } = parseHtml(
    '<html amp><body><amp-sidebar layout="nodisplay"><ul><li>Sports</li></ul></amp-sidebar><h1>Ferry</h1><amp-img src="/f.jpg" alt="A ferry"><noscript><img src="/f.jpg"></noscript></amp-img><p>Crews returned.</p><amp-ad type="x"><div fallback>Advertisement</div></amp-ad></body></html>',
  );
  const { root } = selectContent(document, {
    url: 'https://site.test/amp',
    onlyMainContent: false,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  });
  expect(render(root)).toContain(
    '<h1>Ferry</h1><img src="https://site.test/f.jpg" alt="A ferry"><p>Crews returned.</p></body>',
  );
  expect(render(root)).not.toMatch(/Sports|Advertisement/);
});

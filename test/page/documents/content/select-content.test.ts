import { render } from 'dom-serializer';
import { describe, expect, it } from 'vitest';
import { InvalidSelectorError, selectorError } from '../../../../core/contract/selectors';
import { type SelectOptions, selectContent } from '../../../../core/page/documents/content/select-content';
import { discoverLinks } from '../../../../core/page/documents/content/urls';
import { parseHtml } from '../../../../core/page/documents/parse-html';

const URL = 'https://site.test/dir/page';
const whole: SelectOptions = {
  url: URL,
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
};

function select(html: string, options: Partial<SelectOptions> = {}): string {
  const { document } = parseHtml(html);
  const before = render(document);
  const { root } = selectContent(document, { ...whole, ...options });
  expect(render(document)).toBe(before);
  return render(root);
}

describe('the whole page', () => {
  it('drops only head, meta, noscript, style, script and template', () => {
    const html =
      '<html><head><title>T</title></head><body><nav>N</nav><meta name="a"><style>s</style><script>x</script>' +
      '<noscript>n</noscript><template>t</template><p hidden>P</p><footer>F</footer></body></html>';
    expect(select(html)).toBe('<html><body><nav>N</nav><p hidden>P</p><footer>F</footer></body></html>');
  });

  it('keeps the TeX sources of formulas as MathML', () => {
    expect(
      select('<p>If<script type="math/tex">a^2</script><script type="math/tex; mode=display">b<c</script></p>'),
    ).toBe(
      '<p>If<math><semantics><annotation encoding="application/x-tex">a^2</annotation></semantics></math>' +
        '<math display="block"><semantics><annotation encoding="application/x-tex">b&lt;c</annotation></semantics></math></p>',
    );
  });

  it('shows declarative shadow roots, also in the main content', () => {
    const text = '<p>The council runs several programmes that help people to find work and to learn a trade.</p>';
    const html = `<main><h1>Work</h1>${text.repeat(3)}<x-note><template shadowrootmode="closed">${text}<p>High water comes fifty minutes later each day, says the keeper.</p></template></x-note>${text}</main>`;
    for (const onlyMainContent of [false, true]) {
      expect(select(html, { onlyMainContent })).toContain('<x-note><p>The council');
      expect(select(html, { onlyMainContent })).toContain('says the keeper.');
    }
  });

  it('includes noscript when it is the text of the page', () => {
    const text = 'The crawler is given the whole thread, and a reader with scripts the same by other means. '.repeat(6);
    const shell = `<body><div id="app">Loading</div><noscript><p>${text}</p></noscript></body>`;
    expect(select(shell)).toBe(`<body><div id="app">Loading</div><div><p>${text}</p></div></body>`);
  });

  it('keeps the body of a page that never closes its head', () => {
    expect(select('<head><title>T</title><link rel="x"><div>Hello</div>')).toBe('<head><div>Hello</div></head>');
  });
});

describe('the headline', () => {
  it('is the heading, not a box with a title class around it', () => {
    const text =
      '<p>The council runs several programmes that help people to find work and to learn a trade.</p>'.repeat(5);
    const html = `<head><title>Finding work | Council</title></head><body><div class="page-title"><div><h2>Finding work</h2></div></div><main>${text}</main></body>`;
    const content = select(html, { onlyMainContent: true });
    expect(content).toContain('<h1>Finding work</h1>');
    expect(content).not.toContain('<h2>');
  });
});

describe('includeTags', () => {
  it('copies matches in page order without duplicates', () => {
    const html = '<div class="a">1<p id="b">2</p></div><p>3</p><p id="b">4</p>';
    expect(select(html, { includeTags: ['#b', '.a'] })).toBe('<div class="a">1<p id="b">2</p></div><p id="b">4</p>');
  });

  it('skips content detection even with onlyMainContent', () => {
    expect(select('<nav>Home</nav><p>Text</p>', { includeTags: ['nav'], onlyMainContent: true })).toBe(
      '<nav>Home</nav>',
    );
  });

  it('drops scripts and excluded elements', () => {
    const html = '<div><script>x</script><b>1</b><i>2</i></div>';
    expect(select(html, { includeTags: ['div'], excludeTags: ['i'] })).toBe('<div><b>1</b></div>');
  });
});

describe('excludeTags', () => {
  it('accepts CSS selectors', () => {
    expect(select('<p class="x">1</p><p>2</p><em>3</em>', { excludeTags: ['.x', 'em'] })).toBe('<p>2</p>');
  });

  it('accepts patterns between asterisks for tag names and attributes', () => {
    const html = '<p data-k="Promo-1">1</p><promo>2</promo><p>3</p>';
    expect(select(html, { excludeTags: ['*promo*'] })).toBe('<p>3</p>');
  });

  it('warns of a pattern that takes exponential time', () => {
    const html = parseHtml(`<p class="${'a'.repeat(60)}!">1</p><p class="b">2</p>`).document;
    const { root, warnings } = selectContent(html, { ...whole, excludeTags: ['*(a+)+$*', '.b'] });
    expect(render(root)).not.toContain('2');
    expect(warnings).toEqual(['The pattern "*(a+)+$*" took too long and matched nothing; simplify it.']);
  });

  it('rejects an invalid selector', () => {
    expect(() => select('<p>1</p>', { excludeTags: ['p['] })).toThrow(InvalidSelectorError);
    expect(selectorError('p[')).toBeTypeOf('string');
    expect(selectorError('*(*')).toBeTypeOf('string');
    expect(selectorError('div > p.x')).toBeUndefined();
    expect(selectorError('*ad-*')).toBeUndefined();
  });
});

describe('URLs', () => {
  it('are made absolute against the base unless malformed', () => {
    const html = '<base href="/b/"><a href="x">1</a><a href="http:/other.test/y">2</a><a href="http://[">3</a>';
    expect(select(`<body>${html}</body>`)).toContain(
      '<a href="https://site.test/b/x">1</a><a href="http://other.test/y">2</a><a href="http://[">3</a>',
    );
  });

  it('of images are the largest candidate', () => {
    expect(select('<img src="s.png" srcset="m.png 2x, a,b.png 300w, /l.png 1200w" alt="A">')).toBe(
      '<img src="https://site.test/l.png" alt="A">',
    );
  });

  it('of lazy images come from the attributes scripts use', () => {
    expect(select('<img src="data:image/gif;base64,R0lG" data-src="real.jpg">')).toContain(
      'src="https://site.test/dir/real.jpg"',
    );
    for (const name of ['data-lazy-src', 'lazy-src', 'nitro-lazy-src', 'data-cl-lazy-src', 'data-img-url'])
      expect(select(`<img src="blank.gif" ${name}="real.jpg">`)).toContain('src="https://site.test/dir/real.jpg"');
    for (const image of [
      '<img data-original="/real.jpg" src="/img/blank.gif">',
      '<img data-src="/real.jpg" src="/img/preloaderbig.gif">',
      '<img data-src="/real.jpg" src="about:blank">',
      '<img srcset="/small.jpg 100w, /real.jpg 900w">',
      '<img src="data:image/svg+xml;nitro-empty-id" nitro-lazy-src="/real.jpg">',
      '<img src="<Base64-Image-Removed>" data-src="data:image/gif;base64,R0/." lazy-src="/real.jpg">',
      '<img data-fallback-src="/not.jpg" data-img-url="/real.jpg">',
    ])
      expect(select(image), image).toContain(' src="https://site.test/real.jpg"');
  });

  it('of base64 images become a placeholder, adjacent text is kept', () => {
    const image = '<img src="data:image/png;base64,AAAA" alt="Chart">';
    expect(select(image)).toBe('<img src="&lt;Base64-Image-Removed&gt;" alt="Chart">');
    expect(select(image, { removeBase64Images: false })).toContain('data:image/png;base64,AAAA');
  });
});

describe('discoverLinks', () => {
  const links = (html: string) => discoverLinks(parseHtml(html).document, URL);

  it('lists distinct absolute links in page order, without fragments except routes', () => {
    expect(
      links(
        '<a href="b">1</a><a href="/a">2</a><a href="b">3</a><a href="#top">4</a><a href="c#/route">5</a>' +
          '<a href="mailto:x@y.z">6</a><a href="javascript:void(0)">7</a><a href="http:/r.test">8</a><a>9</a>',
      ),
    ).toEqual(['https://site.test/dir/b', 'https://site.test/a', 'https://site.test/dir/c#/route', 'http://r.test/']);
  });

  it('reads the areas of an image map', () => {
    expect(links('<map><area href="/north" alt="North"><area href="south"><area></map>')).toEqual([
      'https://site.test/north',
      'https://site.test/dir/south',
    ]);
  });

  it('reads 100,000 links', () => {
    const html = Array.from({ length: 100_000 }, (_, i) => `<a href="/p/${i}">${i}</a>`).join('');
    expect(links(html)).toHaveLength(100_000);
  }, 120_000);
});

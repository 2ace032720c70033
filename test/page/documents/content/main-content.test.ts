import { render } from 'dom-serializer';
import { getElementsByTagName, textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { article, paragraph, thread } from './pages';

const options = {
  url: 'https://site.test/story/walls',
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
};
const main = (html: string, more: Partial<typeof options> = {}) =>
  selectContent(parseHtml(html).document, { ...options, ...more });

describe('main content', () => {
  it('keeps an article and its image', () => {
    const text = textContent(main(article).root);
    for (const i of [1, 2, 3, 4, 5, 6, 7]) expect(text).toContain(textContent(parseHtml(paragraph(i)).document));
    expect(render(main(article).root)).toContain('<img src="https://site.test/pic.jpg" alt="The harbour">');
  });

  it('drops menus, cookie bars, share bars, related links, newsletters and footers', () => {
    const text = textContent(main(article).root);
    for (const noise of ['Sport', 'cookies', 'Tweet', 'Another story', 'newsletter', 'Privacy', 'rights reserved']) {
      expect(text).not.toContain(noise);
    }
  });

  it('keeps every post of a forum thread', () => {
    const { root } = main(thread, { url: 'https://forum.site.test/threads/how-do-i-rebuild-a-wall.77/' });
    for (const i of [1, 2, 3, 4, 5, 6]) expect(textContent(root)).toContain(`Answer number ${i} says so.`);
  });

  it('is the whole body when no text qualifies', () => {
    expect(textContent(main('<body><nav><a href="/">Home</a></nav></body>').root)).toBe('Home');
    expect(render(main('<body><img src="a.png"></body>').root)).toContain('a.png');
    expect(render(main('').root)).toBe('');
  });

  it('never contains an excluded element', () => {
    expect(
      textContent(main(article, { excludeTags: ['h1', '.entry-content p:first-child'] } as never).root),
    ).not.toContain(textContent(parseHtml(paragraph(1)).document));
  });

  it('drops edit links from headings but keeps their words', () => {
    const heading = '<h2><a class="permalink" href="#k">Mortar and lime</a></h2>';
    const edited = '<h2>Foundations <span class="mw-editsection">[<a href="?edit">edit</a>]</span></h2>';
    const html = `<body><main><h1>Walls</h1>${edited}${paragraph(1)}${paragraph(2)}${heading}${paragraph(3)}</main></body>`;
    const headings = getElementsByTagName('h2', main(html).root).map((node) => textContent(node).trim());
    expect(headings).toEqual(['Foundations', 'Mortar and lime']);
  });

  it('includes noscript when scripts would fill the rest', () => {
    const html = `<body><div id="app"></div><noscript><h1>Walls</h1>${[1, 2, 3, 4].map(paragraph).join('')}</noscript></body>`;
    const { root } = main(html);
    expect(textContent(root)).toContain(textContent(parseHtml(paragraph(2)).document));
    expect(getElementsByTagName('noscript', root)).toEqual([]);
  });

  it('is the linked headlines of a home page, without menu and footer', () => {
    const titles = Array.from({ length: 10 }, (_, i) => `What I learned from walk number ${i + 1}`);
    const card = (title: string, i: number) =>
      `<article class="entry"><header><h2 class="entry-title"><a href="/walk-${i}">${title}</a></h2></header></article>`;
    const html =
      '<title>A year of walks</title><body><header class="site-header"><nav><a href="/about">About</a> <a href="/blog">Blog</a></nav></header>' +
      `<main class="content"><section class="widget"><div class="widget-wrap">${titles.map(card).join('')}</div></section></main>` +
      '<footer class="site-footer"><p>Copyright 2026 A year of walks</p></footer></body>';
    const text = textContent(main(html, { url: 'https://site.test/' }).root);
    for (const title of titles) expect(text).toContain(title);
    for (const frame of ['About', 'Copyright']) expect(text).not.toContain(frame);
  });

  it('contains more than the headline, however long it is', () => {
    const name =
      'Microsoft Surface Laptop Copilot PC with a touchscreen of 13.8 inches, 16 GB of memory, 512 GB of storage, 7th edition, in the colour dune';
    const rows = [
      'Windows AI',
      'Processor model',
      'Graphics',
      'Memory',
      'Screen size',
      'Weight',
      'Storage',
      'Colour',
      'Battery',
      'Ports',
    ];
    const specs = rows.map((row, i) => `<button><div>${row}</div><div>Value ${i}</div></button>`).join('');
    const text = textContent(main(`<title>${name}</title><body><h1>${name}</h1><div>${specs}</div></body>`).root);
    for (const row of rows) expect(text).toContain(row);
  });

  it('keeps the columns of a table whose cells are partly empty', () => {
    const rows = [1, 2, 3, 4, 5]
      .map((i) => `<tr><td>Length of part ${i} in millimetres</td><td></td><td>${i * 11} mm measured twice</td></tr>`)
      .join('');
    const { root } = main(article.replace('</figure>', `</figure><table>${rows}</table>`));
    for (const row of getElementsByTagName('tr', root)) expect(getElementsByTagName('td', row)).toHaveLength(3);
  });

  it('keeps formulas and images with sources complete', () => {
    const math = '<math><mi>x</mi><mo>=</mo><mn>2</mn></math>';
    const picture = '<picture><source srcset="a.webp"><img src="/a.jpg" alt="A"></picture>';
    const html = render(
      main(article.replace('<figure>', `<p>It follows that ${math} for every wall.</p><figure>${picture}`)).root,
    );
    expect(html).toContain('<mi>x</mi><mo>=</mo><mn>2</mn>');
    expect(html).toContain('<img src="https://site.test/a.jpg" alt="A">');
  });

  it('is deterministic', () => {
    expect(render(main(article).root)).toBe(render(main(article).root));
  });
});

describe('main content of extreme pages', () => {
  it('handles 50,000 nested elements', () => {
    const { root } = main(`<body>${'<div>'.repeat(50_000)}${paragraph(1)}</body>`);
    expect(textContent(root)).toContain('rebuilt');
  }, 120_000);

  it('handles 100,000 links', () => {
    const html = `<body>${Array.from({ length: 100_000 }, (_, i) => `<div class="c${i}"><a href="/${i}">Link ${i}</a></div>`).join('')}</body>`;
    expect(textContent(main(html).root).length).toBeGreaterThan(0);
  }, 200_000);

  it('handles 400,000 nodes', () => {
    const { document } = parseHtml(`<body>${'<p>word word word</p>'.repeat(200_000)}</body>`);
    expect(selectContent(document, options).root.children.length).toBeGreaterThan(0);
  }, 300_000);
});

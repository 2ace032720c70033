import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

const own = [1, 2, 3, 4, 5].map(paragraph).join('');
const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };

/** Returns the extracted main content of a page about a harbour. */
function contentOf(body: string, { url = 'https://site.test/harbour-rebuilt', head = '' } = {}): string {
  const page = `<html lang="en"><head><title>Harbour rebuilt at last | Site</title>${head}</head><body><header><nav><a href="/">Home</a></nav></header>${body}</body></html>`;
  return toMarkdown(selectContent(parseHtml(page).document, { url, ...options }).root);
}

const story = `<article class="story"><h1>Harbour rebuilt at last</h1>${own}</article>`;
const said = 'I lived by that quay for years and the new wall is lovely, but I miss the old crane and its noise.';
const comments = (names: string): string =>
  `<section id="comments" class="comments-area"><h2>3 thoughts on “Harbour rebuilt at last”</h2><ol class="comment-list">${[
    'Ann',
    'Ben',
    'Cleo',
  ]
    .map(
      (name, i) =>
        `<li class="${names}"><b class="fn">${name}</b> says:<p>${said} ${name} said so, number ${i}. ${said}</p></li>`,
    )
    .join('')}</ol></section>`;

describe('below an article', () => {
  it('drops comments of readers', () => {
    const text = contentOf(`<main>${story}${comments('comment even thread-even depth-1')}</main>`);
    expect(text).toContain('was rebuilt in 1917');
    expect(text).not.toContain('the old crane');
  });

  it('drops the few comments of a short article', () => {
    const short = `<article class="story"><h1>Harbour rebuilt at last</h1>${[1, 2, 3].map(paragraph).join('')}</article>`;
    const one = `<section id="comments"><h2>1 comment</h2><ol class="comment-list"><li class="comment"><b>Ann</b><p>${said}</p></li></ol></section>`;
    const text = contentOf(`<main>${short}${one}</main>`);
    expect(text).toContain('was rebuilt in');
    expect(text).not.toContain('the old crane');
  });

  describe('that is shorter than its comments', () => {
    const short = `<article class="story"><h1>Harbour rebuilt at last</h1>${paragraph(1)}</article>`;
    const many = comments('comment depth-1').replaceAll(said, `${said} ${said} ${said}`);

    it.each([
      ['og:type', '<meta property="og:type" content="article">'],
      ['JSON-LD', '<script type="application/ld+json">{"@type":"NewsArticle"}</script>'],
    ])('drops them if the page is an article by its %s', (_, head) => {
      const text = contentOf(`<main>${short}${many}</main>`, { head });
      expect(text).toContain('was rebuilt in');
      expect(text).not.toContain('the old crane');
    });

    it('keeps them if nothing says that the page is an article', () =>
      expect(contentOf(`<main>${short}${many}</main>`)).toContain('the old crane'));
  });

  it('drops a long aside if the page is an article by its head', () => {
    const short = `<div class="story"><h1>Harbour rebuilt at last</h1>${paragraph(1)}</div>`;
    const tip = 'Click the picture and read all columns of our editor about cranes, quays and ferries of this season.';
    const aside = `<aside class="sidebar">${[1, 2, 3, 4].map((i) => `<h3>Column ${i}</h3><div class="module"><p>${tip}</p></div>`).join('')}</aside>`;
    const text = contentOf(`${short}${aside}`, { head: '<meta property="og:type" content="article">' });
    expect(text).toContain('was rebuilt in');
    expect(text).not.toContain('Click the picture');
  });

  it('writes a headline that links to the page itself as plain text', () => {
    const linked = (href: string) => story.replace(/<h1>(.*?)<\/h1>/, `<h1><a href="${href}">$1</a></h1>`);
    for (const href of ['/harbour-rebuilt', 'https://site.test/harbour-rebuilt/?utm_source=x', '#top'])
      expect(contentOf(`<main>${linked(href)}</main>`)).toContain('# Harbour rebuilt at last\n');
    expect(contentOf(`<main>${linked('https://other.test/quay')}</main>`)).toContain(
      '# [Harbour rebuilt at last](https://other.test/quay)',
    );
  });

  it.each([
    ['the URL names a forum', { url: 'https://site.test/forum/harbour-rebuilt' }],
    [
      'the page is a discussion by its data',
      { head: '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>' },
    ],
  ])('keeps comments when %s', (_, page) => {
    expect(contentOf(`<main>${story}${comments('comment post')}</main>`, page)).toContain('the old crane');
  });

  it('drops the next articles of an endless page', () => {
    const next = (title: string, from: number): string =>
      `<div class="item"><article class="story"><h1><a href="/next">${title}</a></h1>${[from, from + 1, from + 2].map(paragraph).join('')}</article></div>`;
    const first = `<div class="item">${story}</div>`;
    const text = contentOf(
      `<main>${first}${next('Orchard burns down', 20)}${next('Library opens again', 30)}</main>`,
      {},
    );
    expect(text).toContain('was rebuilt in 1917');
    for (const other of ['Orchard burns down', 'rebuilt in 1962', 'Library opens', 'rebuilt in 1991'])
      expect(text).not.toContain(other);
  });

  it('keeps the chapters of an article', () => {
    const chapter = (title: string, i: number): string =>
      `<section><h2>${title}</h2>${paragraph(i)}${paragraph(i + 1)}</section>`;
    const text = contentOf(
      `<main><article><section><h1>Harbour rebuilt at last</h1>${own}</section>${chapter('Cranes', 20)}${chapter('Masons', 30)}</article></main>`,
    );
    for (const part of ['Cranes', 'Masons', 'rebuilt in 1960', 'rebuilt in 1990']) expect(text).toContain(part);
  });

  it.each(['You may also like', 'Você pode gostar...', 'Читайте также', '関連記事'])(
    'drops cards with text below "%s"',
    (heading) => {
      const cards = [20, 30, 40, 50]
        .map((i) => `<div class="card"><p><a href="/s/${i}">Story ${i}</a></p>${paragraph(i)}</div>`)
        .join('');
      const text = contentOf(`<main>${story}<div class="more-box"><h3>${heading}</h3>${cards}</div></main>`);
      expect(text).toContain('was rebuilt in 1917');
      expect(text).not.toContain('rebuilt in 1960');
    },
  );
});

describe('a copy of the content', () => {
  const guide = [20, 21, 22, 23, 24].map((i) => `<h2>Part ${i}</h2>${paragraph(i)}`).join('');

  it('for narrow screens is dropped', () => {
    const text = contentOf(
      `<main><h1>Harbour rebuilt at last</h1><div class="for-desktop">${guide}</div><div class="for-mobile">${guide}</div></main>`,
    );
    expect(text.split('rebuilt in 1960').length).toBe(2);
    expect(text.split('## Part 22').length).toBe(2);
  });

  it.each(['hidden', 'class="print-version" style="display:none"'])('is dropped when hidden above it by %s', (how) => {
    const text = contentOf(
      `<main><h1>Harbour rebuilt at last</h1><div ${how}>${guide}</div><div>${guide}</div></main>`,
    );
    expect(text.split('rebuilt in 1960').length).toBe(2);
  });

  it('is kept as a quote', () => {
    const text = contentOf(
      `<main><article><h1>Harbour rebuilt at last</h1>${guide}<p>As we wrote before, and as the council has since confirmed to everyone who asked:</p><blockquote>${[20, 21, 22, 23, 24].map(paragraph).join('')}</blockquote>${own}</article></main>`,
    );
    expect(text.split('rebuilt in 1960').length).toBe(3);
  });
});

describe('a menu above the headline', () => {
  it('is dropped without a nav element, however long it is', () => {
    const menu = ['Coats', 'Shoes', 'Bags', 'Lamps', 'Chairs', 'Wine', 'Cheese', 'Bread']
      .map(
        (name) =>
          `<div class="col">${[1, 2, 3, 4, 5, 6].map((i) => `<a href="/${name}/${i}">${name} of kind ${i}</a>`).join(' ')}</div>`,
      )
      .join('');
    const text = contentOf(
      `<div id="header"><div class="promo">${menu}</div></div><div class="product"><h1>Harbour rebuilt at last</h1><p>Product code 520501927</p><p>EUR 219.99</p><p>In stock: 1</p></div>`,
    );
    expect(text).toContain('EUR 219.99');
    expect(text).not.toContain('of kind');
  });
});

import { describe, expect, it } from 'vitest';
import { findDay } from '../../../../core/page/documents/metadata/dates';
import { extractMetadata } from '../../../../core/page/documents/metadata/extract-metadata';
import { parseHtml } from '../../../../core/page/documents/parse-html';

const read = (html: string, url = 'https://site.test/a/b') => extractMetadata(parseHtml(html).document, { url });

describe('meta tags', () => {
  it('appear under their documented key and their own name', () => {
    const metadata = read(
      '<html lang="de"><head><title> My  page </title><meta name="description" content="One"><meta name="description" content="Two">' +
        '<meta property="og:title" content="OG"><meta property="article:published_time" content="2024-01-02T03:04:05Z">' +
        '<meta name="dcterms.created" content="2020"><link rel="shortcut icon" href="/f.ico"><link rel="canonical" href="c"></head>',
    );
    expect(metadata).toMatchObject({
      title: 'My page',
      description: 'One, Two',
      language: 'de',
      ogTitle: 'OG',
      'og:title': 'OG',
      publishedTime: '2024-01-02T03:04:05Z',
      'article:published_time': '2024-01-02T03:04:05Z',
      dcTermsCreated: '2020',
      favicon: 'https://site.test/f.ico',
      canonical: 'https://site.test/a/c',
    });
  });

  it('become lists when repeated', () => {
    const tags = '<meta property="article:tag" content="a"><meta property="article:tag" content="b">';
    expect(read(tags)['article:tag']).toEqual(['a', 'b']);
    const named =
      '<meta name="keywords" content="sea"><meta name="Keywords" content="ships"><meta property="og:image" content="/a.png">' +
      '<meta property="og:image" content="/b.png">';
    expect(read(named)).toMatchObject({
      keywords: ['sea', 'ships'],
      'og:image': ['/a.png', '/b.png'],
      ogImage: 'https://site.test/a.png',
    });
    expect(read('<meta name="keywords" content="sea, ships">').keywords).toBe('sea, ships');
    expect(read('<meta property="og:locale:alternate" content="fr">').ogLocaleAlternate).toEqual(['fr']);
  });

  it('cannot override engine metadata or pollute prototypes', () => {
    const metadata = read(
      '<title>Real</title><meta name="title" content="Fake"><meta name="statusCode" content="200"><meta name="url" content="x">' +
        '<meta name="__proto__" content="x"><meta name="constructor" content="x">',
    );
    expect(metadata.title).toBe('Real');
    for (const key of ['statusCode', 'url', '__proto__', 'constructor'])
      expect(Object.hasOwn(metadata, key)).toBe(false);
  });
});

describe('author, date and headline', () => {
  it('are read from JSON-LD hidden from old browsers, and with any white space', () => {
    const work = `{"@type": "Article",${' '.repeat(300_000)}"author": {"name": "Ada Lovelace"}}`;
    const wraps = [
      ['', ''],
      ['<!--', '-->\n'],
      ['//<![CDATA[\n', '\n//]]>'],
      [' /* <![CDATA[ */ ', ' /* ]]> */ '],
      ['<![CDATA[', ']]>'],
    ];
    for (const [before, after] of wraps)
      expect(read(`<script type="application/ld+json">${before}${work}${after}</script>`).author).toBe('Ada Lovelace');
  });

  it('come from JSON-LD, also through references', () => {
    const graph = {
      '@graph': [
        { '@type': 'WebPage', name: 'Page' },
        {
          '@type': 'BlogPosting',
          headline: 'News',
          author: { '@id': '#p' },
          datePublished: '2023-05-06T07:08:09+02:00',
        },
        { '@type': 'Person', '@id': '#p', name: 'Ada Stone' },
      ],
    };
    const metadata = read(`<title>News</title><script type="application/ld+json">${JSON.stringify(graph)}</script>`);
    expect(metadata).toMatchObject({ author: 'Ada Stone', publishedTime: '2023-05-06T07:08:09+02:00' });
  });

  it('come from the visible page as a last resort', () => {
    const metadata = read(
      '<title>Fine weather | Daily Test</title><body><h1>Fine weather</h1><div>By <a href="/people/1">Ben Field</a></div>' +
        '<div>March 4, 2022</div><p>Text</p></body>',
    );
    expect(metadata).toMatchObject({ author: 'Ben Field', publishedTime: '2022-03-04', headline: 'Fine weather' });
  });

  it.each([
    ['<title>T</title><h1>Hello</h1>', 'Hello'],
    ['<title>Home | Acme</title><main><h1>Kettles made by hand</h1></main>', 'Kettles made by hand'],
    [
      '<title>Budget: what changes | The Post</title><meta property="og:site_name" content="The Post"><article><header><h1>More money for parents</h1></header></article>',
      'More money for parents',
    ],
    ['<title>Blue kettle</title><header><h1>Acme</h1></header><main><h2>Blue kettle</h2></main>', 'Blue kettle'],
    [
      '<title>Blue kettle – Acme</title><div id="site-title"><h1>Acme</h1></div><main><h2>Blue kettle</h2></main>',
      'Blue kettle – Acme',
    ],
    ['<title>Blue kettle</title><h1>Red kettle</h1><h1>Green kettle</h1>', 'Blue kettle'],
  ])('include the only h1, unless it is a logo or in the header of the site: %s', (html, headline) =>
    expect(read(html).headline).toBe(headline),
  );

  it('are not invented', () => {
    const metadata = read('<title>Shop</title><h1>Shop</h1><p>All by hand since 1990. Posted daily.</p>');
    expect(metadata.author).toBeUndefined();
    expect(metadata.publishedTime).toBeUndefined();
  });

  it.each([
    ['Repaired on 3 May 2026', undefined],
    ['Invoice date: 3 May 2026', undefined],
    ['Repaired by Ada Holm on 3 May 2026', undefined],
    ['Geliefert am 3.5.2026', undefined],
    ['Warranty ends Sunday, May 3, 2026', undefined],
    ['Last updated on 3 May 2026', undefined],
    ['By May 3, 2026', undefined],
    ['30 April – 3 May 2026', undefined],
    ['納期：2026年5月3日', undefined],
    ['Sunday, May 3, 2026', '2026-05-03'],
    ['First published on 3 May 2026', '2026-05-03'],
    ['Written by Ada Holm on 3 May 2026', '2026-05-03'],
    ['Reuters · 3 May 2026 · 5 min read', '2026-05-03'],
    ['Veröffentlicht am So., 3. Mai 2026', '2026-05-03'],
    ['公開日：2026年5月3日', '2026-05-03'],
  ])('include only a day of publication: %s is %s', (line, day) => {
    expect(read(`<p>Pump</p><p>${line}</p>`).publishedTime).toBe(day);
    expect(read(`<h1>Pump</h1><p>${line}</p>`).publishedTime).toBe(day);
  });

  it('survive broken JSON-LD', () => {
    expect(
      read('<script type="application/ld+json">{"@type": "Article", "author": {</script><title>T</title>').title,
    ).toBe('T');
  });

  it.each([
    ['12. März 2021', '2021-03-12'],
    ['Posted on Jan 3rd, 2020 by X', '2020-01-03'],
    ['3 de mayo de 2019', '2019-05-03'],
    ['31/12/2018', '2018-12-31'],
    ['2023年4月5日', '2023-04-05'],
    ['May 2020', undefined],
    ['99.99.2020', undefined],
  ])('include a day: %s is %s', (text, day) => {
    expect(findDay(text)).toBe(day);
  });

  it('are read from labels and boxes below the text, ignoring usernames', () => {
    expect(read('<h1>Walls</h1><div><strong>Contributors:</strong> Janet Loughrey</div>').author).toBe(
      'Janet Loughrey',
    );
    const far = '<p>Text of the page.</p>'.repeat(300);
    const box = '<div class="author-box"><a href="/author/lance-ryan/">Lance Ryan</a></div>';
    expect(read(`<h1>Beds</h1>${far}${box}`).author).toBe('Lance Ryan');
    const login =
      '<meta name="author" content="jrobison"><h1>A</h1><p>by <a href="/author/jrobison">John Robison</a></p>';
    expect(read(login).author).toBe('John Robison');
    expect(read('<body class="has-sidebar"><h1>A</h1><p>By Ann Lee</p></body>').author).toBe('Ann Lee');
  });
});

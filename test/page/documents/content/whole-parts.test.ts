import { textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { article, paragraph, thread } from './pages';

const URL = 'https://www.site.test/story/walls';
const root = (html: string) =>
  selectContent(parseHtml(html).document, {
    url: URL,
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
  }).root;
const read = (html: string): string => toMarkdown(root(html), { baseUrl: URL });

describe('parts of the site frame', () => {
  it.each(['/', 'https://site.test/', '/en/', '/index.html'])('include an image linked to %s', (home) => {
    const logo = `<div class="brand"><a href="${home}"><img src="/logo.png" alt="Example Media"></a></div>`;
    const text = read(article.replace('<div class="entry-content">', `${logo}<div class="entry-content">`));
    expect(text).toContain('pic.jpg');
    expect(text).not.toContain('logo.png');
  });

  it('exclude an image linked to another page or site', () => {
    const links = ['/harbour', 'https://other.test/'].map(
      (href, i) => `<p><a href="${href}"><img src="/linked-${i}.jpg" alt="Harbour"></a></p>`,
    );
    const text = read(article.replace('</figure>', `</figure>${links.join('')}`));
    for (const name of ['linked-0.jpg', 'linked-1.jpg']) expect(text).toContain(name);
  });

  it.each([
    '<div class="social-share"><a href="https://share.test/?u=1"><img src="/ornament.png"></a></div>',
    '<ul><li><a href="https://twitter.com/intent/tweet?url=x"><img src="/ornament.png"></a></li></ul>',
    '<div class="post-avatar"><img src="/ornament.png" width="96" height="96"></div>',
    '<div><a class="avatar avatar--s" href="/u/ada"><img src="/ornament.png" width="96" height="96"></a></div>',
    '<div><a href="/u/ada"><img class="user-avatar" src="/ornament.png"></a></div>',
    '<div><img src="/ornament.png" width="1" height="200"></div>',
    '<div><img src="/ornament.png" width="20" height="20" alt="Clock"></div>',
    '<div><img src="/images/spacer.gif" alt="ornament"></div>',
    '<div class="lang-flags"><span class="flag"><img src="/ornament.svg"></span></div>',
  ])('include an icon, spacer or portrait next to the text: %s', (box) => {
    const text = read(article.replace('<figure>', `${box}<figure>`));
    expect(text).toContain('pic.jpg');
    expect(text).not.toContain('ornament');
  });

  it('include an image in the header or a sidebar, not the main image of an article', () => {
    const text = read(
      article
        .replace('<header class="site-header">', '<header class="site-header"><div><img src="/header.jpg"></div>')
        .replace('<aside class="related-posts">', '<aside class="sidebar"><div><img src="/side.jpg"></div></aside>$&')
        .replace('<article class="post">', '<article class="post has-share-bar">')
        .replace('<div class="entry-content">', '<div class="lead-image"><img src="/lead.jpg"></div>$&'),
    );
    expect(text).toContain('lead.jpg');
    for (const name of ['header.jpg', 'side.jpg']) expect(text).not.toContain(name);
  });

  it('exclude a heading above images', () => {
    const gallery = '<h2>Before and after</h2><div><img src="/before.jpg" width="800"><img src="/after.jpg"></div>';
    const text = read(article.replace('<figure>', `${gallery}<h2>How it went</h2>${paragraph(20)}<figure>`));
    expect(text).toContain('## Before and after');
    for (const name of ['before.jpg', 'after.jpg']) expect(text).toContain(name);
  });

  it.each([
    ['Related articles', '<ul>', '</ul>'],
    ['You may also like:', '<div><a href="/all">View all</a></div><div>', '</div>'],
    ['Mehr zum Thema', '<section><div>', '</div></section>'],
    ['À lire aussi', '<ul>', '</ul>'],
  ])('include a section of links to other pages by its heading: %s', (heading, open, close) => {
    const links = [1, 2, 3, 4].map(
      (i) => `<li><h3><a href="/other/${i}">Quite another story, number ${i}</a></h3></li>`,
    );
    const strip = `<div><div><h2>${heading}</h2></div>${open}${links.join('')}${close}</div>`;
    const text = read(article.replace('<figure>', `${strip}<h2>How it went</h2><figure>`));
    expect(text).toContain('## How it went');
    expect(text).not.toContain(heading);
    expect(text).not.toContain('Quite another story');
  });

  it.each([
    '<h3>Advertisement</h3>',
    '<div class="slot">Anzeige:</div>',
    '<p><strong><a href="/1">THE MAYOR OPENS THE HARBOUR AGAIN AFTER YEARS</a></strong></p>',
    '<p>Related articles:</p><ul><li><a href="/1">The mayor opens the harbour</a></li><li><a href="/2">Boats</a></li></ul>',
    '<p>READ MORE: <a href="/1">The mayor opens the harbour</a></p>',
    '<p><em>Follow Mayor Daily on <a href="/f">Facebook</a> and <a href="/i">Instagram</a>.</em></p>',
    '<p>Get the latest of the mayor right in your inbox. <a href="/n">Subscribe to our newsletters</a>.</p>',
    `<div><h2>Verwandte Beiträge</h2>${[1, 2, 3].map((i) => `<h3><a href="/${i}">The mayor, part ${i}</a></h3>${paragraph(30 + i).slice(0, 90)}</p>`).join('')}</div>`,
  ])('include a line or cards that only link elsewhere or label an ad: %s', (lines) => {
    const text = read(article.replace('<figure>', `${lines}<h2>How it went</h2><figure>`));
    expect(text).toContain('## How it went');
    expect(text).not.toMatch(/advert|anzeige|mayor|related|read more|verwandte/i);
  });

  it('exclude such words as the subject of an article or the heading of a thread', () => {
    expect(read(article.replace('<figure>', '<h2>Advertisement in 1900</h2><p>It was dear.</p><figure>'))).toContain(
      '## Advertisement in 1900',
    );
    const lines =
      '<p>Follow the steps in <a href="/1">this guide</a>, and join our builders on Friday.</p><p>Subscribe to the newsletter of 1900 and wait.</p>';
    const text = read(article.replace('<figure>', `${lines}<figure>`));
    for (const line of ['Follow the steps', 'Subscribe to the newsletter of 1900']) expect(text).toContain(line);
    const posts = read(thread.replace('<div class="message-list">', '<h2>Recommended posts</h2>$&'));
    for (const i of [1, 3, 6]) expect(posts).toContain(`Answer number ${i} says so.`);
  });

  it('exclude a text section about related things', () => {
    const text = read(article.replace('<figure>', `<h2>Related products</h2>${paragraph(20)}${paragraph(21)}<figure>`));
    expect(text).toContain('## Related products');
    expect(text).toContain('1961');
  });

  it.each([
    '<div id="onetrust-consent-sdk"><div class="otPcCenter">',
    '<div id="CybotCookiebotDialog"><div>',
    '<div class="cmplz-cookiebanner"><div>',
    '<div class="gdpr_popup"><div>',
  ])('include a cookie dialog, however long it is: %s', (start) => {
    const purposes = Array.from(
      { length: 30 },
      (_, i) =>
        `<h4>Purpose ${i}</h4><p>These cookies are necessary for purpose ${i}, and cannot be switched off. They are set in answer to what you do, such as logging in, setting your preferences or filling in forms.</p>`,
    );
    const text = read(thread.replace('</body>', `${start}${purposes.join('')}</div></div></body>`));
    expect(text).toContain('Answer number 3 says so.');
    expect(text).not.toContain('These cookies');
  });

  it('exclude an article about cookie consent', () => {
    const policy = article.replace('class="post"', 'class="post cookie-policy" id="cookie-statement"');
    expect(textContent(root(policy))).toContain(textContent(parseHtml(paragraph(2)).document));
  });
});

describe('parts kept complete', () => {
  it('include the author of each post of a thread', () => {
    const text = read(thread);
    for (const i of [1, 2, 3, 4, 5, 6]) expect(text).toContain(`builder${i}`);
  });

  it('include price and maker of each card with a kept name', () => {
    const cards = Array.from(
      { length: 12 },
      (_, i) =>
        `<div class="card product-card"><h3 class="card-title"><a href="/p/${i}">Oak shelf with room for ${i + 3} rows of books</a></h3>` +
        `<p class="card-maker">Maker ${i}</p><p class="card-text">Solid oak, oiled by hand, ${80 + i} cm wide and made to be hung on a wall.</p><div class="price">€ ${i + 49}.90</div></div>`,
    );
    const text = read(
      `<title>Shelves | Example Works</title><body><nav><a href="/">Home</a></nav><main><h1>Shelves</h1><div class="grid">${cards.join('')}</div></main></body>`,
    );
    for (let i = 0; i < 12; i++) for (const part of [`Maker ${i}`, `€ ${i + 49}.90`]) expect(text).toContain(part);
  });

  it('include the product price stated in the page data from a box next to the text', () => {
    const description = [1, 2, 3]
      .map(
        (i) =>
          `<p>The motor of this drill runs ${i} hours on one charge, even in the cold and in the rain, and starts at once.</p>`,
      )
      .join('');
    const box = '<div class="side buy-box"><div class="price">€ 1.149,00</div><button>Add to cart</button></div>';
    const others =
      '<div class="related-products"><h2>Related products</h2><a href="/41">Drill 41</a><span>€ 1.149,00</span></div>';
    const page = (data: string) =>
      `<title>Drill 40 | Example Works</title>${data}<body><div class="page"><h1>Drill 40</h1>${box}<div class="text">${description}</div>${others}</div></body>`;
    const offer =
      '<script type="application/ld+json">{"@type":"Product","name":"Drill 40","offers":{"price":"1149.00"}}</script>';
    const microdata =
      '<div itemscope itemtype="https://schema.org/Product"><meta itemprop="price" content="1149"></div>';
    for (const data of [offer, microdata]) expect(read(page(data)).match(/1\.149,00/g)).toHaveLength(1);
    expect(read(page(offer))).not.toContain('Drill 41');
    expect(read(page(offer.replace('1149.00', '1150.00')))).not.toContain('1.149,00');
  });

  it('include the data tables of an article, not the layout tables of its tools', () => {
    const tools =
      '<table class="tools"><tr><td><a href="/register">Register</a></td><td><a href="/faq">Questions</a></td></tr></table>';
    const data = '<table><tr><td>Oak</td><td>12</td></tr><tr><td>Ash</td><td>9</td></tr></table>';
    const text = read(article.replace('</figure>', `</figure>${data}`).replace('</article>', `</article>${tools}`));
    for (const cell of ['Oak', 'Ash']) expect(text).toContain(cell);
    for (const cell of ['Register', 'Questions']) expect(text).not.toContain(cell);
  });

  it('include the data tables of a hidden tab', () => {
    const features =
      '<div class="tab-pane"><h2>Overview</h2><ul>' +
      [1, 2, 3, 4, 5]
        .map((i) => `<li>A motor that runs ${i} hours on one charge, even in the cold and in the rain.</li>`)
        .join('') +
      '</ul></div>';
    const specification =
      '<div class="tab-pane" style="display:none"><h2>Specification</h2><table><tr><th>Weight</th><td>2 kg</td></tr><tr><th>Power</th><td>700 W</td></tr></table></div>';
    const text = read(
      `<title>Drill 40 | Example Works</title><body><div class="page"><div class="product-main"><h1>Drill 40</h1>${features}</div><div class="product-details">${specification}</div></div></body>`,
    );
    for (const cell of ['Weight', '700 W']) expect(text).toContain(cell);
  });

  it('include content in a box whose class mentions a sidebar', () => {
    const text = textContent(
      root(
        article.replace('<main>', '<main><div class="layout has-sidebar-right">').replace('</main>', '</div></main>'),
      ),
    );
    for (const i of [1, 4, 7]) expect(text).toContain(textContent(parseHtml(paragraph(i)).document));
  });

  it('include a row of figures with captions', () => {
    const figure = (i: number): string =>
      `<div class="col"><figure><img src="/row${i}.jpg"><figcaption><div><p>Exposed for part ${i} of the sky, at a thirtieth of a second, from a tripod</p></div></figcaption></figure></div>`;
    const text = read(article.replace('<figure>', `<div class="row">${[1, 2, 3].map(figure).join('')}</div><figure>`));
    for (const i of [1, 2, 3]) expect(text).toMatch(new RegExp(`row${i}\\.jpg[^]*Exposed for part ${i}`));
  });

  it('include an image with its caption', () => {
    const box =
      '<div class="wp-caption"><img src="/red.jpg"><p class="wp-caption-text">Photo and styling: <a href="/e">Emily Miller</a></p></div>';
    const text = read(article.replace('<figure>', `${box}<figure>`));
    expect(text).toMatch(/red\.jpg\)\s+Photo and styling: \[Emily Miller]/);
  });
});

describe('the main element', () => {
  const lead =
    '<div class="hero"><h1>Walls and windows</h1><p>All of the walls that stood by the harbour have come back.</p></div>';
  const behind = `<div class="block"><h2>Who we are</h2>${paragraph(40)}${paragraph(41)}</div>`;
  const page = (main: string): string =>
    `<html><head><title>Walls and windows</title></head><body>${lead}${main}${behind}</body></html>`;
  const text = [1, 2, 3].map(paragraph).join('');

  it('is trusted: text after it is dropped, a lead between it and the headline is kept', () => {
    const found = read(page(`<main>${text}</main>`));
    expect(found).toContain('# Walls and windows\n\nAll of the walls that stood by the harbour');
    expect(found).not.toContain('Who we are');
  });

  it('is trusted next to another empty one', () => {
    expect(read(page(`<main></main><main>${text}</main>`))).not.toContain('Who we are');
  });

  it('is not trusted when it is almost empty or there are two', () => {
    expect(read(page(`<main><p>Loading</p></main>${text}`))).toContain('Who we are');
    expect(read(page(`<main>${text}</main><div role="main">${text}</div>`))).toContain('Who we are');
  });
});

describe('the headline of a page without an h1', () => {
  const page = (title: string): string =>
    `<title>${title}</title><body><div><h2>An introduction to walls and windows of the world</h2>${[1, 2, 3].map(paragraph).join('')}<h2>Roofs</h2>${paragraph(4)}</div></body>`;

  it('is the heading that starts the content and contains more than the title', () => {
    const found = read(page('Walls and windows'));
    expect(found).toMatch(/^# An introduction to walls and windows/);
    expect(found).toContain('## Roofs');
  });

  it('is not a heading with a different text', () => {
    expect(read(page('Harbour'))).toMatch(/^## An introduction/);
  });
});

describe('a preview of a linked page', () => {
  const paragraphs = [1, 2, 3].map(paragraph);
  it.each([
    [
      'Discourse',
      '<aside class="onebox allowlistedgeneric"><header class="source"><a href="/mill">Mill of Ada</a></header><article class="onebox-body"><h3><a href="/mill">The mill</a></h3><p>Open on Mondays.</p></article></aside>',
    ],
    [
      'XenForo',
      '<div class="bbCodeBlock bbCodeBlock--unfurl"><div class="contentRow"><h3 class="contentRow-header"><a href="/mill">Mill of Ada</a></h3><div class="contentRow-snippet">Open on Mondays.</div></div></div>',
    ],
  ])('keeps the linked title in a post of %s', (_, preview) => {
    const posts = paragraphs.map(
      (text, i) =>
        `<div class="topic-body"><div class="meta"><a href="/u/ada">ada</a> April ${i + 1}</div><div class="post">${text}${i === 1 ? preview : ''}<p>Short reply ${i} here.</p></div></div>`,
    );
    const text = read(`<html><body><main><h1>Harbour</h1>${posts.join('')}</main></body></html>`);
    expect(text).toContain('[Mill of Ada](https://www.site.test/mill)');
    expect(text).not.toContain('Open on Mondays');
  });
});

describe('the name of a language above its code', () => {
  const codeOf = (html: string): string => read(article.replace('</figure>', `</figure>${html}`));

  it.each(['class="brush: css notranslate"><code>', '><code class="language-css">', 'class="css"><code>'])(
    'is dropped for %s',
    (code) =>
      expect(
        codeOf(`<div><div class="head"><span>CSS</span></div><pre ${code}p { margin: 0 }</code></pre></div>`),
      ).not.toMatch(/^CSS$/m),
  );

  it('remains if the code has another language', () =>
    expect(codeOf('<div><p>Example</p><pre><code class="language-css">p { margin: 0 }</code></pre></div>')).toMatch(
      /^Example$/m,
    ));
});

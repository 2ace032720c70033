import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const page = (content: string, { head = '', title = 'Weaving lessons' } = {}) =>
  `<html lang="en"><head><title>${title}</title>${head}</head><body>${content}</body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

const work = (around: string, content: string) =>
  `<div class="${around}"><p itemscope itemtype="http://schema.org/CreativeWork">${content}</p></div>`;
const credits =
  '<span itemprop="description">Site planned and built</span> by <span itemprop="creator">Harbour Pixel</span>';
const lesson = '<main><h1>Weaving lessons</h1><p>Lessons for beginners take place every Tuesday.</p></main>';
const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe('markup beside the subject', () => {
  it.each(['footer', 'footer-credits', 'box'])('reads no author from a work in "%s" without the headline', (name) =>
    expect(read(page(lesson + work(name, credits)), { author: text, description: text })).toEqual({
      description: 'Lessons for beginners take place every Tuesday.',
    }),
  );

  it('reads the author of a work that contains the headline', () =>
    expect(
      read(
        page(
          '<article itemscope itemtype="http://schema.org/CreativeWork"><h1>Weaving lessons</h1><footer>By <span itemprop="author">Mara Quill</span></footer></article>',
        ),
        { author: text },
      ),
    ).toEqual({ author: 'Mara Quill' }));

  it('reads the address of the owner from a footer', () =>
    expect(
      read(
        page(
          `${lesson}<footer><div itemscope itemtype="http://schema.org/LocalBusiness"><span itemprop="name">Loom House</span><span itemprop="telephone">+44 20 7946 0018</span></div></footer>`,
        ),
        { phone: text },
      ),
    ).toEqual({ phone: '+44 20 7946 0018' }));

  it('prefers the headline to the name of the web page', () =>
    expect(
      read(
        page(lesson, {
          head: ld({ '@type': 'WebPage', name: 'Loom House: weaving lessons for beginners', url: '/page' }),
          title: 'Loom House: weaving lessons for beginners',
        }),
        { title: text },
      ),
    ).toEqual({ title: 'Weaving lessons' }));
});

describe('images', () => {
  const image = { image: text };
  const og = (address: string) => `<meta property="og:image" content="${address}">`;
  const marked = (address: string) => ld({ '@type': 'Product', name: 'Weaving lessons', image: address });

  it.each([
    '/img/apple-touch-icon@2.png?v=3',
    '/themes/default_photo.png',
    '/no-image.svg',
    '/img/loading.svg',
    '/user-placeholder.png',
  ])('takes the image of the meta tags instead of %s', (address) => {
    expect(
      read(page(lesson, { head: og('https://example.com/loom.jpg') + marked(`https://example.com${address}`) }), image),
    ).toEqual({ image: 'https://example.com/loom.jpg' });
    expect(read(page(lesson, { head: og(`https://example.com${address}`) }), image)).toEqual({});
  });

  it.each([
    ['/loom_231x87.jpg?t=1', '/loom_616x353.jpg?t=1', '/loom_616x353.jpg?t=1'],
    ['/styles/hero_xs/loom.jpg', '/styles/hero_lg/loom.jpg', '/styles/hero_lg/loom.jpg'],
    ['/loom-300x200.jpg', '/loom.jpg', '/loom.jpg'],
    ['/loom.jpg', '/loom-300x200.jpg', '/loom.jpg'],
    ['/loom-large.jpg', '/yarn-xl.jpg', '/loom-large.jpg'],
  ])('chooses between %s in the markup and %s in the meta tags', (own, shared, chosen) =>
    expect(
      read(page(lesson, { head: og(`https://example.com${shared}`) + marked(`https://example.com${own}`) }), image),
    ).toEqual({ image: `https://example.com${chosen}` }),
  );

  it('reads an icon for a field that requests an icon', () =>
    expect(read(page(lesson, { head: marked('https://example.com/app-icon.png') }), { logo: text })).toEqual({
      logo: 'https://example.com/app-icon.png',
    }));
});

describe('hidden parts', () => {
  const event = (place: string) =>
    page(
      `<main itemscope itemtype="http://schema.org/Event"><h1 itemprop="name">Weaving lessons</h1><p>Date: <b itemprop="startDate" class="hidden">2027-05-04T10:00:00</b></p>${place}</main>`,
    );
  const place = (attributes: string, label: string) =>
    event(
      `<div itemprop="location" itemscope itemtype="http://schema.org/Place"><div ${attributes}>${label}<div itemprop="name">Loom House</div></div></div>`,
    );

  it('with a label do not answer', () => {
    for (const attributes of ['style="display:none"', 'hidden'])
      expect(read(place(attributes, '<div>Location:</div>'), { venue: text })).toEqual({});
    expect(read(place('', '<div>Location:</div>'), { venue: text })).toEqual({ venue: 'Loom House' });
  });

  it('with nothing but markup answer', () => {
    expect(read(place('style="display:none"', ''), { venue: text, startDate: text })).toEqual({
      venue: 'Loom House',
      startDate: '2027-05-04T10:00:00',
    });
  });

  it('have no description', () =>
    expect(
      read(
        page(
          `<main><h1>Weaving lessons</h1><div style="display: none !important;">The board for talk about looms, yarns and everything else.</div><p>Lessons for beginners take place every Tuesday.</p></main>`,
        ),
        { description: text },
      ),
    ).toEqual({ description: 'Lessons for beginners take place every Tuesday.' }));
});

describe('marked addresses', () => {
  const part = (name: string, value: string) => `<span itemprop="${name}">${value}</span>`;
  const parts = `${part('streetAddress', '12 Quay Street')}<br>${part('addressLocality', 'Portsend')}, ${part('addressRegion', 'SC')} ${part('postalCode', '29910')}`;

  it.each([
    `<p>Address: <span itemprop="address" itemscope itemtype="http://schema.org/PostalAddress">${parts}</span></p>`,
    `<div><div>Address:</div><div>${parts}</div></div>`,
  ])('are read whole: %s', (content) =>
    expect(read(page(`<main><h1>Loom House</h1>${content}</main>`), { address: text })).toEqual({
      address: '12 Quay Street, Portsend, SC 29910',
    }),
  );
});

describe('forum posts', () => {
  const post = (id: number, body: string, day: string, signature: string) =>
    `<div id="p${id}" class="post"><dl class="postprofile"><dt><a href="./memberlist.php?mode=viewprofile&u=${id}">Weaver${id}</a></dt><dd><b>Founded:</b> Dec 11, 2021</dd></dl><div class="postbody"><p class="author">by <a href="./memberlist.php?mode=viewprofile&u=${id}">Weaver${id}</a> » ${day}</p><div class="content">${body}</div><div id="sig${id}" class="signature">${signature}</div></div></div>`;
  const thread = page(
    `<div id="page-body"><h2><a href="./viewtopic.php?t=3">Looms for beginners</a></h2>${post(1, 'Which loom is best for someone who has never woven before?', 'Tue Aug 27, 2019 1:47 am', 'Titles: Yarn Cup 1')}${post(2, 'Take a small frame loom and cotton yarn for your first pieces.', 'Wed Aug 28, 2019 2:10 am', 'Posted before December 12, 2018 is not reliable.')}</div>`,
    { title: 'Weave talk • View topic - Looms for beginners' },
  );

  it('do not answer with their signatures and panels', () => {
    expect(read(thread, { title: text, datePublished: { type: 'string', format: 'date' } })).toEqual({
      title: 'Looms for beginners',
      datePublished: '2019-08-27',
    });
  });
});

describe('headlines', () => {
  const card = (name: string) =>
    `<article class="blog"><h1 class="blog-title"><a href="/blog/${name}">How to choose a ${name} for your home</a></h1><p>Read more</p></article>`;

  it('are not the headings of cards that link to other pages', () => {
    const title = { title: 'Looms, yarns and shuttles' };
    for (const cards of [['loom', 'shuttle'], ['loom']])
      expect(
        read(page(`<main>${cards.map(card).join('')}<article><p>More about yarns</p></article></main>`, title), {
          title: text,
        }),
      ).toEqual({
        title: 'Looms, yarns and shuttles',
      });
  });

  it('contain all blocks of a heading', () =>
    expect(
      read(
        page('<main><h1><div>Shuttle®</div><div>20 cm Walnut</div></h1><p>For wide looms.</p></main>', {
          title: 'WEFT Shuttle 20 cm Walnut with bobbin',
        }),
        { title: text },
      ),
    ).toEqual({ title: 'Shuttle® 20 cm Walnut' }));

  it('have no kicker', () =>
    expect(
      read(
        page('<main><h1><div>Weft weekly</div><div>Walnut shuttles are back in fashion</div></h1></main>', {
          title: 'Walnut shuttles are back in fashion',
        }),
        { title: text },
      ),
    ).toEqual({ title: 'Walnut shuttles are back in fashion' }));
});

describe('without a schema', () => {
  const ask = (html: string) => readByRules(html, { prompt: 'Tell me more' });

  it('dates of publication are in ISO 8601', () => {
    const article = '<article><h1>Weaving lessons</h1><p>By Mara Quill</p><p>Published: Oct 31, 2025</p></article>';
    const meta = '<meta property="article:published_time" content="2016-07-27 05:20:49Z">';
    expect(ask(page(article)).data).toMatchObject({ datePublished: '2025-10-31' });
    expect(ask(page(lesson, { head: meta })).data).toMatchObject({ datePublished: '2016-07-27T05:20:49Z' });
  });

  it('a page with a single price and a button for ordering is about a product', () => {
    const shop = (prices: string, button: string) =>
      page(
        `<main><h1>Walnut shuttle</h1>${prices}<p>Made by hand.</p>${button}<h2>Contact</h2><p>Phone: +44 20 7946 0018</p><p>Email: loom@example.com</p></main>`,
        { title: 'Walnut shuttle', head: ld({ '@type': 'FAQPage', mainEntity: [] }) },
      );
    const price = (amount: string) => `<div class="price" content="${amount}">$${amount}</div>`;
    const cart = '<button>Add to cart</button>';
    expect(ask(shop(price('35.00'), cart)).data).toMatchObject({ price: 35 });
    for (const html of [shop(price('35.00'), ''), shop('', cart)])
      expect(ask(html).data).toMatchObject({ phone: '+44 20 7946 0018' });
  });
});

import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const number = { type: 'number' };
const texts = { type: 'array', items: text };
const page = (content: string, { lang = 'en', title = 'Old quay' } = {}) =>
  `<html lang="${lang}"><head><title>${title}</title></head><body><main><h1>Old quay</h1>${content}</main></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;
const listOf = (properties: Readonly<Record<string, unknown>>) => ({ type: 'array', items: objectOf(properties) });

describe('shops', () => {
  it('takes no price for a discount in percent', () =>
    expect(
      read(
        page(
          '<div class="product-discount"><span class="regular-price">89,00 €</span></div><div class="has-discount"><span>71,20 €</span><span class="discount discount-percentage">Risparmia 20%</span></div>',
          { lang: 'it' },
        ),
        { discount_percent: number },
      ),
    ).toEqual({ discount_percent: 20 }));

  it('reads the names of options without their state for screen readers', () => {
    const option = (name: string) =>
      `<input type="radio" id="${name}"><label for="${name}">${name}<span class="visually-hidden">Variant sold out or unavailable</span></label>`;
    const html = page(`<fieldset><legend>Glaze</legend>${option('Oat')}${option('Tide')}</fieldset>`);
    expect(read(html, { glaze: texts })).toEqual({ glaze: ['Oat', 'Tide'] });
  });

  it('reads a regular price that is the only price, and a sale price after its label', () => {
    const prices = (sale: string) =>
      page(
        `<div class="price"><span class="visually-hidden">Regular price</span> <span>$64.00 USD</span></div><div class="price__sale"><span class="visually-hidden">Regular price</span> <span><s></s></span> <span class="visually-hidden">Sale price</span> <span>$${sale} USD</span></div>`,
      );
    expect(read(prices('64.00'), { price: number })).toEqual({ price: 64 });
    expect(read(prices('48.00'), { price: number, regular_price: number })).toEqual({ price: 48, regular_price: 64 });
  });

  it('reads the price of a card whose price element also contains the list price', () => {
    const card = (name: string, prices: string) =>
      `<div class="product-box"><a href="/p" class="product-name">${name}</a>${prices}</div>`;
    const html = page(
      `<div>${card('Flask', '<span class="product-price">24,95 €*</span>')}${card(
        'Lamp',
        '<span class="product-price with-list-price">39,90 €*<span class="list-price">49,90 €*</span></span>',
      )}${card('Mug', '<span class="product-price">54,00 €*</span>')}</div>`,
      { lang: 'de' },
    );
    expect(read(html, { products: listOf({ name: text, price: number }) })).toEqual({
      products: [
        { name: 'Flask', price: 24.95 },
        { name: 'Lamp', price: 39.9 },
        { name: 'Mug', price: 54 },
      ],
    });
  });
});

describe('job advertisements', () => {
  it('ends a list at the next bold line', () => {
    const html = page(
      '<p><strong>Responsibilities</strong></p><ul><li>Lead the calibration</li><li>Review the work</li></ul><p><strong>The person that we would hope to meet in spring</strong></p><ul><li>A doctor in hydrology</li><li>Someone with patience</li></ul>',
    );
    expect(read(html, { responsibilities: texts })).toEqual({
      responsibilities: ['Lead the calibration', 'Review the work'],
    });
  });

  it.each([
    ['<ul><li>€5,200 – €6,900 gross per month</li></ul>', 'en'],
    ['<div>Wir zahlen 5.200 € bis 6.900 € brutto im Monat. Eintritt ist ab dem 1. September 2027 möglich.</div>', 'de'],
  ])('reads the gross pay in %s', (content, lang) => {
    const html = page(`<h2>Deine Aufgaben</h2><ul><li>Intonation</li><li>Stimmung</li></ul>${content}`, { lang });
    expect(read(html, { tasks: texts, salary_min: number, salary_max: number })).toMatchObject({
      salary_min: 5200,
      salary_max: 6900,
    });
  });

  it('drops the separator after a value', () =>
    expect(
      read(page('<div><div class="location">Freiburg</div><div class="department">Werkstatt /</div></div>'), {
        department: text,
        location: text,
      }),
    ).toEqual({ department: 'Werkstatt', location: 'Freiburg' }));
});

describe('forums and articles', () => {
  const post = (author: string, day: string) =>
    `<div class="post"><a href="./memberlist.php?u=2" class="username">${author}</a><p class="author">by <strong><a href="./memberlist.php?u=2" class="username">${author}</a></strong> » ${day}</p><div class="content">Brush strip round the edge works well.</div></div>`;
  const thread = `<html lang="en"><head><title>Loft hatch - Page 1 - Old House Forum</title></head><body><div id="page-header"><h1>Old House Forum</h1></div><h2 class="topic-title"><a href="/t">Loft hatch</a></h2>${post('ada', 'Tue Mar 10, 2026 8:14 pm')}${post('ben', 'Wed Mar 11, 2026 7:41 am')}</body></html>`;

  it('reads the title of a thread whose h1 is the name of the forum', () =>
    expect(read(thread, { title: text })).toEqual({ title: 'Loft hatch' }));

  it('reads the date of a post without its author', () =>
    expect(read(thread, { posts: listOf({ author: text, date: text }) })).toEqual({
      posts: [
        { author: 'ada', date: 'Tue Mar 10, 2026 8:14 pm' },
        { author: 'ben', date: 'Wed Mar 11, 2026 7:41 am' },
      ],
    }));

  it('reads an author without the role after the name', () =>
    expect(
      read(page('<p class="byline">By <a href="/a">Ada Holm</a>, Transport Correspondent</p><p>Text.</p>'), {
        author: text,
      }),
    ).toEqual({ author: 'Ada Holm' }));
});

describe('documentation', () => {
  const lines = '<span class="token-line">const a = 1;<br></span><span class="token-line">  run(a);<br></span>';

  it('reads code with its line breaks and indentation', () => {
    const numbered = '<pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre>';
    for (const html of [page(`<pre><code>${lines}</code></pre>`), page(`${numbered}<pre><code>${lines}</code></pre>`)])
      expect(read(html, { code: text, codeBlocks: texts })).toEqual({
        code: 'const a = 1;\n  run(a);',
        codeBlocks: ['const a = 1;\n  run(a);'],
      });
  });

  it('takes no page of a class for one of its methods', () => {
    const html = page(
      '<div><span class="package-label-in-type">Package</span> <a href="p">org.harbour.time</a></div><div class="type-signature">TidalClock</div><div class="summary-table"><div class="table-header">Modifier and Type</div><div class="table-header">Method</div><div class="table-header">Description</div><div class="col-first"><code>Instant</code></div><div class="col-second"><code><a href="#n">nextHigh</a>()</code></div><div class="col-last"><div class="block">Returns the next high water.</div></div></div>',
    );
    expect(read(html, { methods: listOf({ method: text, type: text, description: text }) })).toEqual({});
  });

  it('takes no field list for the list that is one of its terms', () => {
    const parameters =
      '<ul><li><p><strong>path</strong> (<em>str</em>) – Directory of the cache</p></li><li><p><strong>ttl</strong> (<em>int</em>) – Seconds to keep</p></li></ul>';
    const html = page(
      `<dl class="py function"><dt class="sig">memo(path, ttl)</dt><dd><p>Returns a decorator.</p><dl class="field-list"><dt class="field-odd">Parameters<span>:</span></dt><dd class="field-odd">${parameters}</dd><dt class="field-even">Returns<span>:</span></dt><dd class="field-even"><p>A decorator</p></dd><dt class="field-odd">Raises<span>:</span></dt><dd class="field-odd"><p><strong>OSError</strong> – If the directory is read-only</p></dd></dl></dd></dl>`,
    );
    expect(read(html, { parameters: listOf({ name: text, type: text, description: text }) })).toMatchObject({
      parameters: [{ name: 'path' }, { name: 'ttl' }],
    });
  });
});

describe('events and firms', () => {
  it('reads an organizer without the button beside it', () =>
    expect(
      read(
        page(
          '<div class="organizer-info">By <strong><a href="/o">Ada Paddlers</a></strong><button>Follow</button></div>',
        ),
        {
          organizer: text,
        },
      ),
    ).toEqual({ organizer: 'Ada Paddlers' }));

  it('knows an event by the links to its calendar entry', () => {
    const html = page(
      '<ul><li><time datetime="2027-05-15">Saturday, May 15, 2027</time></li><li><time datetime="2027-05-15">9:30 AM</time></li></ul><ul><li><a href="#">Google Calendar</a> <a href="#">ICS</a></li></ul><p>Join a slow walk among the ferns of the preserve.</p>',
    );
    expect(read(html, { start_date: text })).toEqual({ start_date: '2027-05-15' });
    expect(read(html.replace(/<a .*<\/a>/, ''), { start_date: text })).toEqual({});
  });

  it.each([
    ['Event lasts 2 hours 30 minutes', '2 hours 30 minutes'],
    ['The tour takes 2 hours', '2 hours'],
  ])('reads the duration in "%s"', (sentence, duration) =>
    expect(read(page(`<p>${sentence}</p>`), { duration: text })).toEqual({ duration }),
  );

  it('takes no page with several addresses for one place', () => {
    const branch = (name: string, street: string, town: string) =>
      `<div class="frame"><h2>${name}</h2><p>${street}<br>${town}<br>Telefon 0511 44 12 80</p></div>`;
    const html = page(
      `${branch('Filiale Linden', 'Limmerstraße 7', '30451 Hannover')}${branch('Filiale List', 'Lister Meile 33', '30161 Hannover')}${branch('Filiale Celle', 'Am Graben 5', '29221 Celle')}`,
      { lang: 'de' },
    );
    expect(read(html, { locations: listOf({ name: text, street: text, city: text }) })).not.toMatchObject({
      locations: [{ name: 'Old quay' }],
    });
  });

  it('ends the opening hours at the end of their box', () => {
    let boxes = 0;
    const box = (...parts: readonly string[]) =>
      `<div class="comp-l${++boxes} wixui-rich-text">${parts.map((part) => `<p class="font_8">${part}</p>`).join('')}</div>`;
    const hours = ['pon. – pt.: 6:00 – 18:00', 'sob.: 6:30 – 14:00', 'niedz.: nieczynne'];
    const html = page(
      `<section>${box('<span style="font-weight:bold">Adres</span>', 'ul. Młyńska 14/2')}${box('<span style="font-weight:bold">Godziny otwarcia</span>', ...hours)}${box('Telefon: <a href="tel:+48618555123">61 855 51 23</a>', '<a href="mailto:a@klos.example">a@klos.example</a>', 'NIP: 7781234567')}</section>`,
      { lang: 'pl' },
    );
    expect(read(html, { opening_hours: texts, tax_id: text })).toEqual({ opening_hours: hours, tax_id: '7781234567' });
  });
});

describe('values that only look right', () => {
  it.each(['I own a Sansui 881, McIntosh 4100 and others.', 'I had Atari 2600 games to play on my new Atari 2600.'])(
    'takes no address from "%s"',
    (sentence) => expect(read(page(`<p>${sentence}</p>`), { address: text })).toEqual({}),
  );

  it('takes the tags of the page, without clouds, social networks and tags of other pages', () => {
    const tag = (name: string) => `<a class="tag" href="/tags/${name}">${name}</a>`;
    const html = page(
      `<div class="topic-tags">${tag('steam')}${tag('boiler')}</div><p>The old engine still runs on Sundays.</p><div class="other">${tag('steam')}${tag('cranes')}</div><div class="tagcloud">${tag('harbour')}</div><a class="tag" href="https://www.linkedin.com/company/quay">linkedin</a>`,
    );
    expect(read(html, { tags: texts })).toEqual({ tags: ['steam', 'boiler'] });
  });

  it('takes no long text for a publisher', () =>
    expect(
      read(
        page(
          '<div class="publisher">Appeal to the government on resources, 08.12.2022, 12 pages, DIN A4, 1.27 MB, download</div>',
        ),
        { publisher: text },
      ),
    ).toEqual({}));

  it('splits keywords of a meta tag', () =>
    expect(
      read(page('<p>Text.</p>').replace('</head>', '<meta name="keywords" content="quay, crane, steam"></head>'), {
        tags: texts,
      }),
    ).toEqual({ tags: ['quay', 'crane', 'steam'] }));
});

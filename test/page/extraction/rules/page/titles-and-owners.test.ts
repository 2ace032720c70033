import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const read = (html: string, schema: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(schema) }).data;

describe('a title', () => {
  it('does not include a date before it', () => {
    const html =
      '<html><head><title>Mending a sail | Ada Holm</title><meta property="og:title" content="Mending a sail"></head><body><article><h1><a href="/sail"><time datetime="2025-12-18">Dec 18 2025</time> Mending a sail</a></h1><p>First, dry the cloth.</p></article></body></html>';
    expect(read(html, { title: text })).toEqual({ title: 'Mending a sail' });
  });

  it('does not include a site name with a separator', () => {
    const html =
      '<html><head><title>Monday knots — Ada Holm - Knot teacher</title><meta property="og:site_name" content="Ada Holm - Knot teacher"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Monday knots — Ada Holm - Knot teacher"}</script></head><body><main><h1>Monday knots</h1><p>A class about knots.</p></main></body></html>';
    expect(read(html, { class_name: text })).toEqual({ class_name: 'Monday knots' });
  });

  it('is not the name of a comment in the markup', () => {
    const post = (at: number) =>
      `<div itemscope itemtype="https://schema.org/Comment"><meta itemprop="name" content="Post #${at}"><meta itemprop="url" content="/threads/4#post-${at}"><p itemprop="text">Try a bowline.</p></div>`;
    const html = `<html><head><title>Which knot holds? | Rope Forum</title><meta property="og:title" content="Which knot holds?"></head><body><h1>Which knot holds?</h1><p>Mine slips.</p>${post(2)}${post(3)}</body></html>`;
    expect(read(html, { title: text })).toEqual({ title: 'Which knot holds?' });
  });

  it('is not a slogan with the words of the title', () => {
    const html =
      '<html><head><title>Rope Shop Directory — Start Rope</title><meta property="og:site_name" content="Start Rope"><meta property="og:title" content="Rope Shop Directory — Start Rope"></head><body><p>A directory of rope shops to start with rope.</p><h2>Ada’s Ropes</h2><p>Hemp and sisal.</p></body></html>';
    expect(read(html, { title: text })).toEqual({ title: 'Rope Shop Directory' });
  });
});

describe('the owner of a site', () => {
  it('is not the reservation of rights', () => {
    const html =
      '<h1>Boilers in Holm</h1><p>Call us: +44 20 7946 0018</p><footer><p>© 2026 All Rights Reserved.</p></footer>';
    expect(read(html, { company_name: text, phone: text })).toMatchObject({ phone: '+44 20 7946 0018' });
    expect(read(html, { company_name: text, phone: text })).not.toHaveProperty('company_name');
  });
});

describe('a town', () => {
  it('is not the state after it', () => {
    const html =
      '<h1>Salt Works</h1><footer>Salt Works, 313 North Plank Avenue, Holmton, WI, 53203, United States</footer>';
    expect(read(html, { city: text, postal_code: text })).toEqual({ city: 'Holmton', postal_code: '53203' });
  });
});

describe('a product code', () => {
  it('is not a word with a measure in the address', () => {
    const html = '<h1>Steel Bottle 32oz</h1><p>Price: $26.99</p><button>Add to cart</button>';
    const schema = objectOf({ sku: text });
    const codeOf = (url: string) => readByRules(html, { schema, url }).data;
    expect(codeOf('https://shop.example/steel-bottle-32oz')).not.toHaveProperty('sku');
    expect(codeOf('https://shop.example/steel-bottle-ab12cd-34x')).toEqual({ sku: 'AB12CD-34X' });
  });
});

describe('the owner of a forum', () => {
  it('is not the subject of its threads', () => {
    const post = (author: string, day: string, words: string) =>
      `<div class="post"><p class="poster"><a class="username" href="#">${author}</a> <time datetime="${day}">${day}</time></p><div class="post-content">${words}</div></div>`;
    const html = `<html><head><title>Rent or rental? | Tide Language Forum</title><meta property="og:site_name" content="Tide Language Forum"></head><body><h1>Rent or rental?</h1>${post('ada', '2026-01-08', 'Which one is right?')}${post('ben', '2026-01-10', 'Both are fine.')}<footer>Copyright © Tide Ltd. All rights reserved.</footer></body></html>`;
    expect(read(html, { school_name: text })).toEqual({});
  });
});

describe('the name of a park', () => {
  const page = (title: string) =>
    `<html><head><title>${title}</title></head><body><div role="navigation">National Park Service Search</div><div id="park-links"><ul role="navigation"><li><a href="/info">Info</a></li><li><a href="/maps">Maps</a></li></ul></div><h2>Explore the National Park Service</h2><h1>Webcams</h1><p>The National Park opens at dawn.</p></body></html>`;

  it('is not the kind of park', () => {
    expect(read(page('Webcams'), { park: text })).toEqual({});
  });

  it('is in the title of the page', () => {
    expect(read(page('Webcams - Tidewater National Park (Visitor Service)'), { park: text })).toEqual({
      park: 'Tidewater National Park',
    });
  });
});

describe('a category', () => {
  it('is the one under which the page is filed instead of the breadcrumb', () => {
    const html =
      '<main><h1>Mending plan</h1><ul class="breadcrumbs"><li><a href="/">HOME</a></li><li><a href="/help">HELP</a></li><li>MENDING PLAN</li></ul><div>Posted under <a href="/help/category/sails">Sails</a></div><p>First, dry the cloth.</p></main>';
    expect(read(html, { category: text })).toEqual({ category: 'Sails' });
  });
});

describe('a street', () => {
  it('may be a numbered highway', () => {
    const html = '<h1>Salt Works</h1><address>90330 Hwy 99N<br>Holmton, OR 97402</address>';
    expect(read(html, { street_address: text, city: text })).toEqual({
      street_address: '90330 Hwy 99N',
      city: 'Holmton',
    });
  });
});

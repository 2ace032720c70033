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

describe('the name of a firm', () => {
  it('is the last part of the title if the page uses it', () => {
    const html =
      '<html><head><title>Ropes and Sails in Holmton | Tide & Holm Works</title></head><body><h1>Ropes & Sails in Holmton</h1><p>At Tide & Holm Works, we mend sails.</p><p>Our team at Tide & Holm Works makes ropes.</p><p>Call us: +44 20 7946 0018</p></body></html>';
    expect(read(html, { company_name: text, phone: text })).toMatchObject({ company_name: 'Tide & Holm Works' });
  });

  it('is the site name on the home page', () => {
    const html =
      '<html><head><title>Holmton Rope Works: Tide4</title><meta property="og:title" content="Holmton Rope Works: Tide4"><meta property="og:site_name" content="Tide 4"></head><body><p>HOLMTON’S ROPE WORKS</p><h1>Where sailors meet</h1><footer><div><span>Tide4, 313 North Plank Avenue, Holmton, WI, 53203</span><span>4143132807</span><a href="mailto:hi@tide4.example">hi@tide4.example</a></div></footer></body></html>';
    const schema = objectOf({ name: text, phone_number: text, email: text });
    expect(readByRules(html, { schema, url: 'https://tide4.example/' }).data).toEqual({
      name: 'Tide4',
      phone_number: '4143132807',
      email: 'hi@tide4.example',
    });
  });
});

describe('a town', () => {
  it('is not the state after it', () => {
    const html =
      '<h1>Salt Works</h1><footer>Salt Works, 313 North Plank Avenue, Holmton, WI, 53203, United States</footer>';
    expect(read(html, { city: text, postal_code: text })).toEqual({ city: 'Holmton', postal_code: '53203' });
    const short = '<h1>Salt Works</h1><footer>1436 2nd St, Suite 4, CA 94559</footer>';
    expect(read(short, { city: text, postal_code: text })).toEqual({ postal_code: '94559' });
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

  it('may be in the footer of an article', () => {
    const html = `<article><h1>Mending plan</h1>${'<p>Dry the cloth, and then mend it with care.</p>'.repeat(20)}<footer><p>Posted by <a href="/author/ada">Ada Holm</a> on <time datetime="2025-12-18">2025-12-18</time> in <a href="/category/sails.html">sails</a>.</p></footer></article>`;
    expect(read(html, { category: text })).toEqual({ category: 'sails' });
  });
});

describe('facts in lines of their own', () => {
  it('include a town with its postal code', () => {
    const html = '<header>Holmton, NY 10940</header><h1>Salt Works</h1><p>We make salt.</p>';
    const schema = { city: text, zip_code: text };
    expect(read(html, schema)).toEqual({ city: 'Holmton', zip_code: '10940' });
    expect(read(`${html}<p>Tidewater, NY 10951</p>`, schema)).toEqual({});
  });

  it('include the previous post', () => {
    const html =
      '<h1>Mending a sail</h1><p>First, dry the cloth.</p><aside>Previous: <a href="/rope">Eight ropes for a small boat</a></aside>';
    expect(read(html, { previous_post_title: text })).toEqual({ previous_post_title: 'Eight ropes for a small boat' });
  });

  it('include the founding year in a long footer', () => {
    const html = `<h1>Movers</h1><footer><p>Tide Moving Company, founded in 2012, moves households. ${'Read what our customers say about us. '.repeat(8)}</p><a href="mailto:hi@tide.example">hi@tide.example</a></footer>`;
    expect(read(html, { founded_year: { type: 'integer' }, email: text })).toMatchObject({ founded_year: 2012 });
  });
});

describe('a forum section', () => {
  it('is the last breadcrumb, even if only the query differs', () => {
    const html =
      '<html><head><title>Which knot holds? | Rope Forum</title></head><body><ul class="breadcrumbs"><li><a href="/index.php">Home</a></li><li><a href="/forum/index.php?forums/knots.10/">Knots</a></li></ul><h1>Which knot holds?</h1><p>Mine slips.</p></body></html>';
    const schema = objectOf({ forum_section: text });
    const url = 'https://rope.example/forum/index.php?threads/which-knot.4/';
    expect(readByRules(html, { schema, url }).data).toEqual({ forum_section: 'Knots' });
  });
});

describe('a rating', () => {
  it('may be based on a number of reviews', () => {
    const html = '<h1>Steel bottle</h1><div class="reviews">4.5 based on 14 reviews. Leave a Review.</div>';
    const schema = { rating: { type: 'number' }, review_count: { type: 'number' } };
    expect(read(html, schema)).toEqual({ rating: 4.5, review_count: 14 });
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

import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const page = (content: string, head = '<title>Oak bench</title>') =>
  `<html lang="en"><head>${head}</head><body><main><h1>Oak bench</h1>${content}</main></body></html>`;
const list = { type: 'array', items: { type: 'string' } };
const read = (html: string, fields: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(fields) }).data;

describe('a list of cards', () => {
  it('contains only the title of each card', () =>
    expect(
      read(
        page(
          '<h2>Our products</h2><div><div class="card"><h3>Pine stool</h3><p>$30.00</p><a href="/a">Shop now</a></div><div class="card"><h3>Elm table</h3><p>$90.00</p><a href="/b">Shop now</a></div></div>',
        ),
        { products: list },
      ),
    ).toEqual({ products: ['Pine stool', 'Elm table'] }));

  it('contains the first line of cards without headings', () =>
    expect(
      read(
        page(
          '<section><h2>Top makers</h2><div><a class="box" href="/a"><p class="big">Holm Wood</p><p class="small">6 benches</p></a><a class="box" href="/b"><p class="big">Lune Crafts</p><p class="small">3 benches</p></a></div></section>',
        ),
        { top_makers: list },
      ),
    ).toEqual({ top_makers: ['Holm Wood', 'Lune Crafts'] }));

  it('contains the first cell of each row of a table', () =>
    expect(
      read(
        page(
          '<h2>Oils</h2><table><thead><tr><th>Name</th><th>Coats</th></tr></thead><tbody><tr><td>Linseed</td><td>3</td></tr><tr><td>Tung</td><td>5</td></tr></tbody></table>',
        ),
        { oils: list },
      ),
    ).toEqual({ oils: ['Linseed', 'Tung'] }));

  it.each([
    [
      'neighbours of a list item',
      '<ul><li>A word from your instructor</li><li>Get the slides</li><li>Join us</li></ul>',
      'instructors',
    ],
    ['an unfinished label', '<p>Colours: Selected colour is</p>', 'colours'],
    ['a text with facts', '<h2>Tools</h2><p>Settings of each tool.</p><dl><dt>Type:</dt><dd>dict</dd></dl>', 'tools'],
  ])('does not contain %s', (_, content, name) => expect(read(page(content), { [name]: list })).toEqual({}));
});

describe('a choice', () => {
  it('is read from the accessible names of radio buttons', () =>
    expect(
      read(
        page(
          '<div role="radiogroup" aria-labelledby="g"><label id="g">Color:<small>*</small></label><div><input type="radio" name="o" value="1" aria-label="Blue"></div><div><input type="radio" name="o" value="2" aria-label="Black"></div></div>',
        ),
        { colors: list },
      ),
    ).toEqual({ colors: ['Blue', 'Black'] }));
});

describe('a value stated in fixed words', () => {
  it.each([
    ['warranty', 'string', '<p>The bench comes with a 3-year warranty on all joints.</p>', '3-year'],
    ['warranty', 'string', '<p>Warranty</p><p>Free delivery</p>', undefined],
    ['copyright_year', 'number', '<footer>© 2019–2024 Holm Wood</footer>', 2024],
    ['copyright_year', 'number', '<footer>Founded in 1990</footer>', undefined],
    ['java_version', 'string', '<p>The planner requires Java 17 and runs anywhere.</p>', '17'],
    ['java_version', 'string', '<p>We met in Java 17 times for coffee.</p>', undefined],
    ['promo_code', 'string', '<p>Enter the promo code OAK-SALE25 at checkout.</p>', 'OAK-SALE25'],
    ['promo_code', 'string', '<p>Enter a promo code at checkout.</p>', undefined],
    ['available_since', 'string', '<p>It has been available in all shops since July 2015.</p>', 'July 2015'],
    ['default_port', 'number', '<p>The default port is http://localhost:5555, which you can change.</p>', 5555],
    ['learner_count', 'string', '<ul><li><h4>60,000+</h4><h4>Learners</h4></li></ul>', '60,000+'],
    ['upkeep_status', 'string', '<div><b>Upkeep</b> <span>Rarely needed</span></div>', 'Rarely needed'],
    ['overall_height', 'string', '<ul><li>Overall height (with lid)86mm</li></ul>', '86mm'],
    ['total_bench_makers', 'number', '<h2>Top 10 bench makers</h2>', undefined],
  ])('is read for %s (%s) from %s', (name, type, content, value) =>
    expect(read(page(content), { [name]: { type } })).toEqual(value === undefined ? {} : { [name]: value }),
  );

  it('is read from the group that the name starts with', () =>
    expect(
      read(
        page(
          '<ul><strong>Minimum:</strong><ul><li>OS: Tide 10</li><li>Memory: 8 GB RAM</li></ul></ul><ul><strong>Recommended:</strong><ul><li>OS: Tide 10</li><li>Memory: 16 GB RAM</li></ul></ul>',
        ),
        { recommended_memory: { type: 'string' } },
      ),
    ).toEqual({ recommended_memory: '16 GB RAM' }));
});

describe('a value of the page itself', () => {
  it('is the title, not the name of the site in markup', () =>
    expect(
      read(
        page(
          '<p>Care for wood.</p>',
          '<title>Oak bench</title><meta property="og:site_name" content="Holm Wood"><script type="application/ld+json">{"@type":"WebSite","name":"Holm Wood","url":"https://example.com/"}</script>',
        ),
        { page_title: { type: 'string' } },
      ),
    ).toEqual({ page_title: 'Oak bench' }));

  it('is the price with tax that the page shows', () =>
    expect(
      read(
        page(
          '<p class="price">$29.95</p><button>Add to cart</button>',
          '<title>Oak bench</title><script type="application/ld+json">{"@type":"Product","name":"Oak bench","offers":{"@type":"Offer","price":"27.23","priceCurrency":"AUD"}}</script>',
        ),
        { price: { type: 'number' } },
      ),
    ).toEqual({ price: 29.95 }));

  it('is not the count of another thread', () =>
    expect(
      read(
        page(
          `<p>How do I oil it?</p>${'<p>Text.</p>'.repeat(16)}${[4, 11, 9].map((count) => `<div><a href="/t${count}">Another thread</a><dl><dt>Replies</dt><dd>${count}</dd></dl></div>`).join('')}`,
        ),
        { reply_count: { type: 'number' } },
      ),
    ).toEqual({}));

  it('is the title of the neighbouring page without its direction', () =>
    expect(
      read(
        page(
          '<p>Text.</p><a rel="prev" href="/a" title="Pine stool">Previous</a> <a rel="next" href="/b" title="Elm table">Next</a>',
        ),
        { previous_page: { type: 'string' }, next_page: { type: 'string' } },
      ),
    ).toEqual({ previous_page: 'Pine stool', next_page: 'Elm table' }));
});

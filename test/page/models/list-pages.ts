/** A list page with a particular layout, and its expected rows. */
export interface ListPage {
  readonly name: string;
  readonly body: string;
  /** Schema properties of one row. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const text = { type: 'string' };
const number = { type: 'number' };
const uri = { type: 'string', format: 'uri' };
const at = (path: string) => `https://example.com${path}`;
const names = ['Amber lamp', 'Birch stool', 'Cedar chest', 'Delft vase', 'Elm bench', 'Flax rug', 'Glass jar'];
const prices = [12.5, 80, 249.99, 1299, 9.95, 45, 7];
const goods = names.map((name, index) => ({ name, price: prices[index] ?? 0, url: at(`/p/${index + 1}`) }));
const money = (value: number) => `€${value.toFixed(2)}`;
const path = (url: string) => new URL(url).pathname;
const each = <T>(rows: readonly T[], render: (row: T, index: number) => string) => rows.map(render).join('\n');
const noise = `<nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/help">Help</a></li></ul></nav>`;
const footer = `<footer><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li><li><a href="/jobs">Jobs</a></li></ul></footer>`;
const page = (main: string) => `${noise}<main><h1>Our list</h1>${main}</main>${footer}`;

const staff = [
  { name: 'Ada Byron', role: 'Engineer', email: 'ada@example.com' },
  { name: 'Bo Chen', role: 'Designer', email: 'bo@example.com' },
  { name: 'Cleo Diaz', role: 'Editor', email: 'cleo@example.com' },
];
const events = [
  { title: 'Spring fair', date: '2026-03-21', venue: 'Town Hall' },
  { title: 'Night market', date: '2026-05-02', venue: 'Old Port' },
  { title: 'Book day', date: '2026-06-14', venue: 'Library' },
  { title: 'Harvest supper', date: '2026-09-27', venue: 'Barn' },
];
const cities = [
  { city: 'Lyon', country: 'France', population: 522250 },
  { city: 'Porto', country: 'Portugal', population: 231800 },
  { city: 'Graz', country: 'Austria', population: 291072 },
  { city: 'Ghent', country: 'Belgium', population: 262219 },
];
const product = { name: text, price: number, url: uri };
const event = { title: text, date: { type: 'string', format: 'date' }, venue: text };

/** Twenty list pages with different layouts. */
export const listPages: readonly ListPage[] = [
  {
    name: 'cards with classes',
    properties: product,
    rows: goods,
    body: page(
      `<div class="grid">${each(goods, (g) => `<div class="card"><a class="card-link" href="${path(g.url)}"><h3 class="card-title">${g.name}</h3></a><span class="card-price">${money(g.price)}</span></div>`)}</div>`,
    ),
  },
  {
    name: 'cards without any class',
    properties: product,
    rows: goods,
    body: page(
      `<section>${each(goods, (g) => `<article><h2><a href="${path(g.url)}">${g.name}</a></h2><p>${money(g.price)}</p></article>`)}</section>`,
    ),
  },
  {
    name: 'cards in several rows of a grid',
    properties: product,
    rows: goods,
    body: page(
      [goods.slice(0, 3), goods.slice(3, 6), goods.slice(6)]
        .map(
          (row) =>
            `<div class="row">${each(row, (g) => `<div class="col"><a href="${path(g.url)}">${g.name}</a><div class="price">${money(g.price)}</div></div>`)}</div>`,
        )
        .join(''),
    ),
  },
  {
    name: 'cards of which some are marked as special',
    properties: product,
    rows: goods,
    body: page(
      `<ul class="list">${each(goods, (g, i) => `<li class="${i % 3 ? 'item' : 'promo item'}"><a href="${path(g.url)}"><b>${g.name}</b></a> <em class="price">${money(g.price)}</em></li>`)}</ul>`,
    ),
  },
  {
    name: 'a table with a header',
    properties: { city: text, country: text, population: number },
    rows: cities,
    body: page(
      `<table><thead><tr><th>City</th><th>Country</th><th>Population</th></tr></thead><tbody>${each(cities, (c) => `<tr><td>${c.city}</td><td>${c.country}</td><td>${c.population.toLocaleString('en')}</td></tr>`)}</tbody></table>`,
    ),
  },
  {
    name: 'a table whose first row is its header',
    properties: { city: text, country: text, population: number },
    rows: cities,
    body: page(
      `<table><tr><td><b>City</b></td><td><b>Country</b></td><td><b>Population</b></td></tr>${each(cities, (c) => `<tr><td>${c.city}</td><td>${c.country}</td><td>${c.population}</td></tr>`)}</table>`,
    ),
  },
  {
    name: 'a table in German with numbers in German style',
    properties: { city: text, country: text, population: number },
    rows: cities,
    body: page(
      `<table><tr><th>Stadt</th><th>Land</th><th>Einwohner</th></tr>${each(cities, (c) => `<tr><td>${c.city}</td><td>${c.country}</td><td>${c.population.toLocaleString('de')}</td></tr>`)}</table>`,
    ),
  },
  {
    name: 'a table with row headers and a caption',
    properties: { city: text, country: text, population: number },
    rows: cities,
    body: page(
      `<table><caption>Cities</caption><thead><tr><th scope="col">City</th><th scope="col">Country</th><th scope="col">Population (2024)</th></tr></thead>${each(cities, (c) => `<tr><th scope="row">${c.city}</th><td>${c.country}</td><td>${c.population}</td></tr>`)}</table>`,
    ),
  },
  {
    name: 'a table of links and prices',
    properties: product,
    rows: goods,
    body: page(
      `<table><tr><th>Product</th><th>Price</th></tr>${each(goods, (g) => `<tr><td><a href="${path(g.url)}">${g.name}</a></td><td>${money(g.price)}</td></tr>`)}</table>`,
    ),
  },
  {
    name: 'events with time elements',
    properties: event,
    rows: events,
    body: page(
      `<div>${each(events, (e) => `<div class="event"><time datetime="${e.date}">soon</time><h3>${e.title}</h3><p class="venue">${e.venue}</p></div>`)}</div>`,
    ),
  },
  {
    name: 'events with labels in each card',
    properties: event,
    rows: events,
    body: page(
      each(events, (e) => `<section><h3>${e.title}</h3><p>Date: ${e.date}</p><p>Venue: ${e.venue}</p></section>`),
    ),
  },
  {
    name: 'events as a run of headings and paragraphs',
    properties: event,
    rows: events,
    body: page(each(events, (e) => `<h3>${e.title}</h3><p>Date: ${e.date}</p><p>Venue: ${e.venue}</p>`)),
  },
  {
    name: 'events in French with days in words',
    properties: event,
    rows: events,
    body: page(
      each(
        events,
        (e) =>
          `<article class="evt"><h3>${e.title}</h3><p>Date : ${Number(e.date.slice(8))} ${['', '', '', 'mars', '', 'mai', 'juin', '', '', 'septembre'][Number(e.date.slice(5, 7))]} 2026</p><p>Lieu : ${e.venue}</p></article>`,
      ),
    ),
  },
  {
    name: 'people as a definition list',
    properties: { name: text, role: text, email: text },
    rows: staff,
    body: page(
      `<dl>${each(staff, (s) => `<dt>${s.name}</dt><dd class="role">${s.role}</dd><dd><a href="mailto:${s.email}">${s.email}</a></dd>`)}</dl>`,
    ),
  },
  {
    name: 'people as cards with classes that name the fields',
    properties: { name: text, role: text, email: text },
    rows: staff,
    body: page(
      `<div class="team">${each(staff, (s) => `<div class="member"><img src="/i/x.jpg" alt=""><div class="member-name">${s.name}</div><div class="member-role">${s.role}</div><a class="member-email" href="mailto:${s.email}">${s.email}</a></div>`)}</div>`,
    ),
  },
  {
    name: 'microdata on each card',
    properties: product,
    rows: goods,
    body: page(
      each(
        goods,
        (g) =>
          `<div itemscope itemtype="https://schema.org/Product"><a itemprop="url" href="${path(g.url)}"><span itemprop="name">${g.name}</span></a><span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="${g.price}">${money(g.price)}</span></div>`,
      ),
    ),
  },
  {
    name: 'an ItemList in JSON-LD, the page drawn by scripts',
    properties: product,
    rows: goods,
    body: page(
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: goods.map((g, i) => ({ '@type': 'ListItem', position: i + 1, item: { '@type': 'Product', name: g.name, url: g.url, offers: { price: g.price } } })) })}</script><div id="app"></div>`,
    ),
  },
  {
    name: 'cards beside a list of related links of the same length',
    properties: product,
    rows: goods,
    body: page(
      `<div>${each(goods, (g) => `<div class="tile"><a href="${path(g.url)}"><span class="tile__name">${g.name}</span></a><strong class="tile__price">${money(g.price)}</strong></div>`)}</div><aside class="related">${each(goods, (g) => `<div><a href="/r${path(g.url)}">See ${g.name}</a><span>from ${money(g.price + 1)}</span></div>`)}</aside>`,
    ),
  },
  {
    name: 'cards with an old price that is struck through',
    properties: product,
    rows: goods,
    body: page(
      `<ol>${each(goods, (g) => `<li><h4><a href="${path(g.url)}">${g.name}</a></h4><s class="old-price">${money(g.price * 2)}</s> <span class="new-price">${money(g.price)}</span></li>`)}</ol>`,
    ),
  },
  {
    name: 'rows made of plain boxes with headings in their first one',
    properties: { name: text, role: text, email: text },
    rows: staff,
    body: page(
      `<div>${each(staff, (s) => `<div><div><h5>${s.name}</h5></div><div>Role: ${s.role}</div><div>E-mail: ${s.email}</div></div>`)}</div>`,
    ),
  },
];

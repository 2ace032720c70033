import { expect, it } from 'vitest';
import { mergePages, toReadPage } from '../../../../../core/kinds/answers/merge-pages';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

interface Shown {
  readonly path: string;
  readonly html: string;
}

const list = (fields: readonly string[]) => {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: name === 'price' ? 'number' : 'string' }]));
  return { type: 'array', items: { type: 'object', properties } };
};

/** Extracts values from pages by rules and merges them, as a job does. */
function merged(pages: readonly Shown[], fields: readonly string[], name = 'items') {
  const schema = objectOf({ [name]: list(fields) });
  const read = pages.map(({ path, html }, at) => {
    const url = `https://shop.example${path}`;
    const extraction = readByRules(html, { schema, url });
    const page = { finalUrl: url, statusCode: 200 };
    return toReadPage({ taskId: String(at), url, credits: 1, page, document: { extraction } } as never);
  });
  const { data, warnings } = mergePages(read, false);
  return { rows: (data as Record<string, unknown>)[name] as readonly Record<string, unknown>[], warnings };
}

const names = ({ rows }: ReturnType<typeof merged>) => rows.map(({ name }) => name);

interface Plant {
  readonly name: string;
  readonly price: string;
  readonly days: string;
}
const plants: readonly Plant[] = [
  { name: 'Amber Bell', price: '3.20', days: '78' },
  { name: 'Black Wren', price: '3.60', days: '84' },
  { name: 'Copper Moon', price: '2.40', days: '45' },
  { name: 'Dusty Lamp', price: '2.90', days: '60' },
  { name: 'Early Pearl', price: '4.10', days: '50' },
  { name: 'First Ferry', price: '5.30', days: '55' },
];
const slug = (name: string) => name.toLowerCase().replace(' ', '-');
const card = ({ name, price }: Plant) =>
  `<li class="card"><a href="/plants/${slug(name)}"><h3>${name}</h3></a><p class="price">€${price}</p></li>`;
const menu = '<nav><ul><li><a href="/">Home</a></li><li><a href="/plants">Plants</a></li></ul></nav>';
const shell = (title: string, content: string, head = '') =>
  `<html lang="en"><head><title>${title} · Larch Seeds</title>${head}</head><body>${menu}<main>${content}</main></body></html>`;
const others = ({ name }: Plant) => plants.filter((one) => one.name !== name).slice(-4);

const markup = ({ name, price }: Plant) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  })}</script>`;
const details = (hasMarkup: boolean, related: (plant: Plant) => string) =>
  plants.slice(0, 3).map((plant) => ({
    path: `/plants/${slug(plant.name)}`,
    html: shell(
      plant.name,
      `<h1>${plant.name}</h1><p>A plant that was kept by the growers of one valley.</p>
       <dl><dt>Price</dt><dd>€${plant.price}</dd><dt>Stock</dt><dd>In stock</dd><dt>Days to harvest</dt><dd>${plant.days}</dd></dl>${related(plant)}`,
      hasMarkup ? markup(plant) : '',
    ),
  }));
const cards = (plant: Plant) => `<h2>Grow beside it</h2><ul>${others(plant).map(card).join('')}</ul>`;
const links = (plant: Plant) =>
  `<h2>Grow beside it</h2><ul>${others(plant)
    .map(({ name }) => `<li><a href="/plants/${slug(name)}">${name}</a></li>`)
    .join('')}</ul>`;
const listing = (own: readonly Plant[], page: number, heading = 'Seeds of the library') => ({
  path: `/plants/page-${page}`,
  html: shell(
    `Seeds, page ${page}`,
    `<h1>${heading}</h1><p>Showing ${own.length} of 6 plants.</p><ul>${own.map(card).join('')}</ul>`,
  ),
});
const wanted = plants.slice(0, 3).map(({ name }) => name);

it.each([
  ['with markup', true],
  ['without markup', false],
])('takes one record from each detail page %s, and omits related cards', (_, hasMarkup) => {
  for (const fields of [
    ['name'],
    ['name', 'price'],
    ['name', 'price', 'stock'],
    ['name', 'url'],
    ['name', 'days_to_harvest'],
  ])
    for (const related of [cards, links, () => '']) {
      const found = merged(details(hasMarkup, related), fields);
      expect([fields, related, names(found)]).toEqual([fields, related, wanted]);
    }
});

it('says how many rows were omitted, if any', () => {
  expect(merged(details(true, cards), ['name', 'price']).warnings).toEqual([
    'Each page describes one record, so 3 rows from other lists on the pages were omitted.',
  ]);
  expect(
    merged(
      details(true, () => ''),
      ['name', 'price'],
    ).warnings,
  ).toEqual([]);
});

it.each(['plants', 'products', 'seeds', 'results'])('omits related cards for a list named %s', (name) => {
  expect(names(merged(details(true, cards), ['name', 'price'], name))).toEqual(wanted);
  expect(names(merged(details(false, cards), ['name', 'price'], name))).toEqual(wanted);
});

it('keeps all rows of listings, with the same or different headlines, and with facts about the listing', () => {
  const headings = [undefined, 'Tomatoes', 'Squash', 'Lettuce'];
  for (const fields of [['name'], ['name', 'price']])
    for (const isVaried of [false, true]) {
      const pages = [1, 2, 3].map((page) =>
        listing(plants.slice(page * 2 - 2, page * 2), page, isVaried ? headings[page] : undefined),
      );
      expect([isVaried, names(merged(pages, fields))]).toEqual([isVaried, plants.map(({ name }) => name)]);
    }
  const facts =
    '<p>Free delivery from €50.00</p><dl><dt>Plants</dt><dd>2</dd><dt>Delivery</dt><dd>3 days</dd></dl><ul>';
  const filters = '<p>Brand: all</p><p>Price: all</p><ul>';
  for (const before of [facts, filters]) {
    const pages = [1, 2, 3].map((page) => {
      const { path, html } = listing(plants.slice(page * 2 - 2, page * 2), page, headings[page]);
      return { path, html: html.replace(/<ul>(?!<li><a href="\/">)/, before) };
    });
    expect(names(merged(pages, ['name', 'price']))).toEqual(plants.map(({ name }) => name));
  }
});

it('keeps all rows of listings whose markup summarizes their offers as one product', () => {
  const summary = (name: string) =>
    `<script type="application/ld+json">${JSON.stringify({
      '@type': 'Product',
      name,
      offers: { '@type': 'AggregateOffer', lowPrice: '2.40', highPrice: '5.30', priceCurrency: 'EUR', offerCount: 2 },
    })}</script>`;
  const pages = ['Tomatoes', 'Squash', 'Lettuce'].map((heading, page) => {
    const { path, html } = listing(plants.slice(page * 2, page * 2 + 2), page, heading);
    return { path, html: html.replace('</head>', `${summary(heading)}</head>`) };
  });
  expect(names(merged(pages, ['name', 'price']))).toEqual(expect.arrayContaining(plants.map(({ name }) => name)));
});

it('keeps the rows of an index beside detail pages', () => {
  const found = merged([listing(plants, 1), ...details(true, cards)], ['name', 'price', 'stock']);
  expect(names(found)).toEqual(plants.map(({ name }) => name));
});

it('keeps rows that the main records are about', () => {
  const albums = ['Low Tide', 'High Water', 'Slow Rain'].map((name) => ({
    path: `/albums/${slug(name)}`,
    html: shell(
      name,
      `<h1>${name}</h1><p>Recorded in one week.</p><table><tr><th>Title</th><th>Duration</th></tr>${[1, 2, 3]
        .map((at) => `<tr><td>${name} part ${at}</td><td>3:0${at}</td></tr>`)
        .join('')}</table>`,
      `<script type="application/ld+json">{"@type":"MusicAlbum","name":"${name}"}</script>`,
    ),
  }));
  expect(merged(albums, ['title', 'duration'], 'tracks').rows.filter(({ duration }) => duration)).toHaveLength(9);
  expect(merged(albums, ['title', 'duration']).rows.filter(({ duration }) => duration)).toHaveLength(9);
  const sizes = details(
    true,
    ({ name }) =>
      `<h2>Sizes</h2><ul>${[1, 2, 3].map((size) => `<li class="size"><h3>${name} ${size} g</h3><p class="price">€${size}.50</p></li>`).join('')}</ul>`,
  );
  expect(merged(sizes, ['name', 'price'], 'sizes').rows.filter(({ name }) => / g$/.test(String(name)))).toHaveLength(9);
});

it('reads a single page as before, except for the labels of its facts', () => {
  const [first] = details(true, cards);
  const [plain] = details(true, () => '');
  if (!first || !plain) throw new Error('No page.');
  expect(names(merged([first], ['name', 'price']))).toEqual(['Amber Bell', ...plants.slice(2).map(({ name }) => name)]);
  expect(merged([first], ['name', 'price']).warnings).toEqual([]);
  expect(names(merged([plain], ['name']))).toEqual(['Amber Bell']);
});

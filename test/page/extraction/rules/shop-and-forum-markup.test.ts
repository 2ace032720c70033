import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const number = { type: 'number' };
const page = (lang: string, content: string, title = 'Old quay') =>
  `<html lang="${lang}"><head><title>${title}</title></head><body><main><h1>Old quay</h1>${content}<p>The choir sings works by Bach in the old town church with a small orchestra.</p></main></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;
const listOf = (properties: Readonly<Record<string, unknown>>) => ({ type: 'array', items: objectOf(properties) });

it('separates a price with its own cents from a percentage without a space', () =>
  expect(
    read(
      page(
        'pt-BR',
        '<div><s>R$ 399,00</s><div><span><span>R$</span><span class="fraction">279</span><span>,</span><span class="cents">90</span></span><span>30% OFF</span></div><p>em 10x R$ 27,99 sem juros</p></div><button>Comprar</button>',
      ),
      { price: number, currency: text },
    ),
  ).toEqual({ price: 279.9, currency: 'BRL' }));

it('returns availability without the namespace of schema.org', () =>
  expect(
    read(
      page(
        'de',
        '<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Karst</span><div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="price" content="9"><link itemprop="availability" href="http://schema.org/LimitedAvailability"></div></div>',
      ),
      { availability: text },
    ),
  ).toEqual({ availability: 'LimitedAvailability' }));

it.each([
  ['en', '<dl><dt>Cost:</dt><dd>Free</dd></dl>', 'Free'],
  ['de', '<dl><dt>Preis:</dt><dd>kostenlos</dd></dl>', 'kostenlos'],
])('returns a price of nothing as text in %s', (lang, html, cost) =>
  expect(read(page(lang, html), { cost: text })).toEqual({ cost }),
);

it.each([
  ['en', '<h2>Attendees (42)</h2>', { attendees: { type: 'integer' } }, { attendees: 42 }],
  [
    'en',
    '<div><h3>Visit</h3><p>410 Oak Ave, Suite 2<br>Boise, ID 83702</p></div>',
    { address: text, phone: text },
    { address: '410 Oak Ave, Suite 2, Boise, ID 83702' },
  ],
  [
    'fr',
    '<p>La cabane se trouve à 2 150 m d’altitude et compte 48 couchettes.</p>',
    { altitude: text },
    { altitude: '2 150 m' },
  ],
  [
    'es',
    '<p>El curso empieza el 5 de octubre de 2026.</p>',
    { startDate: { ...text, format: 'date' } },
    { startDate: '2026-10-05' },
  ],
  [
    'fr',
    '<p><strong>Date limite de candidature :</strong> 15 mars 2026</p>',
    { deadline: { ...text, format: 'date' } },
    { deadline: '2026-03-15' },
  ],
])('reads a fact of a page in %s from %s', (lang, html, properties, data) =>
  expect(read(page(lang, html), properties)).toEqual(data),
);

it('reads the employer from the title of a job page', () =>
  expect(
    read(
      page(
        'en',
        '<h2>What you will do</h2><ul><li>Own the test plan</li></ul>',
        'Job Application for QA Lead at Lumen',
      ),
      {
        title: text,
        company: text,
        responsibilities: { type: 'array', items: text },
      },
    ),
  ).toMatchObject({ company: 'Lumen' }));

it('reads each paragraph of instructions in microdata as a step', () =>
  expect(
    read(
      page(
        'en',
        '<div itemscope itemtype="http://schema.org/Recipe"><b itemprop="name">Flatbread</b><div itemprop="recipeInstructions"><p>Mix and rest.</p><p>Cook two minutes a side.</p></div></div>',
      ),
      { instructions: { type: 'array', items: text } },
    ),
  ).toEqual({ instructions: ['Mix and rest.', 'Cook two minutes a side.'] }));

it('reads posts whose time is in an element such as relative-time', () => {
  const post = (author: string, day: string, body: string) =>
    `<div class="timeline-comment"><h3><a class="author" href="/${author}">${author}</a> commented <relative-time datetime="${day}T10:00:00Z">last week</relative-time></h3><div class="comment-body"><p>${body}</p></div></div>`;
  const comments = listOf({ author: text, date: { ...text, format: 'date' }, text });
  const html = page('en', post('ferris', '2026-01-02', 'It crashes.') + post('ada', '2026-01-03', 'Fixed.'));
  expect(read(html, { comments })).toEqual({
    comments: [
      { author: 'ferris', date: '2026-01-02', text: 'It crashes.' },
      { author: 'ada', date: '2026-01-03', text: 'Fixed.' },
    ],
  });
});

describe('a card of a list states without a label', () => {
  it.each([
    ['en', '2h 45m', '6h 15m', { duration: text }, { duration: '2h 45m' }],
    ['en', '412 reviews', '1,204 reviews', { reviewCount: { type: 'integer' } }, { reviewCount: 412 }],
    ['it', '3 locali', '7 locali', { rooms: { type: 'integer' } }, { rooms: 3 }],
    ['it', '85 m²', '240 m²', { area: text }, { area: '85 m²' }],
    ['en', '6 weeks', '10 weeks', { duration: text }, { duration: '6 weeks' }],
    [
      'en',
      '18 Fir St, Boise, ID 83702',
      '7 Larch Ave, Boise, ID 83704',
      { address: text },
      { address: '18 Fir St, Boise, ID 83702' },
    ],
    ['de', '28203 Mitte', '28215 Findorff', { location: text }, { location: '28203 Mitte' }],
  ])('in %s: %s', (lang, first, second, properties, data) => {
    const card = (title: string, price: string, fact: string) =>
      `<li><h2><a href="/${title}">${title}</a></h2><div class="k1">${fact}</div><div class="k2">${price}</div></li>`;
    const html = page(lang, `<ul>${card('Alto', '€ 118', first)}${card('Basso', '€ 265', second)}</ul>`);
    expect(read(html, { products: listOf({ title: text, price: number, ...properties }) })).toMatchObject({
      products: [
        { title: 'Alto', price: 118, ...data },
        { title: 'Basso', price: 265 },
      ],
    });
  });
});

it.each([
  [
    'a discount',
    '<div><span>89</span><span>,</span><span class="decimals">95</span><span>€</span><span>20%</span></div>',
    89.95,
  ],
  [
    'a former price',
    '<div><span>AED</span> <strong>249<sup>00</sup></strong> <s>AED 349.00</s> <span>28% Off</span></div>',
    249,
  ],
])('reads a price with raised or separate cents beside %s', (_, html, price) =>
  expect(read(page('es', `${html}<button>Añadir al carrito</button>`), { price: number })).toEqual({ price }),
);

it('does not read the steps beside the section of the ingredients', () =>
  expect(
    read(
      page(
        'en',
        '<div><div><h3>Ingredients</h3><ul><li>500 g peas</li><li>1 l stock</li></ul></div><div><ol><li>Boil the peas.</li><li>Blend with stock.</li></ol></div></div>',
      ),
      { ingredients: { type: 'array', items: text } },
    ),
  ).toEqual({ ingredients: ['500 g peas', '1 l stock'] }));

it('does not read a number of ratings as the rating', () => {
  const card = (title: string, price: string, rating: string, count: string) =>
    `<div class="card"><h2><a href="/${title}">${title}</a></h2><i><span class="alt">${rating} out of 5 stars</span></i><span aria-label="${count} ratings"><a href="#r">${count}</a></span><b>${price}</b></div>`;
  const fields = { title: text, price: number, rating: number, ratingCount: { type: 'integer' } };
  const html = page('en', card('Clip', '$12.49', '4.3', '1,204') + card('Desk', '$39.99', '4.7', '88'));
  expect(read(html, { products: listOf(fields) })).toEqual({
    products: [
      { title: 'Clip', price: 12.49, rating: 4.3, ratingCount: 1204 },
      { title: 'Desk', price: 39.99, rating: 4.7, ratingCount: 88 },
    ],
  });
});

it('reads a list of titles and prices even if the page states no other field', () => {
  const card = (title: string, price: string) => `<li><h3>${title}</h3><p>A bag of 100 g.</p><b>${price}</b></li>`;
  const fields = { title: text, price: number, reviewCount: number, rooms: number, location: text, sku: text };
  const html = page('en', `<ul>${card('Assam', '£4.20')}${card('Sencha', '£5.10')}${card('Rooibos', '£3.80')}</ul>`);
  expect(read(html, { products: listOf(fields) })).toEqual({
    products: [
      { title: 'Assam', price: 4.2 },
      { title: 'Sencha', price: 5.1 },
      { title: 'Rooibos', price: 3.8 },
    ],
  });
});

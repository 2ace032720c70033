import type { Document } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { oncePer } from '../../../core/common/concurrency/once-per';
import { findElements } from '../../../core/page/extraction/rules/page/text-of';
import { type BuiltTable, buildTable, tableOfRecipe } from '../../../core/page/records/build-table';
import { everydayListings } from './everyday-listings';
import { furtherListings } from './further-listings';
import { laterListings } from './later-listings';
import { type Listing, listings } from './listings';

const address = 'https://site.example/list';
const request = { without: [], level: 0, single: false, name: 'list' };
const all = [...listings, ...furtherListings, ...laterListings, ...everydayListings];
const marked = (page: Document) => findElements(page, ({ attribs }) => attribs['data-p'] !== undefined);
/** Returns the table of a listing. Caches the table, because several tests check it. */
const tableOf = oncePer(({ html }: Listing): BuiltTable => {
  const document = parseDocument(html);
  const picks = marked(document);
  return buildTable({ document, address }, { ...request, picks: [picks[Math.floor(picks.length / 2)]!] });
});

const shop = { 'title|name': 'text', 'link|url': 'link', image: 'image', price: 'price', 'stars|rating': 'number' };
/** Column names and types that a person would choose for each listing. */
const truth: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'adverts between cards': shop,
  'two like grids': shop,
  'missing fields': { ...shop, 'old price': 'price', tags: 'text' },
  'sponsored cards': shop,
  'lazy images': shop,
  'sticky bars': shop,
  'three rows per record': {
    rank: 'integer',
    'title|name': 'text',
    'link|url': 'link',
    points: 'integer',
    'author|user': 'text',
    comments: 'integer',
  },
  'day groups': { 'date|time': 'datetime', 'title|name': 'text', 'link|url': 'link', place: 'text' },
  'a thread': {
    author: 'text',
    'date|time': 'text',
    'text|body|title': 'text',
    votes: 'integer',
    'author link|link': 'link',
  },
  'an odd first card': { image: 'image', 'title|name': 'text', 'link|url': 'link', 'by|date': 'text' },
  'a table with parts and a total': { Item: 'text', Quantity: 'integer', Price: 'price', Sum: 'price' },
  'classes random per card': { 'title|name': 'text', 'link|url': 'link', image: 'image', price: 'price' },
  'cards with ten tags': { ...shop, tags: 'text' },
  'cards in rows': shop,
  'terms and their meanings': { 'title|term': 'text', 'text|description|meaning': 'text' },
  'job links as cards': {
    'title|name': 'text',
    'link|url': 'link',
    firm: 'text',
    place: 'text',
    'date|time': 'text',
    pay: 'price',
  },
  'flats with definition lists': {
    'title|name': 'text',
    'link|url': 'link',
    image: 'image',
    address: 'text',
    Rooms: 'integer',
    Size: 'integer',
    Rent: 'price',
  },
  'people in three groups': { image: 'image', 'title|name': 'text', role: 'text', email: 'email' },
  'a table made of divs': { Town: 'text', People: 'integer', Area: 'integer', Since: 'integer' },
  'search results': { url: 'text', 'link|url': 'link', 'title|name': 'text', 'snippet|text|description': 'text' },
  'a changelog of siblings': { 'title|version': 'text', date: 'date', 'text|changes': 'text' },
  'quotes with tags': { 'title|text|quote': 'text', author: 'text', 'link|author link': 'link', 'tag|tags': 'text' },
  'matches by day in a table': { time: 'time', home: 'text', score: 'text', away: 'text' },
  'hotels below a carousel': {
    image: 'image',
    'title|name': 'text',
    'distance|text|description': 'text',
    rating: 'number',
    price: 'price',
    'link|url': 'link',
  },
  'cards with utility classes': {
    'title|name': 'text',
    'link|url': 'link',
    image: 'image',
    price: 'price',
    'height|size': 'text|integer',
  },
  'books in a table with banners': {
    image: 'image',
    'title|name': 'text',
    'link|url': 'link',
    author: 'text',
    year: 'integer',
    rating: 'number|text',
  },
  'events below headings of days': { 'date|time': 'datetime', 'title|name': 'text', 'link|url': 'link', place: 'text' },
  'reviews with answers': { 'author|who': 'text', 'score|rating|stars': 'number|integer|text', text: 'text' },
  'rates as lists in a row': { Currency: 'text', Buy: 'number', Sell: 'number' },
  'videos in elements of their own': {
    image: 'image',
    'title|name': 'text',
    'link|url': 'link',
    'length|duration': 'text|time|minutes',
    views: 'text|number|integer',
  },
  'posts beside the most read': {
    image: 'image',
    'title|name': 'text',
    'link|url': 'link',
    'excerpt|text': 'text',
    'cat|category': 'text',
  },
  'tickets with few labels': {
    'title|name': 'text',
    'link|url': 'link',
    author: 'text',
    'tag|tags': 'text',
    'count|comments': 'integer|number|text',
  },
  'cars with top offers': { image: 'image', 'title|name|head': 'text', 'link|url': 'link', price: 'price' },
  'terms in pairs': { 'title|term': 'text', 'text|description|meaning': 'text' },
  'a job board': {
    'title|name': 'text',
    'link|url': 'link',
    'company|firm': 'text',
    'location|place': 'text',
    type: 'text',
    salary: 'price|text',
    date: 'date',
    'image|logo': 'image',
  },
  flights: {
    'airline|carrier': 'text',
    'time|departs|dep': 'time',
    'time 2|arrives|arr': 'time',
    duration: 'text|minutes',
    stops: 'text',
    price: 'price',
    'link|url': 'link',
  },
  departures: { Time: 'time|text', Line: 'text', Destination: 'text', Platform: 'integer', Note: 'text' },
  'offers of shops': {
    'name|title': 'text',
    price: 'price',
    shipping: 'price|text',
    'stock|availability': 'text',
    reviews: 'integer',
    'rating|stars': 'number',
    image: 'image',
  },
  'a menu': { 'name|title': 'text', price: 'price|number', 'description|text': 'text' },
  'a news front': {
    'title|headline': 'text',
    'link|url': 'link',
    kicker: 'text',
    summary: 'text',
    author: 'text',
    date: 'datetime',
    image: 'image',
  },
  'a library catalogue': {
    'title|name': 'text',
    'link|url': 'link',
    author: 'text',
    publisher: 'text',
    year: 'integer',
    status: 'text',
    image: 'image',
  },
  'a league table': {
    Pos: 'integer',
    Team: 'text',
    'link|url': 'link',
    W: 'integer',
    GD: 'integer|number',
    Pts: 'integer',
  },
  'homes for sale': {
    price: 'price',
    address: 'text',
    'link|url': 'link',
    'bd|beds': 'integer|text',
    'sqft|size': 'integer|text',
    'agent|listed': 'text',
    image: 'image',
  },
  'classified advertisements': {
    'title|name': 'text',
    'link|url': 'link',
    price: 'price|text',
    'place|location': 'text',
    'date|time': 'text|datetime',
    'description|text': 'text',
    image: 'image',
  },
  'an index of files': { Name: 'text', 'link|url': 'link', 'Last modified': 'datetime', Size: 'text' },
};

/**
 * Returns the expected columns that are missing or have another name or type, and the total number of expected columns.
 */
function judge(some: readonly Listing[]) {
  const wrong: string[] = [];
  let count = 0;
  for (const listing of some) {
    const { fields } = tableOf(listing);
    const { name } = listing;
    for (const [names, type] of Object.entries(truth[name] ?? {})) {
      count++;
      if (!fields.some(({ field }) => names.split('|').includes(field.name) && type.split('|').includes(field.type)))
        wrong.push(`${name}: ${names} (${type})`);
    }
  }
  return { wrong, count };
}

describe.each([
  ['the first fifteen listings', listings, 72],
  ['the ten further listings', furtherListings, 46],
  ['the ten later listings', laterListings, 42],
  ['the ten everyday listings', everydayListings, 64],
] as const)('the columns of %s', (_, some, count) => {
  it('have natural names and types in nine of ten cases', () => {
    const judged = judge(some);
    expect(judged.count).toBe(count);
    expect(judged.wrong.length, judged.wrong.join('; ')).toBeLessThanOrEqual(count / 10);
  });
});

describe.each(all)('the table of $name', (listing) => {
  it('has a row for each record, and its recipe reads the same from a rebuilt page', () => {
    const table = tableOf(listing);
    expect(table.recipe).toBeDefined();
    expect(table.result?.rows).toHaveLength(table.records.length);
    const again = tableOfRecipe({ document: parseDocument(rebuilt(listing.html)), address }, table.recipe!);
    const values = table.fields.flatMap(({ field }) =>
      table.result!.rows.map((row) => JSON.stringify(row[field.name])),
    );
    const later = table.fields.flatMap(({ field }) =>
      table.result!.rows.map((_, at) => JSON.stringify(again.result?.rows[at]?.[field.name])),
    );
    const same = values.filter((value, at) => value === later[at]).length;
    expect(same / values.length).toBeGreaterThanOrEqual(0.95);
  });
});

/**
 * Returns a page as it would look after the next build of its site, with different hashes and additional wrapper
 * elements.
 */
const rebuilt = (html: string): string =>
  html
    .replace(/\bx[0-9a-z]{4,}q\d\b/g, (name) => `y${[...name].reverse().join('')}`)
    .replace('<main>', '<main><div class="notice-box"><p>We are moving.</p></div>')
    .replace('</main>', '<div class="newsletter-box"><p>News by mail.</p></div></main>');

describe('a column of phone numbers', () => {
  const typeFor = (label: string, values: readonly string[]) => {
    const items = values.map(
      (value, at) => `<li class="card"><h3>Grower ${at}</h3><dl><dt>${label}</dt><dd>${value}</dd></dl></li>`,
    );
    const document = parseDocument(`<main><ul>${items.join('')}</ul></main>`);
    const [pick] = findElements(document, ({ name }) => name === 'dd');
    const { fields } = buildTable({ document, address }, { ...request, picks: [pick!] });
    return fields.find(({ field }) => field.name === label)?.field.type;
  };

  it('is detected by a country code, a zero before groups, or its label', () => {
    expect(typeFor('Call', ['+49 30 5550 100', '+49 30 5550 101', '+44 20 7946 0000'])).toBe('phone');
    expect(typeFor('Call', ['030 5550 100', '(040) 5550 101', '030 5550-102'])).toBe('phone');
    expect(typeFor('Telephone', ['555 0100', '555 0101', '555 0102'])).toBe('phone');
  });

  it('is not detected in amounts', () => {
    expect(typeFor('People', ['1 250 000', '3 400 120', '980 555'])).toBe('integer');
    expect(typeFor('Change', ['+12', '+7', '-3'])).toBe('integer');
  });
});

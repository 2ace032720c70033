import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';

const schema = objectOf({
  price: { type: 'number' },
  brand: { type: 'string' },
  sku: { type: 'string' },
  availability: { enum: ['InStock', 'OutOfStock'] },
  start_date: { type: 'string', format: 'date' },
  rent: { type: 'number' },
});

describe('pages about something else', () => {
  it('an article is not an offer or event despite amounts, days, a brand class and a number in its URL', () => {
    const html = `<html><head><title>Fines rise</title></head><body><header><a class="navbar-brand" href="/">The Daily</a></header>
<article><h1>Fines rise</h1><p>By Jane Doe, 19 November 2026</p><p>Drivers face a fine of up to $250,000 and two years in prison, the court said on Tuesday in its ruling on the case.</p>
<p>The budget grew by $9 billion.</p><p>The report is available from the court and can be bought now in the shop of the ministry, it said.</p></article></body></html>`;
    expect(readByRules(html, { schema, url: 'https://example.com/2026/fines-rise-4711234' }).data).toEqual({});
  });

  it('an event is detected by its labels, and then reads the day near its headline', () => {
    const html =
      '<html><body><h1>Spring fair</h1><p>Saturday, 21 March 2026</p><p>Venue: Town Hall</p><p>Organizer: City Choir</p></body></html>';
    expect(readByRules(html, { schema }).data).toEqual({ start_date: '2026-03-21' });
  });

  it('a product in several sizes is in stock if one of them is', () => {
    const offer = (size: string, state: string) => ({
      '@type': 'Product',
      name: `Boot`,
      sku: size,
      offers: { price: 10, availability: state },
    });
    const html = `<html><head><script type="application/ld+json">${JSON.stringify([offer('a', 'OutOfStock'), offer('b', 'InStock')])}</script></head><body><h1>Boot</h1></body></html>`;
    expect(readByRules(html, { schema }).data).toMatchObject({ availability: 'InStock', price: 10 });
  });

  it('a disabled button does not mean in stock, and no stock is invented', () => {
    const page = (button: string) => `<html><body><h1>Boot</h1><p class="price">€ 10</p>${button}</body></html>`;
    const ask = (button: string) => readByRules(page(button), { schema }).data as Record<string, unknown>;
    expect(ask('<button>Add to cart</button>').availability).toBe('InStock');
    expect(ask('<button disabled>Add to cart</button>').availability).toBeUndefined();
    expect(ask('<button disabled>Add to cart</button><p>Sold out</p>').availability).toBe('OutOfStock');
    expect(ask('').availability).toBeUndefined();
  });
});

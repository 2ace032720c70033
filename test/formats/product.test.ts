import { expect, it } from 'vitest';
import { readFormat } from '../support/read-format';

const product = (html: string, url?: string) => readFormat(html, { type: 'product' }, url ? { url } : {});
const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

it('reads the variants of a product group in JSON-LD', async () => {
  const html = `<html lang="en"><head><title>Trail Jacket</title>${jsonLd({
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    name: 'Trail Jacket',
    brand: { '@type': 'Brand', name: 'Northpeak' },
    category: 'Jackets',
    description: 'A light jacket for rain.',
    productGroupID: 'TJ',
    variesBy: ['https://schema.org/size', 'https://schema.org/color'],
    hasVariant: [
      {
        '@type': 'Product',
        sku: 'TJ-S-BLU',
        name: 'Trail Jacket S blue',
        size: 'S',
        color: 'blue',
        image: '/s-blue.jpg',
        offers: {
          '@type': 'Offer',
          price: '89.90',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            priceType: 'https://schema.org/StrikethroughPrice',
            price: 120,
            priceCurrency: 'EUR',
          },
        },
      },
      {
        '@type': 'Product',
        sku: 'TJ-M-BLU',
        name: 'Trail Jacket M blue',
        size: 'M',
        color: 'blue',
        offers: { '@type': 'Offer', price: 99, priceCurrency: 'EUR', availability: 'https://schema.org/OutOfStock' },
      },
    ],
  })}</head><body><main><h1>Trail Jacket</h1><img src="/s-blue.jpg" alt="The jacket in blue"><p>€89.90</p>
  <p>A light jacket for rain.</p></main></body></html>`;
  const { value, warning } = await product(html, 'https://shop.example/jacket');
  expect(value).toEqual({
    title: 'Trail Jacket',
    brand: 'Northpeak',
    category: 'Jackets',
    url: 'https://shop.example/jacket',
    description: 'A light jacket for rain.',
    variants: [
      {
        sku: 'TJ-S-BLU',
        title: 'Trail Jacket S blue',
        values: { size: 'S', color: 'blue' },
        price: { amount: 89.9, currency: 'EUR', formatted: '€89.90' },
        sale: { originalPrice: { amount: 120, currency: 'EUR' } },
        availability: { inStock: true, text: 'InStock' },
        images: [{ url: 'https://shop.example/s-blue.jpg', alt: 'The jacket in blue' }],
      },
      {
        sku: 'TJ-M-BLU',
        title: 'Trail Jacket M blue',
        values: { size: 'M', color: 'blue' },
        price: { amount: 99, currency: 'EUR' },
        availability: { inStock: false, text: 'OutOfStock' },
      },
    ],
  });
  expect(warning).toBe('');
});

it('reads offers that have numbers of their own as variants', async () => {
  const html = `${jsonLd({
    '@type': 'Product',
    name: 'Olive oil',
    offers: [
      { '@type': 'Offer', sku: 'OIL-250', name: '250 ml', price: 7.5, priceCurrency: 'EUR', availability: 'InStock' },
      { '@type': 'Offer', sku: 'OIL-500', name: '500 ml', price: 12, priceCurrency: 'EUR', availability: 'SoldOut' },
    ],
  })}<h1>Olive oil</h1>`;
  const { value } = await product(html);
  expect(value).toMatchObject({
    variants: [
      { sku: 'OIL-250', title: '250 ml', price: { amount: 7.5 }, availability: { inStock: true } },
      { sku: 'OIL-500', title: '500 ml', price: { amount: 12 }, availability: { inStock: false } },
    ],
  });
});

it('reads microdata and the visible page, without null', async () => {
  const html = `<html lang="de"><title>Teekanne Luna</title><main itemscope itemtype="https://schema.org/Product">
    <h1 itemprop="name">Teekanne Luna</h1><span itemprop="brand">Keramik Nord</span>
    <p>Artikelnummer: <span itemprop="sku">TK-77</span></p>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
    <span itemprop="price" content="34.90">34,90 €</span><link itemprop="availability" href="https://schema.org/InStock"></div>
    <img itemprop="image" src="/luna.jpg" alt="Teekanne"></main>`;
  const { value } = await product(html, 'https://keramik.example/luna');
  expect(value).toEqual({
    title: 'Teekanne Luna',
    brand: 'Keramik Nord',
    url: 'https://keramik.example/luna',
    variants: [
      {
        sku: 'TK-77',
        price: { amount: 34.9, currency: 'EUR', formatted: '34,90 €' },
        availability: { inStock: true, text: 'InStock' },
        images: [{ url: 'https://keramik.example/luna.jpg', alt: 'Teekanne' }],
      },
    ],
  });
});

const plainShop = (state: string) => `<html lang="en"><title>Canvas bag</title><body><main><h1>Canvas bag</h1>
  <p class="price">$24.00</p><p>In stock</p><button>Add to cart</button>
  <p>Brand: Harbour</p><p>A bag made of heavy canvas with long handles.</p>${state}</main></body></html>`;

it('reads a page without markup by price and stock, with the sizes of its list as variants', async () => {
  const { value } = await product(
    plainShop(
      '<label for="s">Size</label><select id="s"><option value="">Choose</option><option>Small</option><option>Large (sold out)</option></select>',
    ),
  );
  expect(value).toMatchObject({
    title: 'Canvas bag',
    variants: [
      { title: 'Small', values: { Size: 'Small' }, price: { amount: 24 }, availability: { inStock: true } },
      { title: 'Large', values: { Size: 'Large' }, price: { amount: 24 }, availability: { inStock: false } },
    ],
  });
});

it('reads variants in the state of the page, amounts in cents included', async () => {
  const state = {
    product: {
      variants: [
        { id: 11, sku: 'BAG-R', title: 'Red', price: 2400, compare_at_price: 3000, available: true, option1: 'Red' },
        { id: 12, sku: 'BAG-G', title: 'Green', price: 2600, available: false, option1: 'Green' },
      ],
    },
  };
  const { value } = await product(plainShop(`<script type="application/json">${JSON.stringify(state)}</script>`));
  expect(value).toMatchObject({
    variants: [
      {
        id: '11',
        sku: 'BAG-R',
        values: { option1: 'Red' },
        price: { amount: 24 },
        sale: { originalPrice: { amount: 30 } },
        availability: { inStock: true },
      },
      { id: '12', price: { amount: 26 }, availability: { inStock: false } },
    ],
  });
});

it('omits the price of a range and says so', async () => {
  const html = `${jsonLd({
    '@type': 'Product',
    name: 'Rug',
    offers: { '@type': 'AggregateOffer', lowPrice: 50, highPrice: 200, priceCurrency: 'EUR' },
  })}<h1>Rug</h1><p>50 € – 200 €</p>`;
  const { value, warning } = await product(html);
  expect(value).toMatchObject({ title: 'Rug', variants: [expect.not.objectContaining({ price: expect.anything() })] });
  expect(warning).toContain('no single price');
});

it.each([
  [
    'an article',
    '<title>Harbour news</title><h1>Harbour news</h1><p>The new pier cost $24 million and opened on Monday.</p>',
  ],
  [
    'a list of products',
    `<title>Bags</title>${jsonLd([
      { '@type': 'Product', name: 'Bag A', offers: { price: 10, priceCurrency: 'EUR' } },
      { '@type': 'Product', name: 'Bag B', offers: { price: 12, priceCurrency: 'EUR' } },
    ])}<h1>Bags</h1>`,
  ],
])('is absent with a warning on %s', async (_, html) => {
  const { value, warning } = await product(html);
  expect(value).toBeUndefined();
  expect(warning).toMatch(/product/);
});

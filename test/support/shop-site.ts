import { createServer } from 'node:http';
import { closeLocally, listenLocally } from './local-server';

/** A shop with a product list, a page for each product, and a page about the company. It counts incoming requests. */
export interface ShopSite {
  readonly url: string;
  hits(path: string): number;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  /** Replaces a page. */
  put(path: string, body: string, status?: number): void;
  /** Makes the shop stop responding to a path. */
  hold(path: string): void;
  /** Sets the delay of all later responses, in ms. */
  slow(ms: number): void;
  close(): Promise<void>;
}

/** Names, SKUs and prices of the shop's products. */
export const products = [
  { name: 'Copper kettle', sku: 'CK-1', price: 49.9 },
  { name: 'Iron pan', sku: 'IP-2', price: 35 },
  { name: 'Oak board', sku: 'OB-3', price: 18.5 },
  { name: 'Linen towel', sku: 'LT-4', price: 9.95 },
] as const;

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title} | Hearth &amp; Co</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** Returns a product page with structured data. */
export const productPage = ({
  name,
  sku,
  price,
}: {
  readonly name: string;
  readonly sku: string;
  readonly price: number;
}) =>
  html(
    name,
    `<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name,
      sku,
      offers: { '@type': 'Offer', price: String(price), priceCurrency: 'EUR' },
    })}</script><p>A good ${name.toLowerCase()} that is made by hand in a small workshop and lasts a lifetime of daily use.</p>
<p class="price">€ ${price.toFixed(2)}</p><button>Add to cart</button>`,
  );

const listPage = html(
  'All products',
  `<ul class="grid">${products
    .map(
      ({ name, price }, index) =>
        `<li class="card"><h3><a href="/product/${index}">${name}</a></h3><span class="price">€ ${price.toFixed(2)}</span></li>`,
    )
    .join('')}</ul><p><a href="/about">About us</a> <a href="/private/prices">Price list</a></p>`,
);

const aboutPage = html(
  'About us',
  `<p>Hearth &amp; Co sells things for the kitchen since 1911, from a small shop at the harbour.</p>
<dl><dt>Email</dt><dd>shop@hearth.example</dd><dt>Phone</dt><dd>+49 40 123456</dd></dl>`,
);

const types: Readonly<Record<string, string>> = { '.txt': 'text/plain', '.json': 'application/json' };

/** Starts the shop on a free loopback port. */
export async function startShopSite(): Promise<ShopSite> {
  const asked: string[] = [];
  const pages = new Map<string, { readonly body: string; readonly status: number }>();
  const held = new Set<string>();
  const put = (path: string, body: string, status = 200) => void pages.set(path, { body, status });
  put('/', listPage);
  put('/about', aboutPage);
  put('/private/prices', html('Price list', '<p>Not for robots.</p>'));
  for (const [index, product] of products.entries()) put(`/product/${index}`, productPage(product));
  put('/robots.txt', 'User-agent: *\nDisallow: /private/\n');
  let waitMs = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    if (held.has(path)) return;
    const page = pages.get(path) ?? { body: html('Nothing here', '<p>There is no such page.</p>'), status: 404 };
    const type = types[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'text/html; charset=utf-8';
    const send = () => void response.writeHead(page.status, { 'content-type': type }).end(page.body);
    if (waitMs > 0) setTimeout(send, waitMs);
    else send();
  });
  return {
    url: await listenLocally(server),
    asked,
    hits: (path) => asked.filter((one) => one === path).length,
    put,
    hold: (path) => void held.add(path),
    slow: (ms) => {
      waitMs = ms;
    },
    close: () => closeLocally(server),
  };
}

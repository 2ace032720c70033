/** A product of a made-up shop. */
export interface Product {
  readonly name: string;
  readonly price: number;
  readonly sku: string;
  readonly brand: string;
  readonly image: string;
  /** False for one that is sold out. */
  readonly inStock: boolean;
}

const things = ['kettle', 'pan', 'board', 'towel', 'knife', 'bowl', 'jug', 'grater', 'sieve', 'ladle', 'whisk'];
const makers = ['Hearth', 'Norda', 'Belmonte', 'Kinsley'];

/** The n-th product; no two are alike. */
export function product(n: number): Product {
  const thing = things[n % things.length]!;
  const name = `${['Copper', 'Iron', 'Oak', 'Linen', 'Steel'][n % 5]} ${thing} No. ${n + 1}`;
  const price = Math.round((7.35 + n * 13.7) * 100) / 100;
  const sku = `${thing.slice(0, 2).toUpperCase()}-${1000 + n * 7}`;
  return { name, price, sku, brand: makers[n % 4]!, image: `/images/${sku}.jpg`, inStock: n % 5 !== 3 };
}

/** Fields that are asked for. */
export const productSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    sku: { type: 'string' },
    brand: { type: 'string' },
  },
};

/** What a template makes of the names of classes. */
export type Naming = (name: string) => string;
export const plainNames: Naming = (name) => name;

/** Class names as style libraries make them, other ones with every seed. */
export const hashedNames =
  (seed: number): Naming =>
  (name) => {
    let hash = seed * 2654435761;
    for (const char of name) hash = (Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0) + seed;
    const letters = hash.toString(36).padStart(7, 'q');
    return `sc-${letters.slice(0, 6)} ${letters.slice(1, 6).replace(/\d/g, 'x')}K`;
  };

/** Price as the shop writes it. */
export const money = (price: number): string => `€${price.toFixed(2)}`;

/** What a template may change. */
export interface Template {
  readonly className?: Naming;
  readonly before?: string;
  readonly inside?: string;
  /** Replaces a part of the page. */
  readonly change?: (html: string) => string;
}

/** The page of a product: headline, price, table of facts, and other products with their prices. */
export function productPage(n: number, { className = plainNames, before = '', inside = '', change }: Template = {}) {
  const { name, price, sku, brand, image, inStock } = product(n);
  const c = (text: string) => ` class="${className(text)}"`;
  const related = [n + 3, n + 5]
    .map((other) => product(other))
    .map(
      (one) =>
        `<li${c('related-item')}><a href="/p/${one.sku}">${one.name}</a><span${c('price')}>${money(one.price)}</span></li>`,
    );
  const html = `<!doctype html><html lang="en"><head><title>${name} | Hearth &amp; Co</title></head><body>${before}
<header${c('site-header')}><nav><a href="/">Home</a><a href="/p/">Products</a></nav></header>
<main${c('content')}><div${c('product')}>${inside}<h1${c('product-title')}>${name}</h1>
<img${c('product-image')} src="${image}" alt=""><div${c('buy-box')}><div${c('price')}>${money(price)}</div>
<p${c('stock')}>${inStock ? 'In stock' : 'Sold out'}</p><button${c('add-to-cart')}${inStock ? '' : ' disabled'}>Add to cart</button></div>
<table${c('facts')}><tr><th>Brand</th><td>${brand}</td></tr><tr><th>SKU</th><td>${sku}</td></tr><tr><th>Weight</th><td>${n + 2} kg</td></tr></table>
<p${c('description')}>A good thing for the kitchen that lasts a lifetime of daily use in any household of this town.</p></div>
<section${c('related')}><h2>Others bought</h2><ul>${related.join('')}</ul></section></main><footer><p>Hearth &amp; Co, 1 Harbour Street</p></footer></body></html>`;
  return change ? change(html) : html;
}

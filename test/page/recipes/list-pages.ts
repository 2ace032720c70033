import { money, type Naming, plainNames, product } from './product-pages';

/** Layouts of a product list. */
export const layouts = ['cards', 'rows', 'grid of links'] as const;

/** Schema for extracting the product list. */
export const listSchema = {
  type: 'object',
  properties: {
    products: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' }, url: { type: 'string', format: 'uri' } },
      },
    },
  },
};

/** Returns the products on the n-th page of the list. */
export const listed = (n: number) => Array.from({ length: 6 + (n % 3) }, (_, index) => product(n * 10 + index));

/** Renders the n-th page of the list, with an ad among the records. */
export function listPage(n: number, layout: (typeof layouts)[number], className: Naming = plainNames): string {
  const c = (text: string) => ` class="${className(text)}"`;
  const records = listed(n).map(({ name, price, sku, image }) => {
    const link = `/p/${sku}`;
    if (layout === 'rows')
      return `<tr><td><a href="${link}">${name}</a></td><td>${sku}</td><td>${money(price)}</td></tr>`;
    if (layout === 'cards')
      return `<li${c('product-card')}><img src="${image}" alt=""><h3${c('card-title')}><a href="${link}">${name}</a></h3><div${c('card-foot')}><span${c('price')}>${money(price)}</span><button>Buy</button></div></li>`;
    return `<a${c('tile')} href="${link}"><figure><img src="${image}" alt=""></figure><strong>${name}</strong> <em>${money(price)}</em></a>`;
  });
  const body =
    layout === 'rows'
      ? `<table${c('products')}><thead><tr><th>Product</th><th>Number</th><th>Price</th></tr></thead><tbody>${records.join('')}</tbody></table>`
      : layout === 'cards'
        ? `<ul${c('results')}>${records.slice(0, 2).join('')}<li${c('promo')}><p>Free delivery above €50</p></li>${records.slice(2).join('')}</ul>`
        : `<div${c('tiles')}>${records.join('')}</div>`;
  return `<!doctype html><html lang="en"><head><title>Products, page ${n + 1}</title></head><body><nav${c('menu')}><a href="/">Home</a><a href="/about">About</a></nav><main><h1>Products</h1>${body}<p><a rel="next" href="?page=${n + 2}">Next</a></p></main></body></html>`;
}

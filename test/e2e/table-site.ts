import { createServer } from 'node:http';
import { closeLocally, listenLocally } from '../support/local-server';

/** A product in the listings. */
export interface Product {
  readonly title: string;
  readonly price: number;
  readonly image: string;
  readonly link: string;
}

/** A site with product lists, each with different markup. */
export interface TableSite {
  readonly url: string;
  products(from: number, count: number): readonly Product[];
  close(): Promise<void>;
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const frame = (body: string, script = '') =>
  `<!doctype html><html lang="en"><head><title>Lamps</title><style>.card,li{display:inline-block;width:180px;margin:4px}img{width:40px;height:40px}</style></head><body>
<header><nav><a href="/">Home</a> <a href="/about">About</a> <a href="/terms">Terms</a></nav></header>
<main><h1>Lamps by the harbour</h1>${body}</main><footer><p>All prices with tax.</p></footer>${script && `<script>${script}</script>`}</body></html>`;
const price = (id: number): string => `€ ${(id * 3 + 0.5).toFixed(2)}`;
const parts = (id: number): string =>
  `<a href="/p/${id}"><img src="/i/${id}.png" alt=""></a><h3><a href="/p/${id}">Lamp number ${id}</a></h3><span class="price">${price(id)}</span>`;
const card = (id: number): string => `<article class="card">${parts(id)}<button>Add to cart</button></article>`;
const pager = (path: string, at: number, most: number): string =>
  `<nav class="pager">${at > 1 ? `<a href="${path}?page=${at - 1}">Previous</a> ` : ''}${at < most ? `<a class="next" href="${path}?page=${at + 1}">Next</a>` : ''}</nav>`;
const hash = (seed: number): string => `x${((seed * 2654435761) >>> 0).toString(36)}q`;
const random = (id: number): string =>
  `<div class="${hash(id)}"><a class="${hash(id + 100)}" href="/p/${id}"><img class="${hash(id + 200)}" src="/i/${id}.png" alt=""></a><div class="${hash(id + 300)}"><span class="${hash(id + 400)}">Lamp number ${id}</span><span class="${hash(id + 500)}">${price(id)}</span></div></div>`;
const rows = range(1, 20)
  .map(
    (id) =>
      `${id % 10 === 1 ? `<tr><td colspan="4"><b>Part ${id}</b></td></tr>` : ''}<tr>${id % 5 === 1 ? `<td rowspan="5">Shelf ${(id + 4) / 5}</td>` : ''}<td>Lamp number ${id}</td><td>${id}</td><td>${price(id)}</td></tr>`,
  )
  .join('');
const growing = (start: string): string => `
  let at = 0; const list = document.querySelector('.grid');
  const add = () => { for (let end = Math.min(at + 20, 60); at < end;) { at++; list.insertAdjacentHTML('beforeend', ${JSON.stringify(card(0))}.replaceAll('number 0', 'number ' + at).replaceAll('/0', '/' + at).replace('€ 0.50', '€ ' + (at * 3 + 0.5).toFixed(2))); } };
  add(); ${start}`;

const detail = (id: number): string =>
  frame(
    `<h2>Lamp number ${id}</h2><dl><dt>Weight</dt><dd class="weight">${id} kg</dd><dt>Made of</dt><dd class="material">${['Brass', 'Oak', 'Glass'][id % 3]}</dd></dl><p><a href="/p/${id + 1}">Lamp number ${id + 1}</a> <a href="/p/${id + 2}">Lamp number ${id + 2}</a></p>`,
  );
/** Talks grouped by day: three talks on each of four days. */
const talks = ['Monday', 'Tuesday', 'Wednesday', 'Thursday']
  .map(
    (day, at) =>
      `<section class="day"><h2>${day}</h2><p class="host">Host ${at}</p><ul>${[1, 2, 3].map((talk) => `<li class="talk"><h3>Talk ${at}${talk}</h3><b class="price">€ ${at + talk}.50</b></li>`).join('')}</ul></section>`,
  )
  .join('');

const pages: Readonly<Record<string, (page: number) => string>> = {
  '/shop': (page) =>
    frame(
      `<div class="grid">${range(page * 20 - 19, 20)
        .map(card)
        .join('')}</div>${pager('/shop', page, 3)}`,
    ),
  '/dollars': () => frame(`<div class="grid">${range(1, 20).map(card).join('').replaceAll('€ ', '$')}</div>`),
  '/long': () => frame(`<div class="grid">${range(1, 150).map(card).join('')}</div>`),
  '/talks': () => frame(talks),
  '/random': () => frame(`<div class="${hash(7)}">${range(1, 20).map(random).join('')}</div>`),
  '/spans': () =>
    frame(
      `<table><thead><tr><th>Shelf</th><th>Item</th><th>Number</th><th>Price</th></tr></thead><tbody>${rows}<tr><td colspan="3">Total</td><td>€ 640.00</td></tr></tbody></table>`,
    ),
  '/button': () =>
    frame(
      '<div class="grid"></div><button id="more">Load more</button>',
      growing(
        "const more = document.querySelector('#more'); more.onclick = () => { setTimeout(() => { add(); if (at === 60) more.remove(); }, 20); };",
      ),
    ),
  '/endless': () =>
    frame(
      '<div class="grid" style="width: 400px"></div><div class="infinite-scroll-sentinel" aria-busy="true">Loading…</div>',
      growing(
        'onscroll = () => { if (innerHeight + scrollY > document.documentElement.scrollHeight - 80) setTimeout(add, 20); };',
      ),
    ),
  '/frame': () =>
    frame('<p>The list is in the frame.</p><iframe src="/shop" width="800" height="600" title="List"></iframe>'),
  '/shadow': () =>
    frame(
      '<lamp-list></lamp-list>',
      `document.querySelector('lamp-list').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(range(1, 20).map(card).join(''))};`,
    ),
};

/** Image served for every lamp. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Serves the lists on a loopback port. */
export async function startTableSite(): Promise<TableSite> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    if (/^\/i\/\d+\.png$/.test(pathname)) {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.end(picture);
      return;
    }
    const lamp = /^\/p\/(\d+)$/.exec(pathname)?.[1];
    const page = lamp ? detail(Number(lamp)) : pages[pathname]?.(Number(searchParams.get('page') ?? 1));
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? 'None');
  });
  const url = await listenLocally(server);
  return {
    url,
    products: (from, count) =>
      range(from, count).map((id) => ({
        title: `Lamp number ${id}`,
        price: id * 3 + 0.5,
        image: `${url}/i/${id}.png`,
        link: `${url}/p/${id}`,
      })),
    close: () => closeLocally(server),
  };
}

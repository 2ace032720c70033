import { createServer } from 'node:http';
import { closeLocally, listenLocally } from './local-server';

/** A site that shows data only after controls on the page have been used. It records all requests. */
export interface DrivenSite {
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly asked: readonly string[];
  /** Sets the delay of responses to a path, in ms. */
  slow(path: string, ms: number): void;
  close(): Promise<void>;
}

const kettle = (n: number): string =>
  `<li class="card"><h3><a href="/item/${n}">Kettle ${n}</a></h3><span class="price">€ ${n}.90</span></li>`;
const kettles = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) => kettle(from + n)).join('');
const page = (title: string, body: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${more}<main><h1>${title}</h1>${body}</main></body></html>`;
const list = (from: number, count: number): string => `<ul class="grid" id="list">${kettles(from, count)}</ul>`;
const grows = `const add = async () => { const from = document.querySelectorAll('.card').length + 1;
  const text = await (await fetch('/api/kettles?from=' + from)).text(); document.getElementById('list').insertAdjacentHTML('beforeend', text); return text; };`;

/** Returns a page with three products. */
function numbered(path: string, number: number, last: number): string {
  const links = Array.from({ length: last }, (_, n) => n + 1).map((n) =>
    n === number ? `<strong>${n}</strong>` : `<a href="${path}?page=${n}">${n}</a>`,
  );
  const next = number < last ? `<a href="${path}?page=${number + 1}">Next</a>` : '<span class="disabled">Next</span>';
  return page('Kettles', `${list(number * 3 - 2, 3)}<nav class="pagination">${links.join(' ')} ${next}</nav>`);
}

const pages: Readonly<Record<string, string>> = {
  '/more': page(
    'More kettles',
    `${list(1, 4)}<button id="more">Load more</button><script>${grows}
     document.getElementById('more').onclick = async ({ target }) => { await add(); if (document.querySelectorAll('.card').length >= 16) target.remove(); };</script>`,
  ),
  '/endless': page(
    'Endless kettles',
    `${list(1, 8)}<div style="height:900px"></div><script>${grows}
     let busy = false; addEventListener('scroll', async () => { if (busy || document.querySelectorAll('.card').length >= 20) return; busy = true; await add(); busy = false; });</script>`,
  ),
  '/script-pages': page(
    'Kettles of a script',
    `${list(1, 3)}<div class="pagination"><button class="current">1</button><button onclick="show(2)">2</button><button onclick="show(3)">3</button><button id="next" onclick="show(now + 1)">Next</button></div>
     <script>let now = 1; const show = async (n) => { now = n; const text = await (await fetch('/api/kettles?from=' + (n * 3 - 2) + '&count=3')).text();
     document.getElementById('list').innerHTML = text; document.getElementById('next').disabled = n === 3;
     document.querySelectorAll('.pagination button').forEach((one, at) => { one.className = at === n - 1 ? 'current' : ''; }); };</script>`,
  ),
  '/parts': page(
    'Copper kettle',
    `<div role="tablist"><button role="tab" aria-selected="true">Overview</button><button role="tab" id="data" aria-selected="false">Data</button><button role="tab" id="buy">Buy now</button></div>
     <div id="panel"><p>A kettle of hammered copper for a lifetime of daily use in a small kitchen.</p></div>
     <h2><button aria-expanded="false" id="care">Care</button></h2><div id="care-text"></div>
     <script>document.getElementById('data').onclick = () => { document.getElementById('panel').innerHTML = '<dl><dt>SKU</dt><dd>CK-77</dd><dt>Colour</dt><dd>Copper red</dd></dl>'; };
     document.getElementById('care').onclick = () => { document.getElementById('care-text').innerHTML = '<dl><dt>Material</dt><dd>Hammered copper</dd></dl>'; };
     document.getElementById('buy').onclick = () => fetch('/bought', { method: 'POST' });</script>`,
  ),
  '/find': page(
    'Hearth',
    `<p>Welcome to our shop for all that a kitchen needs, since 1911 at the harbour.</p>
     <form method="post" action="/comment"><textarea name="comment"></textarea><button>Search</button></form>
     <form method="get" action="/login"><input name="q" placeholder="Search"><input type="password" name="pin"><button>Go</button></form>
     <form method="post" action="/mail"><input type="email" name="mail"><button>Subscribe</button></form>`,
    '<form role="search" action="/results"><input name="q" type="search" aria-label="Search the shop"><input type="hidden" name="sort" value="name"></form>',
  ),
  '/trap': page(
    'Kettles with a trap',
    `${list(1, 3)}<button onclick="document.getElementById('order').submit()">Load more</button><form id="order" method="post" action="/order"><input type="hidden" name="what" value="7"></form>`,
  ),
  '/away': page(
    'Kettles that lead away',
    `${list(1, 3)}<button onclick="location = 'http://localhost:' + location.port + '/elsewhere'">Load more</button>`,
  ),
  '/loop': page('Kettles in a loop', `${list(1, 3)}<nav class="pagination"><a href="/loop?page=2">Next</a></nav>`),
  '/item/7': page(
    'Kettle 7',
    '<p>The seventh kettle of our shop, made by hand.</p><dl><dt>SKU</dt><dd>K-7</dd><dt>Price</dt><dd>€ 7.90</dd></dl>',
  ),
};

function answerTo(url: URL): string | undefined {
  const { pathname, searchParams } = url;
  if (pathname === '/list' || pathname === '/shelf')
    return numbered(pathname, Number(searchParams.get('page') ?? 1), 4);
  if (pathname === '/loop')
    return pages['/loop']?.replace(/page=\d+/, `page=${Number(searchParams.get('page') ?? 1) + 1}`);
  if (pathname === '/api/kettles')
    return kettles(Number(searchParams.get('from')), Number(searchParams.get('count') ?? 4));
  if (pathname === '/results') {
    return page(
      `Results for ${searchParams.get('q')}`,
      '<p>We found one product for you.</p><p><a href="/item/7">Kettle 7</a></p>',
    );
  }
  return pages[pathname];
}

/** Starts the site on a free loopback port. */
export async function startDrivenSite(): Promise<DrivenSite> {
  const asked: string[] = [];
  const waits = new Map<string, number>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    if (url.pathname !== '/favicon.ico') asked.push(`${request.method} ${request.url}`);
    const body = answerTo(url);
    const send = () =>
      void response
        .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
        .end(body ?? 'Nothing here.');
    const wait = waits.get(url.pathname + url.search) ?? 0;
    if (wait > 0) setTimeout(send, wait);
    else send();
  });
  return {
    url: await listenLocally(server),
    asked,
    slow: (path, ms) => void waits.set(path, ms),
    close: () => closeLocally(server),
  };
}

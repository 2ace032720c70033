/** Servers for the kill bench: a site that records all requests, and a receiver that records all notifications. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const words =
  'harbour market engine bridge winter signal paper garden history machine letter forest copper railway'.split(' ');

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

async function listen(server) {
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${server.address().port}`;
}

/** Returns about 5 KB of text, identical on every visit. */
function articleOf(page) {
  const sentence = (n) =>
    Array.from({ length: 12 }, (_, k) => words[(page * 7 + n * 5 + k * 3) % words.length]).join(' ');
  const paragraphs = Array.from(
    { length: 8 },
    (_, n) => `<p>${sentence(n)}, ${sentence(n + 1)}, and ${sentence(n + 2)}.</p>`,
  );
  return `<article><h1>Page ${page}</h1><p>MARK${page}X</p>${paragraphs.join('\n')}</article>`;
}

const linksOf = (page, pages) =>
  Array.from({ length: 8 }, (_, k) => page * 8 + k + 1)
    .concat([(page * 31) % pages, (page * 17 + 5) % pages])
    .filter((to) => to < pages)
    .map((to) => `<li><a href="/p/${to}">Page ${to}</a></li>`)
    .join('');

const plainPage = (page, pages) => `<main>${articleOf(page)}</main><ul>${linksOf(page, pages)}</ul>`;

/** Returns a page whose article appears only after the page's script has run. */
function scriptedPage(page, pages) {
  const html = JSON.stringify(plainPage(page, pages)).replaceAll('<', '\\u003c');
  return `<div id="root">Loading…</div><script>setTimeout(()=>{document.getElementById('root').innerHTML=${html}},30)</script>`;
}

/**
 * Starts a site with `pages` pages that form a tree with cross links. Counts the requests for each page, separately for
 * each run of the engine.
 */
export async function startKillSite({ pages, scripted, delayMs }) {
  const visits = new Map();
  const site = { life: 0, total: 0, open: 0 };
  const server = createServer((request, response) => {
    const page = Number(/^\/p\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    if (!(page < pages)) return void response.writeHead(404).end();
    site.total += 1;
    site.open += 1;
    const lives = visits.get(page) ?? [];
    visits.set(page, [...lives, site.life]);
    const html = (scripted ? scriptedPage : plainPage)(page, pages);
    response.once('close', () => {
      site.open -= 1;
    });
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><html lang="en"><title>Page ${page}</title><body>${html}</body></html>`);
    }, delayMs);
  });
  const url = await listen(server);
  return {
    url,
    state: site,
    visits,
    reset() {
      visits.clear();
      Object.assign(site, { life: 0, total: 0 });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts a webhook receiver. It responds with 200 and stores the ID, type and hash of each notification. */
export async function startKillReceiver() {
  const notices = new Map();
  const counts = { received: 0, completed: 0 };
  const server = createServer(async (request, response) => {
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The client disconnected because it was killed, so the notification does not count as received.
      return;
    }
    const bytes = Buffer.concat(chunks);
    const { webhookId, type, data } = JSON.parse(bytes.toString());
    counts.received += 1;
    if (type.endsWith('.completed')) counts.completed += 1;
    const known = notices.get(webhookId);
    const hash = hashOf(bytes);
    if (known) {
      known.times += 1;
      known.hashes.add(hash);
    } else {
      notices.set(webhookId, { type, url: data[0]?.metadata?.sourceURL, times: 1, hashes: new Set([hash]) });
    }
    response.writeHead(200).end();
  });
  const url = await listen(server);
  return {
    url,
    notices,
    counts,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

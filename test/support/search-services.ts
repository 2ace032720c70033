import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeLocally, listenLocally } from './local-server';

/** Services whose protocols the server supports. */
export type SearchService = 'brave' | 'tavily' | 'duckduckgo';

/** A received request. */
export interface SearchCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Fields of the query string or the body. */
  // biome-ignore lint/suspicious/noExplicitAny: fields of three protocols
  readonly fields: any;
}

/** A server that imitates Brave Search, Tavily and the DuckDuckGo page. */
export interface SearchServices {
  /** Returns the base URL of a service. */
  base(service: SearchService): string;
  readonly calls: readonly SearchCall[];
  /** Sets the number of results of all later searches. Clears the recorded calls. */
  finds(count: number): void;
  /** Makes the server answer every request with the given status and body until `finds` is called. */
  fails(status: number, body: string): void;
  close(): Promise<void>;
}

const key = 'search-key-123';
const pageOf = (index: number) => `https://site-${index}.example/page?a=1&b=2`;

/** Starts the server on a free port. The key is `search-key-123`. */
export async function startSearchServices(): Promise<SearchServices> {
  const calls: SearchCall[] = [];
  let count = 3;
  let failure: { readonly status: number; readonly body: string } | undefined;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://search');
    const body = await text(request);
    const fields = Object.fromEntries(request.method === 'GET' ? searchParams : fieldsOf(request, body));
    calls.push({ path: pathname, headers: request.headers, fields });
    if (failure) return void response.writeHead(failure.status).end(failure.body);
    if (pathname.startsWith('/brave/'))
      return send(response, braveAnswer(request, pathname, fields as Record<string, string>, count));
    if (pathname === '/tavily/search') return send(response, tavilyAnswer(request, fields, count));
    response.writeHead(200, { 'content-type': 'text/html' }).end(duckPage(Number(fields.s ?? 0), count));
  });
  const origin = await listenLocally(server);
  return {
    base: (service) => `${origin}/${service}${service === 'duckduckgo' ? '/html/' : ''}`,
    calls,
    finds(next) {
      calls.length = 0;
      count = next;
      failure = undefined;
    },
    fails(status, body) {
      failure = { status, body };
    },
    close: () => closeLocally(server),
  };
}

const fieldsOf = (request: IncomingMessage, body: string): Iterable<readonly [string, unknown]> =>
  request.headers['content-type']?.includes('json') ? Object.entries(JSON.parse(body)) : new URLSearchParams(body);

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const send = (response: ServerResponse, { status, body }: Reply): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

function braveAnswer(request: IncomingMessage, path: string, fields: Record<string, string>, found: number): Reply {
  if (request.headers['x-subscription-token'] !== key)
    return { status: 422, body: { type: 'ErrorResponse', error: { code: 'SUBSCRIPTION_TOKEN_INVALID' } } };
  const size = Number(fields.count);
  const from = Number(fields.offset ?? 0) * size;
  const all = Array.from({ length: found }, (_, index) => ({
    ...{ title: `Kettle &amp; <strong>pan</strong> ${index}`, url: pageOf(index) },
    ...{ description: 'A <strong>copper</strong> kettle &#x27;new&#x27;', page_age: '2026-11-20T10:00:00' },
    ...{ thumbnail: { src: `https://img.example/${index}.png` } },
    ...(path.includes('/images/')
      ? { properties: { url: `https://site-${index}.example/full.png`, width: 640, height: 480 } }
      : {}),
  }));
  const results = all.slice(from, from + size);
  return { status: 200, body: path.includes('/web/') ? { type: 'search', web: { results } } : { results } };
}

function tavilyAnswer(request: IncomingMessage, fields: Record<string, unknown>, found: number): Reply {
  if (request.headers.authorization !== `Bearer ${key}`)
    return { status: 401, body: { detail: { error: 'Unauthorized: missing or invalid API key.' } } };
  const count = Math.min(found, Number(fields.max_results));
  const results = Array.from({ length: count }, (_, index) => ({
    ...{ url: pageOf(index), title: `Kettle ${index}`, content: 'A copper kettle', score: 0.9, raw_content: null },
    ...(fields.topic === 'news' ? { published_date: 'Fri, 20 Nov 2026 10:00:00 GMT' } : {}),
  }));
  const images = fields.include_images ? [{ url: 'https://img.example/a.png', description: 'A kettle' }] : [];
  return { status: 200, body: { query: fields.query, answer: null, images, results, response_time: 0.5 } };
}

const resultsOnPage = 10;

function duckPage(from: number, found: number): string {
  const box = (index: number) => {
    const href = `//duckduckgo.com/l/?uddg=${encodeURIComponent(pageOf(index))}&amp;rut=0123`;
    return `<div class="result results_links results_links_deep web-result "><div class="links_main result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">Kettle &amp; <b>pan</b> ${index}</a></h2>
<a class="result__snippet" href="${href}">A <b>copper</b> kettle</a></div></div>`;
  };
  const ad = `<div class="result results_links result--ad"><h2 class="result__title"><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example">Buy</a></h2></div>`;
  const until = Math.min(found, from + resultsOnPage);
  const boxes = Array.from({ length: until - from }, (_, place) => box(from + place)).join('');
  const next =
    until < found
      ? `<div class="nav-link"><form action="/html/" method="post"><input type="submit" class="btn btn--alt" value="Next" />
<input type="hidden" name="q" value="kettle"><input type="hidden" name="s" value="${until}"><input type="hidden" name="vqd" value="4-99"></form></div>`
      : '';
  const none = '<div class="no-results">No results.</div>';
  return `<!DOCTYPE html><html><body><form action="/html/" method="post"><input name="q" value="kettle"><input type="submit" value="S"></form>
<div id="links" class="results">${found === 0 ? none : ad + boxes}${next}</div></body></html>`;
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

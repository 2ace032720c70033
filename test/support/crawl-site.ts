import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of many linked pages with robots.txt and a sitemap. It counts incoming requests. */
export interface CrawlSite {
  readonly url: string;
  readonly host: string;
  /** Returns the number of requests for a path. */
  hits(path: string): number;
  /** Returns the total number of requests for pages (`/p/…`). */
  pageHits(): number;
  /** Sets the response to all later requests for a path. */
  answer(path: string, status: number, headers?: Record<string, string>, body?: string): void;
  /** Sets the delay of all later responses, in ms. */
  slow(ms: number): void;
  close(): Promise<void>;
}

const pageText = (index: number): string =>
  `Page ${index} tells of harbour number ${index}, where the ships come and go and the cranes begin to move long before the town is awake.`;

/** Returns page `index`. Page `i` links to `2i+1` and `2i+2`, so that every page can be reached from page 0. */
function page(index: number, count: number, more: string): string {
  const links = [2 * index + 1, 2 * index + 2].filter((next) => next < count);
  const anchors = links.map((next) => `<li><a href="/p/${next}">Page ${next}</a></li>`).join('');
  return `<!doctype html><title>Page ${index}</title><main><h1>Page ${index}</h1><p>${pageText(index)} ${pageText(index)}</p>${more}
<ul>${anchors}</ul><p><a href="/private/${index}">Private</a> <a href="/pic.png">Picture</a> <a href="http://127.0.0.2:9/x">Outside</a></p></main>`;
}

/** Starts a site of `count` pages below `/p/`. Each page contains its own text and the HTML from `more`. */
export async function startCrawlSite(count: number, more = (): string => ''): Promise<CrawlSite> {
  const hits = new Map<string, number>();
  const answers = new Map<string, { status: number; headers: Record<string, string>; body: string }>();
  let waitMs = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    hits.set(path, (hits.get(path) ?? 0) + 1);
    const send = () => {
      const special = answers.get(path);
      if (special) return void response.writeHead(special.status, special.headers).end(special.body);
      const index = /^\/p\/(\d+)$/.exec(path)?.[1];
      if (index !== undefined && Number(index) < count) {
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(page(Number(index), count, more()));
      }
      if (path === '/robots.txt')
        return void response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end('User-agent: *\nDisallow: /private/\n');
      if (path === '/')
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(page(0, count, more()));
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>');
    };
    if (waitMs > 0) setTimeout(send, waitMs);
    else send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    hits: (path) => hits.get(path) ?? 0,
    pageHits: () => [...hits].reduce((sum, [path, times]) => sum + (path.startsWith('/p/') ? times : 0), 0),
    answer: (path, status, headers = {}, body = '') =>
      void answers.set(path, { status, headers: { 'content-type': 'text/html', ...headers }, body }),
    slow: (ms) => {
      waitMs = ms;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Servers for long jobs: a site of linked pages, a site with any number of pages, and a webhook receiver. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a loopback port. */
export interface TestSite {
  readonly url: string;
  /** Sets the delay of all later responses, in ms. */
  slow(ms: number): void;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const usedPorts = new Set<number>();

/** Listens on a port that no earlier site in this process has used, because engines cache pages by URL. */
async function listen(server: Server): Promise<string> {
  for (;;) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (!usedPorts.has(port)) {
      usedPorts.add(port);
      return `http://127.0.0.1:${port}`;
    }
    await new Promise((resolve) => server.close(resolve));
  }
}

async function start(answer: (path: string, response: ServerResponse, request: IncomingMessage) => void) {
  let waitMs = 0;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    asked.push(path);
    setTimeout(() => answer(path, response, request), waitMs);
  });
  const url = await listen(server);
  return {
    url,
    asked,
    slow(ms: number) {
      waitMs = ms;
    },
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const sentence = 'The ships come and go, and the cranes begin to move long before the town is awake.';

/**
 * Starts a site with `count` pages below `/p/`. Page `i` links to `2i+1`, `2i+2` and a page disallowed by robots.txt.
 */
export function startLinkedSite(count: number): Promise<TestSite> {
  return start((path, response) => {
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private/\n');
    const index = Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (!(index < count)) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>None</h1>');
    const links = [2 * index + 1, 2 * index + 2]
      .filter((next) => next < count)
      .map((next) => `<li><a href="/p/${next}">Page ${next}</a></li>`);
    const body = `<title>Harbour ${index}</title><main><h1>Harbour ${index}</h1><p>${sentence} ${sentence}</p><ul>${links.join('')}</ul><a href="/private/${index}">x</a></main>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  });
}

/** Starts a site on which each `/n/<number>` is a different small page. */
export function startEndlessSite(): Promise<TestSite> {
  return start((path, response) => {
    const number = path.split('/').at(-1);
    const body = `<title>Report ${number}</title><main><h1>Report ${number}</h1><p>${sentence}</p></main>`;
    response.writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end(body);
  });
}

/** Webhook receiver. */
export const startReceiver = (): Promise<TestSite> => start((_, response) => void response.end('ok'));

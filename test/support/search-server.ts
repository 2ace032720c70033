import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A search result in SearXNG's format. */
export interface SearxngResult {
  readonly url: string;
  readonly title: string;
  readonly content?: string;
  readonly publishedDate?: string;
  readonly img_src?: string;
  readonly resolution?: string;
}

/**
 * Behaviour of the server: a JSON response, the response of a server with JSON disabled, status 429, or no response.
 */
export type SearxngMood = 'fine' | 'no-json' | 'limited' | 'silent';

/** A server that supports the SearXNG protocol. */
export interface SearchServer {
  readonly url: string;
  /** Received queries, newest last. */
  readonly asked: readonly URLSearchParams[];
  /** Sets the results of all later queries. The next page of results is empty. */
  finds(results: readonly SearxngResult[], category?: string): void;
  behave(mood: SearxngMood): void;
  close(): Promise<void>;
}

/** Starts a search server on a free loopback port. */
export async function startSearchServer(): Promise<SearchServer> {
  const asked: URLSearchParams[] = [];
  const found = new Map<string, readonly SearxngResult[]>();
  let mood: SearxngMood = 'fine';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://search');
    if (pathname !== '/search') return void response.writeHead(404).end();
    asked.push(searchParams);
    if (mood === 'silent') return;
    if (mood === 'no-json')
      return void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>');
    if (mood === 'limited') return void response.writeHead(429).end('Too Many Requests');
    const results = searchParams.get('pageno') === '1' ? (found.get(searchParams.get('categories') ?? '') ?? []) : [];
    const query = searchParams.get('q');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ query, number_of_results: 0, results, answers: [], unresponsive_engines: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    finds: (results, category = 'general') => void found.set(category, results),
    behave: (next) => {
      mood = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

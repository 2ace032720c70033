import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { loadPlugin, runSearch } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));

/** URLs requested from a local server that responds like Wikipedia. */
const requested: string[] = [];
const pages = [
  {
    key: 'Green_tea',
    title: 'Green tea',
    excerpt: 'A <span class="searchmatch">tea</span> &amp; more',
    description: 'Drink',
  },
  { key: 'C++', title: 'C++', excerpt: null, description: null },
];
const server = createServer(({ url }, response) => {
  const isBusy = url?.includes('q=busy');
  response.writeHead(isBusy ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ pages }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Redirects a request to the local server. */
const toServer = (url: string, init?: RequestInit) => {
  requested.push(url);
  const { pathname, search } = new URL(url);
  return fetch(local + pathname + search, init);
};

test('returns the articles in the language of the request', async () => {
  const answer = await runSearch(plugin, { text: 'tea', language: 'de', limit: 2, fetch: toServer });
  assert.deepEqual(answer, {
    hits: [
      { url: 'https://de.wikipedia.org/wiki/Green_tea', title: 'Green tea', description: 'Drink. A tea & more' },
      { url: 'https://de.wikipedia.org/wiki/C%2B%2B', title: 'C++', description: '' },
    ],
  });
  assert.equal(requested.at(-1), 'https://de.wikipedia.org/w/rest.php/v1/search/page?q=tea&limit=2');
});

test('warns about an age limit, which Wikipedia does not have', async () => {
  const { warning } = await runSearch(plugin, { text: 'tea', tbs: 'qdr:d', fetch: toServer });
  assert.match(warning ?? '', /ignored/);
});

test('fails with advice when Wikipedia is busy', async () => {
  await assert.rejects(
    runSearch(plugin, { text: 'busy', fetch: toServer }),
    /Wikipedia returned status 503; try again/,
  );
});

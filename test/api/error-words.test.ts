import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let silent: Server;
let url: string;
beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  engine = await sharedTestEngine();
});
afterAll(async () => {
  silent.closeAllConnections();
  await Promise.all([engine.stop(), new Promise((resolve) => silent.close(resolve))]);
});

const errorOf = async (path: string, body: unknown, headers?: Record<string, string>) => {
  const answer = await engine.call('POST', path, body, headers);
  return `${answer.status} ${answer.body.error}`;
};

describe('an error begins with the words published clients look for', () => {
  it.each([
    ['a scrape that takes too long', '/v2/scrape', () => ({ url, timeout: 200 }), /^408 Scrape timed out: .* 200 ms/],
    ['a map that takes too long', '/v2/map', () => ({ url, timeout: 200 }), /^408 Map timed out: .* 200 ms/],
    [
      'a host that does not exist',
      '/v2/scrape',
      () => ({ url: 'http://no-such-host.invalid/' }),
      /^500 DNS resolution failed for hostname: `no-such-host\.invalid` .*spelling/,
    ],
    [
      'a site that is down',
      '/v2/scrape',
      () => ({ url: 'http://127.0.0.1:9/down.html' }),
      /^500 Specified URL is failing to load: .*nothing is listening/,
    ],
    ['a body that does not fit', '/v2/scrape', () => ({}), /^400 Bad Request: /],
    [
      'a rule over two fields',
      '/v2/scrape',
      () => ({ url, timeout: 1000, waitFor: 900 }),
      /^400 waitFor must not exceed half of timeout/,
    ],
    ['a body that is no JSON', '/v2/scrape', () => '{"url":', /^400 Bad request, malformed JSON: /],
    ['an empty body', '/v2/scrape', () => '', /^400 Bad request, malformed JSON: /],
  ])('%s', async (_, path, body, words) => {
    expect(await errorOf(path, body())).toMatch(words);
  });

  it('for a used idempotency key', async () => {
    const key = { 'x-idempotency-key': crypto.randomUUID() };
    const body = { url: 'http://127.0.0.1:9/down.html', limit: 1 };
    expect((await engine.call('POST', '/v2/crawl', body, key)).status).toBe(200);
    expect(await errorOf('/v2/crawl', body, key)).toMatch(/^409 Idempotency key already used: /);
    expect(await errorOf('/v2/crawl', body, { 'x-idempotency-key': 'x' })).toMatch(/^409 Invalid idempotency key: /);
  });

  it('for an unknown job', async () => {
    for (const path of ['/v2/scrape', '/v2/crawl', '/v1/batch/scrape']) {
      const { body } = await engine.call('GET', `${path}/${crypto.randomUUID()}`);
      expect(body.error).toMatch(/^Job not found/);
    }
    for (const [path, name] of [
      ['/v1/extract', 'Extract'],
      ['/v2/agent', 'Agent'],
    ]) {
      const id = crypto.randomUUID();
      const answers = [await engine.call('GET', `${path}/${id}`), await engine.call('DELETE', `${path}/${id}`)];
      for (const { status, body } of answers) {
        expect(status).toBe(404);
        expect(body.error).toMatch(new RegExp(`^${name} job not found`));
      }
    }
  });
});

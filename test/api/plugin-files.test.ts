import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeZip } from '../parsers/make-zip';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

let engine: TestEngine;
let site: FixtureSite;

const shout = `import { defineFormat } from 'gleaner/plugin';
import { join } from 'node:path';
export default defineFormat({ id: 'shout', summary: 'The headline, shouted.', needs: ['metadata'],
  derive: ({ metadata }) => join('', String(metadata.title).toUpperCase()) });
`;
const post = `import { defineSink, z } from 'gleaner/plugin';
export default defineSink({ id: 'post', summary: 'Keeps events.', config: z.object({ folder: z.string() }), setup() {}, create: () => ({ deliver: async () => ({ result: 'delivered' }) }) });
`;

beforeAll(async () => {
  [engine, site] = await Promise.all([startTestEngine(), startFixtureSite()]);
});
afterAll(async () => {
  await engine.stop();
  await site.close();
});

const add = (name: string, content: string | Uint8Array) =>
  engine.call('POST', '/local/plugin-files', { name, content: Buffer.from(content).toString('base64') });
const list = async () => (await engine.call('GET', '/local/plugin-files')).body.items;
const enable = (file: string, sha256: string, enabled = true, trusted = true) =>
  engine.call('PUT', `/local/plugin-files/${file}`, { enabled, sha256, trusted });
const folder = () => readdir(join(engine.dataDir, 'plugins')).catch(() => [] as string[]);
async function restart(): Promise<void> {
  const file = join(engine.dataDir, 'owner.json');
  const before = await readFile(file, 'utf8').then(() => (existsSync(file) ? 1 : 0));
  expect(before).toBe(1);
  await engine.call('POST', '/local/restart', {});
  await vi.waitFor(
    async () => expect((await list()).some((item: { needsRestart: boolean }) => item.needsRestart)).toBe(false),
    { timeout: 30_000, interval: 100 },
  );
}

it('adds a plugin without running it, then shows, enables, uses, disables and removes it', async () => {
  const { status, body } = await add('shout.mjs', shout);
  expect([status, body.items]).toEqual([
    200,
    [
      expect.objectContaining({
        file: 'shout.mjs',
        state: 'off',
        facts: {
          kind: 'format',
          id: 'shout',
          summary: 'The headline, shouted.',
          imports: ['node:path'],
          settings: [],
          taps: false,
          contributions: ['format:shout'],
          needsTrust: 'The plugin imports node:path, which only trusted plugins can use.',
        },
      }),
    ],
  ]);
  const [{ sha256 }] = body.items;
  expect((await enable('shout.mjs', '0'.repeat(64))).body.code).toBe('CONFLICT');
  expect((await enable('shout.mjs', sha256, true, false)).body).toMatchObject({
    ...{
      code: 'BAD_REQUEST',
      error: expect.stringContaining('shout.mjs cannot run in the sandbox. The plugin imports node:path'),
    },
  });
  expect((await enable('shout.mjs', sha256)).status).toBe(200);
  expect(await list()).toMatchObject([{ state: 'enabled', needsRestart: true }]);
  await restart();
  const scrape = () => engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, formats: ['shout'] });
  expect((await scrape()).body.data.shout).toMatch(/^[^a-z]+$/);
  await enable('shout.mjs', sha256, false);
  await restart();
  expect((await scrape()).status).toBe(400);
  expect((await engine.call('DELETE', '/local/plugin-files/shout.mjs')).status).toBe(200);
  expect([await list(), await folder()]).toEqual([[], []]);
});

it('reports the requirements of a plugin: settings and taps on pages', async () => {
  const { body } = await add('post.mjs', post);
  expect(body.items[0].facts).toMatchObject({ kind: 'sink', settings: ['folder'], taps: true });
  await engine.call('DELETE', '/local/plugin-files/post.mjs');
});

it('reports a plugin that breaks later, and disables only that plugin', async () => {
  const { body } = await add('shout.mjs', shout);
  await enable('shout.mjs', body.items[0].sha256);
  await writeFile(join(engine.dataDir, 'plugins', 'shout.mjs'), 'throw new Error("not today")');
  expect(await list()).toMatchObject([{ state: 'changed' }]);
  const again = (await list())[0];
  expect(again.problem).toContain('not today');
  expect((await enable('shout.mjs', again.sha256)).body).toMatchObject({
    code: 'BAD_REQUEST',
    error: expect.stringContaining('not today'),
  });
  expect((await engine.call('POST', '/v2/scrape', { url: `${site.url}/article` })).status).toBe(200);
  await engine.call('DELETE', '/local/plugin-files/shout.mjs');
});

it('refuses invalid plugins, hostile archives and odd names, and stores nothing of them', async () => {
  const zip = (...files: readonly (readonly [string, string])[]) => makeZip(Object.fromEntries(files));
  const cases: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ['bad.mjs', 'export default 1', /not a plugin that Gleaner can load/],
    ['net.mjs', `await fetch('http://127.0.0.1:9');\n${shout}`, /not a plugin/],
    ['../evil.mjs', shout, /is not a plugin: a plugin is a script/],
    ['evil.sh', shout, /is not a plugin: a plugin is a script/],
    ['a.zip', zip(['../evil.mjs', shout]), /a path outside the archive/],
    ['b.zip', zip(['/etc/evil.mjs', shout]), /a path outside the archive/],
    ['c.zip', zip(['x\\..\\evil.mjs', shout]), /a path outside the archive/],
    ['d.zip', zip(['readme.txt', 'x']), /must contain a script/],
    ['e.zip', 'no archive', /not a readable zip archive/],
    ['f.zip', zip(['good.mjs', shout], ['bad.mjs', 'export default 2']), /not a plugin/],
  ];
  for (const [name, content, sentence] of cases) {
    const { status, body } = await add(name, content);
    expect([name, status, body.error]).toEqual([name, 400, expect.stringMatching(sentence)]);
  }
  expect(await folder()).toEqual([]);
});

it('adds the scripts of an archive together', async () => {
  const { body } = await add(
    'two.zip',
    makeZip({ 'mine/shout.mjs': shout, 'mine/post.mjs': post, 'mine/README.md': '#' }),
  );
  expect(body.items.map(({ file }: { file: string }) => file)).toEqual(['post.mjs', 'shout.mjs']);
  for (const file of ['post.mjs', 'shout.mjs']) await engine.call('DELETE', `/local/plugin-files/${file}`);
});

it('refuses plugins from a stored API key', async () => {
  const { key } = (await engine.call('POST', '/local/keys', { name: 'script' })).body;
  const body = { name: 'shout.mjs', content: Buffer.from(shout).toString('base64') };
  const answer = await engine.call('POST', '/local/plugin-files', body, { authorization: `Bearer ${key}` });
  expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN_KEY']);
});

import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

const newFormat = `import { defineFormat, z } from '../../core/plugin';

/** \`wordCount\`: how many words the content has. */
export default defineFormat({
  id: 'wordCount',
  summary: 'How many words the content has.',
  needs: ['markdown'],
  options: z.object({ minLength: z.int().min(1).default(1).describe('Shorter words do not count.') }),
  derive: ({ markdown }, { options }) => String(markdown).split(/\\s+/).filter((word) => word.length >= options.minLength).length,
});
`;

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
    'package.json',
    'electron.vite.config.ts',
    'tsconfig.base.json',
  ];
  await Promise.all(parts.map((part) => cp(part, join(copy, part), { recursive: true })));
  await symlink(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  await writeFile(join(copy, 'plugins/formats/word-count.ts'), newFormat);
  await promisify(execFile)(process.execPath, [resolve('node_modules/electron-vite/bin/electron-vite.js'), 'build'], {
    cwd: copy,
  });
  [engine, site] = await Promise.all([
    startTestEngine({ entry: join(copy, 'out/main/engine.js') }),
    startFixtureSite(),
  ]);
}, 120_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), site?.close()]);
  await rm(copy, { recursive: true, force: true });
});

it('a new format is one new file: API, OpenAPI page and form know it by themselves', async () => {
  const url = `${site.url}/article`;
  const plain = await engine.call('POST', '/v2/scrape', { url, formats: ['wordCount'] });
  expect(Object.keys(plain.body.data)).toEqual(['wordCount', 'metadata']);
  expect(plain.body.data.wordCount).toBeGreaterThan(100);
  const long = await engine.call('POST', '/v2/scrape', { url, formats: [{ type: 'wordCount', minLength: 8 }] });
  expect(long.body.data.wordCount).toBeLessThan(plain.body.data.wordCount);
  expect((await engine.call('POST', '/v1/scrape', { url, formats: ['wordCount'] })).status).toBe(200);
  expect(
    (await engine.call('POST', '/v2/scrape', { url, formats: [{ type: 'wordCount', minLength: 0 }] })).status,
  ).toBe(400);
  expect(JSON.stringify((await engine.call('GET', '/openapi.json')).body)).toContain('Shorter words do not count.');
  const { formats } = (await engine.call('GET', '/local/schema')).body;
  expect(formats).toContainEqual(
    expect.objectContaining({ id: 'wordCount', summary: 'How many words the content has.' }),
  );
});

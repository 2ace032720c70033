import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

const plugin = `import { defineFormat, z } from 'gleaner/plugin';
export default defineFormat({
  id: 'shout',
  summary: 'The headline, shouted.',
  needs: ['metadata'],
  options: z.object({ marks: z.int().min(0).max(3).default(1).describe('How many exclamation marks.') }),
  derive: ({ metadata }, { options }) => String(metadata.title).toUpperCase() + '!'.repeat(options.marks),
});
`;

let dataDir: string;
let site: FixtureSite;
beforeAll(async () => {
  [dataDir, site] = await Promise.all([mkdtemp(join(tmpdir(), 'gleaner-plugins-')), startFixtureSite()]);
  await mkdir(join(dataDir, 'plugins'));
});
afterAll(async () => {
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * Writes files to the plugin folder, enables the given plugins, and scrapes a page with and without the format `shout`.
 */
async function shoutWith(files: Record<string, string>, enabled: { file: string; sha256: string }[]) {
  for (const [file, text] of Object.entries(files)) await writeFile(join(dataDir, 'plugins', file), text);
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ enabledPlugins: enabled }));
  const engine = await startTestEngine({ dataDir });
  const shout = await engine.call('POST', '/v2/scrape', {
    url: `${site.url}/article`,
    formats: [{ type: 'shout', marks: 2 }],
  });
  const plain = await engine.call('POST', '/v2/scrape', { url: `${site.url}/article` });
  const { items } = (await engine.call('GET', '/local/plugins')).body;
  await engine.stop();
  expect(plain.status).toBe(200);
  return { shout, items };
}

const pinned = (file: string, text: string) => ({ file, sha256: createHash('sha256').update(text).digest('hex') });

it('loads an enabled plugin file like a built-in plugin', async () => {
  const { shout, items } = await shoutWith({ 'shout.mjs': plugin }, [pinned('shout.mjs', plugin)]);
  expect(shout.body.data.shout).toBe('THE HARBOUR!!');
  expect(items).toContainEqual(expect.objectContaining({ kind: 'format', id: 'shout', builtIn: false }));
});

it.each([
  ['is not enabled', [] as { file: string; sha256: string }[], plugin],
  ['changed since it was enabled', [pinned('shout.mjs', 'something else')], plugin],
  ['lies outside of the folder', [pinned('../shout.mjs', plugin)], plugin],
  ['throws when it is loaded', [pinned('shout.mjs', 'throw new Error("no")')], 'throw new Error("no")'],
  ['is no plugin', [pinned('shout.mjs', 'export default 1')], 'export default 1'],
  [
    'takes a built-in name',
    [pinned('shout.mjs', plugin.replace("'shout'", "'markdown'"))],
    plugin.replace("'shout'", "'markdown'"),
  ],
])('skips a plugin file that %s, and starts the engine anyway', async (_, enabled, text) => {
  const { shout } = await shoutWith({ 'shout.mjs': text }, enabled);
  expect([shout.status, shout.body.code]).toEqual([400, 'BAD_REQUEST']);
});

it('starts without plugins after one of them crashed the engine at start, and with them again on request', async () => {
  const crash = 'process.exit(3)';
  await writeFile(join(dataDir, 'plugins', 'crash.mjs'), crash);
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ enabledPlugins: [pinned('crash.mjs', crash)] }));
  await expect(startTestEngine({ dataDir })).rejects.toThrow('the engine ended with 3');
  const engine = await startTestEngine({ dataDir });
  const files = async () => (await engine.call('GET', '/local/plugin-files')).body;
  expect((await files()).without).toBe('crash');
  expect((await engine.call('GET', '/health')).body.details).toEqual([
    expect.stringMatching(/^Gleaner crashed while loading your plugins, so it started without them\./),
  ]);
  await engine.call('DELETE', '/local/plugin-files/crash.mjs');
  await engine.call('POST', '/local/restart', {});
  await expect
    .poll(async () => (await files().catch(() => ({ without: 'crash' }))).without, { timeout: 20_000 })
    .toBeUndefined();
  await engine.stop();
});

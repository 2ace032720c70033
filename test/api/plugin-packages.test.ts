/** Tests plugins from an npm registry: installing by name, updating, rolling back, and removing without a trace. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type NpmRegistry, startNpmRegistry } from '../support/npm-registry';

let engine: TestEngine;
let registry: NpmRegistry;
beforeAll(async () => {
  registry = await startNpmRegistry();
  engine = await startTestEngine({ env: { npm_config_registry: registry.url }, allowPrivateNetwork: false });
});
afterAll(async () => {
  await engine.stop();
  await registry.close();
});

const path = '/local/plugin-files';
const file = 'shout.mjs';
const shout = (mark: string) => `import { defineFormat, z } from 'gleaner/plugin';
export default defineFormat({ id: 'shout', summary: 'The headline, shouted.', needs: ['metadata'],
  config: z.object({ key: z.string().meta({ secret: true }).default('') }),
  derive: ({ metadata }) => String(metadata.title) + '${mark}' });
`;
const publish = (version: string, permissions: object = {}, code = shout(version)) =>
  registry.publish('@ada/shout', version, {
    'index.mjs': code,
    'package.json': JSON.stringify({
      ...{ name: '@ada/shout', version, scripts: { install: 'exit 1' } },
      gleaner: {
        ...{ id: 'shout', engine: '>=0.1', contributions: ['format:shout'], permissions },
        // Gleaner ignores this value. A package cannot set the source of its plugin.
        source: 'npm:trusted@1.0.0',
      },
    }),
  });
const post = (action: string, body: object = {}) => engine.call('POST', `${path}/${action}`, body);
const item = async () => (await engine.call('GET', path)).body.items[0];
const enable = async (granted: object = {}) =>
  engine.call('PUT', `${path}/${file}`, { enabled: true, sha256: (await item()).sha256, ...granted });

it('installs a package by its name, pinned to its SHA-512', async () => {
  await publish('1.0.0', { hosts: ['api.example.com'] });
  const { status, body } = await post('npm', { package: '@ada/shout' });
  expect([status, body.items]).toMatchObject([
    200,
    [{ file, state: 'off', manifest: { version: '1.0.0', source: 'npm:@ada/shout@1.0.0' } }],
  ]);
  expect((await enable({ hosts: ['api.example.com'] })).status).toBe(200);
  const { settings } = (await engine.call('GET', '/local/settings')).body;
  const { integrity } = await item();
  expect(settings.enabledPlugins).toMatchObject([{ file, integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/) }]);
  expect(settings.enabledPlugins[0].integrity).toBe(integrity);
  expect((await post('npm', { package: 'missing' })).body).toMatchObject({ code: 'NOT_FOUND' });
});

it('updates an enabled plugin, which stays enabled while its permissions do not grow', async () => {
  await publish('1.1.0', {});
  expect((await post(`${file}/update`)).body.items).toMatchObject([
    { state: 'enabled', manifest: { version: '1.1.0' }, granted: { hosts: [] }, earlier: { version: '1.0.0' } },
  ]);
  expect((await post(`${file}/update`)).body.items).toMatchObject([{ earlier: { version: '1.0.0' } }]);
});

it('does not run an update that requests more, until it is reviewed', async () => {
  await publish('2.0.0', { hosts: ['evil.example'], secrets: ['EXAMPLE_KEY'] });
  expect((await post(`${file}/update`)).body.items).toMatchObject([
    { state: 'changed', manifest: { version: '2.0.0' }, granted: { hosts: [] }, earlier: { version: '1.1.0' } },
  ]);
  expect((await item()).added).toEqual({ hosts: ['evil.example'], secrets: ['EXAMPLE_KEY'] });
});

it('rolls back to the version before', async () => {
  const rolledBack = await post(`${file}/roll-back`);
  expect(rolledBack.body.items).toMatchObject([
    { state: 'enabled', manifest: { version: '1.1.0' }, earlier: { version: '2.0.0' } },
  ]);
});

it('does not update to an older version, to another plugin, or to one that adds another kind', async () => {
  await publish('0.9.0');
  expect((await post(`${file}/update`)).body.items).toMatchObject([{ manifest: { version: '1.1.0' } }]);
  await registry.publish('@ada/shout', '3.0.0', {
    'index.mjs': shout('!'),
    'package.json': JSON.stringify({
      version: '3.0.0',
      gleaner: { id: 'other', engine: '*', contributions: ['format:shout'] },
    }),
  });
  expect((await post(`${file}/update`)).body).toMatchObject({
    code: 'BAD_REQUEST',
    error: expect.stringMatching(/different plugin: other\.mjs/),
  });
  expect(await item()).toMatchObject({ state: 'enabled', manifest: { version: '1.1.0' } });
});

it('refuses updates without a package, and rollbacks without an earlier version', async () => {
  const content = Buffer.from(shout('local').replace("'shout'", "'local'")).toString('base64');
  await engine.call('POST', path, { name: 'local.mjs', content });
  expect((await post('local.mjs/update')).body).toMatchObject({
    code: 'BAD_REQUEST',
    error: expect.stringMatching(/not installed by its npm name/),
  });
  expect((await post('local.mjs/roll-back')).body).toMatchObject({ code: 'NOT_FOUND' });
  expect((await post('none.mjs/update')).body).toMatchObject({ code: 'NOT_FOUND' });
  await engine.call('DELETE', `${path}/local.mjs`);
});

it('removes a plugin with its settings, secrets, permissions and earlier version', async () => {
  await engine.call('POST', '/local/restart', {});
  await expect.poll(async () => (await engine.call('GET', path)).body.needsRestart, { timeout: 20_000 }).toBe(false);
  const nested = { settings: { key: 'very-secret' } };
  expect(await engine.call('PUT', '/local/plugins/format/shout/settings', nested)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('(settings: Unknown setting; the settings are key)') },
  });
  const saved = await engine.call('PUT', '/local/plugins/format/shout/settings', { key: 'very-secret' });
  expect(saved.status).toBe(200);
  const settings = () => readFile(join(engine.dataDir, 'settings.json'), 'utf8');
  const name = /vault:(setting-[\w-]+)/.exec(await settings())?.[1] ?? 'none';
  const vault = () => readFile(join(engine.dataDir, 'vault-places.json'), 'utf8').catch(() => '');
  expect(await vault()).toContain(name);
  expect((await engine.call('DELETE', `${path}/${file}`)).status).toBe(200);
  expect([await settings(), await vault()].join('')).not.toMatch(new RegExp(`shout|${name}`));
  expect(await readdir(join(engine.dataDir, 'plugins'), { recursive: true })).toEqual([]);
  expect((await readdir(engine.dataDir)).filter((one) => /^plugin-|^plugins-/.test(one))).toEqual([]);
});

/** Tests plugin updates that request more permissions or are unusable. The enabled version keeps running. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { type NpmRegistry, startNpmRegistry } from '../support/npm-registry';

let engine: RunningTestEngine;
let registry: NpmRegistry;
let site: FixtureSite;
let dataDir: string;
const start = () => startInProcess({ dataDir, env: { npm_config_registry: registry.url } });
beforeAll(async () => {
  [registry, site] = await Promise.all([startNpmRegistry(), startFixtureSite()]);
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-updates-'));
  engine = await start();
}, 60_000);
afterAll(async () => {
  await Promise.all([engine?.stop(), registry?.close(), site?.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const path = '/local/plugin-files';
const file = 'mark.mjs';
const markOf = (version: string) => `import { defineFormat } from 'gleaner/plugin';
export default defineFormat({ id: 'mark', summary: 'A mark.', needs: ['markdown'], derive: () => 'mark ${version}' });`;
const publish = (version: string, manifest: object = {}, code = markOf(version)) =>
  registry.publish('mark', version, {
    'index.mjs': code,
    'package.json': JSON.stringify({
      ...{ name: 'mark', version },
      gleaner: { id: 'mark', engine: '>=0.1', contributions: ['format:mark'], ...manifest },
    }),
  });
const update = () => engine.call('POST', `${path}/${file}/update`, {});
const list = async () => (await engine.call('GET', path)).body;
const item = async () => (await list()).items[0];
const enable = async (granted: object = {}) =>
  engine.call('PUT', `${path}/${file}`, { enabled: true, sha256: (await item()).sha256, ...granted });
const scrape = async () =>
  (await engine.call('POST', '/v2/scrape', { url: `${site.url}/article`, formats: ['mark'], maxAge: 0 })).body;
const running = async () => (await scrape()).data?.mark;

async function restart(): Promise<void> {
  await engine.stop();
  engine = await start();
}

it('runs the enabled version while an update that requests more waits for its review', async () => {
  await publish('1.0.0');
  await engine.call('POST', `${path}/npm`, { package: 'mark' });
  await enable();
  await restart();
  expect(await running()).toBe('mark 1.0.0');

  await publish('2.0.0', { permissions: { hosts: ['evil.example'] } });
  const waiting = { state: 'changed', manifest: { version: '2.0.0' }, granted: { hosts: [] }, needsRestart: false };
  expect((await update()).body.items).toMatchObject([{ ...waiting, earlier: { version: '1.0.0' } }]);
  expect(await running()).toBe('mark 1.0.0');
  await restart();
  expect(await running()).toBe('mark 1.0.0');
  expect(await item()).toMatchObject(waiting);
}, 60_000);

it('retains the enabled version when another update arrives before the review', async () => {
  await publish('2.1.0', { permissions: { hosts: ['evil.example'], secrets: ['token'] } });
  expect((await update()).body.items).toMatchObject([
    { state: 'changed', manifest: { version: '2.1.0' }, earlier: { version: '1.0.0' } },
  ]);
  await restart();
  expect(await running()).toBe('mark 1.0.0');
}, 60_000);

it('refuses an update that cannot be used, and changes nothing', async () => {
  const before = await item();
  const cases: readonly (readonly [version: string, manifest: object, code: string, reason: RegExp])[] = [
    ['3.0.0', {}, 'export default 1', /define function/],
    ['3.0.1', {}, 'throw new Error("no")', /no/],
    ['3.0.2', {}, 'for (;;) {}', /too long|time|stopped|2 s/],
    ['3.0.3', { engine: '>=99' }, markOf('3.0.3'), />=99/],
    ['3.0.4', { contributions: ['format:other'] }, markOf('3.0.4'), /other|contributions/],
    ['3.0.5', { permissions: { hosts: 'all' } }, markOf('3.0.5'), /hosts/],
    ['3.0.6', { id: 'other' }, markOf('3.0.6'), /different plugin: other\.mjs/],
  ];
  for (const [version, manifest, code, reason] of cases) {
    await publish(version, manifest, code);
    const { status, body } = await update();
    expect([version, status, body.code]).toEqual([version, 400, 'BAD_REQUEST']);
    expect([version, body.error]).toEqual([version, expect.stringMatching(reason)]);
    expect(await item()).toEqual(before);
  }
  expect((await readdir(engine.dataDir)).filter((name) => name.startsWith('plugin-'))).toEqual([]);
  expect(await running()).toBe('mark 1.0.0');
}, 60_000);

it('runs the update once its permissions are granted', async () => {
  expect((await enable({ hosts: ['evil.example'], secrets: ['token'] })).status).toBe(200);
  await restart();
  expect(await running()).toBe('mark 2.1.0');
  expect(await item()).toMatchObject({ state: 'enabled', needsRestart: false });
}, 60_000);

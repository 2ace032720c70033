import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { GuardedAddresses } from '../../core/net/politeness/guarded-addresses';
import { DemoSite } from '../../core/server/demo-site';
import { folders } from '../storage/support';

const temporary = folders();
afterEach(() => temporary.removeAll());

const guard = new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: [] });
const siteIn = (dir: string, sharedPort?: number) =>
  new DemoSite({ folder: resolve('resources/demo-site'), guard, portFile: join(dir, 'demo-site.port'), sharedPort });

it('closes while starting: the port is free again', async () => {
  const site = siteIn(await temporary.make());
  const starting = site.start();
  await site.close();
  const url = await starting;
  await expect(fetch(url)).rejects.toThrow();
  expect(() => guard.checkUrl(new URL(url))).toThrow(/private address/);
  await expect(site.start()).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
});

it('does not restart after closing', async () => {
  const dir = await temporary.make();
  const first = siteIn(dir);
  const url = await first.start();
  await first.close();
  const second = siteIn(dir);
  const resuming = second.resume();
  await second.close();
  await resuming;
  await expect(fetch(url)).rejects.toThrow();
});

it('uses no reserved or invalid port from its file', async () => {
  const dir = await temporary.make();
  for (const text of ['22', '-1', '70000', '8080.5', 'x', '', '1'.repeat(1000)]) {
    await writeFile(join(dir, 'demo-site.port'), text);
    const site = siteIn(dir);
    const { port } = new URL(await site.start());
    expect(await readFile(join(dir, 'demo-site.port'), 'utf8')).toBe(`${port}\n`);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    await site.close();
  }
});

it('serves its files with their media types', async () => {
  const site = siteIn(await temporary.make());
  const url = await site.start();
  const file = await fetch(new URL('files/sowing-dates.csv', url));
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  await site.close();
});

it('is served by one process per machine, replaced when it ends, and never confused with other programs', async () => {
  const dir = await temporary.make();
  const stranger = createServer((_, response) => response.end('something else')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const { port } = stranger.address() as AddressInfo;
  const [one, other] = [siteIn(dir, port), siteIn(dir, port)];
  await expect(one.start()).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(() => guard.checkUrl(new URL(`http://127.0.0.1:${port}/`))).toThrow(/private address/);
  stranger.closeAllConnections();
  await new Promise((resolve) => stranger.close(resolve));
  const url = `http://127.0.0.1:${port}/`;
  expect([await one.start(), await other.start(), await one.start()]).toEqual([url, url, url]);
  await one.close();
  await expect(fetch(url)).rejects.toThrow();
  expect(await other.start()).toBe(url);
  expect((await fetch(url)).status).toBe(200);
  await other.close();
});

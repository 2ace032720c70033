import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { GuardedAddresses } from '../../core/politeness/guarded-addresses';
import { DemoSite } from '../../core/server/demo-site';
import { folders } from '../storage/support';

const temporary = folders();
afterEach(() => temporary.removeAll());

const guard = new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: [] });
const siteIn = (dir: string) =>
  new DemoSite({ folder: resolve('resources/demo-site'), guard, portFile: join(dir, 'demo-site.port') });

it('closes also while it is starting: the port is free and refused again', async () => {
  const site = siteIn(await temporary.make());
  const starting = site.start();
  await site.close();
  const url = await starting;
  await expect(fetch(url)).rejects.toThrow();
  expect(() => guard.checkUrl(new URL(url))).toThrow(/private address/);
  await expect(site.start()).rejects.toMatchObject({ code: 'ENGINE_CLOSING' });
});

it('is not taken up again once it is closed', async () => {
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

it('takes no port of the system and none that is no number from its file', async () => {
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

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SharedSession } from '../../../../core/jobs/profiles/shared-session';
import { CookieJar } from '../../../../core/net/engines/http/cookie-jar';
import { type Lab, type Site, startLab, startSite } from './support/browser-lab';

vi.setConfig({ testTimeout: 60_000 });

let lab: Lab;
let site: Site;
beforeAll(async () => {
  lab = startLab();
  site = await startSite({
    '/in': (_, response) => {
      response.setHeader('set-cookie', ['id=secret; HttpOnly; Max-Age=600', 'view=list']);
      response.setHeader('content-type', 'text/html').end('<script>localStorage.setItem("token", "t1")</script><p>In');
    },
    '/page': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<p>${request.headers.cookie}</p><p id="t"></p>
        <script>t.textContent = localStorage.getItem('token'); localStorage.setItem('token', 't2')</script>`);
    },
    '/out': (_, response) => {
      response.setHeader('set-cookie', 'id=; Max-Age=0');
      response.setHeader('content-type', 'text/html').end('<script>localStorage.clear()</script><p>Out');
    },
  });
});
afterAll(async () => {
  await Promise.all([lab?.close(), site?.close()]);
});

it('transfers a session between pages in the browser and over plain HTTP, and nowhere else', async () => {
  const kept = { sites: ['127.0.0.1'], state: { cookies: [], items: [] } };
  const session = new SharedSession(kept, async () => true);
  await lab.fetch(`${site.base}/in`, { session });
  const { cookies, items } = await session.load();
  expect(cookies.find(({ name }) => name === 'id')).toMatchObject({
    httpOnly: true,
    hostOnly: true,
    domain: '127.0.0.1',
  });
  expect(items).toEqual([{ origin: site.base, key: 'token', value: 't1' }]);

  const page = Buffer.from((await lab.fetch(`${site.base}/page`, { session })).body).toString();
  expect(page).toContain('id=secret; view=list');
  expect(page).toContain('>t1<');
  expect((await session.load()).items[0]?.value).toBe('t2');

  const jar = new CookieJar((await session.load()).cookies);
  expect(jar.header(new URL(`${site.base}/page`))).toBe('id=secret; view=list');
  expect(jar.header(new URL(`${site.base.replace('127.0.0.1', 'localhost')}/page`))).toBeUndefined();
  expect(jar.kept().map(({ name, hostOnly, httpOnly }) => ({ name, hostOnly, httpOnly }))).toEqual([
    { name: 'id', hostOnly: true, httpOnly: true },
    { name: 'view', hostOnly: true, httpOnly: false },
  ]);

  const without = await lab.html(`${site.base}/page`);
  expect(without).toContain('undefined');
  expect(without).not.toContain('>t2<');

  await lab.fetch(`${site.base}/out`, { session });
  const left = await session.load();
  expect([left.cookies.map(({ name }) => name), left.items]).toEqual([['view'], []]);
});

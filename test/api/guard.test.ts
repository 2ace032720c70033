import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineInProcess, startInProcess } from '../support/engine-in-process';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';

let engine: EngineInProcess;
let site: FixtureSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([startInProcess({ allowPrivateNetwork: false }), startFixtureSite()]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

/** Sends a request with headers that `fetch` does not allow. */
function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  const { port } = new URL(engine.url);
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
    });
    call.on('error', reject).end();
  });
}

const key = () => ({ authorization: `Bearer ${engine.key}` });

describe('keys', () => {
  it.each([
    [{}, 'Unauthorized'],
    [{ authorization: 'Bearer' }, 'Unauthorized: Token missing'],
    [{ authorization: 'Basic abc' }, 'Unauthorized: Token missing'],
    [{ authorization: 'Bearer nobody' }, 'Unauthorized: Invalid token'],
  ])('answers %o with 401 %s, even with an invalid body', async (headers, error) => {
    const answer = await fetch(`${engine.url}/v2/scrape`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: '{',
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ success: false, error });
  });

  it('are required on every route but health, the UI, its sign-in, the docs and published files', async () => {
    const spec = (await (await fetch(`${engine.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const paths = Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method })),
    );
    expect(paths.length).toBeGreaterThan(4);
    const hidden = [
      '/local/session',
      '/local/schema',
      '/local/history',
      '/local/keys',
      '/local/settings',
      '/local/events',
      '/local/plugins',
    ];
    for (const { path, method } of [...paths, ...hidden.map((path) => ({ path, method: 'get' }))]) {
      if (path === '/health' || path === '/files/{id}') continue;
      const answer = await fetch(engine.url + path.replace('{id}', 'x'), { method: method.toUpperCase() });
      expect([path, method, answer.status]).toEqual([path, method, 401]);
    }
    for (const open of ['/health', '/', '/docs/', '/openapi.json'])
      expect((await fetch(engine.url + open)).status).toBe(200);
  });

  it('are created, shown once, listed without their text, and revoked immediately', async () => {
    const made = (await engine.call('POST', '/local/keys', { name: 'script' })).body;
    expect(made.key).toMatch(/^gl-[\w-]{32}$/);
    const { items } = (await engine.call('GET', '/local/keys')).body;
    expect(JSON.stringify(items)).not.toContain(made.key);
    expect(items).toContainEqual(
      expect.objectContaining({ id: made.item.id, name: 'script', prefix: made.key.slice(0, 7) }),
    );
    const use = () => fetch(`${engine.url}/local/keys`, { headers: { authorization: `Bearer ${made.key}` } });
    expect((await use()).status).toBe(200);
    expect((await engine.call('DELETE', `/local/keys/${made.item.id}`)).status).toBe(200);
    expect((await use()).status).toBe(401);
    expect((await engine.call('DELETE', `/local/keys/${made.item.id}`)).status).toBe(404);
  });
});

describe('windows', () => {
  it('sign in once with the link, and hide the cookie from scripts and other sites', async () => {
    const path = engine.newSignInLink().slice(engine.url.length);
    const host = new URL(engine.url).host;
    const first = await raw('GET', path, { host });
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const session = await raw('GET', '/local/session', { host, cookie: cookie.split(';')[0]! });
    expect(JSON.parse(session.body)).toMatchObject({ signedIn: true, baseUrl: engine.url });
    expect((await raw('GET', path, { host })).headers['set-cookie']).toBeUndefined();
    expect((await raw('GET', '/local/session', { host, cookie: `${cookie.split(';')[0]}x` })).status).toBe(401);
  });
});

describe('Host and Origin', () => {
  it.each(['evil.example', 'evil.example:3002', '127.0.0.1:1', '127.0.0.1.evil.example'])(
    'refuses the host %j',
    async (host) => {
      const answer = await raw('GET', '/health', { ...key(), host });
      expect(answer.status).toBe(403);
    },
  );

  it.each(['http://evil.example', 'https://127.0.0.1:3002', 'null', 'file://', 'http://localhost.evil.example'])(
    'refuses the origin %s',
    async (origin) => {
      const answer = await raw('POST', '/v2/scrape', { ...key(), host: new URL(engine.url).host, origin });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body).code).toBe('FORBIDDEN_ORIGIN');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('accepts its own names and origins', async () => {
    const { port } = new URL(engine.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await raw('GET', '/local/session', { ...key(), host, origin: `http://${host}` })).status).toBe(200);
    }
  });
});

describe('further names of the service', () => {
  const local = (host: string, origin?: string) =>
    raw('GET', '/local/session', { ...key(), host, ...(origin ? { origin } : {}) });

  it('are refused with the way to allow them', async () => {
    const answer = await local('proxy.example');
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([403, expect.stringContaining('--allow-host')]);
  });

  it('are accepted under the ports that a setting allows, with their own origins only', async () => {
    await engine.call('PATCH', '/local/settings', { serviceHosts: ['Proxy.example', 'localhost:8080'] });
    const statuses = async (...calls: [string, string?][]) =>
      (await Promise.all(calls.map(([host, origin]) => local(host, origin)))).map(({ status }) => status);
    expect(
      await statuses(
        ['proxy.example'],
        ['proxy.example:8443', 'https://proxy.example:8443'],
        ['localhost:8080', 'http://localhost:8080'],
      ),
    ).toEqual([200, 200, 200]);
    expect(
      await statuses(['localhost:8081'], ['evil.proxy.example'], ['proxy.example', 'https://evil.example']),
    ).toEqual([403, 403, 403]);
  });
});

describe('private addresses', () => {
  const targets = [
    'http://127.0.0.1/',
    'http://localhost:3000/x',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:169.254.169.254]/latest/meta-data',
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://user@127.0.0.1/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
  ];
  it.each(targets)('refuses %s in both engines', async (url) => {
    for (const extra of [{}, { formats: ['screenshot'] }]) {
      const answer = await engine.call('POST', '/v2/scrape', { url, ...extra });
      expect([answer.status, answer.body.code]).toEqual([403, 'PRIVATE_ADDRESS_BLOCKED']);
    }
  });

  it('are allowed by settings in both engines, for that host only', async () => {
    await engine.call('PATCH', '/local/settings', { allowedHosts: [site.host] });
    const answer = await engine.call('POST', '/v2/scrape', { url: `${site.url}/article` });
    expect(answer.status).toBe(200);
    const shot = await engine.call('POST', '/v2/scrape', {
      url: `${site.url}/article`,
      formats: ['screenshot'],
      maxAge: 0,
    });
    expect(shot.status).toBe(200);
    site.put('/inward', '', { location: 'http://127.0.0.1:49151/' }, 302);
    for (const extra of [{}, { formats: ['screenshot'] }]) {
      const hop = await engine.call('POST', '/v2/scrape', { url: `${site.url}/inward`, ...extra });
      expect([hop.status, hop.body.code]).toEqual([403, 'PRIVATE_ADDRESS_BLOCKED']);
    }
  });

  it('allow the demo site as the only exception', async () => {
    const { url } = (await engine.call('POST', '/local/demo-site')).body;
    const answer = await engine.call('POST', '/v2/scrape', { url });
    expect(answer.status).toBe(200);
    expect(answer.body.data.markdown.length).toBeGreaterThan(100);
    for (const attempt of ['../../package.json', '%2e%2e/%2e%2e/package.json', '..%2f..%2fpackage.json']) {
      expect((await fetch(url + attempt)).status).toBe(404);
    }
  });
});

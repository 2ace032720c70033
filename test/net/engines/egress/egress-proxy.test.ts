import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ProxyAgent, WebSocket } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../core/common/errors';
import { EgressProxy } from '../../../../core/net/engines/egress/egress-proxy';
import { GuardedAddresses } from '../../../../core/net/politeness/guarded-addresses';
import { startEchoSocketServer } from '../../../support/echo-socket-server';
import { okPage } from '../../../support/fault-answers';
import { type FaultServer, startFaultServer } from '../../../support/fault-server';
import { startSocksServer } from '../../../support/socks-server';

let site: FaultServer;
let proxy: EgressProxy;
let login: { username: string; password: string };

beforeEach(async () => {
  site = await startFaultServer();
  proxy = new EgressProxy(new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: ['127.0.0.1'] }));
  await proxy.start();
  login = proxy.routes.register();
});

afterEach(async () => {
  await proxy.close();
  await site.socketsFreed();
  await site.close();
});

const authorization = ({ username, password } = login) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Requests an absolute URL from the proxy, as browsers do for plain HTTP. */
function ask(
  url: string,
  options: { auth?: string; method?: string; body?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const auth = options.auth ?? authorization();
    const headers = { ...(auth ? { 'proxy-authorization': auth } : {}), host: new URL(url).host, ...options.headers };
    request(
      { host: '127.0.0.1', port: proxy.port, path: url, method: options.method ?? 'GET', headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
        );
      },
    )
      .on('error', reject)
      .end(options.body);
  });
}

const raise = (error: Error): never => {
  throw error;
};

/** Requests a tunnel to a target through the proxy. */
function tunnel(target: string, auth = authorization()) {
  return new Promise<{ status: number; headers: Record<string, unknown>; socket: Socket }>((resolve, reject) => {
    request({
      host: '127.0.0.1',
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      agent: false,
      headers: auth ? { 'proxy-authorization': auth } : {},
    })
      .on('connect', (answer, socket) =>
        resolve({ status: answer.statusCode!, headers: answer.headers, socket: socket as Socket }),
      )
      .on('error', reject)
      .end();
  });
}

describe('plain http', () => {
  it('is forwarded with its method, headers, body and cookies', async () => {
    expect(await ask(`${site.http}/ok`)).toMatchObject({ status: 200, body: okPage });
    const { body } = await ask(`${site.http}/echo?a=1`, {
      method: 'POST',
      body: 'x=1',
      headers: { 'X-One': '1', Cookie: 'a=b', 'content-length': '3', Connection: 'x-gone', 'X-Gone': '1' },
    });
    const seen = JSON.parse(body);
    expect(seen).toMatchObject({ method: 'POST', path: '/echo?a=1', headers: { 'x-one': '1', cookie: 'a=b' } });
    expect(seen.headers['proxy-authorization']).toBeUndefined();
    expect(seen.headers['x-gone']).toBeUndefined();
    const set = await ask(`${site.http}/cookies/set`);
    expect(set.headers['set-cookie']).toHaveLength(2);
  });

  it('uses the host of the URL, not of the header', async () => {
    const { body } = await ask(`${site.http}/echo`, { headers: { host: 'evil.example' } });
    expect(JSON.parse(body).headers.host).toBe(`127.0.0.1:${site.port}`);
  });

  it('forwards compressed bodies and redirects unchanged', async () => {
    expect((await ask(`${site.http}/encoded/gzip`)).headers['content-encoding']).toBe('gzip');
    expect((await ask(`${site.http}/redirect/loop`)).headers.location).toBe('/redirect/loop-back');
  });

  it('marks refused targets and remembers them for the route', async () => {
    const answer = await ask('http://10.0.0.1/x');
    expect(answer).toMatchObject({ status: 403, headers: { 'x-gleaner-refused': 'PRIVATE_ADDRESS_BLOCKED' } });
    expect(await ask('http://no-such-host.invalid/')).toMatchObject({
      status: 502,
      headers: { 'x-gleaner-refused': 'SCRAPE_DNS_RESOLUTION_ERROR' },
    });
    expect((await ask('http://127.0.0.1:1/')).headers['x-gleaner-refused']).toBe('SCRAPE_SITE_ERROR');
    expect(proxy.takeRefusals(login.username).map(({ target, error }) => [target, error.code])).toEqual([
      ['http://10.0.0.1/x', 'PRIVATE_ADDRESS_BLOCKED'],
      ['http://no-such-host.invalid/', 'SCRAPE_DNS_RESOLUTION_ERROR'],
      ['http://127.0.0.1:1/', 'SCRAPE_SITE_ERROR'],
    ]);
    expect(proxy.takeRefusals(login.username)).toEqual([]);
  });

  it('sends nothing for a page with an expired host lease, until the route is rebound', async () => {
    const check = () => {
      throw new AppError('SCRAPE_JOB_CANCELLED', 'The time is over.');
    };
    proxy.routes.bind(login.username, { hostLease: { check } });
    expect(await ask(`${site.http}/ok`)).toMatchObject({ status: 502, body: 'The time is over.' });
    expect((await tunnel(new URL(site.http).host)).status).toBe(502);
    expect(site.hits('/ok')).toBe(0);
    expect(proxy.takeRefusals(login.username).map(({ error }) => error.code)).toEqual([
      'SCRAPE_JOB_CANCELLED',
      'SCRAPE_JOB_CANCELLED',
    ]);
    proxy.routes.bind(login.username, {});
    expect((await ask(`${site.http}/ok`)).status).toBe(200);
  });

  it('sends nothing to a host that the lists of the page block, over a new or an open tunnel', async () => {
    const blocked = new AppError('SCRAPE_HOST_BLOCKED');
    const { host, hostname } = new URL(site.http);
    const open = await tunnel(host);
    open.socket.on('error', () => undefined);
    proxy.routes.bind(login.username, {
      refusalOf: (url) => (new URL(url).hostname === hostname ? blocked : undefined),
    });
    const closed = once(open.socket, 'close');
    open.socket.write(`GET /ok HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await closed;
    expect(await ask(`${site.http}/ok`)).toMatchObject({ status: 403 });
    expect((await tunnel(host)).status).toBe(403);
    expect(site.hits('/ok')).toBe(0);
    expect(proxy.takeRefusals(login.username).map(({ error }) => error)).toEqual([blocked, blocked, blocked]);
    proxy.routes.bind(login.username, {});
    expect((await ask(`${site.http}/ok`)).status).toBe(200);
  });

  it('does not let a site impersonate the proxy', async () => {
    expect((await ask(`${site.http}/status/407`)).status).toBe(502);
  });

  it('aborts the request when its client disconnects', async () => {
    const away = new Promise<void>((resolve) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: proxy.port,
          path: `${site.http}/endless`,
          headers: { 'proxy-authorization': authorization() },
        },
        (answer) => {
          answer.once('data', () => asked.destroy());
          answer.on('error', () => resolve()).on('close', () => resolve());
        },
      ).end();
    });
    await away;
    await site.socketsFreed();
  });
});

describe('tunnels', () => {
  it('carry TLS', async () => {
    const { status, socket } = await tunnel(site.tls.selfSigned.replace('https://', ''));
    expect(status).toBe(200);
    const secure = connectTls({ socket, rejectUnauthorized: false });
    secure.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const chunks: string[] = [];
    for await (const chunk of secure) chunks.push(String(chunk));
    expect(chunks.join('')).toContain('Behind TLS');
  });

  it('carry nothing after the host lease of the page expired, or for a closed page', async () => {
    const ended = new AppError('SCRAPE_JOB_CANCELLED', 'The time is over.');
    const lease = () => {
      const made = { isOver: false, check: () => void (made.isOver && raise(ended)) };
      return made;
    };
    const [one, next] = [lease(), lease()];
    const { username } = login;
    proxy.routes.bind(username, { hostLease: one });
    const target = site.http.replace('http://', '');
    const { socket } = await tunnel(target);
    socket.on('error', () => undefined);
    const get = async () => {
      socket.write(`GET /ok HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
      const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
      return String(chunk).split('\r\n', 1)[0];
    };
    expect(await get()).toBe('HTTP/1.1 200 OK');
    one.isOver = true;
    // Binds the proxy user name to the job's next page, which has its own lease.
    proxy.routes.bind(username, { hostLease: next });
    expect(await get()).toBe('HTTP/1.1 200 OK');
    next.isOver = true;
    expect(await get()).toBe('closed');
    expect(site.hits('/ok')).toBe(2);
    expect(proxy.takeRefusals(username)).toMatchObject([{ target, error: ended }]);
    proxy.routes.bind(username, {});
    const { socket: left } = await tunnel(target);
    left.on('error', () => undefined);
    proxy.routes.remove(username);
    left.write(`GET /ok HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
    await once(left, 'close');
    expect(site.hits('/ok')).toBe(2);
  });

  it.each(['10.0.0.1:443', '[::1]:443', 'localhost:80', '127.1:65000', '[::ffff:169.254.169.254]:80', '2130706433:1'])(
    'to %s are refused',
    async (target) => {
      const { status, headers, socket } = await tunnel(target);
      socket.destroy();
      expect([status, headers['x-gleaner-refused']]).toEqual([403, 'PRIVATE_ADDRESS_BLOCKED']);
      expect(proxy.takeRefusals(login.username)).toMatchObject([
        { target, error: { code: 'PRIVATE_ADDRESS_BLOCKED' } },
      ]);
    },
  );

  it('to invalid targets are refused', async () => {
    for (const target of ['x', '127.0.0.1:0', '127.0.0.1:99999']) {
      const { status, socket } = await tunnel(target);
      socket.destroy();
      expect(status).toBe(400);
    }
  });

  it('end when either side ends', async () => {
    const { socket } = await tunnel(`127.0.0.1:${site.port}`);
    expect(site.openSockets()).toBe(1);
    socket.destroy();
    await site.socketsFreed();
  });

  it('carry web sockets', async () => {
    const echo = await startEchoSocketServer();
    const dispatcher = new ProxyAgent({ uri: proxy.address, token: authorization(), proxyTunnel: true });
    const socket = new WebSocket(`ws://127.0.0.1:${echo.port}/`, { dispatcher });
    const answer = await new Promise((resolve, reject) => {
      socket.addEventListener('open', () => socket.send('hello there'));
      socket.addEventListener('message', (event) => resolve(event.data));
      socket.addEventListener('error', () => reject(new Error('web socket failed')));
    });
    expect(answer).toBe('hello there');
    socket.close();
    await dispatcher.destroy();
    await echo.close();
  });

  it('carry web sockets requested without a tunnel', async () => {
    const echo = await startEchoSocketServer();
    const upgraded = await new Promise<{ status: number; socket: Socket }>((resolve, reject) => {
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': 'eA==',
        'proxy-authorization': authorization(),
      };
      request({ host: '127.0.0.1', port: proxy.port, path: `ws://127.0.0.1:${echo.port}/`, headers })
        .on('upgrade', (answer, socket) => resolve({ status: answer.statusCode!, socket: socket as Socket }))
        .on('error', reject)
        .end();
    });
    expect(upgraded.status).toBe(101);
    upgraded.socket.destroy();
    await echo.close();
  });
});

describe('logins', () => {
  it.each(['', 'Basic bm9ib2R5Ong=', 'Bearer x'])('are required (%j)', async (auth) => {
    expect((await ask(`${site.http}/ok`, { auth })).status).toBe(407);
    const { status, socket } = await tunnel(`127.0.0.1:${site.port}`, auth);
    socket.destroy();
    expect(status).toBe(407);
    expect(site.openSockets()).toBe(0);
  });

  it('become invalid with their route', async () => {
    proxy.routes.remove(login.username);
    expect((await ask(`${site.http}/ok`)).status).toBe(407);
  });
});

describe('upstream proxies', () => {
  it('are used by routes with a proxy', async () => {
    const upstream = new EgressProxy(new GuardedAddresses({ allowPrivateNetwork: true, allowedHosts: [] }));
    await upstream.start();
    const { username, password } = upstream.routes.register();
    const auth = authorization(proxy.routes.register(`http://${username}:${password}@127.0.0.1:${upstream.port}`));
    expect(await ask(`${site.http}/ok`, { auth })).toMatchObject({ status: 200, body: okPage });
    const { status, socket } = await tunnel(`127.0.0.1:${site.port}`, auth);
    expect(status).toBe(200);
    socket.destroy();
    expect((await ask('http://10.0.0.1/', { auth })).headers['x-gleaner-refused']).toBe('PRIVATE_ADDRESS_BLOCKED');
    upstream.routes.remove(username);
    expect((await ask(`${site.http}/ok`, { auth })).headers['x-gleaner-refused']).toBe('SCRAPE_PROXY_ERROR');
    await upstream.close();
  });

  it('may use SOCKS', async () => {
    const socks = await startSocksServer();
    const auth = authorization(proxy.routes.register(`socks5://127.0.0.1:${socks.port}`));
    expect(await ask(`${site.http}/ok`, { auth })).toMatchObject({ status: 200, body: okPage });
    const { status, socket } = await tunnel(`127.0.0.1:${site.port}`, auth);
    expect(status).toBe(200);
    socket.destroy();
    expect(socks.asked).toHaveLength(2);
    await socks.close();
  });
});

it('closes with tunnels and requests still open', async () => {
  await tunnel(`127.0.0.1:${site.port}`).then(({ socket }) => socket.on('error', () => undefined));
  ask(`${site.http}/silent`).catch(() => undefined);
  await expect.poll(() => site.openSockets()).toBe(2);
  await proxy.close();
  await site.socketsFreed();
});

import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../../core/common/errors';
import { EgressProxy } from '../../../../core/net/engines/egress/egress-proxy';
import { GuardedAddresses } from '../../../../core/net/politeness/guarded-addresses';
import { startEchoSocketServer } from '../../../support/echo-socket-server';
import { type FaultServer, startFaultServer } from '../../../support/fault-server';

const program = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
let site: FaultServer;
let proxy: EgressProxy;
let browser: Browser;
let page: Page;
let username: string;

beforeAll(async () => {
  site = await startFaultServer();
  proxy = new EgressProxy(new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: ['127.0.0.1'] }));
  await proxy.start();
  browser = await puppeteer.launch({
    executablePath: program,
    acceptInsecureCerts: true,
    args: ['--no-sandbox', `--proxy-server=${proxy.address}`, '--proxy-bypass-list=<-loopback>'],
  });
  page = await browser.newPage();
  const login = proxy.routes.register();
  username = login.username;
  await page.authenticate(login);
});

afterAll(async () => {
  await browser.close();
  await proxy.close();
  await site.socketsFreed();
  await site.close();
});

it('lets a real browser read allowed pages, plain and over TLS', async () => {
  expect((await page.goto(`${site.http}/ok`))?.status()).toBe(200);
  expect(await page.title()).toBe('Fine');
  await page.goto(`${site.tls.h2}/tls`);
  expect(await page.$eval('body', (body) => body.textContent)).toContain('"httpVersion":"2.0"');
});

it('sends no more requests in an open tunnel of a real browser after its host lease expired', async () => {
  let isOver = false;
  const ended = new AppError('SCRAPE_JOB_CANCELLED', 'The time is over.');
  const check = () => {
    if (isOver) throw ended;
  };
  proxy.routes.bind(username, { hostLease: { check } });
  const ask = (path: string) =>
    page.evaluate(
      (at) =>
        fetch(at, { cache: 'no-store' }).then(
          ({ status }) => status,
          () => 'refused',
        ),
      path,
    );
  await page.goto(`${site.tls.h2}/tls`);
  expect(await ask('/one')).toBe(200);
  isOver = true;
  proxy.takeRefusals(username);
  expect(await ask('/two')).toBe('refused');
  expect(proxy.takeRefusals(username)[0]).toEqual({ target: new URL(site.tls.h2).host, error: ended });
  proxy.routes.bind(username, {});
  expect(await ask('/three')).toBe(200);
});

it('blocks private targets for a real browser, on each hop and in subrequests', async () => {
  const response = await page.goto('http://10.0.0.1/');
  expect(response?.headers()['x-gleaner-refused']).toBe('PRIVATE_ADDRESS_BLOCKED');
  const hop = await page.goto(`${site.http}/redirect/to?url=${encodeURIComponent('http://localhost:8099/')}`);
  expect(hop?.headers()['x-gleaner-refused']).toBe('PRIVATE_ADDRESS_BLOCKED');
  await expect(page.goto('https://169.254.169.254/')).rejects.toThrow('ERR_TUNNEL_CONNECTION_FAILED');
  await page.goto(`${site.http}/ok`);
  await page.evaluate(() => fetch('http://192.168.0.1/x', { mode: 'no-cors' }).catch(() => undefined));
  const targets = proxy.takeRefusals(username).map(({ target }) => target);
  expect(targets).toEqual(
    expect.arrayContaining([
      'http://10.0.0.1/',
      'http://localhost:8099/',
      '169.254.169.254:443',
      'http://192.168.0.1/x',
    ]),
  );
});

it('tunnels web sockets of a real browser, except to private targets', async () => {
  const echo = await startEchoSocketServer();
  await page.goto(`${site.http}/ok`);
  const talk = (port: number, host: string) =>
    page.evaluate(
      (url) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(url);
          socket.onopen = () => socket.send('hello');
          socket.onmessage = (event) => resolve(String(event.data));
          socket.onerror = () => resolve('refused');
        }),
      `ws://${host}:${port}/`,
    );
  expect(await talk(echo.port, '127.0.0.1')).toBe('hello');
  expect(await talk(echo.port, 'localhost')).toBe('refused');
  await echo.close();
});

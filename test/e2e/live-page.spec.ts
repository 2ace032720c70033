import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from '@playwright/test';
import { expect, test } from './gleaner-test';

const cards = Array.from(
  { length: 12 },
  (_, at) => `<div class="card"><h3>Product ${at}</h3><b>$${at}.50</b></div>`,
).join('');
const shop = `<!doctype html><html><head><title>The shop</title><link rel="stylesheet" href="/shop.css"></head><body>
<h1>Shop</h1><p id="said">nothing</p><button onclick="said.textContent = 'pressed'">Press</button>
<label>Name <input oninput="said.textContent = 'typed ' + this.value"></label><select aria-label="Size" onchange="said.textContent = this.value"><option>S<option>L</select>
<a href="/second" target="_blank">Second</a>${cards}<iframe srcdoc="<p>Inside a frame</p>"></iframe><x-card></x-card><script>
customElements.define('x-card', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<p>Inside a shadow root</p>'; } });
</script></body></html>`;

const openPage = async (page: Page, url: string): Promise<FrameLocator> => {
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await page.getByLabel('Address').fill(url);
  await page.keyboard.press('Enter');
  return page.frameLocator('iframe[title="Page"]');
};

test('a page is mirrored, used, left and reopened with Back', async ({ gleaner, page, site }) => {
  site.put('/shop', shop);
  site.put('/shop.css', 'h1 { color: rgb(1, 2, 3) }', { 'content-type': 'text/css' });
  site.put('/second', '<title>Second</title><h1>The second page</h1>');
  await gleaner.open('new-table');
  const frame = await openPage(page, `${site.url}/shop`);
  await expect(frame.getByRole('heading', { name: 'Product 11' })).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Shop', exact: true })).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(frame.getByText('Inside a shadow root')).toBeVisible();
  await expect(frame.frameLocator('iframe').getByText('Inside a frame')).toBeVisible();
  const laidOut = () =>
    page.getByTitle('Page', { exact: true }).evaluate((one: HTMLIFrameElement) => ({
      width: one.contentWindow?.innerWidth,
      fits: one.getBoundingClientRect().width <= (one.parentElement?.clientWidth ?? 0) + 1,
    }));
  await expect.poll(laidOut).toEqual({ width: 1280, fits: true });
  await page.getByLabel('Page width').selectOption('390');
  await expect.poll(laidOut).toEqual({ width: 390, fits: true });
  await page.getByLabel('Page width').selectOption('1280');
  await frame.getByRole('button', { name: 'Press' }).click();
  await expect(frame.locator('#said')).toHaveText('nothing');
  await page.getByText('Browse page', { exact: true }).click();
  await frame.getByRole('button', { name: 'Press' }).click();
  await expect(frame.locator('#said')).toHaveText('pressed');
  await frame.getByLabel('Name').click();
  await page.keyboard.type('Ada');
  await expect(frame.locator('#said')).toHaveText('typed Ada');
  await frame.getByLabel('Size').selectOption('L');
  await expect(frame.locator('#said')).toHaveText('L');
  await frame.getByRole('link', { name: 'Second' }).click();
  await expect(frame.getByText('The second page')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue(`${site.url}/second`);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(frame.getByRole('heading', { name: 'Product 11' })).toBeVisible();
});

test('the mirror shows the images of a style sheet that redirects', async ({ gleaner, page, site }) => {
  site.put('/shop', '<title>Shop</title><link rel="stylesheet" href="/moved.css"><h1>Shop</h1>');
  site.put('/moved.css', '', { location: '/themes/new/site.css' }, 302);
  site.put('/themes/new/site.css', 'h1 { background: url(bg.svg) }', { 'content-type': 'text/css' });
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  site.put('/themes/new/bg.svg', drawing, { 'content-type': 'image/svg+xml' });
  const isImage = (type = ''): boolean => type.startsWith('image/svg+xml');
  const image = page.waitForResponse(
    (response) => /\/live\/[\w-]+\/\d+$/.test(response.url()) && isImage(response.headers()['content-type']),
  );
  await gleaner.open('new-table');
  const frame = await openPage(page, `${site.url}/shop`);
  await expect(frame.getByRole('heading', { name: 'Shop' })).toBeVisible();
  expect((await image).status()).toBe(200);
});

/** Starts a site that records incoming requests, including headers. */
async function startHostileSite() {
  const asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '/', headers }, response) => {
    asked.push({ path: url, headers });
    const type = url.endsWith('.css') ? 'text/css' : url.endsWith('.js') ? 'text/javascript' : 'text/html';
    const body =
      url === '/'
        ? hostile(`http://${headers.host}`)
        : url.endsWith('.css')
          ? 'h2 { background: url(/imported) }'
          : '<p>x</p>';
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, asked, close };
}

/** Returns the HTML of a page that tries to escape from its mirror in many ways. `own` is the site's URL. */
const hostile = (
  own: string,
): string => `<!doctype html><html><head><title>Hostile</title><base href="${own}/base/" target="_top">
<meta http-equiv="refresh" content="600; url=${own}/refreshed"><link rel="preload" as="script" href="${own}/preload.js"><link rel="prefetch" href="${own}/prefetch"><link rel="preconnect" href="${own}"><link rel="dns-prefetch" href="${own}">
<link rel="stylesheet" href="${own}/sheet.css"><link rel="manifest" href="${own}/manifest"><link rel="icon" href="${own}/icon">
<style>@import "${own}/import.css"; h1 { background: url(${own}/css-report) } h1:hover { background: url(${own}/hover-report) } @font-face { font-family: f; src: url(${own}/font) } h1 { font-family: f }</style>
</head><body onload="top.hacked = 1"><h1 onclick="top.hacked = 1">Hostile</h1><img src="/local/keys" onerror="top.hacked = 1; parent.hacked = 1">
<iframe srcdoc="<script>top.hacked = 1; parent.parent.hacked = 1</script><p>framed</p>"></iframe><iframe src="javascript:top.hacked=1"></iframe><iframe src="${own}/framed"></iframe>
<form action="${own}/stolen" target="_top"><input name="createElement" value="1"><input name="appendChild"><input id="ownerDocument"> and <img id="parentNode"><button>Send</button></form>
<a href="${own}/top" target="_top">Top</a><a href="javascript:top.hacked=1">Script</a>
<svg onload="top.hacked = 1"><script>top.hacked = 1</script><a href="${own}/svg"><text y="20">Drawn</text><animate attributeName="href" to="javascript:top.hacked=1"/></a><use href="${own}/use.svg#x"/><image href="${own}/svg-image"/></svg>
<object data="${own}/object"></object><embed src="${own}/embed"><video poster="${own}/poster" src="${own}/video" autoplay></video><audio src="${own}/audio" autoplay></audio>
<table background="${own}/background"><tr><td>cell</td></tr></table><details open ontoggle="top.hacked = 1"><summary>More</summary></details>
<img name="body"><img name="documentElement"><form name="createElement"></form><p>The end of it</p>
<script>navigator.serviceWorker?.register('/sw.js').catch(() => {}); window.hacked = 1; history.replaceState(0, '', '/?' + Object.keys(window).filter((name) => /rrweb|gleaner/i.test(name)).join());</script></body></html>`;

test('a hostile page runs no scripts, makes no requests except through the engine, and has no session', async ({
  gleaner,
  page,
}) => {
  const site = await startHostileSite();
  const requests: { readonly url: string; readonly cookie: string | undefined }[] = [];
  // The headers of the last requests may be unavailable once the test has ended.
  page.on('request', async (request) => {
    const { cookie } = await request.allHeaders().catch((): Record<string, string> => ({}));
    requests.push({ url: request.url(), cookie });
  });
  await gleaner.open('new-table');
  const frame = await openPage(page, site.url);
  await expect(frame.getByText('The end of it')).toBeVisible();
  expect(await frame.locator('meta, base, link, script, object, embed, [onclick], [onload]').count()).toBe(0);
  // Expects that the page's own scripts cannot detect the recorder.
  await expect(page.getByLabel('Address')).toHaveValue(`${site.url}/?`);
  for (const mode of ['Pick values', 'Browse page']) {
    await page.getByRole('radiogroup', { name: 'Click mode' }).getByText(mode).click();
    await frame.getByRole('heading', { name: 'Hostile' }).hover();
    await frame.getByText('Top', { exact: true }).click({ noWaitAfter: true });
    await frame
      .getByText('The end of it')
      .or(frame.getByText('x', { exact: true }))
      .first()
      .waitFor();
  }
  const origin = new URL(gleaner.url).port;
  const resources = new RegExp(`^http://localhost:${origin}/live/[\\w-]+/\\d+$`);
  const foreign = requests.filter(
    ({ url }) => !url.startsWith(gleaner.url) && !resources.test(url) && !/^data:|^about:/.test(url),
  );
  expect(foreign).toEqual([]);
  expect(requests.filter(({ url }) => resources.test(url)).length).toBeGreaterThan(0);
  expect(requests.filter(({ url, cookie }) => resources.test(url) && cookie)).toEqual([]);
  const own = requests
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => !/^\/(?:assets\/|$|live\/[\w-]+\/(?:page|quirks)?\d*$)/.test(path));
  expect(
    own.filter(
      (path) =>
        !/^\/local\/(?:live(?:\/[\w-]+(?:\/(?:input|navigate|stream))?)?|session|schema|jobs|history|settings|plugins|models|profiles|events)/.test(
          path,
        ),
    ),
  ).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(page.url()).toBe(`${gleaner.url}/#/new-table`);
  expect(site.asked.filter(({ headers }) => headers.cookie?.includes('gleaner_session'))).toEqual([]);
  site.close();
});

test('a page that is too long or never settles shows a message, and the window stays responsive', async ({
  gleaner,
  page,
  site,
}) => {
  site.put('/long', `<!doctype html><title>Long</title><h1>Long</h1>${'<p>word</p>'.repeat(30_000)}`);
  site.put(
    '/busy',
    `<!doctype html><title>Busy</title><h1>Busy</h1><div id="d"></div><script>
    setInterval(() => { d.innerHTML = Array.from({ length: 400 }, (_, i) => '<p>' + i + ' ' + Math.random() + '</p>').join(''); }, 20);</script>`,
  );
  await gleaner.open('new-table');
  const frame = await openPage(page, `${site.url}/long`);
  await expect(frame.getByRole('heading', { name: 'Long' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('at most 50,000 nodes')).toBeVisible();
  await openPage(page, `${site.url}/busy`);
  await expect(frame.getByRole('heading', { name: 'Busy' })).toBeVisible();
  await expect(page.getByText('this view is updated every few seconds')).toBeVisible();
  await page.getByLabel('Address').fill('typed meanwhile');
  await expect(page.getByLabel('Address')).toHaveValue('typed meanwhile');
});

test('a page that a mirror cannot show is reported, and is shown and used as an image', async ({
  gleaner,
  page,
  site,
}) => {
  site.put(
    '/drawn',
    `<!doctype html><title>Drawn</title><style>body { margin: 0 }</style><canvas id="c" width="300" height="200"></canvas>
    <button style="position: absolute; left: 0; top: 300px; width: 200px; height: 100px" onclick="document.title = 'Pressed'">Press</button>
    <script>const pen = c.getContext('2d'); pen.fillStyle = 'red'; pen.fillRect(0, 0, 300, 200);</script>`,
  );
  await gleaner.open('new-table');
  const frame = await openPage(page, `${site.url}/drawn`);
  await expect(frame.getByRole('button', { name: 'Press' })).toBeVisible();
  await expect(page.getByText('use "Show screenshot" to see the content')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Show screenshot' }).click();
  const image = page.getByRole('button', { name: 'Page image' }).locator('img');
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(600);
  await page.getByText('Browse page', { exact: true }).click();
  const box = (await image.boundingBox())!;
  await page.mouse.click(box.x + (100 / 1280) * box.width, box.y + (350 / 800) * box.height);
  await expect(page.getByTitle(`${site.url}/drawn`)).toHaveText('Pressed');
  await page.getByRole('button', { name: 'Show screenshot' }).click();
  await expect(image).toBeHidden();
});

test('the page of a browser session is shown, and stays open when the window leaves', async ({
  engine,
  gleaner,
  page,
}) => {
  const { url } = (await engine.call('POST', '/local/demo-site')).body as { url: string };
  const { id, liveViewUrl } = (await engine.call('POST', '/v2/browser', {})).body as Record<string, string>;
  const execute = (code: string) => engine.call('POST', `/v2/browser/${id}/execute`, { code });
  await execute(`await page.goto('${url}')`);
  await gleaner.open(new URL(liveViewUrl ?? '').hash.slice(2));
  const shown = page.frameLocator('iframe');
  await expect(page.getByRole('heading', { name: 'Browser session' })).toBeVisible();
  await expect(shown.getByRole('heading', { name: 'A library you may plant' })).toBeVisible();
  await execute(`await page.click('text=All seeds')`);
  await expect(shown.getByRole('heading', { name: 'A library you may plant' })).toBeHidden();
  await gleaner.open('playground');
  expect((await execute('page.isClosed()')).body.result).toBe('false');
  await engine.call('DELETE', `/v2/browser/${id}`);
});

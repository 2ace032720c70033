import { createServer, type Server } from 'node:http';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { closeLocally, listenLocally } from '../support/local-server';
import { sharedTestEngine } from '../support/shared-engine';

const page = (body: string, head = '') =>
  `<!doctype html><html><head><title>Page</title>${head}</head><body>${body}</body></html>`;

const pages: Readonly<Record<string, string>> = {
  '/shadow': page(
    `<p id="out">-</p><x-box></x-box><script>customElements.define('x-box', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<section><button class="inner">In</button><input id="field"></section>';
      root.querySelector('button').onclick = () => { out.textContent = 'SHADOW CLICKED'; };
      root.querySelector('input').oninput = (event) => { out.textContent = 'WRITTEN ' + event.target.value; };
    } })</script>`,
  ),
  '/frames': page('<p id="out">-</p><iframe src="/inner" width="400" height="200"></iframe>'),
  '/inner': page(
    `<button id="late" hidden onclick="parent.document.getElementById('out').textContent = 'FRAME CLICKED'">F</button>
     <select id="list" onchange="parent.document.getElementById('out').textContent = 'CHOSEN ' + this.value"><option>a<option>b</select>
     <script>setTimeout(() => { late.hidden = false; late.className = 'ready'; }, 300)</script>`,
  ),
  '/download': page('<h1>Reports</h1><a id="get" href="/report.csv">Get it</a>'),
  '/dialog': page(
    `<h1>Order</h1><button onclick="alert('Sold out'); out.textContent = 'AFTER'">Buy</button><p id="out">-</p>`,
  ),
  '/popover': page(
    `<h1>Crossings</h1><p>The ferry sails at seven, at noon and at six in the evening, in every kind of weather.</p>
    <button id="fares" popovertarget="prices">Fares</button><div popover id="prices"><p>Adults pay four euros.</p></div>
    <button popovertarget="rules">Rules</button><div popover id="rules"><p>Dogs travel on a lead.</p></div>`,
  ),
  '/lazy': page(
    `<h1>Long read</h1><div id="all"></div><script>
      for (let i = 0; i < 12; i++) all.append(Object.assign(document.createElement('section'), { id: 'part' + i }));
      const seen = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => {
        if (isIntersecting && !target.firstChild) target.innerHTML = '<h2>' + target.id + '</h2><p>A paragraph of the long read, which is drawn when it is seen.</p>';
      }));
      document.querySelectorAll('section').forEach((part) => seen.observe(part));
    </script>`,
    '<style>section { min-height: 1200px }</style>',
  ),
  '/throttled': page(
    `<h1>Timeline</h1>${'<section></section>'.repeat(8)}<script>
      const look = () => document.querySelectorAll('section:empty').forEach((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        if (bottom > 0 && top < innerHeight) part.innerHTML = '<h2>year' + [...part.parentNode.children].indexOf(part) + '</h2><p style="height: 1500px">A paragraph of the timeline, which is drawn when it is seen.</p>';
      });
      let waiting;
      addEventListener('scroll', () => { waiting ??= setTimeout(() => { waiting = undefined; look(); }, 200); });
      look();
    </script>`,
    '<style>section { min-height: 700px }</style>',
  ),
  '/tall': page(
    '<i></i><b></b>',
    '<style>body{margin:0} i{display:block;height:20000px;background:red} b{display:block;height:100px;background:blue}</style>',
  ),
};

let engine: TestEngine;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ url: path = '/' }, response) => {
    if (path === '/report.csv')
      response.setHeader('content-disposition', 'attachment; filename="report.csv"').end('a,b\n1,2\n');
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(pages[path] ?? '');
  });
  [engine, url] = await Promise.all([sharedTestEngine(), listenLocally(server)]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), closeLocally(server)]);
});

async function scrape(path: string, actions: readonly object[], formats: readonly unknown[] = ['markdown']) {
  const request = { url: `${url}${path}`, formats, actions, maxAge: 0, onlyMainContent: false };
  const { status, body } = await engine.call('POST', '/v2/scrape', request);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

describe('actions', () => {
  it('reach into open shadow roots', async () => {
    expect((await scrape('/shadow', [{ type: 'click', selector: '.inner' }])).markdown).toContain('SHADOW CLICKED');
    expect((await scrape('/shadow', [{ type: 'click', selector: 'x-box section > button' }])).markdown).toContain(
      'SHADOW CLICKED',
    );
    const written = await scrape('/shadow', [
      { type: 'click', selector: '#field' },
      { type: 'write', text: 'hub' },
    ]);
    expect(written.markdown).toContain('WRITTEN hub');
  });

  it('reach into frames, and wait for elements there', async () => {
    const clicked = await scrape('/frames', [
      { type: 'wait', selector: '#late.ready' },
      { type: 'click', selector: '#late' },
    ]);
    expect(clicked.markdown).toContain('FRAME CLICKED');
    expect((await scrape('/frames', [{ type: 'choose', selector: '#list', value: 'b' }])).markdown).toContain(
      'CHOSEN b',
    );
  });

  it('show a popover, whose text is then part of the page', async () => {
    const request = { url: `${url}/popover`, actions: [{ type: 'click', selector: '#fares' }], maxAge: 0 };
    const { markdown } = (await engine.call('POST', '/v2/scrape', request)).body.data;
    expect(markdown).toContain('Adults pay four euros.');
    expect(markdown).not.toContain('Dogs travel');
  });

  it('report downloads and dialogs', async () => {
    const { warning } = await scrape('/download', [{ type: 'click', selector: '#get' }]);
    expect(warning).toContain(
      `a download, which was not saved: report.csv. To read the file, scrape ${url}/report.csv.`,
    );
    const sold = await scrape('/dialog', [{ type: 'click', selector: 'button' }]);
    expect(sold.markdown).toContain('AFTER');
    expect(sold.warning).toContain('dialog, which was dismissed: Sold out');
  });

  it('scroll to the end past every part of the page', async () => {
    const { markdown } = await scrape('/lazy', [{ type: 'scroll', toEnd: true }]);
    for (let part = 0; part < 12; part++) expect(markdown).toContain(`## part${part}`);
  });

  it('scroll slowly enough for parts that are checked at intervals and grow', async () => {
    const { markdown } = await scrape('/throttled', [{ type: 'scroll', toEnd: true }]);
    expect(markdown.match(/year\d/g)).toEqual(['year1', 'year2', 'year3', 'year4', 'year5', 'year6', 'year7', 'year8']);
  });
});

describe('screenshots of long pages', () => {
  it('have the height of the page', async () => {
    const data = await scrape('/tall', [], [{ type: 'screenshot', fullPage: true }]);
    const png = Buffer.from(await (await fetch(data.screenshot)).arrayBuffer());
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect(height).toBe(20_100);
    const length = png.readUInt32BE(33);
    const rows = inflateSync(png.subarray(41, 41 + length));
    expect(rows.length % height).toBe(0);
    expect(rows.length / height).toBeGreaterThan(width * 3);
    expect(data.warning ?? '').not.toContain('cut');
  });

  it('report where a JPEG was cut', async () => {
    const data = await scrape('/tall', [], [{ type: 'screenshot', fullPage: true, quality: 60 }]);
    expect(data.warning).toContain('cropped to 16384 pixels');
  });
});

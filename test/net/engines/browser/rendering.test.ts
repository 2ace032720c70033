import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../core/common/errors';
import { type Lab, type Site, startLab, startSite } from './support/browser-lab';

const words = 'Plain words of an article that is long enough to be read. '.repeat(20);
/** Script that defines `next(work)`, which calls `work` after several turns of the event loop, without a timer. */
const nextTurn = `<script>
  const next = (work, turns = 3) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => turns > 1 ? next(work, turns - 1) : work();
    port2.postMessage(0);
  };
</script>`;

describe('the browser engine renders pages', () => {
  let lab: Lab;
  let site: Site;

  beforeAll(async () => {
    site = await startSite({
      '/static': `<title>Static</title><h1>Static</h1><p>${words}</p>`,
      '/timer': `<div id="root">Loading…</div><script>setTimeout(() => { document.getElementById('root').innerHTML = '<h1>By timer</h1><p>${words}</p>'; }, 50)</script>`,
      '/slow-timer': `<div id="root">Loading…</div><script>setTimeout(() => { document.getElementById('root').innerHTML = '<h1>Late</h1>'; }, 900)</script>`,
      '/by-fetch': `<header>${words}</header><div id="root">Loading…</div><script>addEventListener('load', async () => { const reply = await fetch('/data'); const { title } = await reply.json(); document.getElementById('root').textContent = title; })</script>`,
      '/data': (_request, response) => {
        setTimeout(
          () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"title":"From the service"}'),
          300,
        );
      },
      '/by-module':
        '<div id="root">Loading…</div><script type="module">import("/module.js").then(({ show }) => show());</script>',
      '/module.js': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        response.end('export const show = () => { document.getElementById("root").textContent = "From a module"; };');
      },
      '/in-parts': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).write(`<h1>In parts</h1><p>${words}</p>`);
        const late = '<script>setTimeout(() => document.body.append("the late row"), 60)</script>';
        setTimeout(() => response.end(`<p>the last part</p>${late}`), 700);
      },
      '/written-anew': `<p>${words}</p><script>addEventListener('load', () => setTimeout(() => {
        document.open();
        document.write('<h1>Written anew</h1>');
      }, 20))</script>`,
      '/meta-refresh': '<meta http-equiv="refresh" content="0;url=/static">',
      '/script-redirect': '<script>location.replace("/static")</script>',
      '/redirect': (_request, response) => response.writeHead(302, { location: '/static' }).end(),
      '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
      '/missing': (_request, response) => {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>No such thing</h1>');
      },
      '/empty': (_request, response) => response.writeHead(204).end(),
      '/json': (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a": 1}'),
      '/pdf': (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 nothing');
      },
      '/download': (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-disposition': 'attachment' })
          .end('<p>saved</p>');
      },
      '/shadow': `<my-card><span slot="name">Ada</span></my-card><script>
        customElements.define('my-card', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<style>p{}</style><p>Hello <slot name="name"></slot></p>'; } });</script>
        <section><template shadowrootmode="open"><b>Declared shadow</b></template></section>`,
      '/closed-shadow': `<h1>Closed</h1><p>${words}</p><open-card></open-card><closed-card><span slot="name">Ada</span></closed-card><script>
        class Closed extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<p>Hello <slot name="name"></slot></p>'; } }
        customElements.define('closed-card', Closed);
        customElements.define('open-card', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<closed-inner></closed-inner>'; } });
        customElements.define('closed-inner', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<b>Deep inside</b>'; } });
        const host = document.querySelector('closed-card');
        setTimeout(() => { document.querySelector('h1').textContent = [host.shadowRoot, /native code/.test(Element.prototype.attachShadow), 'closedRoots' in window].join(); }, 40);
        </script>`,
      '/closed-app': `<div id="app"></div><script>
        document.getElementById('app').attachShadow({ mode: 'closed' }).innerHTML = '<h1>App in a closed root</h1><p>${words}</p><input value="field">';</script>`,
      '/closed-markup':
        '<p>Markup</p><section><template shadowrootmode="closed"><b>Declared and closed</b></template></section>',
      '/frames': '<h1>Outer</h1><iframe src="/static"></iframe>',
      '/never-loads': `<h1>Read me</h1><p>${words}</p><img src="/hang">`,
      '/hanging-script': `<h1>Before the script</h1><script src="/hang"></script><h1>After</h1>`,
      '/hang': () => undefined,
      '/after-timer': `${nextTurn}<div id="root">Loading…</div><script>setTimeout(() => {
        document.getElementById('root').innerHTML = '<h1>By timer</h1><p>${words}</p><img><b></b>';
        next(() => { document.querySelector('img').setAttribute('src', 'late.png'); });
      }, 50)</script>`,
      '/in-turns': `<div id="root">Loading…</div><script>setTimeout(() => {
        const root = document.getElementById('root'), { port1, port2 } = new MessageChannel();
        root.innerHTML = '<p>${words}</p>';
        let turn = 0;
        port1.onmessage = () => { root.append('turn ' + ++turn + ' '); if (turn < 20) port2.postMessage(0); };
        port2.postMessage(0);
      }, 50)</script>`,
      '/late-shadow': `${nextTurn}<div id="root">Loading…</div><script>setTimeout(() => {
        document.getElementById('root').innerHTML = '<p>${words}</p><i id="host"></i>';
        next(() => { document.getElementById('host').attachShadow({ mode: 'open' }).textContent = 'From the shadow'; });
      }, 50)</script>`,
      '/clock': `<h1>Clock</h1><p>${words}</p><b id="now"></b><script>setInterval(() => { document.getElementById('now').textContent = Date.now(); }, 10)</script>`,
    });
    lab = startLab();
    await lab.engine.warm();
  });

  afterAll(async () => {
    await lab.close();
    await site.close();
  });

  it('returns status, final URL, headers and HTML', async () => {
    const page = await lab.fetch(`${site.base}/redirect`);
    expect(page).toMatchObject({ url: `${site.base}/static`, statusCode: 200, engine: 'browser', rendered: true });
    expect(page.contentType).toBe('text/html; charset=utf-8');
    expect(Buffer.from(page.body).toString()).toContain('<h1>Static</h1>');
  });

  it('follows no redirect after the host lease of the page has expired', async () => {
    let left = 1;
    const check = () => {
      left -= 1;
      if (left < 0) throw new AppError('SCRAPE_JOB_CANCELLED', 'The time is over.');
    };
    // The lease is checked once for each request, so the second request (after the redirect) is refused.
    await expect(lab.fetch(`${site.base}/redirect`, { hostLease: { check } })).rejects.toThrow('The time is over.');
    expect(await lab.html(`${site.base}/redirect`)).toContain('<h1>Static</h1>');
  });

  it('waits for content inserted by a short timer', async () => {
    expect(await lab.html(`${site.base}/timer`)).toContain('By timer');
  });

  it.each([
    ['/after-timer', 'src="late.png"'],
    ['/in-turns', 'turn 20'],
    ['/late-shadow', 'From the shadow'],
  ])('reads content added right after a timer (%s)', async (path, expected) => {
    expect(await lab.html(site.base + path)).toContain(expected);
  });

  it('reads closed shadow roots, which the page cannot notice', async () => {
    const html = await lab.html(`${site.base}/closed-shadow`);
    expect(html).toContain('<h1>,true,false</h1>');
    expect(html).toContain('<p>Hello <span slot="name">Ada</span></p>');
    expect(html).toContain('<b>Deep inside</b>');
  });

  it.each([
    ['/closed-app', '<h1>App in a closed root</h1>'],
    ['/closed-markup', '<b>Declared and closed</b>'],
  ])('reads a page with little other text from closed shadow roots (%s)', async (path, expected) => {
    expect(await lab.html(site.base + path)).toContain(expected);
  });

  it('waits for the last part of a page and for content its timers then add', async () => {
    const html = await lab.html(`${site.base}/in-parts`);
    expect(html).toContain('the last part');
    expect(html).toContain('the late row');
  });

  it('reads a page that rewrites itself and never finishes', async () => {
    expect(await lab.html(`${site.base}/written-anew`)).toContain('Written anew');
  });

  it('waits longer for an almost empty page', async () => {
    expect(await lab.html(`${site.base}/slow-timer`)).toContain('Late');
  });

  it('waits for data fetched after load', async () => {
    expect(await lab.html(`${site.base}/by-fetch`)).toContain('From the service');
  });

  it('waits for modules loaded by script', async () => {
    expect(await lab.html(`${site.base}/by-module`)).toContain('From a module');
  });

  it.each(['/meta-refresh', '/script-redirect'])('follows %s to the target page', async (path) => {
    const page = await lab.fetch(site.base + path);
    expect(page.url).toBe(`${site.base}/static`);
    expect(Buffer.from(page.body).toString()).toContain('<h1>Static</h1>');
  });

  it('returns a 404 as a page', async () => {
    const page = await lab.fetch(`${site.base}/missing`);
    expect(page).toMatchObject({ statusCode: 404, error: 'Not Found' });
    expect(Buffer.from(page.body).toString()).toContain('No such thing');
  });

  it('returns an empty response as an empty page', async () => {
    const page = await lab.fetch(`${site.base}/empty`);
    expect(page.statusCode).toBe(204);
  });

  it('returns JSON unchanged', async () => {
    const page = await lab.fetch(`${site.base}/json`);
    expect(page).toMatchObject({ contentType: 'application/json', rendered: false });
    expect(Buffer.from(page.body).toString()).toBe('{"a": 1}');
  });

  it.each([
    ['/pdf', 'application/pdf'],
    ['/download', 'text/html'],
  ])('reports that %s is a file', async (path, contentType) => {
    await expect(lab.fetch(site.base + path)).rejects.toMatchObject({ name: 'NotAPage', contentType });
  });

  it('inlines open shadow trees and orders slots', async () => {
    const html = await lab.html(`${site.base}/shadow`);
    expect(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain('Hello Ada');
    expect(html).toContain('Declared shadow');
  });

  it('includes frames of the same site', async () => {
    expect(await lab.html(`${site.base}/frames`)).toMatch(/<div data-original-tag="iframe".*<h1>Static<\/h1>/s);
  });

  it('reads a page whose image never loads', async () => {
    expect(await lab.html(`${site.base}/never-loads`)).toContain('Read me');
  });

  it('reads the available content, with a warning, when a script never loads', async () => {
    const page = await lab.fetch(`${site.base}/hanging-script`, { timeoutMs: 3000 });
    expect(Buffer.from(page.body).toString()).toContain('Before the script');
    expect(page.warnings).toHaveLength(1);
  });

  it('reads a page that changes endlessly', async () => {
    const started = Date.now();
    expect(await lab.html(`${site.base}/clock`)).toContain('Clock');
    expect(Date.now() - started).toBeLessThan(6000);
  });

  it('names a redirect loop', async () => {
    await expect(lab.fetch(`${site.base}/loop`)).rejects.toMatchObject({ code: 'SCRAPE_TOO_MANY_REDIRECTS' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, type Site, startLab, startSite } from '../net/engines/browser/support/browser-lab';

const png = [0x89, 0x50, 0x4e, 0x47];
const jpeg = [0xff, 0xd8, 0xff];

describe.concurrent('actions', () => {
  let lab: Lab;
  let site: Site;

  beforeAll(async () => {
    site = await startSite({
      '/form': `<title>Form</title><input id="name"><button id="go" onclick="document.getElementById('out').textContent = 'Hello ' + document.getElementById('name').value">Go</button>
        <p id="out"></p><input id="search" onkeydown="if (event.key === 'Enter') document.getElementById('out').textContent = 'Searched ' + this.value">
        <button class="plus" onclick="add()">+</button><button class="plus" onclick="add()">+</button><b id="count">0</b>
        <a id="away" href="/next">Next</a><button id="late" onclick="setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<i id=arrived>arrived</i>'), 300)">Late</button>
        <span id="hidden" style="display:none" onclick="document.getElementById('out').textContent = 'hidden pressed'">x</span>
        <script>function add() { const c = document.getElementById('count'); c.textContent = Number(c.textContent) + 1; }</script>`,
      '/choice':
        '<select><option value="s">S<option value="l">L</select><input id="old" value="old"><input id="pass" type="password">',
      '/menu': `<style>#items { display: none } nav:hover #items { display: block }</style><div style="height:2000px"></div>
        <nav onmouseenter="this.dataset.seen = 'yes'">Menu<p id="items">Prices</p></nav>`,
      '/next': '<h1>The next page</h1>',
      '/list': `<ul><li>1</li><li>2</li></ul><button onclick="setTimeout(() => { const all = document.querySelectorAll('li').length; document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>' + (all + 1) + '</li><li>' + (all + 2) + '</li>'); if (all > 5) this.remove(); }, 150)">More</button>`,
      '/window': `<div id="box" style="height:300px;overflow:auto"><div id="all" style="position:relative;height:1200px"></div></div>
        <script>const draw = () => { const from = Math.floor(box.scrollTop / 30); all.innerHTML = Array.from({ length: Math.min(14, 40 - from) }, (_, at) => '<p class="row" style="position:absolute;top:' + (from + at) * 30 + 'px">Parcel ' + (from + at + 1) + '</p>').join(''); };
        box.addEventListener('scroll', draw); draw();</script>`,
      '/long': `<body style="margin:0"><div style="height:3000px;background:linear-gradient(red,blue)">tall</div><div id="box" style="height:100px;overflow:auto"><div style="height:1000px">inner</div></div></body>`,
    });
    lab = startLab();
  });

  afterAll(async () => {
    await lab.close();
    await site.close();
  });

  const act = (path: string, ...actions: readonly { type: string; [field: string]: unknown }[]) =>
    lab.fetch(site.base + path, { actions });

  it('clicks, types and presses keys like a user', async () => {
    const page = await act(
      '/form',
      { type: 'click', selector: '#name' },
      { type: 'write', text: 'Ada' },
      { type: 'click', selector: '#go' },
      { type: 'scrape' },
      { type: 'click', selector: '#search' },
      { type: 'write', text: 'engines' },
      { type: 'press', key: 'Enter' },
      { type: 'scrape' },
    );
    expect(page.actions?.scrapes.map(({ html }) => /<p id="out">(.*?)<\/p>/.exec(html)?.[1])).toEqual([
      'Hello Ada',
      'Searched engines',
    ]);
    expect(page.actions?.scrapes[0]?.url).toBe(`${site.base}/form`);
  });

  it('chooses an option by value, replaces a text, and types a secret by name', async () => {
    const page = await act(
      '/choice',
      { type: 'choose', selector: 'select', value: 'l' },
      { type: 'click', selector: '#old' },
      { type: 'write', text: 'new', replace: true },
      { type: 'click', selector: '#pass' },
      { type: 'write', secret: 'mine' },
      { type: 'executeJavascript', script: `document.querySelector('select').value + ' ' + old.value` },
      { type: 'executeJavascript', script: 'pass.value.length' },
      { type: 'executeJavascript', script: 'pass.value' },
    );
    const values = page.actions?.javascriptReturns.map(({ value }) => value);
    expect(values).toEqual(['l new', `mine of ${site.base}`.length, '***']);
    const wrong = act('/choice', { type: 'choose', selector: 'select', value: 'xl' });
    await expect(wrong).rejects.toThrow('`select` has no option with the value `xl`');
    await expect(act('/choice', { type: 'write', secret: 'mine' })).rejects.toThrow('no field on the page has focus');
  });

  it('click waits for an element that is about to appear', async () => {
    const page = await act('/form', { type: 'click', selector: '#late' }, { type: 'click', selector: '#arrived' });
    expect(page.statusCode).toBe(200);
  });

  it('loadMore warns about removed records unless it knows their selector', async () => {
    const warning = /removed records .* e\.g\. p\.row\.$/;
    const unknown = await act('/window', { type: 'loadMore' });
    expect(unknown.warnings).toEqual([expect.stringMatching(warning)]);
    const known = await act('/window', { type: 'loadMore', records: 'p.row', most: 1 });
    expect(known.warnings).toEqual([]);
    expect(known.body.toString()).toContain('Parcel 1<');
  });

  it('loadMore presses a button while the list grows, and returns the number of loads', async () => {
    const page = await act('/list', { type: 'loadMore', selector: 'button' }, { type: 'loadMore', selector: 'button' });
    expect(page.actions?.javascriptReturns.map(({ value }) => value)).toEqual([3, 0]);
    expect(Buffer.from(page.body).toString().match(/<li>/g)).toHaveLength(8);
  });

  it('returns all four result lists, empty when unused', async () => {
    const page = await act('/form', { type: 'wait', milliseconds: 1 });
    expect(page.actions).toEqual({ screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] });
  });

  it('click clicks every match with `all`, and accepts no match', async () => {
    const page = await act(
      '/form',
      { type: 'click', selector: '.plus', all: true },
      { type: 'click', selector: '.nothing', all: true },
    );
    expect(Buffer.from(page.body).toString()).toContain('<b id="count">2</b>');
  });

  it('press takes keys by each of their names', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['ENTER', 'Enter'],
      ['return', 'Enter'],
      ['arrowdown', 'ArrowDown'],
      ['esc', 'Escape'],
      ['Control+A', 'Control A'],
      ['ctrl+SHIFT+k', 'Control Shift k'],
      ['Control++', 'Control +'],
      ['+', '+'],
      ['f5', 'F5'],
    ];
    const page = await act(
      '/form',
      { type: 'executeJavascript', script: 'onkeydown = (e) => { (window.keys ??= []).push(e.key); return false; }' },
      ...cases.flatMap(([key]) => [
        { type: 'press', key },
        { type: 'executeJavascript', script: 'keys.splice(0).join(" ")' },
      ]),
    );
    const pressed = page.actions?.javascriptReturns.slice(1).map(({ value }) => value);
    expect(pressed).toEqual(cases.map(([, expected]) => expected));
  });

  it('press selects the text of a field with Control+A, and write types characters without a key', async () => {
    const page = await act(
      '/form',
      { type: 'click', selector: '#name' },
      { type: 'write', text: 'Ada' },
      { type: 'press', key: 'CONTROL+a' },
      { type: 'press', key: 'é' },
      { type: 'executeJavascript', script: 'document.getElementById("name").value' },
    );
    expect(page.actions?.javascriptReturns[0]?.value).toBe('é');
  });

  it('click reaches an element outside of the viewport', async () => {
    const page = await act('/form', { type: 'click', selector: '#hidden' });
    expect(Buffer.from(page.body).toString()).toContain('hidden pressed');
  });

  it('click on a link continues on the linked page', async () => {
    const page = await act('/form', { type: 'click', selector: '#away' }, { type: 'scrape' });
    expect(page.url).toBe(`${site.base}/next`);
    expect(page.actions?.scrapes[0]?.html).toContain('The next page');
  });

  it('hover opens a menu under the mouse, even below the viewport', async () => {
    const script = '[document.getElementById("items").offsetHeight > 0, document.querySelector("nav").dataset.seen]';
    const page = await act(
      '/menu',
      { type: 'executeJavascript', script },
      { type: 'hover', selector: 'nav' },
      { type: 'executeJavascript', script },
    );
    expect(page.actions?.javascriptReturns.map(({ value }) => value)).toEqual([
      [false, null],
      [true, 'yes'],
    ]);
  });

  it('wait waits for an element', async () => {
    const page = await act(
      '/form',
      { type: 'click', selector: '#late' },
      { type: 'wait', selector: '#arrived' },
      { type: 'scrape' },
    );
    expect(page.actions?.scrapes[0]?.html).toContain('<i id="arrived">');
  });

  it('wait pauses for its milliseconds', async () => {
    const started = Date.now();
    await act('/form', { type: 'wait', milliseconds: 400 });
    expect(Date.now() - started).toBeGreaterThanOrEqual(400);
  });

  it('scroll moves the page, back again, and single elements', async () => {
    const script = '[Math.round(scrollY), document.getElementById("box").scrollTop, innerHeight]';
    const page = await act(
      '/long',
      { type: 'scroll' },
      { type: 'executeJavascript', script },
      { type: 'scroll', direction: 'up' },
      { type: 'scroll', selector: '#box' },
      { type: 'executeJavascript', script },
    );
    expect(page.actions?.javascriptReturns.map(({ value }) => value)).toEqual([
      [800, 0, 800],
      [0, 100, 800],
    ]);
  });

  it('executeJavascript returns the value of each script', async () => {
    const cases: readonly (readonly [string, object])[] = [
      ['1 + 1', { type: 'number', value: 2 }],
      ['document.title', { type: 'string', value: 'Form' }],
      ['({ a: [1, { b: null }] })', { type: 'object', value: { a: [1, { b: null }] } }],
      ['return 5', { type: 'number', value: 5 }],
      ['await Promise.resolve("later")', { type: 'string', value: 'later' }],
      ['undefined', { type: 'undefined', value: null }],
      ['let x = 1; x > 0', { type: 'boolean', value: true }],
      ['const a = await Promise.resolve(2); return a + 1;', { type: 'number', value: 3 }],
      ['{ a: 1 }', { type: 'object', value: { a: 1 } }],
      ['document.title;', { type: 'string', value: 'Form' }],
      ['return; ', { type: 'undefined', value: null }],
      ['document.querySelector("#out")', { type: 'object', value: '<p id="out"></p>' }],
      ['document.querySelectorAll("b, h6")', { type: 'object', value: ['<b id="count">0</b>'] }],
      ['const a = { n: 1n }; a.self = a; return a', { type: 'object', value: { n: '1n', self: '[circular]' } }],
      [
        '[0 / 0, new Date(0), /x/g, new Map([[1, 2]]), new Error("e"), undefined, () => 1]',
        { type: 'object', value: ['NaN', '1970-01-01T00:00:00.000Z', '/x/g', [[1, 2]], 'Error: e', null, '() => 1'] },
      ],
      [
        '({ get bad() { throw new Error("no") }, fine: new Uint8Array(2) })',
        { type: 'object', value: { bad: '[Error: no]', fine: [0, 0] } },
      ],
      ['window', { type: 'object', value: '[window]' }],
      ['Symbol("s")', { type: 'symbol', value: 'Symbol(s)' }],
      ['-0 / 0', { type: 'number', value: 'NaN' }],
    ];
    const page = await act('/form', ...cases.map(([script]) => ({ type: 'executeJavascript', script })));
    expect(page.actions?.javascriptReturns).toEqual(cases.map(([, value]) => value));
  });

  it('screenshot returns a PNG, or a JPEG with `quality`, of the requested size', async () => {
    const page = await act(
      '/long',
      { type: 'screenshot' },
      { type: 'screenshot', fullPage: true, quality: 50 },
      { type: 'screenshot', viewport: { width: 400, height: 300 } },
      { type: 'executeJavascript', script: '[innerWidth, innerHeight]' },
    );
    const [plain, full, small] = page.actions?.screenshots ?? [];
    expect([...(plain?.bytes.subarray(0, 4) ?? [])]).toEqual(png);
    expect(sizeOf(plain?.bytes)).toEqual([1280, 800]);
    expect([...(full?.bytes.subarray(0, 3) ?? [])]).toEqual(jpeg);
    expect(full?.mediaType).toBe('image/jpeg');
    expect(sizeOf(small?.bytes)).toEqual([400, 300]);
    expect(page.actions?.javascriptReturns[0]?.value).toEqual([1280, 800]);
  });

  it('pdf prints the page', async () => {
    const page = await act('/form', { type: 'pdf', format: 'A5', landscape: true, scale: 0.5 });
    expect(Buffer.from(page.actions?.pdfs[0]?.bytes ?? []).toString('latin1')).toMatch(/^%PDF-/);
  });

  it.each([
    [{ type: 'click', selector: '#nowhere' }, /Action 2 \(click\) failed: nothing on the page matches `#nowhere`/],
    [{ type: 'click', selector: '###' }, /Action 2 \(click\) failed/],
    [{ type: 'hover', selector: '#nowhere' }, /Action 2 \(hover\) failed: nothing on the page matches `#nowhere`/],
    [{ type: 'hover', selector: '#hidden' }, /Action 2 \(hover\) failed: `#hidden` is not visible on the page/],
    [{ type: 'scroll', selector: '#nowhere' }, /Action 2 \(scroll\) failed: nothing on the page matches/],
    [{ type: 'press', key: 'NoSuchKey' }, /Action 2 \(press\) failed: .*is not a key/s],
    [
      { type: 'executeJavascript', script: 'throw new Error("mine")' },
      /Action 2 \(executeJavascript\) failed: Error: mine/,
    ],
    [{ type: 'wait' }, /Action 2 \(wait\) failed/],
    [{ type: 'fly' }, /Action 2 \(fly\) failed: the plugin that provides this action is not loaded/],
  ])('names the action and the cause of a failure: %o', async (action, message) => {
    await expect(act('/form', { type: 'wait', milliseconds: 1 }, action)).rejects.toMatchObject({
      code: 'SCRAPE_ACTION_ERROR',
      message: expect.stringMatching(message),
    });
  });

  it('fails at the timeout when an element never appears', async () => {
    const started = Date.now();
    await expect(
      lab.fetch(`${site.base}/form`, { timeoutMs: 1500, actions: [{ type: 'wait', selector: '#never' }] }),
    ).rejects.toMatchObject({ code: 'SCRAPE_TIMEOUT' });
    expect(Date.now() - started).toBeLessThan(2000);
  });

  it('the screenshot format captures the page with its options', async () => {
    const page = await lab.fetch(`${site.base}/long`, {
      captures: [{ type: 'screenshot', as: 'screenshot', fullPage: true, viewport: { width: 600, height: 400 } }],
    });
    const picture = page.captures.screenshot as { bytes: Uint8Array; mediaType: string };
    expect(picture.mediaType).toBe('image/png');
    expect(sizeOf(picture.bytes)).toEqual([600, 3100]);
  });
});

/** Returns the width and height of a PNG in pixels. */
function sizeOf(bytes: Uint8Array | undefined): readonly number[] {
  const buffer = Buffer.from(bytes ?? []);
  return [buffer.readUInt32BE(16), buffer.readUInt32BE(20)];
}

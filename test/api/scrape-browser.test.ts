import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

let engine: TestEngine;
let site: FixtureSite;
beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const scrape = (body: object, version = 'v2') =>
  engine.call('POST', `/${version}/scrape`, { url: `${site.url}/form`, maxAge: 0, ...body });

/** Returns the width and height of a PNG in pixels, as stated in its header. */
const pngSize = (bytes: Buffer) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });
const fileOf = async (address: string) => {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('actions', () => {
  it('run in order and return their results in order', async () => {
    const { status, body } = await scrape({
      formats: ['markdown'],
      actions: [
        { type: 'wait', milliseconds: 50 },
        { type: 'wait', selector: '#go' },
        { type: 'click', selector: '#name' },
        { type: 'write', text: 'Ada' },
        { type: 'screenshot' },
        { type: 'press', key: 'Tab' },
        { type: 'click', selector: '#go' },
        { type: 'scroll', direction: 'down' },
        { type: 'scrape' },
        { type: 'executeJavascript', script: 'return document.title + "!"' },
        { type: 'executeJavascript', script: '({ a: 1 })' },
        { type: 'screenshot', fullPage: true, quality: 50 },
        { type: 'pdf', format: 'A5', landscape: true },
      ],
    });
    expect(status).toBe(200);
    const { actions, markdown, metadata } = body.data;
    expect(markdown).toContain('Hello Ada');
    expect(metadata.cacheState).toBeUndefined();
    expect(actions.scrapes).toEqual([{ url: `${site.url}/form`, html: expect.stringContaining('Hello Ada') }]);
    expect(actions.javascriptReturns.map(({ value }: { value: unknown }) => value)).toContainEqual({ a: 1 });
    expect(actions.screenshots.length).toBe(2);
    expect((await fileOf(actions.screenshots[0])).type).toBe('image/png');
    expect((await fileOf(actions.screenshots[1])).type).toBe('image/jpeg');
    expect((await fileOf(actions.pdfs[0])).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('fail the scrape as a whole, naming the action', async () => {
    const { status, body } = await scrape({
      actions: [
        { type: 'wait', milliseconds: 1 },
        { type: 'click', selector: '#absent' },
      ],
      timeout: 5000,
    });
    expect([status, body.code]).toEqual([500, 'SCRAPE_ACTION_ERROR']);
    expect(body.error).toContain('click');
    expect(body.error).toContain('#absent');
  });

  it('ignore a click on all of no matches', async () => {
    const { status, body } = await scrape({ actions: [{ type: 'click', selector: '.absent', all: true }] });
    expect(status).toBe(200);
    expect(body.data.actions).toEqual({ screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] });
  });
});

describe('screenshots', () => {
  it('have the requested viewport', async () => {
    const { body } = await scrape({ formats: [{ type: 'screenshot', viewport: { width: 640, height: 480 } }] });
    expect(pngSize((await fileOf(body.data.screenshot)).bytes)).toEqual({ width: 640, height: 480 });
  });

  it('show the full page by the v1 name', async () => {
    site.put('/tall', '<body style="margin:0"><div style="height:3000px;width:10px">tall</div>');
    const { body } = await scrape({ url: `${site.url}/tall`, formats: ['screenshot@fullPage'] }, 'v1');
    expect(pngSize((await fileOf(body.data.screenshot)).bytes).height).toBe(3000);
  });

  it('are returned inline with zeroDataRetention, so that nothing is stored', async () => {
    const { body } = await scrape({ formats: ['screenshot'], zeroDataRetention: true });
    expect(body.data.screenshot).toMatch(/^data:image\/png;base64,/);
  });

  it('cannot be found by guessing', async () => {
    const answer = await fetch(`${engine.url}/files/guess`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, code: 'FILE_NOT_FOUND' });
  });
});

describe('the page', () => {
  const facts = {
    type: 'executeJavascript',
    script:
      'return { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, languages: navigator.languages, width: screen.width, touch: navigator.maxTouchPoints, agent: navigator.userAgent, webdriver: navigator.webdriver }',
  };
  const see = async (body: object) =>
    (await scrape({ actions: [facts], ...body })).body.data.actions.javascriptReturns[0].value;

  it('sees the time zone and languages of the location', async () => {
    expect(await see({ location: { country: 'jp', languages: ['ja-JP'] } })).toMatchObject({
      zone: 'Asia/Tokyo',
      languages: expect.arrayContaining(['ja-JP']),
    });
  });

  it('sees a phone with mobile', async () => {
    const phone = await see({ mobile: true });
    expect(phone.agent).toContain('Mobile');
    expect(phone.width).toBeLessThan(500);
    expect(phone.touch).toBeGreaterThan(0);
    const desktop = await see({});
    expect(desktop.agent).not.toMatch(/Mobile|Headless/);
    expect(desktop.width).toBeGreaterThan(1000);
  });

  it('receives the given headers', async () => {
    await see({ headers: { 'X-Token': 'abc' } });
    expect(site.lastHeaders('/form')['x-token']).toBe('abc');
  });
});

describe('waiting', () => {
  it('lasts as long as waitFor says', async () => {
    site.put(
      '/late',
      '<p id="p">soon</p><script>setTimeout(() => { p.textContent = "A sentence that comes late but is worth the wait." }, 1200)</script>',
    );
    const { body } = await scrape({ url: `${site.url}/late`, waitFor: 2000 });
    expect(body.data.markdown).toContain('worth the wait');
  });
});

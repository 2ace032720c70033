import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchPlan, Page } from '../../../../core/common/model';
import { AdBlocker } from '../../../../core/net/engines/ad-blocking/ad-blocker';
import { type Lab, type Site, startLab, startSite } from './support/browser-lab';

const probe = `<pre id="out"></pre><script>document.getElementById('out').textContent = JSON.stringify({
  agent: navigator.userAgent, languages: navigator.languages, zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  width: innerWidth, touch: 'ontouchstart' in window, webdriver: navigator.webdriver, mobile: navigator.userAgentData?.mobile,
  brands: navigator.userAgentData?.brands.map(({ brand }) => brand) });</script>`;

/** A page that measures its viewport after the first paint and writes the results into its text as JSON. */
const measures = `<body style="margin:0;background:#0a0">${Array.from({ length: 30 }, (_, index) => `<p id="p${index}" style="height:100px;margin:0">${index}</p>`).join('')}
<pre id="out"></pre><script>
  const seen = [];
  const observer = new IntersectionObserver((entries) => { for (const { target, isIntersecting } of entries) if (isIntersecting) seen.push(target.id); });
  for (const line of document.querySelectorAll('p')) observer.observe(line);
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    const { width, height, scale } = visualViewport;
    document.getElementById('out').textContent = JSON.stringify({
      inner: [innerWidth, innerHeight], screen: [screen.width, screen.height], ratio: devicePixelRatio, viewport: [width, height, scale], seen,
      wide: matchMedia('(min-width: 1280px)').matches, box: document.getElementById('p3').getBoundingClientRect(),
    });
  })));
</script>`;

describe('the environment of a page', () => {
  let lab: Lab;
  let site: Site;
  let other: Site;

  beforeAll(async () => {
    other = await startSite({ '/foreign.js': '', '/count.js': '' }, '127.0.0.2');
    site = await startSite({
      '/probe': probe,
      '/assets': `<script src="/own.js"></script><script src="${other.base}/foreign.js"></script>`,
      '/own.js': '',
      '/measures': measures,
    });
    lab = startLab();
  });

  afterAll(async () => {
    await lab.close();
    await site.close();
    await other.close();
  });

  const seen = async (plan: Partial<FetchPlan> = {}) =>
    JSON.parse(/<pre id="out">(.*?)<\/pre>/.exec(await lab.html(`${site.base}/probe`, plan))?.[1] ?? '');
  const sent = (path: string) => site.requests.findLast(({ url }) => url === path)?.headers ?? {};

  it('is a common desktop browser', async () => {
    const page = await seen();
    expect(page).toMatchObject({ languages: ['en-US', 'en'], width: 1280, touch: false, webdriver: false });
    expect(page.agent).toMatch(/ Chrome\/\d+\.0\.0\.0 Safari/);
    expect(sent('/probe')['user-agent']).toBe(page.agent);
    expect(JSON.stringify([page, sent('/probe')])).not.toMatch(/headless/i);
  });

  it('is a phone with `mobile`', async () => {
    const page = await seen({ mobile: true });
    expect(page).toMatchObject({ width: 980, touch: true });
    expect(page.agent).toMatch(/Android.* Mobile /);
    expect(sent('/probe')['user-agent']).toBe(page.agent);
  });

  it('has the time zone and languages of the requested location, and the defaults afterwards', async () => {
    const zone = (await seen()).zone;
    expect(await seen({ location: { country: 'DE', languages: [] } })).toMatchObject({
      zone: 'Europe/Berlin',
      languages: ['de-DE', 'de'],
    });
    expect(sent('/probe')['accept-language']).toMatch(/^de-DE,de/);
    expect(await seen({ location: { languages: ['pt-BR'] }, timeZone: 'Asia/Tokyo' })).toMatchObject({
      zone: 'Asia/Tokyo',
      languages: ['pt-BR', 'pt'],
    });
    expect((await seen()).zone).toBe(zone);
  });

  it('has the same viewport with and without a screenshot, which has full size', async () => {
    const url = `${site.base}/measures`;
    const jobId = 'in one page';
    const measured = (page: Page) =>
      JSON.parse(/<pre id="out">(.*?)<\/pre>/.exec(Buffer.from(page.body).toString())?.[1] ?? '');
    const before = await lab.fetch(url, { jobId });
    const pictured = await lab.fetch(url, { jobId, captures: [{ type: 'screenshot' }] });
    const after = await lab.fetch(url, { jobId });
    expect(measured(pictured)).toMatchObject({ inner: [1280, 800], ratio: 1, viewport: [1280, 800, 1], wide: true });
    expect(measured(pictured).seen).toHaveLength(9);
    expect(measured(before)).toEqual(measured(pictured));
    expect(measured(after)).toEqual(measured(pictured));
    const pictureOf = ({ captures }: Page) => Buffer.from((captures.screenshot as { bytes: Uint8Array }).bytes);
    const fresh = await lab.fetch(url, { captures: [{ type: 'screenshot' }] });
    expect([pictureOf(pictured).readUInt32BE(16), pictureOf(pictured).readUInt32BE(20)]).toEqual([1280, 800]);
    expect(pictureOf(pictured).equals(pictureOf(fresh))).toBe(true);
  });

  it("receives the caller's headers only on the site itself", async () => {
    const headers = { 'X-Token': 'abc', Cookie: 'session=1', 'User-Agent': 'mine/1.0' };
    await lab.fetch(`${site.base}/assets`, { headers });
    for (const path of ['/assets', '/own.js']) {
      expect(sent(path)).toMatchObject({ 'x-token': 'abc', cookie: 'session=1', 'user-agent': 'mine/1.0' });
    }
    const foreign = other.requests.findLast(({ url }) => url === '/foreign.js')?.headers;
    expect(foreign?.['x-token']).toBeUndefined();
    expect(foreign?.cookie).toBeUndefined();
    await lab.fetch(`${site.base}/assets`);
    expect(sent('/assets')['x-token']).toBeUndefined();
    expect(sent('/assets').cookie).toBeUndefined();
  });
});

describe('ad and banner blocking', () => {
  let site: Site;
  let ads: Site;
  let lab: Lab;
  const words = 'Enough words to look like a page. '.repeat(30);

  beforeAll(async () => {
    ads = await startSite({ '/ad.js': 'document.body.append("AD RAN")' }, '127.0.0.3');
    site = await startSite({
      '/page': `<h1>Story</h1><div id="onetrust-banner-sdk">We value your privacy</div><div class="only-here">Specific</div><p>${words}</p><script src="${ads.base}/ad.js"></script>`,
    });
    const list = ['||127.0.0.3^', '###onetrust-banner-sdk', '127.0.0.1##.only-here'];
    const blocker = AdBlocker.parse(list);
    lab = startLab({ adBlocker: () => blocker });
  });

  afterAll(async () => {
    await lab.close();
    await site.close();
    await ads.close();
  });

  it('removes ads and banners, and keeps them when disabled', async () => {
    const blocked = await lab.html(`${site.base}/page`, { blockAds: true });
    expect(blocked).toContain('Story');
    expect(blocked).not.toMatch(/AD RAN|value your privacy|Specific/);
    expect(ads.requests).toHaveLength(0);
    const open = await lab.html(`${site.base}/page`, { blockAds: false });
    expect(open).toMatch(/value your privacy/);
    expect(ads.requests).toHaveLength(1);
  });
});

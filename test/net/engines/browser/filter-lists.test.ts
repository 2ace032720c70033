import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AdBlocker } from '../../../../core/net/engines/ad-blocking/ad-blocker';
import { FilterLists } from '../../../../core/net/engines/ad-blocking/filter-lists';
import { type Site, startSite } from './support/browser-lab';

const builtIn = readFileSync('resources/filters/gleaner.txt', 'utf8');
const pageUrl = 'https://news.example/story';
const signal = new AbortController().signal;

describe('filter lists', () => {
  let dataDir: string;
  let site: Site;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gleaner-filters-'));
    site = await startSite({
      '/list.txt': (_request, response) => response.end('||tracker.example^\nnews.example##.teaser\n'),
      '/page': '<!doctype html><p>No list</p>',
    });
  });

  afterEach(async () => {
    await site.close();
    rmSync(dataDir, { recursive: true });
  });

  const open = (...urls: string[]) => new FilterLists({ dataDir, builtIn, urls: () => urls, http: { fetch } });

  it('include a built-in list that blocks ad servers and hides consent banners', () => {
    const blocker = open().blocker();
    const blocks = (url: string) => blocker.blocks({ url, type: 'script', pageUrl });
    expect(blocks('https://securepubads.g.doubleclick.net/tag/js/gpt.js')).toBe(true);
    expect(blocks('https://www.googletagmanager.com/gtm.js?id=1')).toBe(true);
    expect(blocks('https://news.example/app.js')).toBe(false);
    expect(blocks('https://notdoubleclick.net/x.js')).toBe(false);
    expect(blocker.hiddenOn(pageUrl)).toContain('#onetrust-banner-sdk');
    expect(blocker.candidates).not.toContain('*');
  });

  it('are downloaded, used and cached', async () => {
    const url = `${site.base}/list.txt`;
    const lists = open(url);
    expect(await lists.refresh(signal)).toEqual([]);
    expect(lists.blocker().blocks({ url: 'https://tracker.example/t.js', type: 'script', pageUrl })).toBe(true);
    expect(lists.blocker().hiddenOn(pageUrl)).toContain('.teaser');
    expect(lists.blocker().hiddenOn('https://other.example/')).not.toContain('.teaser');
    const again = open(url);
    await again.refresh(signal);
    expect(site.requests).toHaveLength(1);
    expect(again.blocker().blocks({ url: 'https://tracker.example/t.js', type: 'script', pageUrl })).toBe(true);
  });

  it('report a list that cannot be downloaded, and keep the others', async () => {
    const lists = open(`${site.base}/missing`, `${site.base}/page`);
    const problems = await lists.refresh(signal);
    expect(problems.map(({ message }) => message)).toEqual([
      'The filter list could not be downloaded (status 404).',
      'The URL leads to a web page, not a filter list.',
    ]);
    expect(lists.blocker().hiddenOn(pageUrl)).toContain('#onetrust-banner-sdk');
  });

  it('are reduced to the selectors on the page', () => {
    const long = Array.from({ length: 1000 }, (_, index) => `##.ad-${index}`);
    const blocker = AdBlocker.parse([...long, '##[data-ad]']);
    expect(blocker.wantsFeatures).toBe(true);
    expect(blocker.hiddenOn(pageUrl, { classes: ['ad-7', 'story'], ids: [] })).toBe(':is(.ad-7, [data-ad])');
  });
});

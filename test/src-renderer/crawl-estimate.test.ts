import { describe, expect, it } from 'vitest';
import { followedOf, mapOf, mapOfPage, withLinks } from '../../src-renderer/schema/crawl-estimate';

const url = 'https://a.example/shop/index.html';
const page = (path: string) => ({ url: `https://a.example${path}` });
const listed = Array.from({ length: 20 }, (_, at) => page(`/shop/${at}`));

describe('the estimate of a crawl', () => {
  it('maps the site in the scope of the crawl, and its pages without the sitemap', () => {
    expect(mapOf({ url, excludePaths: ['x'], limit: 5 })).toMatchObject({
      url,
      excludePaths: ['x'],
      filterByPath: true,
    });
    expect(mapOfPage({ url }, 'https://a.example/b')).toMatchObject({
      url: 'https://a.example/b',
      sitemap: 'skip',
      filterByPath: false,
    });
  });

  it('follows at most 8 pages from all over the list, but not the start page', () => {
    const followed = followedOf({ url }, [{ url }, ...listed], 100);
    expect(followed).toHaveLength(7);
    expect(followed).not.toContain(url);
    expect(followedOf({ url }, [{ url }, page('/shop/a')], 100)).toEqual(['https://a.example/shop/a']);
  });

  it.each([
    ['only the sitemap is read', { sitemap: 'only' }, 100],
    ['the crawl stays on the first level', { maxDiscoveryDepth: 1 }, 100],
    ['the limit is reached', {}, 20],
  ])('follows nothing if %s', (_, options, limit) => {
    expect(followedOf({ url, ...options }, listed, limit)).toEqual([]);
  });

  it('counts each page once, and only below the start page unless the entire domain is crawled', () => {
    const found = [page('/shop/0'), page('/shop/new'), page('/about'), { url: 'https://b.example/' }];
    const paths = (crawl: object) => withLinks({ url, ...crawl }, [page('/shop/0')], found).map((link) => link.url);
    expect(paths({})).toEqual(['https://a.example/shop/0', 'https://a.example/shop/new', 'https://b.example/']);
    expect(paths({ crawlEntireDomain: true })).toHaveLength(4);
  });
});

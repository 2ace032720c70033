import { describe, expect, it } from 'vitest';
import { linkUrl, resolveUrl } from '../../../../core/page/documents/content/urls';

describe('the URL of a link', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    [' http://example.com?q=1 ', 'http://example.com?q=1'],
    ['https://example.com#top', 'https://example.com#top'],
    ['https://example.com/', 'https://example.com/'],
    ['HTTPS://Example.com', 'https://example.com/'],
    ['//example.com', 'https://example.com/'],
    ['/a/../b', 'https://site.test/b'],
    ['http:/example.com/x', 'http://example.com/x'],
    ['http://', 'http://'],
  ])('of %j is %j', (reference, url) => {
    expect(linkUrl(reference, 'https://site.test/page')).toBe(url);
  });
});

describe('a reference', () => {
  const references = [
    '/',
    '/p/12.html',
    '/a//b/',
    '/A_b-c',
    '/?',
    '/#',
    '/list?page=2&sort=a+b%20c',
    '/a?x=/b/../c#top',
    '/a/.html',
    '/a/./b',
    '/a/..',
    '/a%2e%2E/b',
    '//host/a',
    '/\\host/a',
    '/a\\b',
    '/ä?ö#ü',
    '/a b',
    '/a?"',
    "/a?b='",
    '/a#b c',
    '/a\n',
  ];
  it.each([
    'https://site.test/page/x?y#z',
    'HTTP://User:Pass@Site.test:80/a',
    'http://127.1:8100',
    'https://[::1]:443/a',
    'file:///home/page.html',
    'no base',
  ])('resolves against %j as in a URL parser', (base) => {
    for (const reference of references)
      expect([reference, resolveUrl(reference, base)]).toEqual([reference, URL.parse(reference, base)?.href]);
  });
});

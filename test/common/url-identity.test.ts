import { describe, expect, it } from 'vitest';
import type { IdentityRules } from '../../core/common/job-specs';
import { keyOf, normalizeUrl } from '../../core/common/url-identity';
import { randomFrom } from '../kinds/crawl/random';

const similar: IdentityRules = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const exact: IdentityRules = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
const noQuery: IdentityRules = { ignoreQueryParameters: true, deduplicateSimilarURLs: true };

describe('identity of URLs', () => {
  it.each([
    ['http://example.com/a', 'https://example.com/a'],
    ['https://www.example.com/a', 'https://example.com/a'],
    ['https://example.com/a/', 'https://example.com/a'],
    ['https://example.com/a/index.html', 'https://example.com/a'],
    ['https://example.com/a/index.php', 'https://example.com/a/'],
    ['https://example.com/index.html', 'https://example.com'],
    ['https://example.com:443/a', 'http://example.com:80/a'],
    ['https://EXAMPLE.com/a', 'https://example.com/a'],
    ['https://example.com/a#part', 'https://example.com/a'],
    ['https://example.com/a#', 'https://example.com/a'],
    ['https://example.com/#/', 'https://example.com/'],
    ['https://example.com/app#!/', 'https://example.com/app'],
    ['https://example.com/a#:~:text=x/y', 'https://example.com/a'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/%7euser', 'https://example.com/~user'],
    ['https://example.com/%c3%a9', 'https://example.com/é'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com/a?utm_source=x&utm_medium=mail', 'https://example.com/a'],
    ['https://example.com/a?fbclid=1&b=2&gclid=3', 'https://example.com/a?b=2'],
    ['https://example.com/?UTM_CAMPAIGN=x#/view', 'https://example.com/#/view'],
  ])('treats %s as %s', (one, other) => {
    expect(keyOf(one, similar)).toBe(keyOf(other, similar));
  });

  it.each([
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a?x=1', 'https://example.com/a'],
    ['https://example.com/a?utm=1', 'https://example.com/a'],
    ['https://example.com/a?ref=1', 'https://example.com/a'],
    ['https://example.com/a?x=1', 'https://example.com/a?x=2'],
    ['https://example.com/#/a', 'https://example.com/#/b'],
    ['https://example.com/#/a', 'https://example.com/'],
    ['https://example.com/#!a', 'https://example.com/#!b'],
    ['https://example.com:8080/a', 'https://example.com/a'],
    ['https://docs.example.com/', 'https://example.com/'],
    ['https://example.com/aindex.html', 'https://example.com/a'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(keyOf(one, similar)).not.toBe(keyOf(other, similar));
  });

  it('keeps similar URLs apart if requested', () => {
    const urls = [
      'http://a.com/x',
      'https://a.com/x',
      'https://www.a.com/x',
      'https://a.com/x/',
      'https://a.com/x/index.html',
    ];
    expect(new Set(urls.map((url) => keyOf(url, exact))).size).toBe(urls.length);
    expect(keyOf('https://a.com/x#y', exact)).toBe(keyOf('https://a.com/x', exact));
  });

  it('drops queries if requested', () => {
    expect(normalizeUrl('https://a.com/x?b=1#top', noQuery)?.href).toBe('https://a.com/x');
    expect(keyOf('https://a.com/x?b=1', noQuery)).toBe(keyOf('https://a.com/x?b=2&c', noQuery));
  });

  it('keeps fragments that are routes', () => {
    expect(normalizeUrl('https://a.com/app#/users/1', similar)?.href).toBe('https://a.com/app#/users/1');
    expect(normalizeUrl('https://a.com/app#users', similar)?.href).toBe('https://a.com/app');
  });

  it.each(['mailto:a@b.c', 'javascript:void 0', 'data:text/html,x', 'nonsense', 'ftp://a.com/', ''])(
    'is undefined for %j',
    (text) => {
      expect(keyOf(text, similar)).toBeUndefined();
    },
  );

  describe('for any URL', () => {
    const random = randomFrom(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const url = () =>
      pick(['http://', 'https://']) +
      pick(['', 'www.', 'docs.']) +
      pick(['example.com', 'a.co.uk', 'xn--bcher-kva.example', '10.0.0.1']) +
      pick(['', ':80', ':443', ':8080']) +
      Array.from({ length: Math.floor(random() * 4) }, () =>
        pick(['/a', '/b', '/', '/%7e', '/é', '/index.html', '/index.php', '/..']),
      ).join('') +
      pick(['', '/', '/index.html']) +
      pick(['', '?', '?a=1', '?b=%20&a=1']) +
      pick(['', '#', '#x', '#/x']);
    // Skips invalid URLs, e.g. those with a label before an IP address.
    const urls = Array.from({ length: 3000 }, url).filter((text) => URL.canParse(text));

    it('is idempotent, and keeps the key', () => {
      for (const rules of [similar, exact, noQuery]) {
        for (const text of urls) {
          const once = normalizeUrl(text, rules)?.href ?? '';
          expect(normalizeUrl(once, rules)?.href).toBe(once);
          expect(keyOf(once, rules)).toBe(keyOf(text, rules));
        }
      }
    });

    it('gives equivalent URLs one key', () => {
      for (const text of urls) {
        const plain = new URL(normalizeUrl(text, noQuery)?.href ?? '');
        if (plain.hash !== '' || plain.port !== '' || plain.hostname.startsWith('10.')) continue;
        const bare = `${plain.hostname.replace(/^www\./, '')}${plain.pathname.replace(/(?:\/index\.(?:html|php))?\/?$/, '')}`;
        if (/index\.(?:html|php)$|\/$/.test(bare)) continue;
        const keys = new Set(
          ['http://', 'https://www.'].flatMap((start) =>
            ['', '/', '/index.html', '/index.php', '#x'].map((end) => keyOf(`${start}${bare}${end}`, similar)),
          ),
        );
        expect([...keys], text).toHaveLength(1);
      }
    });
  });
});

import { describe, expect, it } from 'vitest';
import { linkUrl } from '../../../../core/page/documents/content/urls';

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

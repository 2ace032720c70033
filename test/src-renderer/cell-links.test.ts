import { describe, expect, it } from 'vitest';
import { linkIn, linkText, shortUrl } from '../../src-renderer/display/table-cells';

describe('links in cells', () => {
  it.each(['https://example.com/a?b=c', 'HTTP://example.com', 'mailto:ada@example.com'])('open %s', (value) => {
    expect(linkIn(value)).toBe(value);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    ' https://example.com/',
    'see https://example.com/',
    'https://example.com/ and more',
    'https://',
    'https://schema.org/InStock',
    '/relative',
    12,
    ['https://example.com/'],
    undefined,
  ])('leave %s as text', (value) => {
    expect(linkIn(value)).toBeUndefined();
  });

  it('show the URL without its scheme', () => {
    expect(linkText('https://www.example.com/a')).toBe('example.com/a');
    expect(linkText('mailto:ada@example.com')).toBe('ada@example.com');
    expect(shortUrl('https://example.com/a/very/long/path/to/a/product.html')).toBe(
      'example.com/a/very…to/a/product.html',
    );
  });
});

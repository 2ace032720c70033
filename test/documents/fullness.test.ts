import { describe, expect, it } from 'vitest';
import { fullnessOf } from '../../core/documents/fullness';
import { parseHtml } from '../../core/documents/parse-html';

const fullness = (body: string): string => fullnessOf(parseHtml(`<html><body>${body}</body></html>`).document);

describe('the fullness of a page', () => {
  it('is empty when nothing on it would be read or seen', () => {
    expect(fullness('')).toBe('empty');
    expect(fullness('<div><p> </p><ul></ul></div><style>a{}</style>')).toBe('empty');
  });

  it('is full with one thing on it that can be written down, text or not', () => {
    for (const body of [
      'a',
      '<img src="a.png">',
      '<hr>',
      '<pre><code></code></pre>',
      '<blockquote></blockquote>',
      '<a href="/x"></a>',
    ])
      expect(fullness(body), body).toBe('full');
  });

  it('is a shell while scripts have yet to fill it', () => {
    expect(fullness('<div id="root"></div><script src="a.js"></script>')).toBe('shell');
    expect(fullness('<a href="/"></a><script src="a.js"></script>')).toBe('shell');
  });
});

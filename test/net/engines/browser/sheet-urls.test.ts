import { describe, expect, it } from 'vitest';
import { resolveSheetUrls } from '../../../../core/net/engines/browser/live/sheet-urls';

const secret = '0a1b2c3d';
const finalUrl = (url: string): string =>
  url === 'https://shop.example/moved.css' ? 'https://cdn.example/themes/new/site.css' : url;
const marked = (base: string, url: string): string =>
  `sheet://${secret}/${encodeURIComponent(base)}/${encodeURIComponent(url)}`;
const resolved = (base: string, url: string): string => {
  const payload = JSON.stringify({ text: `a { background: url("${marked(base, url)}") }` });
  const { text } = JSON.parse(resolveSheetUrls(payload, secret, finalUrl)) as { readonly text: string };
  return text.slice('a { background: url("'.length, -'") }'.length);
};

describe('the marked URLs of style sheets', () => {
  it.each([
    ['https://shop.example/moved.css', 'bg.png', 'https://cdn.example/themes/new/bg.png'],
    ['https://shop.example/moved.css', '/bg.png', 'https://cdn.example/bg.png'],
    ['https://shop.example/moved.css', '?a=1', 'https://cdn.example/themes/new/site.css?a=1'],
    ['https://shop.example/css/site.css', '../i/bg.png', 'https://shop.example/i/bg.png'],
    ['https://shop.example/css/site.css', '//cdn.example/a.png', 'https://cdn.example/a.png'],
    ['https://shop.example/css/site.css', '#filter', '#filter'],
    ['https://shop.example/css/site.css', '?a="\\', 'https://shop.example/css/site.css?a=%22%5C'],
    ['https://shop.example/css/site.css', '#a"b\n', '#a%22b%0A'],
    ['data:', 'bg.png', 'about:invalid'],
    ['', 'blob:https://shop.example/1', 'about:invalid'],
  ])('are relative to the URL of the sheet after redirects: %s %s', (base, url, expected) => {
    expect(resolved(base, url)).toBe(expected);
  });

  it('leave the rest of an event unchanged', () => {
    const payload = JSON.stringify({ text: 'sheet://other/https%3A%2F%2Fshop.example/a.png' });
    expect(resolveSheetUrls(payload, secret, finalUrl)).toBe(payload);
  });
});

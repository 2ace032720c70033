import { describe, expect, it } from 'vitest';
import { cleanServedSheet } from '../../core/live/mirror-resources';
import { ResourcePaths } from '../../core/live/resource-paths';

const address = (index: number): string => `https://shop.example/${index}.png`;

describe('the resource URLs of a mirror', () => {
  it('are numbered per document, and no number is reused', () => {
    const paths = new ResourcePaths();
    for (let index = 0; index < 20_000; index++) paths.numberOf(address(index));
    expect([paths.numberOf(address(20_000)), paths.numberOf('data:text/css,a')]).toEqual([undefined, undefined]);
    expect([paths.numberOf(address(7)), paths.addressOf(7)]).toEqual([7, address(7)]);
    paths.clear();
    expect(paths.addressOf(7)).toBeUndefined();
    expect([paths.numberOf(address(7)), paths.addressOf(20_000)]).toEqual([20_000, address(7)]);
  });
});

it('names the files of a style sheet by relative URLs, for whatever host the sheet is loaded from', () => {
  const paths = new ResourcePaths();
  paths.numberOf('https://cdn.example/css/site.css');
  const css = '@import "more.css"; a { background: url(../img/kettle.png) } b { background: url(file:///etc/passwd) }';
  const cleaned = cleanServedSheet(paths, 'https://cdn.example/css/site.css', Buffer.from(css));
  expect(cleaned).toBe('@import url("1"); a { background: url("2") } b { background: url("about:invalid") }');
  expect(paths.addressOf(2)).toBe('https://cdn.example/img/kettle.png');
});

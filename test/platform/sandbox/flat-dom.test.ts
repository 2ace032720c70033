import render from 'dom-serializer';
import type { ParentNode } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { $, $$, innerHtml, textOf } from '../../../core/contract/plugin';
import { flattenDom } from '../../../core/platform/sandbox/flat-dom';
import { FlatPage } from '../../../core/platform/sandbox/flat-page';
import { jsonDepth } from '../../../core/platform/sandbox/json-depth';
import { pluginImports } from '../../../core/platform/sandbox/plugin-imports';
import { assertApproved } from '../../../core/platform/sandbox/plugin-requests';
import { rebuildDom } from '../../../core/platform/sandbox/rebuild-dom';

const rebuilt = (html: string) => rebuildDom(flattenDom(parseDocument(html)))[0] as ParentNode;

describe('a flattened page', () => {
  it.each([
    '<!doctype html><html><body><p class="a b" id>One <b>two</b> &amp; three</p><!-- x --><script>let a = "<p>";</script></body></html>',
    '<ul><li>1<li>2<ul><li>3</ul></ul><style>p{}</style>tail',
    '',
    'only text',
    `${'<div>'.repeat(500)}deep`,
    '<svg><style>a<b>c</b></style><title>d</title></svg>e<script>f</script><template><p>g</p></template>h',
  ])('is rebuilt unchanged: %.40s', (html) => {
    const [before, after] = [parseDocument(html), rebuilt(html)];
    expect(render(after as never)).toBe(render(before as never));
    expect(textOf(after as never)).toBe(textOf(before as never));
  });

  it('is searched like the page itself', () => {
    const page = rebuilt('<ul class="x"><li>1</li><li><a href="/b">b</a></li></ul><p>c<script>no</script></p>');
    expect($$(page, 'ul.x > li:nth-child(2) a[href]').map(({ attribs }) => attribs.href)).toEqual(['/b']);
    expect($(page, 'table')).toBeUndefined();
    expect(textOf($(page, 'p')!)).toBe('c');
  });

  const page = parseDocument(`<html lang="en"><head><title>T</title><style>p{}</style></head><body id="top">
    <ul class="a b"><li>1</li> text <li class="b">2<!-- x --></li><li></li><li>  </li></ul><p></p><p>x<br>y</p>
    <p lang="de">z</p><template><p>in</p><b>t</b></template><script>s</script><form><input disabled><input type="text" value="A"></form>
    <div><h2>One</h2><p>first <b>bold</b></p><p>second</p><h2>Two</h2><p>third</p></div></body></html>`);
  const selectors = `* | p | li, p | ul > li | body p | h2 + p | h2 ~ p | .b | ul.a.b | #top | [disabled] |
    [type=text i] | [value^=A] | [class~=b] | [lang|=de] | li:first-child | li:last-child | li:nth-child(2n+1) |
    p:nth-of-type(2) | li:nth-last-child(2) | p:first-of-type | p:last-of-type | b:only-child | h2:only-of-type |
    li:empty | :root | p:contains("y") | p:icontains("FIRST") | div:has(> h2) | p:not([lang]) | :is(h2, b) |
    h2:has(+ p b) | p:lang(de) | > html | :scope > body | :scope + p | + p | ~ p | template p | script | style |
    nothing | :checked | :parent | :header | title | :hover | b:first-child | p:nth-child(2 of p)`;
  it.each(selectors.split(/\s\|\s+/))('is searched by number like the page itself: %s', (selector) => {
    const flat = flattenDom(page);
    const [nodes, search] = [rebuildDom(flat), new FlatPage(flat)];
    const roots = nodes.filter((node) => 'children' in node);
    for (const root of roots as readonly ParentNode[]) {
      const expected = $$(root, selector).map(({ startIndex }) => startIndex);
      expect([...search.select(root.startIndex ?? 0, selector, false)]).toEqual(expected);
      expect([...search.select(root.startIndex ?? 0, selector, true)]).toEqual(expected.slice(0, 1));
    }
  });

  it('is rendered by number like the page itself', () => {
    const svg = parseDocument(
      '<p>a &amp; b&nbsp;</p><svg viewbox="0"><foreignobject><br></foreignobject></svg><i id>é</i>',
    );
    for (const root of [page, svg]) {
      const flat = flattenDom(root);
      const search = new FlatPage(flat);
      for (const node of rebuildDom(flat))
        if ('children' in node) expect(search.html(node.startIndex ?? 0)).toBe(innerHtml(node));
    }
  });

  it('refuses selectors and nodes that do not exist', () => {
    const search = new FlatPage(flattenDom(page));
    expect(() => search.select(0, 'p:unknown', false)).toThrow('Unknown pseudo-class');
    expect(() => search.select(1_000_000, 'p', false)).toThrow('There is no such node');
    expect(() => search.html(1_000_000)).toThrow('There is no such node');
  });
});

it('measures how deeply JSON is nested', () => {
  expect(['1', '"[[[\\"["', '[{"a":[]},[]]'].map(jsonDepth)).toEqual([0, 0, 3]);
  expect(jsonDepth('['.repeat(100_000))).toBe(100_000);
});

it('finds the imports of a script', () => {
  const code = `import { a, b as c } from 'node:fs'; import d from "x";
import 'side'; import * as e from 'y'; import { defineFormat } from 'gleaner/plugin';`;
  expect(Object.fromEntries(pluginImports(code))).toEqual({ 'node:fs': ['a', 'b'], x: [], side: [], y: [] });
});

it.each([
  ['https://api.example.com/x', true],
  ['https://API.example.com/x', true],
  ['https://sub.cdn.example/x', true],
  ['https://cdn.example/x', false],
  ['https://api.example.com:8443/x', false],
  ['https://api.example.com@evil.example/', false],
  ['https://user:pass@api.example.com/', false],
  ['https://api.example.com.evil.example/', false],
  ['https://evilcdn.example/', false],
  ['file:///etc/passwd', false],
  ['http://2130706433/', false],
  ['http://[::1]/', false],
])('compares the host of %s with the approved hosts', (url, isApproved) => {
  const check = () => assertApproved(['api.example.com', '*.cdn.example'], new URL(url));
  if (isApproved) expect(check).not.toThrow();
  else expect(check).toThrow('may not send requests to');
});

import { describe, expect, it } from 'vitest';
import type { MirrorNode } from '../../core/common/live';
import { cleanDocument } from '../../core/live/clean-node';
import { LiveTree } from '../../core/live/live-tree';
import type { RecordedNode } from '../../core/live/recorded';

let lastId = 0;
const element = (
  tagName: string,
  attributes: Record<string, unknown> = {},
  childNodes: RecordedNode[] = [],
  isSVG = false,
): RecordedNode => ({ id: ++lastId, type: 2, tagName, attributes, childNodes, isSVG });
const text = (textContent: string): RecordedNode => ({ id: ++lastId, type: 3, textContent });

/** Returns the nodes that the mirror shows for a body. */
function shown(...body: RecordedNode[]): readonly MirrorNode[] {
  const tree = new LiveTree();
  const html = element('html', {}, [element('body', {}, body)]);
  tree.apply({ kind: 'page', node: { id: ++lastId, type: 0, childNodes: [html] } });
  const facts = {
    base: 'https://shop.example/list/',
    pathOf: (url: string) => (url ? `/live/t/${encodeURIComponent(url)}` : undefined),
  };
  return cleanDocument(tree.root!, facts)[0]!.children![0]!.children ?? [];
}

describe('the nodes of a mirror', () => {
  it.each([
    'script',
    'base',
    'meta',
    'object',
    'embed',
    'applet',
    'portal',
    'template',
    'noscript',
    'animate',
    'set',
    'webview',
    'fencedframe',
  ])('exclude %s with its content', (tag) => {
    expect(shown(element(tag, { href: 'https://evil.example/' }, [text('x')]))).toEqual([]);
  });

  it('exclude handlers and anything that acts or navigates', () => {
    const attributes = {
      onclick: 'alert(1)',
      ONLOAD: 'alert(1)',
      srcdoc: '<script>1</script>',
      action: '/steal',
      formaction: '/steal',
      target: '_top',
      ping: '/ping',
      name: 'createElement',
      autofocus: true,
      contenteditable: 'true',
      style: 'color: red',
      class: 'card',
      title: 'A form',
    };
    const [form] = shown(element('form', attributes));
    expect(form?.attributes).toEqual({ class: 'card', title: 'A form', style: 'color: red' });
  });

  it('have links without a target', () => {
    expect(shown(element('a', { href: 'javascript:alert(1)', class: 'x' }))[0]?.attributes).toEqual({
      href: '#',
      class: 'x',
    });
    expect(shown(element('a', { 'xlink:href': 'https://evil.example/' }, [], true))[0]?.attributes).toEqual({
      href: '#',
    });
  });

  it('load images from the engine, even responsive ones', () => {
    const [image] = shown(
      element('img', { src: 'a.png', srcset: 'https://cdn.example/a,1.png 1x, b.png 2x', onerror: 'x()' }),
    );
    expect(image?.attributes).toEqual({
      src: '/live/t/https%3A%2F%2Fshop.example%2Flist%2Fa.png',
      srcset: '/live/t/https%3A%2F%2Fcdn.example%2Fa%2C1.png 1x, /live/t/https%3A%2F%2Fshop.example%2Flist%2Fb.png 2x',
    });
    expect(shown(element('img', { src: 'data:text/html,<script>1</script>' }))[0]?.attributes?.src).toMatch(
      /^\/live\/t\/data/,
    );
  });

  it('keep references inside an SVG and drop external ones', () => {
    const [svg] = shown(
      element(
        'svg',
        {},
        [element('use', { href: '#a' }, [], true), element('use', { href: '/x.svg#a' }, [], true)],
        true,
      ),
    );
    expect(svg?.children?.map(({ attributes }) => attributes)).toEqual([{ href: '#a' }, {}]);
  });

  it.each([
    ['a { background: url(x.png) }', 'a { background: url("/live/t/https%3A%2F%2Fshop.example%2Flist%2Fx.png") }'],
    [
      'a { background: url( "https://e.example/?q=1" ) }',
      'a { background: url("/live/t/https%3A%2F%2Fe.example%2F%3Fq%3D1") }',
    ],
    ['@import "more.css" screen;', '@import url("/live/t/https%3A%2F%2Fshop.example%2Flist%2Fmore.css") screen;'],
    ['a { mask: url(#m) }', 'a { mask: url("#m") }'],
  ])('load the URLs of the sheet %s from the engine', (css, clean) => {
    expect(shown(element('style', { _cssText: css }, [text('')]))[0]?.text).toBe(clean);
  });

  it('include a style sheet of another origin as an import', () => {
    const [sheet] = shown(element('link', { rel: 'stylesheet', href: 'https://cdn.example/s.css', media: 'print' }));
    expect(sheet).toMatchObject({
      tag: 'style',
      attributes: { media: 'print' },
      text: '@import url("/live/t/https%3A%2F%2Fcdn.example%2Fs.css");',
    });
    expect(
      shown(element('link', { rel: 'preload', href: '/x.js' }), element('link', { rel: 'preconnect', href: '//x' })),
    ).toEqual([]);
  });
});

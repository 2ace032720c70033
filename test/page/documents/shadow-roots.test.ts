import { render } from 'dom-serializer';
import { textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../core/page/documents/parse-html';

const read = (html: string): string => render(parseHtml(html).document);
const open = (html: string, mode = 'open'): string => `<template shadowrootmode="${mode}">${html}</template>`;

describe('declarative shadow roots', () => {
  it('replace the children of their host', () => {
    for (const mode of ['open', 'closed', 'CLOSED'])
      expect(read(`<main><x-note>Light${open('<style>p{}</style><p>In</p>', mode)}</x-note>After</main>`)).toBe(
        '<main><x-note><p>In</p></x-note>After</main>',
      );
    expect(read(`<div><template shadowroot="open"><p>In</p></template></div>`)).toBe('<div><p>In</p></div>');
    expect(read(`<x-a>${open('<p>In</p>')}Light<script>{"a":1}</script></x-a>`)).toBe(
      '<x-a><p>In</p><script>{"a":1}</script></x-a>',
    );
  });

  it('show the children of the host in slots', () => {
    const shadow = open(
      '<h2><slot name="title">No title</slot></h2><slot></slot><i><slot name="by">Nobody</slot></i><slot>Second</slot>',
    );
    expect(read(`<x-card>${shadow}One <b slot="title">Title</b><p>Two</p><u slot="other">Gone</u></x-card>`)).toBe(
      '<x-card><h2><b slot="title">Title</b></h2>One <p>Two</p><i>Nobody</i>Second</x-card>',
    );
  });

  it('pass slotted content on to nested hosts', () => {
    const inner = `<x-in>${open('[<slot name="a"></slot>|<slot>none</slot>]')}<slot name="t" slot="a"></slot></x-in>`;
    expect(textContent(parseHtml(`<x-out>${open(inner)}<b slot="t">T</b></x-out>`).document)).toBe('[T|none]');
    const light = `<x-in>${open('(<slot></slot>)')}deep</x-in>`;
    expect(textContent(parseHtml(`<x-out>${open('[<slot></slot>]')}${light}</x-out>`).document)).toBe('[(deep)]');
    expect(textContent(parseHtml(`<x-out>${open(`<div>${light}<slot></slot></div>`)}end</x-out>`).document)).toBe(
      '(deep)end',
    );
  });

  it('need a valid mode and host, and only the first one counts', () => {
    const kept = [
      '<x-a><template shadowrootmode="no">In</template>Light</x-a>',
      `<ul>${open('In')}<li>Light</li></ul>`,
    ];
    for (const html of kept) expect(read(html)).toBe(html);
    expect(read(`<x-a>${open('One')}${open('Two')}</x-a>`)).toBe('<x-a>One</x-a>');
    expect(read('<p><slot>Outside</slot></p>')).toBe('<p><slot>Outside</slot></p>');
  });

  it('take linear time and stay within the depth limit', () => {
    const nested = (html: string, times: number): string =>
      `<x-a>${open(`${html}<slot></slot>`)}`.repeat(times) + '</x-a>'.repeat(times);
    for (const html of ['<p>In</p>', '<slot name="b"><slot></slot></slot>', '<div>'.repeat(10)]) {
      const started = performance.now();
      for (let i = 0; i < 5; i++) parseHtml(nested(html, 5_000));
      expect(performance.now() - started).toBeLessThan(8_000);
    }
    expect(parseHtml(`<x-a>${open('<p>In</p>')}</x-a>`.repeat(20_000)).document.children).toHaveLength(20_000);
  });
});

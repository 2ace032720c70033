import { describe, expect, it } from 'vitest';
import { InlineReader } from '../../../core/page/reading/inline-reader';
import { Registries } from '../../../core/platform/plugins/registry';
import { builtInPlugins } from '../../../plugins';

const reader = new InlineReader(new Registries(builtInPlugins));

async function read(html: string, format = 'markdown'): Promise<unknown> {
  const { values } = await reader.read(
    {
      url: 'https://site.test/page',
      statusCode: 200,
      headers: {},
      contentType: 'text/html; charset=utf-8',
      body: new TextEncoder().encode(html),
      rendered: false,
      content: { onlyMainContent: false, includeTags: [], excludeTags: [], removeBase64Images: true },
      order: [format],
      formats: [{ type: format }],
      configs: { markdown: {} },
      parsers: [],
      deadlineMs: Number.POSITIVE_INFINITY,
      wantsLinks: false,
    },
    new AbortController().signal,
  );
  return values[format];
}

describe('lazy-loaded images', () => {
  it.each([
    '<img src="data:image/gif;base64,R0lGOD" data-src="/a.jpg" alt="A">',
    '<img data-srcset="/s.jpg 300w, /a.jpg 900w" src="/s.jpg" alt="A">',
    '<img src="/s.jpg" srcset="/s.jpg 1x, /a.jpg 2x" alt="A">',
    '<picture><source data-srcset="/s.jpg 300w, /a.jpg 900w"><img alt="A"></picture>',
    '<img class="lazy" src="/spacer.gif" alt="A"><noscript><img src="/a.jpg"></noscript>',
    '<noscript><img src="/a.jpg"></noscript><img class="lazy" alt="A">',
    '<div class="lazy"><img src="data:image/gif;base64,R0lGOD" alt="A"></div> <noscript><picture><img src="/a.jpg"></picture></noscript>',
    '<figure><div class="lazy-image" data-id="7"></div><noscript><img src="/a.jpg" alt="A"></noscript></figure>',
  ])('appear once with their largest source: %s', async (html) => {
    expect(await read(`<p>Text</p><div>${html}</div>`)).toBe('Text\n\n![A](https://site.test/a.jpg)');
    expect(await read(`<p>Text</p><div>${html}</div>`, 'images')).toEqual(['https://site.test/a.jpg']);
  });

  it('exclude tracking pixels and other noscript content', async () => {
    const tracker =
      '<noscript><img height="1" width="1" style="display:none" src="https://count.test/p.gif"></noscript>';
    expect(await read(`<p>Text</p>${tracker}<noscript>Please enable JavaScript</noscript>`)).toBe('Text');
    expect(await read(`<img src="/a.jpg" alt="A">${tracker}`)).toBe('![A](https://site.test/a.jpg)');
  });
});

describe('html', () => {
  it('keeps attributes without a value', async () => {
    const html = '<p style="" data-x="">Text <input checked="" type="checkbox"></p>';
    expect(await read(html, 'html')).toBe(html);
  });
});

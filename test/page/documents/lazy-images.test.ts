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

  it('shows the widest source of a picture with the same file name', async () => {
    const source = (folder: string, width: number) =>
      `<source srcset="/${folder}/a.jpg?t=1 1x" media="(min-width: ${width}px)" width="${width}">`;
    const picture = (name: string) =>
      `<picture>${source('wide', 1200)}${source('mid', 700)}<img src="/slim/${name}" width="375" alt="A"></picture>`;
    expect(await read(picture('a.jpg'))).toBe('![A](https://site.test/wide/a.jpg?t=1)');
    expect(await read(picture('b.jpg'))).toBe('![A](https://site.test/slim/b.jpg)');
  });

  it('omits pictures that only a script would replace, but keeps the labels of links', async () => {
    const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
    const drawing = (inner: string) =>
      `data:image/svg+xml,${encodeURIComponent(`<svg viewBox="0 0 9 9">${inner}</svg>`)}`;
    for (const src of [dot, drawing(''), drawing('<rect width="9"/>'), drawing('<text x="2">A</text>')])
      expect(await read(`<p>Loom</p><img src="${src}" alt="A"><a href="/b"><img src="${src}" alt="Shuttle"></a>`)).toBe(
        'Loom\n\n[Shuttle](https://site.test/b)',
      );
    expect(await read('<p>Loom</p><img class="lazyload" src="/img/loading.svg" alt="A">')).toBe('Loom');
    expect(await read('<p>Loom</p><img src="/img/loading.svg" alt="A">')).toContain(
      '![A](https://site.test/img/loading.svg)',
    );
    expect(await read(`<p>Loom</p><img src="${drawing('<path d="M0 0"/>')}" alt="A">`)).toContain('![A](<Base64');
  });
});

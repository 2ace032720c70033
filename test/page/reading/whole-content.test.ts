import { describe, expect, it } from 'vitest';
import type { ReadInput, ReadOutput } from '../../../core/page/reading/document-reader';
import { InlineReader } from '../../../core/page/reading/inline-reader';
import { Registries } from '../../../core/platform/plugins/registry';
import { builtInPlugins } from '../../../plugins';
import { generatedPage } from '../documents/content/generated-pages';

const reader = new InlineReader(new Registries(builtInPlugins));
const formats = ['markdown', 'html', 'links'];

async function read(html: string): Promise<ReadOutput['values']> {
  const input: ReadInput = {
    url: 'https://site.test/guide/page',
    statusCode: 200,
    headers: {},
    contentType: 'text/html; charset=utf-8',
    body: new TextEncoder().encode(html),
    rendered: false,
    content: { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true },
    order: formats,
    formats: formats.map((type) => ({ type })) as ReadInput['formats'],
    configs: { markdown: { converter: 'tree' } },
    parsers: [],
    deadlineMs: Number.POSITIVE_INFINITY,
    wantsLinks: false,
  };
  return (await reader.read(input, new AbortController().signal)).values;
}

const missing = (text: string, marks: readonly string[]): readonly string[] => {
  const said = new Set(text.match(/m\d+x\d+/g));
  return marks.filter((mark) => !said.has(mark));
};

describe('500 generated pages', () => {
  it('keep all content after their headline', async () => {
    const faults: string[] = [];
    for (let seed = 1; seed <= 500; seed++) {
      const page = generatedPage(seed);
      const { markdown } = await read(page.html);
      const text = String(markdown);
      if (!text.startsWith(`# ${page.headline}\n`)) faults.push(`${seed}: begins with ${text.slice(0, 40)}`);
      for (const { kind, marks } of page.containers) {
        const holes = missing(text, marks);
        if (holes.length > 0 && holes.length < marks.length)
          faults.push(`${seed}: ${kind} lacks ${holes.length} of ${marks.length}`);
      }
    }
    expect(faults).toEqual([]);
  }, 120_000);
});

describe('content with past gaps', () => {
  const links = (count: number): string =>
    Array.from({ length: count }, (_, i) => `<li><a href="/articles/${i}">Article m1x${i}</a></li>`).join('');
  const marks = (count: number) => Array.from({ length: count }, (_, i) => `m1x${i}`);
  const prose = (i: number): string =>
    `<p>The harbour was rebuilt in ${1900 + i}, and the people who lived nearby watched how walls, roofs and windows came back.</p>`;

  for (const count of [10, 100]) {
    it(`keeps every link and the headline of a list of ${count} links`, async () => {
      const page = `<main><h1>All articles</h1><ul>${links(count)}</ul></main>`;
      const { markdown, html, links: found } = await read(`<title>All articles</title>${page}`);
      expect(missing(String(markdown), marks(count))).toEqual([]);
      expect(String(markdown).startsWith('# All articles\n')).toBe(true);
      expect(html).toContain('<h1>All articles</h1>');
      expect(found).toEqual(marks(count).map((_, i) => `https://site.test/articles/${i}`));
    });
  }

  it('keeps header cells and rows of a table within an article', async () => {
    const rows = ['Oak', 'Ash', 'Elm'].map((wood, i) => `<tr><td>${wood}</td><td>${i + 1}</td><td>—</td></tr>`);
    const table = `<table><tr><th>Wood</th><th>Years</th><th>Note</th></tr>${rows.join('')}</table>`;
    const { markdown } = await read(`<article><h1>Walls</h1>${prose(1)}${prose(2)}${table}${prose(3)}</article>`);
    expect(markdown).toContain('| Wood | Years | Note |');
    for (const wood of ['Oak', 'Ash', 'Elm']) expect(markdown).toContain(`| ${wood} |`);
  });

  it('keeps the first term of a definition list', async () => {
    const { markdown } = await read(
      `<main><h1>Terms</h1><dl><dt>Wall</dt><dd>What holds a roof up, mostly of stone.</dd><dt>Roof</dt><dd>What keeps rain out.</dd></dl></main>`,
    );
    for (const term of ['Wall', 'Roof']) expect(markdown).toContain(term);
  });

  it('keeps code lines without words', async () => {
    const { markdown } = await read(
      `<article><h1>Loops</h1>${prose(1)}<pre><code>while (open) {\n  close();\n}\n</code></pre></article>`,
    );
    expect(markdown).toContain('while (open) {\n  close();\n}\n');
  });

  it('keeps specification and downloads of a product', async () => {
    const { markdown } = await read(
      `<title>Drill 40</title><main><h1>Drill 40</h1>${prose(1)}<h2>Specification</h2><table><tr><th>Weight</th><td>2 kg</td></tr><tr><th>Power</th><td>700 W</td></tr></table>` +
        '<h2>Downloads</h2><ul><li><a href="/manual.pdf">Manual</a></li><li><a href="/ce.pdf">CE declaration</a></li></ul></main>',
    );
    for (const part of ['Weight', '700 W', '## Downloads', 'Manual', 'CE declaration'])
      expect(markdown).toContain(part);
  });

  it('moves a headline above the image before it', async () => {
    const { markdown } = await read(
      `<title>Walls</title><article><img src="/wall.jpg" alt="A wall"><header><h1>Walls</h1></header>${prose(1)}${prose(2)}</article>`,
    );
    expect(String(markdown).startsWith('# Walls\n')).toBe(true);
    expect(markdown).toContain('wall.jpg');
  });

  it('writes a headline that is not an h1 as one', async () => {
    const { markdown, html } = await read(
      `<title>The old harbour | Works</title><div class="content"><div class="title">The old harbour</div>${prose(1)}${prose(2)}</div>`,
    );
    expect(String(markdown).startsWith('# The old harbour\n')).toBe(true);
    expect(html).toContain('<h1 class="title">The old harbour</h1>');
  });
});

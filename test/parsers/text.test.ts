import { describe, expect, it } from 'vitest';
import csv from '../../plugins/parsers/csv';
import json from '../../plugins/parsers/json';
import plainText from '../../plugins/parsers/plain-text';
import xml from '../../plugins/parsers/xml';
import { markdownOf, parseFile } from './parse-file';

describe('json', () => {
  it('is a fence around the raw body', async () => {
    const body = '{"a": [1, 2],\n "b": "<b>&amp; ```"}';
    expect(await markdownOf(json, body)).toBe(`\`\`\`\`json\n${body}\n\`\`\`\``);
    expect(await markdownOf(json, '{"a":1}')).toBe('```json\n{"a":1}\n```');
  });
});

describe('csv', () => {
  it('becomes a table with any separator', async () => {
    const table = '| name | note |\n| --- | --- |\n| Ada | a, b |';
    expect(await markdownOf(csv, 'name,note\nAda,"a, b"\n')).toBe(table);
    expect(await markdownOf(csv, 'name\tnote\r\nAda\ta, b\r\n')).toBe(table);
    expect(await markdownOf(csv, 'name;note\nAda;a, b')).toBe(table);
  });

  it('keeps formulas as text and line breaks', async () => {
    expect(await markdownOf(csv, 'a,b\n=1+1,"x\ny"')).toBe('| a | b |\n| --- | --- |\n| =1+1 | x<br>y |');
  });

  it('accepts ragged rows, stray quotes and empty files', async () => {
    expect(await markdownOf(csv, 'a,b\n1\n2,3,4')).toContain('| 2 | 3 | 4 |');
    expect(await markdownOf(csv, 'a,b\n5" pipe,x')).toContain('5" pipe');
    expect(await markdownOf(csv, '')).toBe('');
  });

  it('is truncated after half a million cells with a warning', async () => {
    const { warnings } = await parseFile(csv, 'a,b,c,d,e\n'.repeat(100_001));
    expect(warnings).toEqual(['The table was truncated after 100000 of 100001 rows.']);
  });

  it('uses the separator from the sep= line for Excel', async () => {
    expect(await markdownOf(csv, 'sep=;\r\nArtikel;Preis\r\nLampe;49,90\r\n')).toBe(
      '| Artikel | Preis |\n| --- | --- |\n| Lampe | 49,90 |',
    );
    expect(await markdownOf(csv, 'SEP=|\na,b|c\n')).toContain('| a,b | c |');
    expect(await markdownOf(csv, 'sep=\n1\n')).toContain('sep=');
  });
});

describe('markdown', () => {
  const linksOf = async (text: string, url = 'https://example.org/docs/README.md'): Promise<readonly string[]> => {
    const { html } = await parseFile(plainText, text, { url });
    expect(await markdownOf(plainText, text, { url })).toBe(text.trim());
    return Array.from(html.matchAll(/<a href="([^"]*)">([^<]*)/g), ([, href = '', label = '']) => `${href}|${label}`);
  };

  it('links what CommonMark links, without changing the text', async () => {
    const text = [
      '# Kit\n\nRead the [manual][m], the [FAQ][] and the [shop], then the [guide](<./wiring guide.md> "Wires").',
      '<https://example.org/api> and https://example.org/bare. Also [a *b* c](mixed.md) and [two\nlines](lines.md).',
      "[![picture](p.png)](linked.md) ![alone](alone.png) [brackets](a_(b).md 'title') \\[no](escaped.md)",
      '<p align="center"><a href="faq.html">Questions</a> <a href=\'two.html\'>Two</a></p>',
      'Text with <a href="inline.html">HTML</a>. `[code](code.md)` <!-- [x](comment.md) -->',
      '```\n[fenced](fenced.md)\n```',
      '| Part | Page |\n| --- | --- |\n| Rim | [rim](rim.md) |',
      '- [list](list.md)\n\n  > [quote](quote.md)',
      '[m]: manual.md "Manual"\n[faq]: <faq page.md>\n[shop]: shop.md\n[unused]: unused.md',
    ].join('\n\n');
    expect(await linksOf(text)).toEqual([
      'manual.md|manual',
      'faq%20page.md|FAQ',
      'shop.md|shop',
      './wiring%20guide.md|guide',
      'https://example.org/api|https://example.org/api',
      'https://example.org/bare|https://example.org/bare',
      'mixed.md|',
      'lines.md|',
      'linked.md|',
      'a_(b).md|brackets',
      'faq.html|',
      'two.html|',
      'inline.html|',
      'rim.md|rim',
      'list.md|list',
      'quote.md|quote',
    ]);
  });

  it('is recognized by its name or its text', async () => {
    const text = '- [Guide][g]\n\n[g]: guide.md';
    expect(await linksOf(text, 'https://example.org/llms.txt')).toEqual(['guide.md|Guide']);
    expect(await linksOf(text, 'https://example.org/readme')).toEqual(['guide.md|Guide']);
    expect(await linksOf('Notes\n\n    https://example.org/a', 'https://example.org/notes.txt')).toHaveLength(1);
  });
});

describe('xml', () => {
  it('converts an RSS feed to headings with links', async () => {
    const feed =
      '<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title><description>All of it</description><item><title>First</title><link>https://example.org/1</link><pubDate>Mon, 02 Nov 2026</pubDate><description><![CDATA[<p>Some <b>bold</b> text</p>]]></description></item><item><title>Second</title><link>https://example.org/2</link><description>&lt;p&gt;Other&lt;/p&gt;</description></item></channel></rss>';
    expect(await markdownOf(xml, feed)).toBe(
      '# News & more\n\nAll of it\n\n## [First](https://example.org/1)\n\nMon, 02 Nov 2026\n\nSome **bold** text\n\n## [Second](https://example.org/2)\n\nOther',
    );
    expect((await parseFile(xml, feed)).metadata).toEqual({ title: 'News & more', description: 'All of it' });
  });

  it('converts an Atom feed to headings with links', async () => {
    const feed =
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Log</title><entry><title type="html">A &amp;lt; B</title><link rel="self" href="https://example.org/self"/><link href="https://example.org/a"/><updated>2026-11-01T00:00:00Z</updated><author><name>Ada</name></author><content type="html">&lt;p&gt;Hello&lt;/p&gt;</content></entry></feed>';
    const markdown = await markdownOf(xml, feed);
    expect(markdown).toContain('(https://example.org/a)');
    expect(markdown).toContain('2026-11-01T00:00:00Z · Ada');
    expect(markdown).toContain('Hello');
  });

  it('resolves HTML character references and HTML titles', async () => {
    const feed =
      '\n\n<?xml version="1.0"?><rss version="0.91"><channel><title>Wheels &mdash; news</title><item><title><![CDATA[Tax & spokes]]></title><description>Bread & butter</description></item><item><title>Second &copy; 2018</title></item><item><title>&lt;b&gt;Bold&lt;/b&gt; &amp;amp; small</title></item><item><title>1 &lt; 2</title></item></channel></rss>';
    const markdown = await markdownOf(xml, feed);
    for (const text of [
      '# Wheels — news',
      '## Tax & spokes',
      'Bread & butter',
      '## Second © 2018',
      '## Bold & small',
      '## 1 < 2',
    ])
      expect(markdown).toContain(text);
  });

  it('keeps angle brackets in text that Atom declares as plain', async () => {
    const feed =
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><entry><title type="text">Use &lt;b&gt; sparingly</title><summary type="text">Write &lt;em&gt; for stress</summary></entry><entry><title>B</title><content type="text/plain">The tag &lt;i&gt;</content></entry></feed>';
    const { html } = await parseFile(xml, feed);
    for (const text of ['Use &lt;b&gt; sparingly', 'Write &lt;em&gt; for stress', 'The tag &lt;i&gt;'])
      expect(html).toContain(text);
  });

  it('resolves URLs against xml:base', async () => {
    const feed =
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/blog/"><title>Log</title><entry xml:base="2026/"><title>A</title><link href="a"/><content type="html">&lt;a href="b?x=1&amp;amp;y=2"&gt;b&lt;/a&gt; &lt;img src=\'/c.png\' alt="c"&gt;</content></entry></feed>';
    const { html } = await parseFile(xml, feed);
    expect(html).toContain('<a href="https://example.org/blog/2026/a">A</a>');
    expect(html).toContain('<a href="https://example.org/blog/2026/b?x=1&amp;y=2">b</a>');
    expect(html).toContain('src="https://example.org/c.png"');
  });

  it('fences other XML', async () => {
    expect(await markdownOf(xml, '<a><b>1</b></a>')).toBe('```xml\n<a><b>1</b></a>\n```');
    expect(await markdownOf(xml, '<rss><channel><broken')).toContain('```xml');
  });

  it('never expands entities defined in a file', async () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const feed = `<!DOCTYPE rss [<!ENTITY l0 "lol"><!ENTITY file SYSTEM "file:///etc/hostname">${laughs}]><rss><channel><title>&l9;</title><item><title>&file;</title></item></channel></rss>`;
    const { html } = await parseFile(xml, feed);
    expect(html.length).toBeLessThan(2_000);
    expect(html).not.toContain('lollol');
  });

  it('uses the encoding declared in its first line', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'),
      Buffer.from([0xcf, 0xf0, 0xe8]),
      Buffer.from('</a>'),
    ]);
    expect(await markdownOf(xml, new Uint8Array(bytes))).toContain('При');
  });
});

describe('plain text', () => {
  it('keeps Markdown files unchanged', async () => {
    const text = '# Title\n\n* item\n* item_two\n\n    code\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    expect(await markdownOf(plainText, `${text}\n`, { url: 'http://localhost/README.md' })).toBe(text);
    expect(await markdownOf(plainText, text, { url: 'http://localhost/notes' })).toBe(text);
  });

  it('links its URLs without changing any character', async () => {
    const text =
      '- [Intro](https://site.test/a_(b).md "First"): see <https://site.test/x>, https://site.test/plain.html.\n- [Guide](guide.md) ![pic](p.png)\n(http://site.test/w_(x))';
    const { html } = await parseFile(plainText, text, { url: 'http://localhost/llms.txt' });
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://site.test/a_(b).md',
      'https://site.test/x',
      'https://site.test/plain.html',
      'guide.md',
      'http://site.test/w_(x)',
    ]);
    expect(await markdownOf(plainText, text, { url: 'http://localhost/llms.txt' })).toBe(text);
    const hostile = `${'['.repeat(100_000)}${'https://'.repeat(50_000)}](`;
    expect(await markdownOf(plainText, hostile, { url: 'http://localhost/llms.txt' })).toBe(hostile);
  });

  it('fences source files with their language', async () => {
    expect(await markdownOf(plainText, 'print("<hi>")\n', { url: 'http://localhost/a/main.py?raw=1' })).toBe(
      '```python\nprint("<hi>")\n```',
    );
  });

  it('decodes by the charset of the Content-Type', async () => {
    expect(await markdownOf(plainText, new Uint8Array([0xcf, 0xf0]), { charset: 'windows-1251' })).toBe('Пр');
    expect(await markdownOf(plainText, new Uint8Array([0x63, 0xe9]))).toBe('cé');
  });
});

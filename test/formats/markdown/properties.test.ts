import { type ChildNode, Document, Element, Text } from 'domhandler';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { convert } from '../../../plugins/formats/markdown/convert';
import { Random } from './random';
import { toHtml, toMarkdown } from './to-markdown';

const TAGS =
  'p div span a b i em strong del s ul ol li dl dt dd table tr td th thead tbody caption pre code h1 h3 blockquote br hr img iframe video sup sub math mi msup mfrac mover svg template noscript script style input label form button details summary section footer x-card ruby rt q picture source figure figcaption kbd'.split(
    ' ',
  );
const ATTRIBUTES = [
  '',
  ' href="#a"',
  ' href="/x y"',
  ' href',
  ' class="footnotes"',
  ' class="katex"',
  ' class="linenos"',
  ' class="language-js"',
  ' id="fn1"',
  ' href="#fn1"',
  ' colspan="9999"',
  ' rowspan="0"',
  ' src="data:image/png;base64,AA"',
  ' srcset=", , x 2x,"',
  ' align=right',
  ' style="text-align:center',
  ' start="-3"',
  ' type="checkbox" checked',
  ' alt="]["',
  ' title="\n\n"',
  ' data-text="verbatim"',
  ' "<\'=',
];
const TEXTS = [
  'a',
  ' ',
  '\n',
  '\u00a0',
  '&lt;b&gt;',
  '*',
  '_',
  '`',
  '[',
  '](',
  '|',
  '#',
  '- ',
  '1. ',
  '\\',
  '\u200b',
  '\0',
  '😀',
  '\ud800',
  '&#0;',
  '&amp;amp;',
  '$',
  '~~',
  '<!--',
  '-->',
  '<![CDATA[',
  '</',
  '<',
  '>',
  '　',
  'word word',
];

function tagSoup(random: Random): string {
  let soup = '';
  for (let left = random.below(40); left >= 0; left--) {
    const kind = random.next();
    if (kind < 0.45) soup += `<${random.pick(TAGS)}${random.pick(ATTRIBUTES)}>`;
    else if (kind < 0.7) soup += `</${random.pick(TAGS)}>`;
    else soup += random.pick(TEXTS);
  }
  return soup;
}

describe('random tag soup', () => {
  it('is converted 10,000 times without an error and within a second each', () => {
    const random = new Random(20_261_120);
    for (let at = 0; at < 10_000; at++) {
      const soup = tagSoup(random);
      const started = performance.now();
      expect(typeof toMarkdown(soup, { baseUrl: 'http://h.test/' }), soup).toBe('string');
      expect(performance.now() - started, soup).toBeLessThan(1_000);
    }
  });
});

function randomInline(random: Random, depth: number): string {
  let html = '';
  for (let left = 1 + random.below(3); left > 0; left--) {
    const tag = random.pick(['em', 'strong', 'del', 'code', 'a', '', '', '']);
    if (tag === '' || depth === 0)
      html += random.pick(['a', 'b c', ' ', '.', '"q"', '*', '_', '-', '(x)', 'é', ', ', '1*2', '日本', '「語」']);
    else if (tag === 'code') html += `<code>${random.pick(['x', '`', '*y*'])}</code>`;
    else if (tag === 'a') html += html.includes('<a') ? 'n' : `<a href="/${random.pick(['x', 'y_(z)', 'a*b*'])}">t</a>`;
    else html += `<${tag}>${randomInline(random, depth - 1)}</${tag}>`;
  }
  return html;
}

/**
 * Normalizes formatting elements: moves spaces outside them, merges adjacent elements of the same kind, and drops empty
 * elements.
 */
function normal(html: string): string {
  let text = html
    .replace(/<(\/?)s>/g, '<$1del>')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replaceAll('</code><code>', '')
      .replace(/<(em|strong|del)>( ?)<\/\1>/g, '$2')
      .replace(/<\/(em|strong|del)>( ?)<\1>/g, '$2')
      .replace(/((?:<(?:em|strong|del)>)+) /g, ' $1')
      .replace(/ ((?:<\/(?:em|strong|del)>)+)/g, '$1 ')
      .replace(/ {2,}/g, ' ')
      .replace(/ ?(<\/?p>) ?/g, '$1')
      .trim();
  }
  return text.replace('<p></p>', '');
}

describe('random formatting', () => {
  it('round-trips', () => {
    const random = new Random(4);
    for (let at = 0; at < 4_000; at++) {
      const html = `<p>${randomInline(random, 3)}</p>`;
      const markdown = toMarkdown(html);
      expect(normal(toHtml(markdown)), `${html}\n${markdown}`).toBe(normal(html));
    }
  });
});

function randomBlock(random: Random, depth: number): string {
  const blocks = (most: number): string =>
    Array.from({ length: 1 + random.below(most) }, () => randomBlock(random, depth - 1)).join('\n');
  const line = (): string => randomInline(random, 1).replace(/<a[^>]*>t<\/a>/g, 'link');
  const kind = depth === 0 ? 'p' : random.pick(['p', 'p', 'h', 'ul', 'ol', 'blockquote', 'pre', 'hr', 'table']);
  switch (kind) {
    case 'h':
      return `<h${1 + random.below(6)}>x ${line()}</h1>`.replace(/<h(\d)>(.*)<\/h1>/s, '<h$1>$2</h$1>');
    case 'ul':
    case 'ol': {
      const items = Array.from(
        { length: 1 + random.below(3) },
        () => `<li>x ${line()}${random.next() < 0.5 ? blocks(2) : ''}</li>`,
      );
      return `<${kind}${kind === 'ol' ? random.pick(['', ' start="7"']) : ''}>${items.join('')}</${kind}>`;
    }
    case 'blockquote':
      return `<blockquote>${blocks(2)}</blockquote>`;
    case 'pre':
      return `<pre><code>${random.pick(['a\n  b\n', '```\nx\n', '&lt;b&gt;\n', '# x\n\n- y\n'])}</code></pre>`;
    case 'table': {
      const row = (tag: string): string => `<tr><${tag}>x ${line()}</${tag}><${tag}>${line()}|</${tag}></tr>`;
      return `<table><thead>${row('th')}</thead><tbody>${row('td')}${row('td')}</tbody></table>`;
    }
    case 'hr':
      return '<hr>';
    default:
      return `<p>${random.pick(['', '- ', '1. ', '# ', '&gt; ', '+ ', '=== ', '[x]: ', '&lt;div', '``` '])}${line()}</p>`;
  }
}

describe('random documents', () => {
  it('yield the same Markdown when rendered and converted again', () => {
    const random = new Random(9);
    for (let at = 0; at < 2_000; at++) {
      const html = Array.from({ length: 1 + random.below(3) }, () => randomBlock(random, 3)).join('\n');
      const once = toMarkdown(html);
      expect(toMarkdown(toHtml(once)), html).toBe(once);
    }
  });
});

describe('markdown of a page', () => {
  const corpus = [
    '# T\n\nText with **strong**, *em*, ~~del~~, `code`, [a link](http://a.b/ "t") and ![alt](http://a.b/i.png).',
    '- a\n- b\n  - c\n    1. d\n    2. e\n- f\n\n1. x\n\n   y\n\n2. z',
    '> quote\n>\n> - item\n>\n> ```js\n> let a;\n> ```',
    '| a | b |\n| :--- | ---: |\n| 1 | 2\\|3 |\n| `x\\|y` |  |',
    'line one  \nline two\n\n---\n\n## H \\#\n\n1\\. not a list\n\n\\- nor this\n\n\\# nor that',
    '```python\ndef f():\n    return "```"[0]\n```',
    'a\\*b\\* and \\`c\\` and \\<d> and snake_case and 2 * 3 and [1] and &amp;',
    '- [x] done\n- [ ] open\n\n* other',
  ];

  it.each(corpus)('round-trips: %j', (markdown) => {
    const once = toMarkdown(
      toHtml(markdown).replace(
        /<li>\[([ x])\]/g,
        (_, sign) => `<li><input type="checkbox"${sign === 'x' ? ' checked' : ''}>`,
      ),
    );
    const twice = toMarkdown(
      toHtml(once).replace(
        /<li>\[([ x])\]/g,
        (_, sign) => `<li><input type="checkbox"${sign === 'x' ? ' checked' : ''}>`,
      ),
    );
    expect(twice).toBe(once);
  });
});

/** Creates a tree that is nested more deeply than parsers allow. */
function nestedTree(names: readonly string[], count = 50_000): Document {
  let inner: ChildNode = new Text('deep');
  for (let at = 0; at < count; at++) {
    for (const name of names) inner = new Element(name, name === 'a' ? { href: '#x' } : {}, [inner]);
  }
  return new Document([inner]);
}

describe('oversized pages', () => {
  it.each([
    'div',
    'b',
    'i b',
    'a',
    'ul li',
    'blockquote',
    'td tr table',
    'h1',
    'pre',
    'mrow math',
    'msup math',
    'code',
    'sup',
    'x-y',
    'dt dl',
    'span',
  ])('with 50,000 nested <%s> convert in moderate time', (names) => {
    const started = process.cpuUsage();
    expect(convert(nestedTree(names.split(' '))).markdown).toContain('deep');
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000);
  });

  it('convert in linear time', () => {
    const piece =
      '<p>Some <b>text</b> with <a href="/x">links</a> and <code>code</code>.</p><ul><li>a</li><li>b</li></ul><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>';
    const time = (count: number): number => {
      const { document } = parseHtml(piece.repeat(count));
      return Math.min(
        ...[1, 2, 3].map(() => {
          const started = process.cpuUsage();
          convert(document);
          return process.cpuUsage(started).user;
        }),
      );
    };
    time(500);
    expect(time(4_000)).toBeLessThan(time(500) * 8 * 4);
  }, 120_000);

  it('keep a table of 20,000 rows and a list of 20,000 items complete', () => {
    expect(toMarkdown(`<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(20_000)}</table>`).split('\n')).toHaveLength(
      20_002,
    );
    expect(toMarkdown(`<ul>${'<li>a</li>'.repeat(20_000)}</ul>`).split('\n')).toHaveLength(20_000);
  });
});

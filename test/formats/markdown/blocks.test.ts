import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown';

describe('merged cells', () => {
  const html =
    '<table><tr><th rowspan="2">City</th><th colspan="2">Rain</th></tr><tr><th>May</th><th>June</th></tr><tr><td rowspan="2">Ulm</td><td>1</td><td>2</td></tr><tr><td colspan="2">none</td></tr></table>';

  it('are followed by empty cells', () => {
    expect(toMarkdown(html)).toBe(
      '| City | Rain |  |\n| --- | --- | --- |\n|  | May | June |\n| Ulm | 1 | 2 |\n|  | none |  |',
    );
  });

  it('are repeated on request', () => {
    expect(toMarkdown(html, { repeatMergedCells: true })).toBe(
      '| City | Rain | Rain |\n| --- | --- | --- |\n| City | May | June |\n| Ulm | 1 | 2 |\n| Ulm | none | none |',
    );
  });

  it('are not repeated beyond a million characters', () => {
    const rows = '<tr><td>x</td></tr>'.repeat(2000);
    const table = `<table><tr><th>A</th><th colspan="100" rowspan="2000">${'long '.repeat(1000)}</th></tr>${rows}</table>`;
    expect(toMarkdown(table, { repeatMergedCells: true }).length).toBeLessThan(1_500_000);
  });
});

describe('lists', () => {
  it('nest by their content', () => {
    const html = '<ul><li>a<ul><li>b<ol><li>c</li><li>d</li></ol></li></ul></li><li>e</li></ul>';
    expect(toMarkdown(html)).toBe('- a\n  - b\n    1. c\n    2. d\n- e');
  });

  it('are separated from the line above if they cannot interrupt a paragraph', () => {
    expect(toMarkdown('<ul><li>a<ol start="9"><li>b</li><li>c</li></ol></li></ul>')).toBe('- a\n\n  9. b\n  10. c');
  });

  it('keep the item numbers of the page, including reversed ones', () => {
    expect(toMarkdown('<ol start="7"><li>a</li><li value="12">b</li><li>c</li></ol>')).toBe('7. a\n12. b\n13. c');
    expect(toMarkdown('<ol reversed><li>a</li><li>b</li><li>c</li></ol>')).toBe('3. a\n2. b\n1. c');
    expect(toMarkdown('<ol reversed start="10"><li>a</li><li>b</li></ol>')).toBe('10. a\n9. b');
    expect(toMarkdown('<ol reversed start="1"><li>a</li><li>b</li><li value="x">c</li></ol>')).toBe('1. a\n0. b\n0. c');
  });

  it('are tight around headings and bare text, loose around paragraphs', () => {
    expect(toMarkdown('<ul><li><h2>A</h2>b</li><li>c<h3>D</h3></li></ul>')).toBe('- ## A\n  b\n- c\n  ### D');
    expect(toMarkdown('<ul><li><h2>A</h2><p>b</p></li></ul>')).toBe('- ## A\n\n  b');
  });

  it('do not nest an inner list without text before it', () => {
    expect(toMarkdown('<ul><ul><li>a</li></ul><li>b</li></ul>')).toBe('- a\n- b');
  });

  it('are merged when a list is a direct child of a list', () => {
    expect(toMarkdown('<ul><li>a</li><ul><li>b</li></ul></ul>')).toBe('- a\n  - b');
  });

  it('keep paragraphs and code inside an item', () => {
    expect(toMarkdown('<ol><li><p>a</p><p>b</p><pre>x\n\ny</pre></li><li>c</li></ol>')).toBe(
      '1. a\n\n   b\n\n   ```\n   x\n\n   y\n   ```\n\n2. c',
    );
  });

  it('stay separate when two of one kind are adjacent', () => {
    expect(toMarkdown('<ul><li>a</li></ul><ul><li>b</li></ul>')).toBe('- a\n\n* b');
    expect(toMarkdown('<ol><li>a</li></ol><ol><li>b</li></ol>')).toBe('1. a\n\n1) b');
  });

  it('become task lists when they have checkboxes', () => {
    expect(
      toMarkdown(
        '<ul><li><input type="checkbox" checked> done</li><li><label><input type="checkbox">open</label></li></ul>',
      ),
    ).toBe('- [x] done\n- [ ] open');
  });

  it('include items without a list and drop empty items', () => {
    expect(toMarkdown('<li>a</li><li>b</li>')).toBe('- a\n- b');
    expect(toMarkdown('<ul><li class="x"><svg></svg></li><li>a</li></ul>')).toBe('- a');
  });

  it('convert definition lists', () => {
    expect(toMarkdown('<dl><dt>Term</dt><dd>What it is</dd></dl>')).toBe('**Term**\n\nWhat it is');
  });
});

describe('code blocks', () => {
  it('are fenced with their language, wherever it is stated', () => {
    for (const html of [
      '<pre><code class="language-js">a</code></pre>',
      '<pre class="lang-js"><code>a</code></pre>',
      '<div class="highlight highlight-source-js"><pre>a</pre></div>',
      '<div class="language-js highlighter-rouge"><div class="highlight"><pre><code>a</code></pre></div></div>',
      '<pre class="brush: js; gutter: false">a</pre>',
      '<pre><code class="hljs js">a</code></pre>',
      '<pre data-lang="js">a</pre>',
      '<pre class="sourceCode js"><code>a</code></pre>',
      '<div class="sourceCode"><pre class="sourceCode numberSource js numberLines"><code>a</code></pre></div>',
      '<pre class="EnlighterJSRAW" data-enlighter-language="js">a</pre>',
      '<pre class="lang:js decode:true">a</pre>',
      '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="theme: Confluence; brush: js; gutter: false">a</pre>',
      '<pre><code class="js">a</code></pre>',
      '<pre class="code-js">a</pre>',
      '<pre class="code js">a</pre>',
      '<pre name="code" class="js:nocontrols">a</pre>',
      '<div class="mw-highlight mw-highlight-lang-js mw-content-ltr"><pre>a</pre></div>',
      '<div class="highlight-js notranslate"><div class="highlight"><pre><span></span>a</pre></div></div>',
      '<pre lang="js" line="1">a</pre>',
      '<pre data-code-wrap="JS"><code>a</code></pre>',
      '<figure data-lang="JS"><pre>a</pre></figure>',
    ]) {
      expect(toMarkdown(html), html).toBe('```js\na\n```');
    }
    expect(toMarkdown('<div class="highlight highlight-text-html-basic"><pre>a</pre></div>')).toBe('```html\na\n```');
    expect(toMarkdown('<div class="highlight highlight-source-css-scss"><pre>a</pre></div>')).toBe('```scss\na\n```');
  });

  it('get no language from a spoken language or a placeholder', () => {
    for (const html of [
      '<pre lang="en">a</pre>',
      '<pre lang="pt-BR">a</pre>',
      '<pre data-enlighter-language="generic">a</pre>',
      '<div class="highlight-default notranslate"><div class="highlight"><pre>a</pre></div></div>',
      '<pre class="wp-block-preformatted">a</pre>',
    ])
      expect(toMarkdown(html), html).toBe('```\na\n```');
  });

  it('are fenced without a language or <code>', () => {
    expect(toMarkdown('<pre>\n  a\n\tb\n</pre>')).toBe('```\n  a\n\tb\n```');
  });

  it('lose highlighter markup, line numbers and copy buttons', () => {
    expect(
      toMarkdown(
        '<pre><code><span class="lineno">1</span><span class="k">let</span> a;\n<span class="lineno">2</span>b();<button>Copy</button></code></pre>',
      ),
    ).toBe('```\nlet a;\nb();\n```');
    expect(
      toMarkdown(
        '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><div class="highlight-python"><pre>a\nb</pre></div></td></tr></table>',
      ),
    ).toBe('```python\na\nb\n```');
    expect(
      toMarkdown(
        '<table><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a = 1</td></tr><tr><td class="blob-num"></td><td class="blob-code">  b</td></tr></table>',
      ),
    ).toBe('```\na = 1\n  b\n```');
  });

  it('keep lines that are elements', () => {
    expect(toMarkdown('<pre><code><div>a</div><div>b</div></code></pre>')).toBe('```\na\nb\n```');
    expect(toMarkdown('<pre><code>a</code><code>b</code></pre>')).toBe('```\na\nb\n```');
    expect(toMarkdown('<pre>a<br>b</pre>')).toBe('```\na\nb\n```');
  });

  it('get a longer fence when they contain a fence', () => {
    expect(toMarkdown('<pre>```\nx\n```</pre>')).toBe('````\n```\nx\n```\n````');
  });

  it('drop a title bar next to the code', () => {
    const bar = '<div class="bar"><span>python</span><button>Copy</button></div>';
    const html = `<pre><div>${bar}<div><code class="hljs language-python">def glow():\n    return 1\n</code></div></div></pre>`;
    expect(toMarkdown(html)).toBe('```python\ndef glow():\n    return 1\n```');
    expect(toMarkdown('<pre><div>make all the lamps</div><div><code>x</code></div></pre>')).toBe(
      '```\nmake all the lamps\nx\n```',
    );
  });

  it('keep empty lines that are elements', () => {
    const line = (text: string): string => `<div class="line"><span>${text}</span></div>`;
    expect(toMarkdown(`<pre><code>${line('a')}${line('')}${line('b')}</code></pre>`)).toBe('```\na\n\nb\n```');
    expect(
      toMarkdown('<pre><div class="l">a</div><div class="l"></div><div class="l"></div><div class="l">b</div></pre>'),
    ).toBe('```\na\n\n\nb\n```');
  });

  it('get their language from a figure around a table of lines', () => {
    const html =
      '<figure class="highlight yaml"><table><tr><td class="gutter"><pre>1</pre></td><td class="code"><pre>a: 1</pre></td></tr></table></figure>';
    expect(toMarkdown(html)).toBe('```yaml\na: 1\n```');
    expect(toMarkdown(html.replace('yaml', 'plain'))).toBe('```\na: 1\n```');
  });
});

describe('tables', () => {
  it('put the parts of a grid in the order of its ARIA indexes', () => {
    const cell = (column: number, text: string, role = 'gridcell'): string =>
      `<div role="${role}" aria-colindex="${column}">${text}</div>`;
    const row = (at: number, ...cells: string[]): string =>
      `<div role="row" aria-rowindex="${at}">${cells.join('')}</div>`;
    const group = (...rows: string[]): string => `<div role="rowgroup">${rows.join('')}</div>`;
    const head = (column: number, text: string): string => cell(column, text, 'columnheader');
    const pinned = group(row(3, cell(1, 'Hub', 'rowheader')), row(2, cell(1, 'Rim', 'rowheader')));
    const html = `<div role="treegrid"><div role="presentation">${group(row(1, head(1, 'Part')))}${group(row(1, head(3, 'Shelf'), head(2, 'Left')))}</div>${pinned}${group(row(3, cell(3, 'B1'), cell(2, '9')), row(2, cell(3, 'A3')))}</div>`;
    expect(toMarkdown(html)).toBe('| Part | Left | Shelf |\n| --- | --- | --- |\n| Rim |  | A3 |\n| Hub | 9 | B1 |');
  });

  it('keep alignment, pipes, breaks and formatting', () => {
    const html =
      '<table><tr><th>a</th><th align="right">b</th></tr><tr><td>x|y<br>z</td><td style="text-align: right"><b>1</b> <code>p|q</code></td></tr></table>';
    expect(toMarkdown(html)).toBe('| a | b |\n| --- | ---: |\n| x\\|y<br>z | **1** `p\\|q` |');
  });

  it('add empty cells for cells that span columns', () => {
    const html =
      '<table><tr><th colspan="2">a</th><th>b</th></tr><tr><td rowspan="2">1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>';
    expect(toMarkdown(html)).toBe('| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |');
  });

  it('keep every cell below cells with rowspan', () => {
    expect(
      toMarkdown(
        '<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
      ),
    ).toBe('| a | b | c |\n| --- | --- | --- |\n| 1 | 2 |\n|  | 3 | 4 |');
    expect(toMarkdown('<table><tr><th rowspan="2">a</th></tr><tr><td>1</td><td>2</td></tr></table>')).toBe(
      '| a |  |  |\n| --- | --- | --- |\n|  | 1 | 2 |',
    );
  });

  it('end a rowspan with its row group and count rows without cells of their own', () => {
    expect(
      toMarkdown(
        '<table><thead><tr><th rowspan="9">a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      ),
    ).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
    expect(
      toMarkdown(
        '<table><tr><th>a</th><th>b</th></tr><tr><td rowspan="2">1</td><td rowspan="2">2</td></tr><tr></tr><tr><td>3</td><td>4</td></tr></table>',
      ),
    ).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |');
    expect(
      toMarkdown(
        '<table><tr><th>a</th><th>b</th></tr><tr><td rowspan="0">1</td><td>2</td></tr><tr><td>3</td></tr><tr><td>4</td></tr></table>',
      ),
    ).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n|  | 4 |');
  });

  it('stay tables when cells contain lists or paragraphs, with or without a header', () => {
    expect(
      toMarkdown(
        '<table><tr><td>For</td><td><ul><li>light</li><li>quiet</li></ul></td></tr><tr><td>Against</td><td><p>dear</p><p>wide</p></td></tr></table>',
      ),
    ).toBe('|  |  |\n| --- | --- |\n| For | - light<br>- quiet |\n| Against | dear<br>wide |');
    expect(
      toMarkdown(
        '<table><thead><tr><td>a</td><td>b</td></tr></thead><tr><td><h3>x</h3></td><td><ol><li>y</li><li>z</li></ol></td></tr></table>',
      ),
    ).toBe('| a | b |\n| --- | --- |\n| x | 1. y<br>2. z |');
  });

  it('keep a data table in a cell when a header names its columns', () => {
    const inner = '<table><tr><th>Name</th><th>Watch</th></tr><tr><td>Ada</td><td>first</td></tr></table>';
    const head = '<tr><th>Boat</th><th>Crew</th><th>Berth</th></tr>';
    const rows = `<tr><td>Heron</td><td>${inner}</td><td>12</td></tr><tr><td>Teal</td><td>none</td><td>14</td></tr>`;
    expect(toMarkdown(`<table>${head}${rows}</table>`)).toBe(
      '| Boat | Crew | Berth |\n| --- | --- | --- |\n| Heron | Name Watch<br>Ada first | 12 |\n| Teal | none | 14 |',
    );
    expect(toMarkdown(`<table><tr><td>Menu</td><td>${inner}</td></tr></table>`)).toMatch(
      /^Menu\n\n\| Name \| Watch \|/,
    );
  });

  it('compare columns without header cells', () => {
    const inner = '<table><tr><td>oak</td></tr><tr><td>ash</td></tr></table>';
    const head = '<tr><td>&nbsp;</td><td><strong>Skiff</strong></td><td><strong>Punt</strong></td></tr>';
    const wood = `<tr><td>Wood</td><td>${inner}</td><td>pine</td></tr>`;
    const extras = '<tr><td>Extras</td><td><ul><li>oars</li><li>sail</li></ul></td><td>none</td></tr>';
    expect(toMarkdown(`<table>${head}${wood}${extras}</table>`)).toBe(
      '|  | **Skiff** | **Punt** |\n| --- | --- | --- |\n| Wood | oak<br>ash | pine |\n| Extras | - oars<br>- sail | none |',
    );
    const uneven = '<tr><td>Extras</td><td><ul><li>oars</li></ul></td></tr>';
    expect(toMarkdown(`<table>${head}${wood}${uneven}</table>`)).not.toContain('**Punt** |');
    const layout = `<tr><td></td><td>${inner}</td><td>pine</td></tr>`;
    expect(toMarkdown(`<table>${head}${layout}${layout}</table>`)).not.toContain('**Punt** |');
  });

  it('are created from elements with table roles', () => {
    const row = (role: string, ...cells: string[]): string =>
      `<div role="row">${cells.map((text) => `<span role="${role}">${text}</span>`).join('')}</div>`;
    const html = `<div role="table"><div role="rowgroup">${row('columnheader', 'Age', 'Fee')}</div>${row('cell', 'under 18', '4 €')}</div>`;
    expect(toMarkdown(html)).toBe('| Age | Fee |\n| --- | --- |\n| under 18 | 4 € |');
    expect(toMarkdown(`<div role="grid">${row('columnheader', 'A', 'B')}${row('gridcell', '1', '2')}</div>`)).toBe(
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    );
    expect(toMarkdown('<div role="grid"><table><tr><th>A</th></tr><tr><td>1</td></tr></table></div>')).toBe(
      '| A |\n| --- |\n| 1 |',
    );
    expect(toMarkdown('<div role="row">stray</div>')).toBe('stray');
  });

  it('are kept when their only cell contains words', () => {
    expect(toMarkdown('<table><tr><td>Closed on Mondays</td></tr></table>')).toBe('| Closed on Mondays |\n| --- |');
    expect(toMarkdown('<table><tr><th>Prices</th></tr></table>')).toBe('| Prices |\n| --- |');
    expect(toMarkdown('<table><tr><td><a href="/x">Home</a> <a href="/y">News</a></td></tr></table>')).toBe(
      '[Home](/x) [News](/y)',
    );
  });

  it('keep their header cells in the first row, column and corner', () => {
    expect(
      toMarkdown(
        '<table><tr><td></td><th>2024</th><th>2025</th></tr><tr><th>Ships</th><td>3</td><td>4</td></tr><tr><th>Boats</th><td>5</td><td>6</td></tr></table>',
      ),
    ).toBe('|  | 2024 | 2025 |\n| --- | --- | --- |\n| Ships | 3 | 4 |\n| Boats | 5 | 6 |');
  });

  it('keep lists and paragraphs in one line of a cell', () => {
    expect(
      toMarkdown(
        '<table><tr><th>a</th><th>b</th></tr><tr><td><ul><li>x</li><li>y</li></ul></td><td><p>1</p><p>2</p></td></tr></table>',
      ),
    ).toContain('| - x<br>- y | 1<br>2 |');
  });

  it('are unwrapped when they only provide layout', () => {
    expect(toMarkdown('<table><tr><td><h2>News</h2><p>a</p></td><td><ul><li>b</li></ul></td></tr></table>')).toBe(
      '## News\n\na\n\n- b',
    );
    expect(toMarkdown('<table role="presentation"><tr><td>a</td><td>b</td></tr></table>')).toBe('a\n\nb');
    expect(
      toMarkdown(
        '<table><tr><td><table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
      ),
    ).toBe('| x | y |\n| --- | --- |\n| 1 | 2 |');
  });

  it('get an empty header when the page names no columns', () => {
    expect(toMarkdown('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>')).toBe(
      '|  |  |\n| --- | --- |\n| a | b |\n| c | d |',
    );
    expect(toMarkdown('<table><tr><th>Born</th><td>1912</td></tr><tr><th>Died</th><td>1954</td></tr></table>')).toBe(
      '|  |  |\n| --- | --- |\n| Born | 1912 |\n| Died | 1954 |',
    );
    expect(toMarkdown('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>')).toBe('|  |\n| --- |\n| a |\n| b |');
  });

  it('use the first row as header when it is bold or labels numbers', () => {
    expect(toMarkdown('<table><tr><td>Month</td><td>Ships</td></tr><tr><td>May</td><td>1,200</td></tr></table>')).toBe(
      '| Month | Ships |\n| --- | --- |\n| May | 1,200 |',
    );
    expect(toMarkdown('<table><tr><td><b>a</b></td><td><b>b</b></td></tr><tr><td>1</td><td>2</td></tr></table>')).toBe(
      '| **a** | **b** |\n| --- | --- |\n| 1 | 2 |',
    );
  });

  it('are unwrapped when they frame one item or align text with a symbol', () => {
    expect(toMarkdown('<table><tr><td></td><td>Only this</td><td></td></tr></table>')).toBe('Only this');
    const text = 'A long text beside its sign. '.repeat(5).trim();
    expect(toMarkdown(`<table><tr><td>Note</td><td>${text}</td></tr></table>`)).toBe(`Note\n\n${text}`);
  });

  it('keep their title above', () => {
    expect(
      toMarkdown(
        '<table><tr><td colspan="2">Ships</td></tr><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
      ),
    ).toBe('Ships\n\n| a | b |\n| --- | --- |\n| 1 | 2 |');
  });

  it('keep their caption above', () => {
    expect(
      toMarkdown('<table><caption>Ships</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>'),
    ).toBe('Ships\n\n| a | b |\n| --- | --- |\n| 1 | 2 |');
  });
});

describe('quotes, headings and rules', () => {
  it('keep their content', () => {
    expect(toMarkdown('<blockquote><p>a</p><ul><li>b</li></ul></blockquote>')).toBe('> a\n>\n> - b');
    expect(toMarkdown('<h2>a <em>b</em><br>c #</h2><hr>')).toBe('## a _b_ c \\#\n\n---');
    expect(toMarkdown('<ul><li><hr></li></ul>')).toBe('- ___');
  });

  it('release the content of an unclosed heading', () => {
    expect(
      toMarkdown('<h1>Title<div><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></div></h1>'),
    ).toBe('# Title\n\n| a | b |\n| --- | --- |\n| 1 | 2 |');
  });
});

describe('figures', () => {
  it('keep a caption below its image', () => {
    expect(
      toMarkdown('<figure><img src="/a.png" alt="A"><figcaption>What it shows</figcaption></figure><p>Text</p>'),
    ).toBe('![A](/a.png)\nWhat it shows\n\nText');
    expect(
      toMarkdown('<a href="/b"><figure><img src="/a.png" alt="A"><figcaption>More</figcaption></figure></a>'),
    ).toBe('[![A](/a.png)\nMore](/b)');
  });

  it('keep paragraphs separate', () => {
    expect(toMarkdown('<figure><img src="/a.png" alt="A"><figcaption><p>One</p><p>Two</p></figcaption></figure>')).toBe(
      '![A](/a.png)\n\nOne\n\nTwo',
    );
  });
});

describe('footnotes', () => {
  it('are written as references and notes', () => {
    const html =
      '<p>Text<sup><a href="#fn1" id="fnref1">1</a></sup>.</p><section class="footnotes"><hr><ol><li id="fn1"><p>The note. <a href="#fnref1" class="footnote-backref">↩</a></p></li></ol></section>';
    expect(toMarkdown(html)).toBe('Text[^1].\n\n[^1]: The note.');
  });
});

describe('elements without Markdown', () => {
  it('keep the text of buttons as separate words', () => {
    expect(toMarkdown('<h3><span><button>What is it?</button></span></h3><div>This.</div>')).toBe(
      '### What is it?\n\nThis.',
    );
    expect(toMarkdown('<button><h4>Terms</h4></button><p>All.</p>')).toBe('#### Terms\n\nAll.');
    expect(toMarkdown('<button aria-expanded="false">Why so?</button><div>So.</div>')).toBe('Why so?\n\nSo.');
    expect(toMarkdown('<button aria-expanded="false">Menu</button><button>Why so?</button>')).toBe('Menu Why so?');
    expect(toMarkdown('<p>Press<button>Save</button>now.</p>')).toBe('Press Save now.');
  });

  it('drop scripts, styles, form options and hidden templates', () => {
    expect(
      toMarkdown(
        '<style>a</style><script>b</script><template>c</template><noscript>d</noscript><select><option>e</option></select><p>f</p>',
      ),
    ).toBe('f');
  });
});

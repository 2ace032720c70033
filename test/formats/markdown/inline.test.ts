import { describe, expect, it } from 'vitest';
import { toHtml, toMarkdown } from './to-markdown';

describe('line breaks preserved by a style', () => {
  it('become breaks, and empty lines separate paragraphs', () => {
    const post =
      '<div style="color:red; white-space: pre-wrap"><span>To bring:\n\n1) gloves\n2) a lamp</span></div><p>a\nb</p>';
    expect(toMarkdown(post)).toBe('To bring:\n\n1\\) gloves  \n2\\) a lamp\n\na b');
    expect(toMarkdown('<p style="white-space:pre-line">a\r\nb<b style="white-space:normal">c\nd</b>\ne</p>')).toBe(
      'a  \nb**c d**  \ne',
    );
  });

  it('are ignored at the edges of blocks', () => {
    expect(toMarkdown('<div style="white-space:pre-wrap">\n  <p>a</p>\n  <p>b</p>\n</div>')).toBe('a\n\nb');
    expect(toMarkdown('<p style="white-space:nowrap">a\nb</p>')).toBe('a b');
  });
});

describe('formatting', () => {
  it('moves white space out of its markers', () => {
    expect(toMarkdown('a<b> b </b>c <i>\u00a0d</i>')).toBe('a **b** c \u00a0_d_');
    expect(toMarkdown('<b>a<span>\u00a0</span></b>b <i><b>\u00a0</b>c</i>')).toBe('**a**\u00a0b \u00a0_c_');
  });

  it('uses other markers or tags where markers would not be recognized', () => {
    expect(toMarkdown('<em>a</em><strong>b</strong>')).toBe('_a_**b**');
    expect(toMarkdown('x<b>"y"</b>z')).toBe('x<strong>"y"</strong>z');
    expect(toMarkdown('<b><i>a</i></b> <i><b>b</b></i>')).toBe('**_a_** _**b**_');
    expect(toMarkdown('a<i>b</i>c <i>d</i>')).toBe('a*b*c _d_');
  });

  it('joins split formatting and drops nested duplicates', () => {
    expect(toMarkdown('<b>a</b><b>b</b> <b><strong>c</strong></b>')).toBe('**ab** **c**');
    expect(toMarkdown('a<b></b>b<i> </i>c')).toBe('ab c');
  });

  it('wraps each paragraph inside it', () => {
    expect(toMarkdown('<b><p>a</p><p>b</p></b>')).toBe('**a**\n\n**b**');
  });

  it('keeps superscripts and subscripts readable', () => {
    expect(toMarkdown('10<sup>6</sup> H<sub>2</sub>O')).toBe('10<sup>6</sup> H<sub>2</sub>O');
  });
});

describe('adjacent elements', () => {
  it('are separated when only a style sheet separates them', () => {
    expect(toMarkdown('<div><span class="label">Location</span><span class="value">Bremen</span></div>')).toBe(
      'Location Bremen',
    );
    expect(toMarkdown('<div><a href="/a">Packs</a><a href="/b">Tents</a></div>')).toBe('[Packs](/a) [Tents](/b)');
    expect(toMarkdown('<div><strong>99.98 %</strong><span>uptime</span></div>')).toBe('**99.98 %** uptime');
    expect(toMarkdown('<div><strong>4,000+</strong><span>teams</span></div>')).toBe('**4,000+** teams');
    expect(toMarkdown('<li><a href="/a.pdf">Manual</a><span class="size">PDF, 2 MB</span></li>')).toBe(
      '- [Manual](/a.pdf) PDF, 2 MB',
    );
  });

  it('stay together in a word or in running text', () => {
    expect(toMarkdown('<div><span class="initial">W</span><span class="rest">hen</span></div>')).toBe('When');
    expect(toMarkdown('<div><span class="char">Ab</span><span class="char">cd</span></div>')).toBe('Abcd');
    expect(
      toMarkdown('<div><span class="sign">£</span><span class="amount">12</span><span class="cents">.50</span></div>'),
    ).toBe('£12.50');
    expect(toMarkdown('<p><a href="/a">in</a><a href="/b">side</a></p>')).toBe('[in](/a)[side](/b)');
    expect(toMarkdown('<div><a href="/a">東京</a><a href="/b">大阪</a></div>')).toBe('[東京](/a)[大阪](/b)');
  });
});

describe('escaping', () => {
  it('leaves text unchanged that parsers do not treat as markup', () => {
    for (const text of [
      '2 * 3 = 6',
      'snake_case_name',
      'a & b',
      'x < y',
      'wow!',
      '[1]',
      'costs $5 and $6',
      '# is a hash?',
      'a_b',
      'f(x) [y] {z}',
      '5*',
      '~10',
      'C:\\dir',
      '1.5',
      '-5 degrees',
      'a|b',
      "it's `",
    ]) {
      if (text.startsWith('# ')) continue;
      expect(toMarkdown(`<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`)).toBe(text);
    }
  });

  it.each([
    '*a*',
    '_a_',
    '`a`',
    '[a](b)',
    '![a](b)',
    '<b>',
    '&amp;',
    '# a',
    '1. a',
    '1) a',
    '- a',
    '+ a',
    '> a',
    '---',
    '***',
    '~~a~~',
    '\\*',
    'a\\',
    '[x]: /y',
    '```',
    '~~~',
    '<http://a.b>',
    '<!-- x -->',
    '| a |\n|---|',
    '&#35;',
    '**a',
    '__a__',
    '[a][b]',
    '===',
    '    a',
  ])('round-trips the text %j', (text) => {
    const html = `<p>${text.trim().replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\n/g, '<br>\n')}</p>\n`;
    expect(toHtml(toMarkdown(html)).replace(/&quot;/g, '"')).toBe(html);
  });

  it('keeps the indent of Chinese and Japanese text, as a character reference where parsers would trim it', () => {
    expect(toMarkdown('<p>\u3000語<br>\u3000語</p>')).toBe('&#12288;語  \n\u3000語');
    expect(toHtml(toMarkdown('<p>\u3000語<br>\u3000語</p>'))).toBe('<p>\u3000語<br>\n\u3000語</p>\n');
  });

  it('keeps the indent after a space as a character reference', () => {
    expect(toMarkdown('<p>\n\u3000語</p>')).toBe('&#32;\u3000語');
    expect(toHtml(toMarkdown('<p> \u3000<b>語</b> a</p>'))).toBe('<p> \u3000<strong>語</strong> a</p>\n');
    expect(toMarkdown('<p> 語</p><p> <b>\u3000語</b></p>')).toBe('語\n\n&#32;\u3000**語**');
    expect(toMarkdown('<h2> \u3000語</h2>')).toBe('## \u3000語');
  });

  it('applies at the start of a line after a break', () => {
    expect(toMarkdown('a<br>- b<br>===')).toBe('a  \n\\- b  \n\\===');
  });
});

describe('links', () => {
  it('escape a line break in their text with a backslash', () => {
    expect(toMarkdown('<a href="http://a.b/">one<br>two</a>')).toBe('[one\\\ntwo](http://a.b/)');
    expect(toMarkdown('<a href="http://a.b/"><div>one</div><div>two</div></a>')).toBe('[one\\\ntwo](http://a.b/)');
  });

  it('escape unusual URLs, titles and texts', () => {
    expect(toMarkdown('<a href="/a b(c" title=\'x "y"\'>t]x</a>')).toBe('[t\\]x](/a%20b\\(c "x \\"y\\"")');
    expect(toMarkdown('<a href="/x_(y)">[1]</a>')).toBe('[[1]](/x_(y))');
    expect(toMarkdown('<a href="/x?a=1&amp;copy;=2">t</a>')).toBe('[t](/x?a=1\\&copy;=2)');
  });

  it('are made absolute when the URL of the page is known', () => {
    expect(toMarkdown('<a href="x">a</a> <img src="../y.png" alt="">', { baseUrl: 'http://h.test/d/e/' })).toBe(
      '[a](http://h.test/d/e/x) ![](http://h.test/d/y.png)',
    );
  });

  it('move to the heading or else the first line when they contain several blocks', () => {
    expect(toMarkdown('<a href="/x"><img src="/i.png" alt="i"><h3>Title</h3><p>Some <b>text</b></p></a>')).toBe(
      '![i](/i.png)\n\n### [Title](/x)\n\nSome **text**',
    );
    expect(toMarkdown('<a href="/x"><p>Title</p><ul><li>a</li></ul></a>')).toBe('[Title](/x)\n\n- a');
    expect(toMarkdown('<ul><a href="/x"><li><h3>Title</h3><p>Text</p></li></a></ul>')).toBe(
      '- ### [Title](/x)\n\n  Text',
    );
  });

  it('keep formatting intact when they are removed', () => {
    expect(toMarkdown('<b><a href="/x"><h3>T</h3><p>one <i>two</i> three</p></a></b>')).toBe(
      '### **[T](/x)**\n\n**one _two_ three**',
    );
  });

  it('get their accessible name when they contain only an unavailable image', () => {
    expect(toMarkdown('<a href="/x" aria-label="Home page"><svg></svg></a>')).toBe('[Home page](/x)');
    expect(toMarkdown('<p>a<a class="icon" href="/x"><svg></svg></a></p>')).toBe('a');
  });

  it('are dropped when they skip to the content, run scripts or anchor headings', () => {
    expect(toMarkdown('<a href="#main">Skip to content</a><a href="javascript:void(0)">Menu</a>')).toBe('Menu');
    expect(toMarkdown('<h2>Title<a class="headerlink" href="#title">¶</a></h2>')).toBe('## Title');
  });
});

describe('code spans', () => {
  it('contain backticks and keep links', () => {
    expect(toMarkdown('<code>a`b</code> <code>`</code> <kbd>Ctrl</kbd>')).toBe('``a`b`` `` ` `` `Ctrl`');
    expect(toMarkdown('<code>List&lt;<a href="/t">T</a>&gt;</code>')).toBe('`List<`[`T`](/t)`>`');
  });
});

describe('images', () => {
  it('of emoji become text', () => {
    expect(toMarkdown('Done <img class="emoji" alt="🎉" src="/1f389.svg"> all')).toBe('Done 🎉 all');
    expect(toMarkdown('<img alt="👍🏽" src="/emoji/v2/1f44d.svg"><img alt=":tada:" class="emoji" src="/t.png">')).toBe(
      '👍🏽:tada:',
    );
    expect(toMarkdown('<img alt="🎉" src="/party.jpg">')).toBe('![🎉](/party.jpg)');
  });

  it('use the resolved URL', () => {
    expect(toMarkdown('<img alt="x" src="/real.jpg" data-src="/other.jpg">')).toBe('![x](/real.jpg)');
    expect(toMarkdown('a<img alt="x">')).toBe('a');
  });

  it('are dropped when they are tracking pixels', () => {
    expect(toMarkdown('a<img src="/t.gif" width="1" height="1">')).toBe('a');
  });
});

describe('players and frames', () => {
  it('become links', () => {
    expect(toMarkdown('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0" title="A song"></iframe>')).toBe(
      '[A song](https://www.youtube.com/watch?v=dQw4w9WgXcQ)',
    );
    expect(toMarkdown('<iframe src="//www.dailymotion.com/embed/video/x2p552m?a=1"></iframe>')).toBe(
      '[Video](https://www.dailymotion.com/video/x2p552m)',
    );
    expect(toMarkdown('<p>See<iframe src="https://player.vimeo.com/video/32246206"></iframe>here</p>')).toBe(
      'See [Video](https://vimeo.com/32246206) here',
    );
    expect(toMarkdown('<video><source src="/v.mp4"></video>')).toBe('[Video](/v.mp4)');
    expect(toMarkdown('<iframe src="https://t.test/p" width="0" height="0"></iframe>')).toBe('');
  });
});

describe('formulas', () => {
  it('come from the TeX source in the page', () => {
    expect(
      toMarkdown(
        '<span class="katex"><span class="katex-mathml"><math><semantics><mi>a</mi><annotation encoding="application/x-tex">a^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a2</span></span>',
      ),
    ).toBe('$a^2$');
    expect(
      toMarkdown(
        '<span class="katex-display"><span class="katex"><math><annotation encoding="application/x-tex">a</annotation></math></span></span>',
      ),
    ).toBe('$$\na\n$$');
    expect(toMarkdown('<span class="MathJax_Preview">x</span><script type="math/tex">\\frac{1}{2}</script>')).toBe(
      '$\\frac{1}{2}$',
    );
  });

  it('come from the alt text of images, unless MathML is next to them', () => {
    const image = '<img class="mwe-math-fallback-image-inline" src="/m.svg" alt="{\\displaystyle a^{2}}">';
    expect(toMarkdown(image)).toBe('$a^{2}$');
    expect(toMarkdown(`<span><math><mi>b</mi></math>${image}</span>`)).toBe('$b$');
  });

  it('keep the white space around their rendering', () => {
    const drawn = '<mjx-container> <mjx-assistive-mml><math><mi>k</mi></math></mjx-assistive-mml> </mjx-container>';
    expect(toMarkdown(`<p>so${drawn}heads</p>`)).toBe('so $k$ heads');
  });

  it.each([
    ['<p>Let \\(a_1^2 * b_2\\) and $x_i*y_i$ be real.</p>', 'Let $a_1^2 * b_2$ and $x_i*y_i$ be real.'],
    ['<p>So \\[\\sum_{i} x_i\\] holds.</p>', 'So\n\n$$\n\\sum_{i} x_i\n$$\n\nholds.'],
    ['<div>$$\na_1 &lt; b\n$$</div>', '$$\na_1 < b\n$$'],
    ['<p>Where $n$ is even, costs are \\$5.</p>', 'Where $n$ is even, costs are \\\\\\$5.'],
  ])('that no script has rendered stay TeX: %s', (html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown);
  });

  it.each([
    'It costs $5 and $10.',
    '$20-$30 a day, or US$5 = AU$8',
    'echo $HOME/a_b:$PATH_x and $a_b, $c_d',
    'from $a_1 to $ b',
  ])('are not money or variables: %s', (text) => {
    expect(toMarkdown(`<p>${text}</p>`)).toBe(text);
  });

  it('are not code, and not parentheses without a sign of TeX', () => {
    expect(toMarkdown('<code>\\(a_1\\) $x_1$</code>')).toBe('`\\(a_1\\) $x_1$`');
    expect(toMarkdown('<p>\\(see below\\)</p>')).toBe('\\\\(see below\\\\)');
  });

  it('stay text without a source', () => {
    expect(toMarkdown('<span class="katex"><span class="katex-html">a+b</span></span>')).toBe('a+b');
    expect(toMarkdown('<span class="MathJax">a+b</span>')).toBe('a+b');
  });

  it('are converted from MathML', () => {
    expect(
      toMarkdown('<math><mfrac><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow><msqrt><mi>π</mi></msqrt></mfrac></math>'),
    ).toBe('$\\frac{x+1}{\\sqrt{\\pi}}$');
    expect(
      toMarkdown(
        '<math display="block"><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><msup><mi>x</mi><mn>2</mn></msup></math>',
      ),
    ).toBe('$$\n\\sum_{i}^{n}x^{2}\n$$');
  });

  it('keep binomial coefficients, growing brackets, matrices and alphabets of MathML', () => {
    const tex = (mathml: string): string => toMarkdown(`<math>${mathml}</math>`).slice(1, -1);
    const stack = '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>';
    expect(tex(`<mrow><mo>(</mo>${stack}<mo>)</mo></mrow>`)).toBe('\\binom{n}{k}');
    expect(tex(`<mi>x</mi><mo>+</mo>${stack}`)).toBe('x+{n \\atop k}');
    const half = '<mfrac><mn>1</mn><mn>2</mn></mfrac>';
    expect(tex(`<msup><mrow><mo>(</mo>${half}<mo>)</mo></mrow><mn>2</mn></msup>`)).toBe(
      '{\\left(\\frac{1}{2}\\right)}^{2}',
    );
    expect(tex('<mrow><mo>(</mo><mi>x</mi><msup><mo>)</mo><mn>2</mn></msup></mrow>')).toBe('(x)^{2}');
    const rows = '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>';
    expect(tex(`<mrow><mo>|</mo>${rows}<mo>|</mo></mrow>`)).toBe('\\begin{vmatrix}a & b\\end{vmatrix}');
    expect(tex(`<mrow><mo>{</mo>${rows}<mo></mo></mrow>`)).toBe('\\begin{cases}a & b\\end{cases}');
    expect(tex('<mi mathvariant="bold">v</mi><mo>≠</mo><mn>0</mn>')).toBe('\\mathbf{v}\\ne 0');
    expect(tex('<mtext> if </mtext><mi>x</mi>')).toBe('\\text{if}x');
    expect(tex('<mi mathvariant="constructor">v</mi><constructor>w</constructor>')).toBe('vw');
  });

  it('convert thousands of nested brackets in linear time', () => {
    const deep = `<math>${'<mrow><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac>'.repeat(2000)}</math>`;
    const started = process.cpuUsage();
    toMarkdown(deep);
    toMarkdown(`<math>${'<mi>α</mi><mo>(</mo>'.repeat(30_000)}</math>`);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
  });
});

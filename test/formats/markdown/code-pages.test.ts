import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown';

it('finds the language of code above its table with line numbers', () =>
  expect(
    toMarkdown(
      '<div class="language-python highlight"><table><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><div><pre><code>import ibis\nibis.go()\n</code></pre></div></td></tr></table></div>',
    ).trim(),
  ).toBe('```python\nimport ibis\nibis.go()\n```'));

it('keeps the parts of a signature together', () =>
  expect(
    toMarkdown(
      '<div class="sig sig-object"><span class="descclassname">ibis.</span><span class="descname">load</span><span class="sig-paren">(</span><span class="sig-param">path</span><span class="sig-paren">)</span></div>',
    ).trim(),
  ).toBe('ibis.load(path)'));

it('skips a button that copies code', () =>
  expect(toMarkdown('<pre><code>npm i tern</code></pre><button>Copy</button><button>Order</button>').trim()).toBe(
    '```\nnpm i tern\n```\n\nOrder',
  ));

it('finds the language in a label beside the code', () => {
  const block = (label: string) =>
    toMarkdown(`<pre>${label}<div><code><div>let wall = 1;</div></code></div></pre>`).trim();
  for (const label of ['<div class="language-id">ts</div>', '<span class="code-lang">TS</span>'])
    expect(block(label)).toBe('```ts\nlet wall = 1;\n```');
  expect(toMarkdown('<pre><span class="language">select</span> 1</pre>').trim()).toBe('```\nselect 1\n```');
});

describe('code without pre', () => {
  const LINES = ["const wall = read('north');", 'if (wall.isOld) {', '  await repair(wall);', '}'];
  const CODE = LINES.join('\n');
  const linesIn = (line: (text: string, at: number) => string): string => LINES.map(line).join('');

  it.each([
    [
      'CodeMirror 5',
      `<div class="CodeMirror"><div class="CodeMirror-code">${linesIn((text, at) => `<div><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber">${at + 1}</div></div><pre class="CodeMirror-line"><span>${text}</span></pre></div>`)}</div></div>`,
    ],
    [
      'CodeMirror 6',
      `<div class="cm-editor"><div class="cm-gutters"><div>1</div><div>2</div></div><div class="cm-content">${linesIn((text) => `<div class="cm-line">${text}</div>`)}</div></div>`,
    ],
    [
      'Monaco',
      `<div class="monaco-editor"><div class="margin-view-overlays"><div>1</div></div><div class="view-lines">${linesIn((text) => `<div class="view-line"><span>${text.replaceAll(' ', '\u00a0')}</span></div>`)}</div></div>`,
    ],
    [
      'Ace',
      `<div class="ace_editor"><div class="ace_gutter"><div>1</div></div><div class="ace_layer ace_text-layer">${linesIn((text) => `<div class="ace_line">${text}</div>`)}</div></div>`,
    ],
    [
      'SyntaxHighlighter',
      `<div class="syntaxhighlighter"><table><tr><td class="gutter"><div class="line">1</div><div class="line">2</div></td><td class="code"><div class="container">${linesIn((text) => `<div class="line"><code>${text}</code></div>`)}</div></td></tr></table></div>`,
    ],
    [
      'Crayon',
      `<table class="crayon-table"><tr><td class="crayon-nums"><div>1</div></td><td class="crayon-code"><div class="crayon-pre">${linesIn((text) => `<div class="crayon-line">${text}</div>`)}</div></td></tr></table>`,
    ],
    ['monospaced text', `<div style="font-family: monospace; white-space: pre-wrap">${CODE}</div>`],
  ])('becomes a code block if it is shown by %s', (_, html) =>
    expect(toMarkdown(`<p>Run this:</p>${html}<p>Done.</p>`).trim()).toBe(
      `Run this:\n\n\`\`\`\n${CODE}\n\`\`\`\n\nDone.`,
    ),
  );

  it('becomes a code block if a paragraph consists of several lines of code', () =>
    expect(toMarkdown('<p>Run:</p><p><code class="language-sh">cd walls<br>\nnpm i<br/></code></p>').trim()).toBe(
      'Run:\n\n```sh\ncd walls\nnpm i\n```',
    ));

  it.each([
    ['<p><code>npm<br> </code></p>', '`npm  `'],
    ['<p>Run <code>cd walls<br>npm i</code></p>', 'Run `cd walls npm i`'],
    ['<div class="row gutter">Walls</div>', 'Walls'],
    ['<p style="white-space: pre-line">Walls</p>', 'Walls'],
  ])('differs from %s', (html, text) => expect(toMarkdown(html).trim()).toBe(text));
});

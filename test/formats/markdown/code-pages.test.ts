import { expect, it } from 'vitest';
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

import { textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../plugins/formats/markdown/convert';
import { paragraph } from './content/pages';

const boundary = (id: string, placeholder = ''): string =>
  `<!--$?--><template id="B:${id}"></template>${placeholder}<!--/$-->`;
const part = (id: string, html: string): string => `<div hidden id="S:${id}">${html}</div>`;
const script = (calls: string): string => `<script>$RC=function(b,c){};${calls}</script>`;

/** Returns the words in a page's body, excluding scripts. */
function wordsOf(body: string): string {
  const { document } = parseHtml(`<body>${body}</body>`);
  const text = document.children.map((node) => textContent(node)).join(' ');
  return text
    .replace(/\$R[^;]*;|function\([^)]*\)\{\};?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('a streamed page', () => {
  it('shows each part in place of its placeholder', () =>
    expect(
      wordsOf(
        `<main><p>one</p>${boundary('0', '<p>loading</p>')}<p>three</p></main>${part('1', '<p>two</p>')}${script('$RC("B:0","S:1");')}`,
      ),
    ).toBe('onetwothree'));

  it('shows parts inside parts, and segments', () =>
    expect(
      wordsOf(
        `<main><p>one</p>${boundary('0')}</main>${part('0', `<p>two</p>${boundary('1')}<i><template id="P:2"></template></i>`)}${script('$RC("B:0","S:0");')}${part('2', '<p>four</p>')}${script('$RS("S:2","P:2");')}${part('1', '<p>three</p>')}${script('$RC("B:1","S:1");')}`,
      ),
    ).toBe('onetwothreefour'));

  it('keeps the placeholder of a part that did not arrive', () =>
    expect(wordsOf(`<main>${boundary('0', '<p>loading</p>')}</main>`)).toBe('loading'));

  it('moves no part into itself', () =>
    expect(wordsOf(`<main>one</main>${part('0', `two${boundary('0')}`)}${script('$RC("B:0","S:0");')}`)).toContain(
      'two',
    ));

  it('is not deeper than other pages', () => {
    const deep = `${'<div>'.repeat(40)}two${'</div>'.repeat(40)}`;
    const page = `<main>${'<div>'.repeat(40)}${boundary('0')}${'</div>'.repeat(40)}</main>${part('0', deep)}${script('$RC("B:0","S:0");')}`;
    const { document } = parseHtml(page, { maxDepth: 60 });
    expect(document.children.map((node) => textContent(node)).join('')).toContain('two');
    let depth = 0;
    for (let nodes = document.children; nodes.length > 0; depth++)
      nodes = nodes.flatMap((node) => ('children' in node ? node.children : []));
    expect(depth).toBeLessThanOrEqual(61);
  });

  it('keeps a code block between its paragraphs', () => {
    const body = `<main><h1>Walls</h1>${paragraph(1)}${boundary('3')}${paragraph(2)}</main>${part('3', '<pre><code>npm i walls</code></pre>')}${script('$RC("B:3","S:3")')}`;
    const { document } = parseHtml(`<html><head><title>Walls</title></head><body>${body}</body></html>`);
    const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
    const text = toMarkdown(selectContent(document, { url: 'https://walls.test/', ...options }).root);
    expect(text).toMatch(/rebuilt in 1905[\s\S]*npm i walls[\s\S]*rebuilt in 1906/);
  });
});

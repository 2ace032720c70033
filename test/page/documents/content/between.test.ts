import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

/** Returns the extracted main content of an article with `html` between its paragraphs. */
function contentOf(html: string): string {
  const page = `<body><header><nav><a href="/">Home</a></nav></header><main><article><h1>Harbour</h1>${[1, 2].map(paragraph).join('')}${html}${[3, 4].map(paragraph).join('')}</article></main></body>`;
  const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
  return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options }).root);
}

describe('short lines between paragraphs', () => {
  it.each([
    [
      'a callout',
      '<div class="alert is-info"><p class="alert-title">Note</p><p>The gateway moved.</p></div>',
      ['Note', 'The gateway moved.'],
    ],
    [
      'a warning',
      '<div class="markdown-alert markdown-alert-warning"><p>Warning</p><p>Mind the wire.</p></div>',
      ['Warning', 'Mind the wire.'],
    ],
    ['a note by its role', '<aside role="note"><p>By daylight only.</p></aside>', ['By daylight only.']],
    [
      'a caption',
      '<div class="thumb"><div><img src="/t.jpg" width="220" height="150"><div class="thumbcaption">Heron under sail</div></div></div>',
      ['Heron under sail'],
    ],
    [
      'a row of columns',
      '<div class="row"><div class="col">Doors 18:00</div><div class="col">Start 19:00</div></div>',
      ['Doors 18:00', 'Start 19:00'],
    ],
    [
      'a line of facts',
      '<div class="meta"><span class="date">3 March</span><span class="place">Mill Lane</span></div>',
      ['3 March Mill Lane'],
    ],
    [
      'custom elements',
      '<my-card><my-title>Evening class</my-title><my-text>Bring gloves</my-text></my-card>',
      ['Evening class', 'Bring gloves'],
    ],
  ])('are kept: %s', (_, html, texts) => {
    for (const text of texts) expect(contentOf(html)).toContain(text);
  });

  it.each([
    ['a cookie notice', '<div class="cookie-alert">We use cookies</div>'],
    ['a list of links', '<div class="navbox"><a href="/x">Teal</a> <a href="/y">Swan</a></div>'],
  ])('are dropped: %s', (_, html) => {
    expect(contentOf(html)).not.toMatch(/cookies|Swan/);
  });
});

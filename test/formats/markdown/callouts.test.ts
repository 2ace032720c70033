import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown';

const note = '> [!NOTE]\n> **Note**\n>\n> Mind the wire.';
const text = '<p>Mind the wire.</p>';
const svg = '<svg viewBox="0 0 16 16"><title>x</title></svg>';

describe('callouts', () => {
  it.each([
    [
      'GitHub',
      `<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">${svg}Warning</p>${text}</div>`,
      '> [!WARNING]\n> **Warning**\n>\n> Mind the wire.',
    ],
    [
      'Docusaurus',
      `<div class="theme-admonition theme-admonition-danger admonition_x alert alert--danger"><div class="admonitionHeading_x"><span class="admonitionIcon_x">${svg}</span>danger</div><div class="admonitionContent_x">${text}</div></div>`,
      '> [!CAUTION]\n> **danger**\n>\n> Mind the wire.',
    ],
    [
      'Docusaurus 2 (Infima)',
      `<div class="admonition admonition-note alert alert--secondary"><div class="admonition-heading"><h5>Note</h5></div><div class="admonition-content">${text}</div></div>`,
      '> [!NOTE]\n> ##### **Note**\n>\n> Mind the wire.',
    ],
    ['Sphinx and MkDocs', `<div class="admonition note"><p class="admonition-title">Note</p>${text}</div>`, note],
    [
      'a closed one of MkDocs',
      `<details class="tip"><summary>Use pliers</summary>${text}</details>`,
      '> [!TIP]\n> **Use pliers**\n>\n> Mind the wire.',
    ],
    [
      'Obsidian',
      `<div class="callout" data-callout="bug"><div class="callout-title"><div class="callout-icon">${svg}</div><div class="callout-title-inner">Known bug</div></div><div class="callout-content">${text}</div></div>`,
      '> [!CAUTION]\n> **Known bug**\n>\n> Mind the wire.',
    ],
    [
      'Asciidoctor',
      `<div class="admonitionblock note"><table><tbody><tr><td class="icon"><div class="title">Note</div></td><td class="content">${text}</td></tr></tbody></table></div>`,
      note,
    ],
    [
      'Asciidoctor with font icons',
      `<div class="admonitionblock important"><table><tr><td class="icon"><i class="fa icon-important" title="Important"></i></td><td class="content">Mind the wire.</td></tr></table></div>`,
      '> [!IMPORTANT]\n> **Important**\n>\n> Mind the wire.',
    ],
    [
      'Confluence',
      `<div class="confluence-information-macro confluence-information-macro-information"><p class="title">Note</p><span class="aui-icon"></span><div class="confluence-information-macro-body">${text}</div></div>`,
      note,
    ],
    [
      'the editor of Confluence',
      `<div class="ak-editor-panel" data-panel-type="success"><div class="ak-editor-panel__content">${text}</div></div>`,
      '> [!TIP]\n> Mind the wire.',
    ],
    [
      'Notion',
      `<figure class="block-color-gray_background callout"><div><span class="icon">💡</span></div><div>${text}</div></figure>`,
      '> [!NOTE]\n> Mind the wire.',
    ],
    [
      'VitePress',
      `<div class="tip custom-block"><p class="custom-block-title">TIP</p>${text}</div>`,
      '> [!TIP]\n> **TIP**\n>\n> Mind the wire.',
    ],
    [
      'Starlight',
      `<aside aria-label="Caution" class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title" aria-hidden="true">${svg}Caution</p><div class="starlight-aside__content">${text}</div></aside>`,
      '> [!CAUTION]\n> **Caution**\n>\n> Mind the wire.',
    ],
    ['Microsoft Learn', `<div class="alert is-info"><p class="alert-title">Note</p>${text}</div>`, note],
    ['DocFX', `<div class="NOTE"><h5>Note</h5>${text}</div>`, '> [!NOTE]\n> ##### Note\n>\n> Mind the wire.'],
    ['MDN', `<div class="notecard warning">${text}</div>`, '> [!WARNING]\n> Mind the wire.'],
    ['GitBook', `<div class="hint hint-danger">${text}</div>`, '> [!CAUTION]\n> Mind the wire.'],
    [
      'an aside with the role note',
      `<aside role="note" aria-label="Warnung">${text}</aside>`,
      '> [!NOTE]\n> **Warnung**\n>\n> Mind the wire.',
    ],
    [
      'an aside with a class',
      `<aside class="callout callout-info" role="note">${text}</aside>`,
      '> [!NOTE]\n> Mind the wire.',
    ],
  ])('of %s become alerts', (_, html, markdown) => {
    expect(toMarkdown(`<p>Before</p>${html}<p>After</p>`)).toBe(`Before\n\n${markdown}\n\nAfter`);
  });

  it('keep lists, code and inner callouts', () => {
    const inner = '<div class="admonition tip"><ul><li>a</li></ul></div>';
    expect(toMarkdown(`<div class="admonition note"><pre>x</pre>${inner}</div>`)).toBe(
      '> [!NOTE]\n> ```\n> x\n> ```\n>\n> > [!TIP]\n> > - a',
    );
  });

  it.each([
    [
      'a hatnote',
      '<div role="note" class="hatnote">For other uses, see the list.</div>',
      'For other uses, see the list.',
    ],
    ['a flash message', '<div class="alert alert-info">Saved.</div>', 'Saved.'],
    ['a call to action', '<div class="callout">Buy now</div>', 'Buy now'],
    ['an empty callout', '<div class="admonition note"></div>x', 'x'],
    ['a note class of its own', '<p class="note">Text</p>', 'Text'],
    ['a plain disclosure', '<details class="faq-item info"><summary>A</summary><p>B</p></details>', 'A\n\nB'],
  ])('are not made of %s', (_, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown);
  });
});

import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { renderStateOf } from '../../../core/page/documents/render-state';

const renderState = (body: string, rendered = false): string =>
  renderStateOf(parseHtml(`<html><body>${body}</body></html>`).document, 'https://site.test/page', rendered);
const script = '<script src="a.js"></script>';
const text = 'Words that stand on the page from the start. ';

describe('the renderState of a page', () => {
  it('is empty without readable text', () => {
    expect(renderState('')).toBe('empty');
    expect(renderState('<img src="a.png">')).toBe('empty');
    expect(renderState('<img src="a.png">', true)).toBe('empty');
    expect(renderState('<hr>')).toBe('empty');
    expect(renderState('<div><p> </p><ul></ul></div><style>a{}</style>')).toBe('empty');
  });

  it('is full with a single word', () => {
    expect(renderState('a')).toBe('full');
  });

  it('is waiting when only its rows are still missing', () => {
    for (const place of [
      '<ul class="rows"></ul>',
      '<table><thead><tr><th>Name</th></tr></thead><tbody></tbody></table>',
      '<div id="search-results"> </div>',
      '<p>Loading…</p>',
      '<div aria-busy="true">…</div>',
      '<div id="app"></div>',
    ])
      expect(renderState(`<h1>Ships</h1><p>${text.repeat(20)}</p>${place}${script}`), place).toBe('waiting');
    expect(renderState(`<h1>Ships</h1><p>${text.repeat(20)}</p><ul></ul>${script}`, true)).toBe('waiting');
  });

  it('is not waiting with empty menus, with empty lists after long text, or without scripts', () => {
    expect(renderState(`<nav><ul></ul></nav><p>${text.repeat(20)}</p>${script}`)).toBe('full');
    expect(renderState(`<p>${text.repeat(60)}</p><ul></ul>${script}`)).toBe('full');
    expect(renderState(`<p>${text}</p><ul></ul>`)).toBe('full');
    expect(renderState(`<p>${text.repeat(20)} Loading ships takes a day.</p>${script}`)).toBe('full');
  });

  it('is shell when the page is only a frame of its own site', () => {
    expect(renderState('<iframe src="/inner"></iframe>')).toBe('shell');
    expect(renderState('<frameset><frame src="menu.html"><frame src="main.html"></frameset>')).toBe('shell');
    expect(renderState('<iframe src="https://elsewhere.test/"></iframe>')).toBe('empty');
    expect(renderState(`<p>${text.repeat(9)}</p><iframe src="/inner"></iframe>`)).toBe('full');
  });

  it('is shell when scripts must fill the page', () => {
    expect(renderState('<div id="root"></div><script src="a.js"></script>')).toBe('shell');
    expect(renderState('<a href="/"></a><script src="a.js"></script>')).toBe('shell');
  });
});

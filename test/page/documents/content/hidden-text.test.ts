import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

/** Returns the extracted main content of an article with `html` between its paragraphs. */
function contentOf(html: string, style = ''): string {
  const text = [1, 2, 3].map(paragraph).join('');
  const page = `<html><head><style>${style}</style></head><body><main><article><h1>Harbour</h1>${text}${html}${[4, 5].map(paragraph).join('')}</article></main></body></html>`;
  const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
  return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options }).root);
}

const sentence = 'Nobody sees this sentence, for the page hides it from all of its readers.';

describe('hidden text', () => {
  it.each([
    ['by the hidden attribute', `<p hidden>${sentence}</p>`],
    ['by display: none', `<p>High water <span style="display: none">${sentence}</span> is at six in the morning.</p>`],
    ['by visibility: hidden', `<p style="color:red; visibility:hidden">${sentence}</p>`],
    ['in a closed dialog', `<dialog><p>${sentence}</p></dialog>`],
    ['in a popover', `<div popover id="tip"><p>${sentence}</p></div>`],
    ['in a template', `<template><p>${sentence}</p></template>`],
    ['by a position off the page', `<p>Tides <b style="position:absolute;left:-9999px">${sentence}</b> rise.</p>`],
    ['on screens', `<p class="paper-only">${sentence}</p>`],
    ['by a style rule of the page', `<div class="box meta-copy"><p>${sentence}</p></div>`],
    [
      'in a header cell that screen readers explain',
      `<table><tr><th>Boat<span class="sr-only"> ${sentence}</span></th><th>Built</th></tr><tr><td>Heron</td><td>1921</td></tr></table>`,
    ],
    ['in a portrait of initials', `<div><a class="avatar avatar--xs" href="/u/w">WQ</a></div>`],
    [
      'by a sort key in a cell',
      `<table><tr><th>Boat</th><th>Built</th></tr><tr><td>Heron</td><td><span style="display:none">${sentence}</span>1921</td></tr></table>`,
    ],
  ])('is dropped when hidden %s', (_, html) => {
    const style =
      '.meta-copy { display: none } @media print{.a{color:red} .paper-only{display:block}} .paper-only{display:none} #x{display:none}';
    expect(contentOf(html, style)).not.toMatch(/Nobody sees|WQ/);
  });

  it.each([
    ['in a popover that is open', `<div popover open><p>${sentence}</p></div>`],
    ['found by search', `<div hidden="until-found"><p>${sentence}</p></div>`],
    ['behind a tab', `<div role="tabpanel" hidden><p>${sentence}</p></div>`],
    ['in an accordion', `<div class="accordion-body" style="display:none"><p>${sentence}</p></div>`],
    ['hidden in print only', `<p class="paper">${sentence}</p>`],
    ['shown again on wide screens', `<p class="wide">${sentence}</p>`],
    [
      'streamed into a hidden box',
      `<div hidden id="S:1">${[6, 7, 8, 9, 10].map(paragraph).join('')}<p>${sentence}</p></div>`,
    ],
  ])('is kept when %s', (_, html) => {
    const style =
      '@media print { .paper { display: none } } .wide{display:none} @media (min-width:9em){.wide{display:block}}';
    const text = contentOf(html, style);
    expect(text).toContain('Nobody sees');
  });

  it('appears once when it is also displayed in parts', () => {
    const price =
      '<p>Price: <span class="a-offscreen">$1,299.00</span><span aria-hidden="true"><b>$</b><b>1,299</b><sup>00</sup></span></p>';
    expect(contentOf(price)).toContain('Price: $1,299.00\n');
    const rating =
      '<p>Readers say <span class="sr-only">4.5 of 5</span><span aria-hidden="true">(very good)</span></p>';
    expect(contentOf(rating)).toContain('very good');
    const stars = '<p>Rated <i aria-hidden="true">★★★★☆</i><span class="sr-only">4 of 5 stars</span> by readers.</p>';
    expect(contentOf(stars)).toContain('Rated 4 of 5 stars by readers.');
  });
});

describe('text for screen readers', () => {
  const style =
    '.clipped{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)} .away{position:absolute;left:-10000px}';
  const inline = 'position:absolute;clip:rect(0 0 0 0)';

  it.each([
    ['March third, 2026', 'Mar 3'],
    ['Rated 4.5 out of 5 stars', '4.5/5'],
    ['5 minutes ago', '5m ago'],
    ['4 of 5 stars', '★★★★☆'],
    ['Monday to Friday', 'Mon–Fri'],
  ])('replaces its visible short form: %s', (spoken, shown) => {
    const short = `<span aria-hidden="true">${shown}</span>`;
    for (const mark of ['class="sr-only"', 'class="clipped"', 'class="away"', `style="${inline}"`]) {
      expect(contentOf(`<p>Note: <span ${mark}>${spoken}</span>${short}.</p>`, style)).toContain(`Note: ${spoken}.`);
      expect(contentOf(`<p>Note: ${short}<span ${mark}>${spoken}</span>.</p>`, style)).toContain(`Note: ${spoken}.`);
    }
  });

  it.each([
    ['4.5 of 5', '(very good)'],
    ['Price:', 'Price €30'],
    ['Price now', 'Now €30'],
    ['Opens on Mondays', 'Opens on weekdays from nine to five'],
  ])('does not replace other visible text: %s', (spoken, shown) =>
    expect(
      contentOf(`<p>Note: <span class="clipped">${spoken}</span><span aria-hidden="true">${shown}</span></p>`, style),
    ).toContain(shown),
  );

  it('is dropped from links that it explains', () =>
    expect(
      contentOf('<p>See the <a href="/lab">report<span class="clipped"> (opens in a new tab)</span></a>.</p>', style),
    ).toContain('[report](https://site.test/lab)'));
});

describe('repeated text', () => {
  it('is dropped when it copies a visible text, however long it is', () => {
    const copied = [1, 2, 3].map(paragraph).join('');
    const text = contentOf(`<div class="print-version" style="display:none">${copied}</div>`);
    expect(text.split('was rebuilt in 1903').length).toBe(2);
  });

  it.each([
    ['the first', 'd-none d-md-block', ''],
    ['the second', '', 'visible-xs'],
    ['both', 'hidden md:block', 'md:hidden'],
  ])('is dropped if classes show only one of two copies: on %s', (_, one, other) => {
    const copy = (name: string) =>
      `<div${name === '' ? '' : ` class="${name}"`}><p>The crew of the Heron rowed for nine hours through the night, until the lighthouse of the old harbour came into sight.</p></div>`;
    const text = contentOf(copy(one) + copy(other));
    expect(text.split('The crew of the Heron').length).toBe(2);
    expect(contentOf(copy('') + copy('')).split('The crew of the Heron').length).toBe(3);
  });

  it('is a shortened copy beside the full text', () => {
    const caption = 'The ferry Heron leaves the old quay at noon, watched by a crowd of several hundred people';
    const text = contentOf(
      `<figure><img src="/f.jpg" width="400" height="300"><div class="caption-full">${caption} from the town. <a>less</a></div><div class="caption-truncated">${caption} <a>... more</a></div></figure>`,
    );
    expect(text.split('The ferry Heron leaves').length).toBe(2);
    expect(text).toContain('people from the town');
  });

  it.each([
    ['minutes', 'mins', 'Bake for 15 minutes at most.'],
    ['Minuten', 'Min.', 'Bake for 15 Minuten at most.'],
    ['grams', 'ovens', 'Bake for 15 grams ovens at most.'],
  ])('is the short form of the spoken unit %s: %s', (spoken, shown, text) =>
    expect(
      contentOf(
        `<p>Bake for <span><span>15<span class="sr-only"> ${spoken}</span></span> <span aria-hidden="true">${shown}</span></span> at most.</p>`,
      ),
    ).toContain(text),
  );
});

import { describe, expect, it } from 'vitest';
import { FEATURES } from '../../../../core/page/documents/content/features';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
const list = '<li><a href="https://other.test/1911.pdf">Register of 1911</a></li><li><a href="/log">Log book</a></li>';

/** Returns the main content of an article that ends with `html`. */
function contentOf(html: string): string {
  const text = [1, 2, 3].map(paragraph).join('');
  const page = `<html><head><title>History</title></head><body><main><article><h1>History</h1>${text}${html}</article></main></body></html>`;
  return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options }).root);
}

describe('the list of links at the end of an article', () => {
  it.each(['References', 'Downloads', 'Einzelnachweise', 'Références', 'Bibliografia', '参考文献'])(
    'is kept below the heading %s',
    (heading) => {
      const seeAlso = '<h2>See also</h2><ul><li><a href="/pier">Pier</a></li></ul>';
      const text = contentOf(`${seeAlso}<h2>${heading}</h2><ol>${list}</ol>`);
      expect(text).toContain(`## ${heading}`);
      expect(text).toContain('[Register of 1911]');
    },
  );

  it('is dropped below a heading for related stories', () =>
    expect(contentOf(`<section class="related"><h2>More stories</h2><ul>${list}</ul></section>`)).not.toContain(
      'Register of 1911',
    ));
});

it.each(['mv-create-ingredients', 'wprm-recipe-ingredients-container', 'tasty-recipes-instructions'])(
  'keeps the lists of a recipe card in "%s"',
  (names) => {
    const items = ['8 pears', '1 lemon', '6 spoons of pectin', 'cloves'].map((item) => `<li>${item}</li>`).join('');
    const card = `<section class="card share"><div class="buttons"><a href="/print">Print</a> <a href="/pin">Pin</a></div><div class="${names}"><div class="label">For the jam</div><ul>${items}</ul></div></section>`;
    expect(contentOf(card)).toContain('6 spoons of pectin');
  },
);

describe('an unlikely data table below the headline', () => {
  const PLANS = [
    ['Overview', 'Basic', 'Rush', 'Coaching'],
    ['Call', 'No', 'Yes', 'Yes'],
    ['Revisions', 'Yes', 'Yes', 'Yes'],
    ['Sessions', 'No', 'No', '3'],
  ];
  const rows = PLANS.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  /** Returns the main content of a page with text and a table, each in a block with the given class names. */
  const contentWith = (names: string): string => {
    const text = [1, 2, 3].map(paragraph).join('');
    const page = `<html><head><title>Plans</title></head><body><div><h1>Plans</h1><div class="${names}">${text}</div></div><div><div class="${names}"><table>${rows}</table></div></div></body></html>`;
    return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options }, model).root);
  };
  /** Model that considers the last unit (the table) unlikely to be content. */
  const model = {
    probabilities: (features: Float32Array) =>
      new Float64Array(features.length / FEATURES.length).fill(0.9).fill(0.05, -1),
  };

  it('is kept in a block of a page builder', () =>
    expect(contentWith('elementor-element elementor-widget elementor-widget-Table')).toContain('| Sessions |'));

  it('is dropped in a sidebar', () => expect(contentWith('sidebar widget')).not.toContain('Sessions'));
});

describe('definition lists that the model considers unlikely', () => {
  const entries = (anchored: (at: number) => string): string =>
    [1, 2, 3]
      .map((at) => `<dl class="py function">${anchored(at)}pack(${at})</dt><dd><p>${paragraph(at)}</p></dd></dl>`)
      .join('');
  const contentWith = (html: string): string => {
    const page = `<html><head><title>Library</title></head><body><main><h1>Library</h1>${paragraph(4)}${html}</main></body></html>`;
    return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options }, model).root);
  };
  /** Model that considers the last three units (the lists) unlikely to be content. */
  const model = {
    probabilities: (features: Float32Array) =>
      new Float64Array(features.length / FEATURES.length).fill(0.9).fill(0.04, -3),
  };

  it.each<(at: number) => string>([
    (at) => `<dt id="pack-${at}">`,
    (at) => `<dt><a name="pack-${at}"></a>`,
    (at) => `<dt><code id="pack-${at}">lib.</code>`,
  ])('are kept if their terms have anchors, as in the reference of a library: %s', (anchored) =>
    expect(contentWith(entries(anchored))).toContain('pack(3)'),
  );

  it('are dropped without anchors', () => expect(contentWith(entries(() => '<dt>'))).not.toContain('pack(3)'));
});

describe('unlikely parts of the content', () => {
  /**
   * Returns the main content of an article that ends with two units. The model considers the first one unlikely to be
   * content.
   */
  const contentBefore = (html: string, probability: number): string => {
    const model = {
      probabilities: (features: Float32Array) =>
        new Float64Array(features.length / FEATURES.length).fill(0.9).fill(probability, -2, -1),
    };
    const text = [1, 2, 3].map(paragraph).join('');
    const page = `<html><head><title>Plans</title></head><body><main><article><h1>Plans</h1>${text}${html}</article></main></body></html>`;
    return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options }, model).root);
  };

  it.each(['<pre><code>tide --now</code></pre>', '<div class="highlight"><pre>tide --now</pre></div>'])(
    'include the text just before %s',
    (code) =>
      expect(contentBefore(`<div class="answer"><p>Ask the harbour at any time.</p>${code}</div>`, 0.25)).toContain(
        'Ask the harbour',
      ),
  );

  it('include the lines of a code editor', () => {
    const lines = ['tide --now', '}', 'tide --later'].map((line) => `<div class="cm-line">${line}</div>`).join('');
    const editor = `<div class="cm-editor"><div class="cm-content">${lines}</div></div>`;
    expect(contentBefore(`${editor}${paragraph(9)}`, 0.05)).toContain('```\ntide --now\n}\ntide --later\n```');
  });

  it.each(['<h2><div class="flex">High water</div></h2>', '<h2><button>High water</button></h2>'])(
    'include the heading %s',
    (heading) => expect(contentBefore(`${heading}${paragraph(9)}`, 0.06)).toContain('## High water'),
  );

  it('exclude text before code in another part', () =>
    expect(contentBefore('<div><p>Ask the harbour at any time.</p></div><pre>tide --now</pre>', 0.25)).not.toContain(
      'Ask the harbour',
    ));

  it.each([
    ['<ul><li>Mast</li><li>12 m</li></ul>', 'product-specs', true],
    ['<dl><dt>Mast</dt><dd>12 m</dd></dl>', 'pd__tech-specs_wrap', true],
    ['<ul><li>Mast</li><li>12 m</li></ul>', 'promo', false],
    ['<ul><li><a href="/m">Mast</a></li><li><a href="/h">Hull</a></li></ul>', 'specs', false],
  ])('include %s in "%s": %s', (list, names, isIncluded) => {
    const text = contentBefore(`<div class="${names}">${list}</div><p>The tide turns at six.</p>`, 0.1);
    expect(text.includes('Mast')).toBe(isIncluded);
  });
});

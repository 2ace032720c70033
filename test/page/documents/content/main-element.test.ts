import { describe, expect, it } from 'vitest';
import { FEATURES } from '../../../../core/page/documents/content/features';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
const COUNT = 6;

/**
 * Returns the extracted text of a page with six paragraphs between `open` and `close`, followed by a `main` element
 * with two paragraphs. The model considers the first six paragraphs likelier to be content.
 */
function contentOf(open: string, close: string): string {
  const model = {
    probabilities: (features: Float32Array) =>
      new Float64Array(features.length / FEATURES.length).fill(0.9).fill(0.95, 0, COUNT),
  };
  const offers = Array.from({ length: COUNT }, (_, i) => paragraph(i + 10)).join('');
  const page = `<html><head><title>Walls</title></head><body>${open}${offers}${close}<main><h1>Walls</h1>${paragraph(1)}${paragraph(2)}</main></body></html>`;
  return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options }, model).root);
}

describe('the only main element', () => {
  it.each([
    ['<header>', '</header>'],
    ['<nav>', '</nav>'],
    ['<div role="dialog">', '</div>'],
    ['<div class="meganav">', '</div>'],
    ['<div class="promo-bar">', '</div>'],
  ])('is the content even if text in %s is longer and likelier', (open, close) => {
    const text = contentOf(open, close);
    expect(text).toContain('rebuilt in 1903');
    expect(text).not.toContain('rebuilt in 1930');
  });

  it('is not the only content if likelier text is outside menus, headers and dialogs', () =>
    expect(contentOf('<div class="story">', '</div>')).toContain('rebuilt in 1930'));
});

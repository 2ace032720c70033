import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

function imagesIn(html: string, onlyMainContent = true): readonly string[] {
  const text = [1, 2, 3].map(paragraph).join('');
  const page = `<html><body><main><article><h1>Harbour</h1>${text}${html}${[4, 5].map(paragraph).join('')}</article></main></body></html>`;
  const options = { onlyMainContent, includeTags: [], excludeTags: [], removeBase64Images: true };
  const { root } = selectContent(parseHtml(page).document, { url: 'https://site.test/a', ...options });
  return toMarkdown(root).match(/\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?/g) ?? [];
}

const large = '<img src="/mill.jpg" alt="Mill"><img src="/quay.jpg" alt="Quay">';
const shown = ['![Mill](https://site.test/mill.jpg)', '![Quay](https://site.test/quay.jpg)'];

describe('images in buttons of a carousel', () => {
  it.each([
    ['links', '<a href="#"><img src="/mill-150x150.jpg"></a><a href="#"><img src="/t/thumb_quay.jpg?v=2"></a>'],
    ['script links', '<a href="javascript:show(1)"><img src="/t/mill.jpg"></a>'],
    ['buttons', '<button><img src="/mill_small.webp"></button><div role="button"><img src="/quay-tn.jpg"></div>'],
    ['numbered buttons', '<a href="#c" role="button" data-slide-to="0"><img src="/t/x1.jpg"></a>'],
    ['closing buttons', '<button class="banner-close"><img src="/x.svg"></button>'],
    ['arrows', '<a href="#" class="slick-prev"><img src="/l.png" alt="Previous"></a>'],
  ])('are dropped if they are %s beside the images', (_, buttons) =>
    expect(imagesIn(`<div class="carousel">${large}<div>${buttons}</div></div>`)).toEqual(shown),
  );

  it.each([
    ['links', '<a href="#"><img src="/mill.jpg" alt="Mill"></a><a href="#0"><img src="/quay.jpg" alt="Quay"></a>'],
    [
      'a list',
      '<ul><li><a href="#!"><img src="/mill.jpg" alt="Mill"></a></li><li><a href=""><img src="/quay.jpg" alt="Quay"></a></li></ul>',
    ],
    ['buttons', '<button><img src="/mill.jpg" alt="Mill"></button><button><img src="/quay.jpg" alt="Quay"></button>'],
  ])('remain without a link if no other image shows the same: %s', (_, html) => {
    expect(imagesIn(`<div>${html}</div>`)).toEqual(shown);
    expect(imagesIn(`<div>${html}</div>`, false)).toEqual(shown);
  });

  it('remain with links that lead elsewhere', () =>
    expect(imagesIn(`<p>${large}<a href="/mill"><img src="/mill-150x150.jpg" alt="Small"></a></p>`)).toEqual([
      ...shown,
      '[![Small](https://site.test/mill-150x150.jpg)](https://site.test/mill)',
    ]));
});

import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };

/** Returns the extracted text of an article with `inside` between its paragraphs, and `below` after them. */
function contentOf(inside: string, below = ''): string {
  const text = `${[1, 2, 3].map(paragraph).join('')}${inside}${[4, 5].map(paragraph).join('')}${below}`;
  const page = `<html lang="en"><head><title>Harbour rebuilt at last | Site</title></head><body><header><nav><a href="/">Home</a></nav></header><main><article><h1>Harbour rebuilt at last</h1><div class="entry-content">${text}</div></article></main></body></html>`;
  return toMarkdown(selectContent(parseHtml(page).document, { url: 'https://site.test/harbour', ...options }).root);
}

const links =
  '<p><a href="/1">Storm closes three piers [LATEST]</a></p><p><a href="/2">Two wards to close [REVEALED]</a></p>';

describe('below an article', () => {
  it.each([
    'Keep reading',
    'More posts about harbours',
    'Weitere Beiträge aus der Kolumne:',
    'Mehr von Ada Holm auf site.test',
  ])('drops the links in the section "%s"', (heading) => {
    const text = contentOf('', `<h2>${heading}</h2>${links}`);
    expect(text).toContain('rebuilt in 1915');
    for (const dropped of [heading, 'Storm closes', 'Two wards']) expect(text).not.toContain(dropped);
  });

  it('keeps text in a section with such a heading', () =>
    expect(contentOf('', `<h2>Weitere Themen aus der Kolumne</h2>${paragraph(9)}`)).toContain('rebuilt in 1927'));
});

describe('inside an article', () => {
  it.each(["DON'T MISS", 'Read also', 'Mehr zum Thema', 'Läs också', 'Čtěte také'])(
    'drops lines with links below "%s"',
    (label) => {
      for (const box of [links, `<p>${links.replaceAll(/<\/?p>/g, '')}</p>`, `<div class="promo">${links}</div>`]) {
        const text = contentOf(`<p><strong>${label}</strong></p>${box}`);
        expect(text).toContain('rebuilt in 1915');
        for (const dropped of [label, 'Storm closes', 'Two wards']) expect(text).not.toContain(dropped);
      }
    },
  );

  it('keeps lines with links below another label', () =>
    expect(contentOf(`<p><strong>The three reports</strong></p>${links}`)).toContain('Storm closes three piers'));

  it.each(['kg-signup-card', 'newsletter-box', 'wp-block-jetpack-subscriptions__container subscribe'])(
    'drops a box of class %s',
    (names) => {
      const box = `<div class="${names}"><h2>Sign up for Shavings</h2><p>One workshop story every Sunday.</p><form><input type="email"><button>Go</button></form></div>`;
      expect(contentOf(box)).not.toContain('every Sunday');
    },
  );

  it.each(['Sign up for our newsletter', 'Newsletter abonnieren', 'Iscriviti alla newsletter'])(
    'drops the box below the heading "%s"',
    (heading) => {
      const lines = ['One workshop story every Sunday.', 'Leave your address and we send it to you at no cost.'];
      const box = `<div class="factbox"><h3>${heading}</h3><div>${lines.map((line) => `<p>${line}</p>`).join('')}</div></div>`;
      const text = contentOf(box);
      expect(text).toContain('rebuilt in 1915');
      for (const dropped of [heading, ...lines]) expect(text).not.toContain(dropped);
    },
  );

  it('keeps the text of the article below such a heading', () =>
    expect(contentOf('<h3>Sign up for our newsletter</h3><p>The mason reads every answer that arrives.</p>')).toContain(
      'The mason reads',
    ));

  it('drops the link that edits the page', () => {
    expect(contentOf('', '<footer><a href="/e">Edit this page</a></footer>')).not.toContain('Edit this page');
    expect(contentOf('<p>Click <a href="/e">Edit this page</a> to change the name of the harbour.</p>')).toContain(
      'Edit this page',
    );
  });

  it('drops the line about its author', () => {
    const text = contentOf('', '<p><em>Ada Holm is a transport correspondent. Follow her on X @ada.</em></p>');
    expect(text).not.toContain('Follow her');
    expect(contentOf('', '<p>The council asked the mason whether they could follow her to the quay.</p>')).toContain(
      'follow her to the quay',
    );
  });
});

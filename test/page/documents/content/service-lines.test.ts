import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
const url = 'https://site.test/harbour';

/** Returns the extracted text of an article with `above` before, `inside` between and `below` after its paragraphs. */
function contentOf({ above = '', inside = '', below = '' }): string {
  const text = `${above}${[1, 2, 3].map(paragraph).join('')}${inside}${[4, 5].map(paragraph).join('')}${below}`;
  const page = `<html lang="en"><head><title>Harbour rebuilt at last | Site</title></head><body><main><article><h1>Harbour rebuilt at last</h1><div class="entry-content">${text}</div></article></main></body></html>`;
  return toMarkdown(selectContent(parseHtml(page).document, { url, ...options }).root);
}

describe('an article', () => {
  it('keeps no link to its own comments', () => {
    const line = (href: string, label: string) =>
      `<p>Posted on 3 May 2024 by Ada Holm <a href="${href}">${label}</a></p>`;
    for (const href of ['#respond', `${url}/#comments`, 'http://site.test/harbour#disqus_thread'])
      for (const label of ['Leave a reply', '12 Kommentare']) {
        const text = contentOf({ above: line(href, label) });
        expect(text).toContain('by Ada Holm');
        expect(text).not.toContain(label);
      }
  });

  it('keeps links to the comments of other pages', () =>
    expect(
      contentOf({ inside: '<p>The quay has its own page (<a href="/quay#comments">9 comments</a>).</p>' }),
    ).toContain('9 comments'));

  it.each([
    'We recommend the best products through an <a href="/r">independent review</a>. We may receive compensation if you visit partners.',
    'This post contains affiliate links, so we can pay the printer.',
    'Dieser Beitrag enthält Affiliate-Links.',
  ])('drops the disclosure "%s"', (line) => {
    const text = contentOf({ above: `<p>${line}</p>` });
    expect(text).toContain('rebuilt in 1903');
    expect(text).not.toMatch(/compensation|ffiliate/);
  });

  it('drops the placeholder of content that awaits consent', () => {
    const box =
      '<div class="embed"><h3>Empfohlener redaktioneller Inhalt</h3><p>An dieser Stelle findest du einen externen Inhalt von Instagram, der den Artikel ergänzt.</p><p>Ich bin damit einverstanden, dass mir externe Inhalte angezeigt werden.</p></div>';
    const text = contentOf({ inside: box });
    expect(text).toContain('rebuilt in 1912');
    expect(text).not.toMatch(/Empfohlener|Instagram|einverstanden/);
  });

  it('drops links for sharing the page', () => {
    const links = [
      'https://www.facebook.com/sharer.php?u=x',
      'https://twitter.com/intent/tweet?text=x',
      'https://api.whatsapp.com/send?text=x',
      'mailto:?subject=x',
    ];
    const lines = links.map((href, i) => `<div><a href="${href}">Service ${i}</a></div>`).join('');
    const list = `<ul>${links.map((href, i) => `<li><a href="${href}">Service ${i}</a></li>`).join('')}</ul>`;
    for (const inside of [lines, list]) expect(contentOf({ inside })).not.toContain('Service');
  });

  it('keeps links to profiles', () =>
    expect(
      contentOf({
        inside: '<p>The mason shows his walls on <a href="https://www.facebook.com/mason">Facebook</a>.</p>',
      }),
    ).toContain('Facebook'));
});

describe('below an article', () => {
  const excerpt = 'The orchard was planted again last spring, and the first apples are already ripe on the south side…';

  it('drops a list of related articles with excerpts', () => {
    const items = [1, 2, 3].map((i) => `<li><a href="/${i}">Orchard ${i}</a><p>${excerpt}</p></li>`).join('');
    const text = contentOf({ below: `<div><h3>Verwandte Beiträge</h3><ul>${items}</ul></div>` });
    expect(text).toContain('rebuilt in 1915');
    expect(text).not.toContain('orchard was planted');
  });

  it('drops cards of related articles with several parts', () => {
    const cards = [1, 2, 3]
      .map(
        (i) =>
          `<article class="teaser"><div class="teaser-text"><h3>Orchard ${i}</h3><div class="teaser-content"><ul class="info"><li>News</li><li>${i} May</li></ul><p>${excerpt}</p><a href="/${i}">More</a></div></div></article>`,
      )
      .join('');
    const text = contentOf({
      below: `<div class="teasers"><h2>Zum Weiterlesen</h2><div class="items">${cards}</div></div>`,
    });
    expect(text).not.toContain('orchard was planted');
  });

  it('drops a line that is a link to another article', () => {
    const below = '<p><a href="/x">Lesen Sie hier einen weiteren spannenden Beitrag …</a></p>';
    expect(contentOf({ below })).not.toContain('Beitrag');
  });

  it('keeps a list of items with links below another heading', () => {
    const items = [1, 2, 3].map((i) => `<li><a href="/${i}">Orchard ${i}</a><p>${excerpt}</p></li>`).join('');
    expect(contentOf({ below: `<h2>The three orchards</h2><ul>${items}</ul>` })).toContain('orchard was planted');
  });
});

it('drops a sign without an image in place of a portrait', () => {
  const reply = (i: number) =>
    `<li class="reply"><div><h3>Reply ${i}</h3><div class="portrait"><span>?</span></div>${paragraph(i)}</div></li>`;
  expect(contentOf({ below: `<ol>${[6, 7, 8].map(reply).join('')}</ol>` })).not.toMatch(/^\W*\?$/m);
});

import { expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { paragraph } from './pages';

const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
const said = 'Lime mortar needs weeks to harden, so plan for dry weather and cover the wall at night.';

const comment = (name: string): string =>
  `<li class="comment" itemprop="comment" itemscope itemtype="https://schema.org/Comment"><span itemprop="text">${said} ${name} tried it.</span> – <a href="/u/${name}">${name}</a></li>`;
const post = (kind: string, text: string): string =>
  `<div class="${kind.toLowerCase()}" itemscope itemtype="https://schema.org/${kind}"><div class="post-body" itemprop="text">${text}</div><div class="comments"><ul class="comments-list">${['Ann', 'Ben'].map(comment).join('')}</ul></div></div>`;

/** Returns the extracted text of a page of the given type. */
function contentOf(type: string, body: string): string {
  const page = `<html itemscope itemtype="https://schema.org/${type}" lang="en"><head><title>How do I rebuild a wall?</title></head><body><div id="content"><h1>How do I rebuild a wall?</h1>${body}</div></body></html>`;
  return toMarkdown(
    selectContent(parseHtml(page).document, { url: 'https://walls.test/questions/1', ...options }).root,
  );
}

it('drops comments on questions and answers', () => {
  const text = contentOf(
    'QAPage',
    `${post('Question', paragraph(1))}${post('Answer', paragraph(2))}${post('Answer', paragraph(3))}`,
  );
  for (const year of [1903, 1906, 1909]) expect(text).toContain(`rebuilt in ${year}`);
  expect(text).not.toContain('Lime mortar');
});

it('keeps replies in a forum', () => {
  const replies = ['Ann', 'Ben', 'Cleo', 'Dan'].map((name) => comment(name).replaceAll('li', 'div')).join('');
  const text = contentOf(
    'WebPage',
    `<div itemscope itemtype="https://schema.org/DiscussionForumPosting"><div itemprop="text">${paragraph(1)}</div>${replies}</div>`,
  );
  expect(text).toContain('Ann tried it');
});

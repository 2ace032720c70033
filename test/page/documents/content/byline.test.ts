import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../../plugins/formats/markdown/convert';
import { article, paragraph } from './pages';

const URL = 'https://www.site.test/story/walls';
function read(html: string): string {
  const options = { url: URL, onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
  return toMarkdown(selectContent(parseHtml(html).document, options).root, { baseUrl: URL });
}
const below = (lines: string): string => read(article.replace('</h1>', `</h1>${lines}`));

describe('the lines below the headline of an article', () => {
  it.each([
    ['<div class="post-meta">By Jane Miller, 4 May 2024</div>', ['By Jane Miller, 4 May 2024']],
    ['<p class="byline">By <a href="/x">Jane Miller</a></p><p class="date">May 4, 2024</p>', ['Jane Miller', 'May 4']],
    ['<div class="author">Jane van der Berg</div><time>4. Mai 2024, 10:39 Uhr</time>', ['Jane van der Berg', '10:39']],
    ['<div><a href="/author/jane/">Jane Miller</a></div>', ['Jane Miller']],
    ['<div>By</div><div><a href="/jane">Jane Miller</a></div>', ['By', 'Jane Miller']],
    ['<ul class="meta"><li>Von Jane Miller</li><li>04.05.2024</li></ul>', ['- Von Jane Miller', '- 04.05.2024']],
    ['<p>Gepostet von <a href="/jane">Jane Miller</a></p>', ['Gepostet von [Jane Miller]']],
    ['<div class="text-secondary">Sep 16, 2025</div>', ['Sep 16, 2025']],
    ['<aside><a rel="author" href="/j">Jane Miller</a><p>4 May 2024</p></aside>', ['Jane Miller', '4 May']],
  ])('keep author and date: %s', (lines, said) => {
    const text = below(lines);
    expect(text).toMatch(/^# Walls and windows\n/);
    for (const part of said) expect(text.indexOf(part)).toBeGreaterThan(0);
  });

  it('keep author and date of a post above similar ones', () => {
    const line = '<div class="postinfo">Posted on 30 March 2015 by <a href="/">Admin</a></div>';
    const post = (heading: string, text: string): string =>
      `<div class="post">${heading}${line}<div>${text}</div></div>`;
    const others = [20, 21, 22].map((i) => post(`<h2><a href="/${i}">Roofs ${i}</a></h2>`, paragraph(i)));
    const first = post('<h1>Walls and windows</h1>', [1, 2, 3, 4, 5].map(paragraph).join(''));
    const text = read(`<html><body><div>${first}${others.join('')}</div></body></html>`);
    expect(text).toMatch(/^# Walls and windows\n\nPosted on 30 March 2015 by \[Admin\]/);
  });

  it.each([
    '<meta name="citation_author" content="Jane Miller"><meta name="citation_author" content="Bo Lindqvist">',
    '<script type="application/ld+json">{"@type":"Article","author":[{"@type":"Person","name":"Jane Miller"}]}</script>',
  ])('keep a long line with the authors stated in the head: %s', (head) => {
    const names = ['Jane Miller', 'Bo Lindqvist', ...'ABCDEFGH'.split('').map((letter) => `${letter}. Lindqvist`)];
    const lines = `<div class="cg">${names.map((name) => `<a href="/a">${name}</a><sup>1</sup>`).join(', ')}</div>`;
    const page = article.replace('</h1>', `</h1>${lines}`);
    expect(read(page.replace('</head>', `${head}</head>`))).toContain('[Bo Lindqvist]');
  });

  it('keep author and date below a lead and below a long headline', () => {
    const lead =
      '<p class="standfirst">The people who lived nearby watched how walls, roofs and windows slowly came back.</p>';
    const lines =
      '<div class="pc-paddingBottom-16"><a rel="author" href="/j">Jane Miller</a></div><div>4 May 2024</div>';
    const long = article.replaceAll('Walls and windows', `Walls and windows ${'that came back slowly '.repeat(4)}`);
    for (const page of [article.replace('</h1>', `</h1>${lead}${lines}`), long.replace('</h1>', `</h1>${lines}`)]) {
      expect(read(page)).toContain('[Jane Miller]');
      expect(read(page)).toContain('4 May 2024');
    }
  });

  it('keep all authors stated in the head, with hidden details between them', () => {
    const names = ['Jane Miller', 'Bo Lindqvist', 'Ana Pérez'];
    const head = names.map((name) => `<meta name="citation_author" content="${name}">`).join('');
    const lines = names.map((name) => `<p>${name}</p><div hidden><p>Find articles by ${name}</p></div>`).join('');
    const text = read(article.replace('</head>', `${head}</head>`).replace('</h1>', `</h1>${lines}`));
    for (const name of names) expect(text).toContain(`\n${name}\n`);
  });

  it('drop a menu, a card about another page, and a name not marked as author', () => {
    const card = (i: number): string =>
      `<div class="card"><a href="/other/${i}">Quite another story</a><p>By Jane Miller, ${i} May 2024</p></div>`;
    for (const lines of [
      '<nav><p>By Region</p></nav>',
      '<div>Golden Gate</div>',
      '<div>BYD Harbour</div>',
      `<aside><p>By Region</p>${'<p>Four words of this</p>'.repeat(12)}</aside>`,
      `<div class="related">${[1, 2, 3].map(card).join('')}</div>`,
    ])
      expect(below(lines)).not.toMatch(/By Region|Golden Gate|BYD|By Jane/);
  });
});

import { describe, expect, it } from 'vitest';
import { extractMetadata } from '../../../core/page/documents/metadata/extract-metadata';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { objectOf, readByRules } from '../../support/read-by-rules';

const text = { type: 'string' };
const records = { type: 'array', items: objectOf({ author: text, date: { type: 'string', format: 'date' }, text }) };
const page = (posts: string) =>
  `<html><head><title>Ferns</title></head><body><h1>How often does a fern want water?</h1>${posts}</body></html>`;

const edited = '<div class="user-info"><a href="/r/1">edited <span title="2024-06-09 08:45:00Z">Jun 9, 2024</span></a>';
const editor = '<div class="user-details"><a href="/users/9/eve">eve</a></div></div>';
const person = (name: string) =>
  `<div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person"><a href="/users/1/${name}">${name}</a><meta itemprop="name" content="${name}"><span class="badge">19 gold badges</span></div>`;
const asked = (verb: string, day: string, name: string, mark = person) =>
  `<div class="user-info"><div>${verb} <span title="${day} 10:00:00Z">some day</span></div>${mark(name)}</div>`;
const unmarked = (name: string) => `<div class="user-details"><a href="/users/1/${name}">${name}</a></div>`;
const post = (said: string, foot: string, type = 'Answer') =>
  `<div class="post" itemscope itemtype="https://schema.org/${type}"><div class="text" itemprop="text"><p>${said}</p></div>${foot}</div>`;

const answers = [
  { author: 'ada', date: '2011-08-25', text: 'Twice a week in winter.' },
  { author: 'ben', date: '2012-01-02', text: 'And mist the leaves.' },
];

describe.each([
  ['marked', person],
  ['unmarked', unmarked],
])('a thread with %s authors', (_, mark) => {
  const first = post('Twice a week in winter.', edited + editor + asked('answered', '2011-08-25', 'ada', mark));
  const second = post('And mist the leaves.', asked('answered', '2012-01-02', 'ben', mark));

  it('contains the author and day of each answer rather than of its edit', () => {
    expect(readByRules(page(first + second), { schema: objectOf({ answers: records }) }).data).toEqual({ answers });
  });

  it('contains only the answers when they follow the question', () => {
    const question = post('My fern is dry.', asked('asked', '2011-08-01', 'cyd', mark), 'Question');
    const html = page(question + first + second);
    expect(readByRules(html, { schema: objectOf({ answers: records }) }).data).toEqual({ answers });
    expect(readByRules(html, { schema: objectOf({ author: text }) }).data).toEqual({ author: 'cyd' });
  });
});

describe('an edit', () => {
  it.each([
    'edited by <a href="/users/9/eve">eve</a> on <time datetime="2024-06-09">Jun 9, 2024</time>',
    'Last modified by <a class="author" href="/users/9/eve">eve</a>, <time datetime="2024-06-09">Jun 9, 2024</time>',
    'Zuletzt bearbeitet von <a href="/users/9/eve">eve</a> am <time datetime="2024-06-09">9. Juni 2024</time>',
  ])('states neither author nor day of publication: %s', (note) => {
    const { author, publishedTime } = extractMetadata(
      parseHtml(`<title>Ferns</title><h1>Ferns</h1><p>${note}</p><p>They like shade.</p>`).document,
      { url: 'https://site.example/ferns' },
    );
    expect([author, publishedTime]).toEqual([undefined, undefined]);
  });
});

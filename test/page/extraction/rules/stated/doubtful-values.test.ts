import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../../support/read-by-rules';

const text = { type: 'string' };
const count = { type: 'integer' };
const page = (title: string, body: string, head = '') =>
  `<html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('a number of something else', () => {
  it('is not read from a year or a code before the noun', () => {
    const html = page('Mills', '<p>The 2023 grinders ran all winter, and 501(c)3 associations own them.</p>');
    expect(read(html, { grinders: count, associations_rated: count })).toEqual({});
  });

  it('is not read from an example below a label', () => {
    const about =
      'This is the part of the income that a mill spends on repairs in one year. A share of 70 % means that 70 cents of each euro are spent on stones, belts and wheels.';
    const html = page('Mills', `<p><strong>Repair share:</strong> ${about}</p>`);
    expect(read(html, { repair_share: { type: 'number' } })).toEqual({});
  });

  it('is not read from the class of another count', () => {
    const html = page('Mills of the north', '<span class="likesCount">88 likes</span><p>1,204 mills · 9 towns</p>');
    expect(read(html, { mill_count: count, book_count: count })).toEqual({ mill_count: 1204 });
  });
});

describe('a rating of the firm', () => {
  it('is preferred to the rating on a card', () => {
    const bar = '<div>Holm Roofing is rated 4.8 out of 5 stars from 310 reviews</div>';
    const card = '<div class="card"><div class="card-rating">5.0</div><div class="card-rating-count">(42)</div></div>';
    const html = page('Roofs', `${bar}<p>We repair roofs in the whole valley.</p>${card}`);
    expect(read(html, { rating: { type: 'number' }, review_count: count })).toEqual({ rating: 4.8, review_count: 310 });
  });
});

describe('a year of founding', () => {
  it('is preferred if the organization speaks about itself', () => {
    const html = page(
      'The Wharf Market',
      '<p>Established in 2011 by a potter, Clay &amp; Co sells bowls.</p><p>Since our founding in 2006, we have invited makers from the coast.</p>',
    );
    expect(read(html, { founded_year: count, name: text })).toMatchObject({ founded_year: 2006 });
  });
});

describe('a branch', () => {
  it('has the name in the headline that starts with the name of the owner', () => {
    const html = `<html lang="en"><head><title>Tide Fitness Harbour East</title></head><body><main><h1>Tide Fitness Harbour East</h1><p>12 Quay Street, Bangor, ME 04401</p></main><footer>© 2025 Tide Fitness, All Rights Reserved</footer></body></html>`;
    expect(read(html, { gym_name: text })).toEqual({ gym_name: 'Tide Fitness Harbour East' });
  });
});

describe('a question page', () => {
  const markup = {
    '@context': 'https://schema.org',
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: 'How do I oil a mill wheel?',
      text: 'The wheel makes a noise.',
      acceptedAnswer: {
        '@type': 'Answer',
        text: 'With tallow.',
        upvoteCount: 7,
        author: { '@type': 'Person', name: 'Runa' },
      },
    },
  };
  it('states the question and the accepted answer in its markup', () => {
    const head = `<script type="application/ld+json">${JSON.stringify(markup)}</script>`;
    const html = page('How do I oil a mill wheel?', '<p>The wheel makes a noise.</p><p>With tallow.</p>', head);
    expect(read(html, { question: text, accepted_answer_author: text, accepted_answer_likes: count })).toEqual({
      question: 'How do I oil a mill wheel?',
      accepted_answer_author: 'Runa',
      accepted_answer_likes: 7,
    });
  });
});

describe('a manual', () => {
  it('states the command of the program that a field mentions', () => {
    const html = page('Start', '<pre>brew install loom</pre><pre>pip install loomdb</pre>');
    expect(read(html, { pip_command: text })).toEqual({ pip_command: 'pip install loomdb' });
  });

  it('states the version of its license', () => {
    const html = page('Loom', '<p>This page is licensed under the Loom Society License Version 3.</p>');
    expect(read(html, { license: text })).toEqual({ license: 'Loom Society License Version 3' });
  });
});

describe('a forum section', () => {
  it('is not the link to the login in the breadcrumbs', () => {
    const crumbs =
      '<div class="breadcrumbs"><a href="/">Home</a> / <a href="/mills">Old mills</a> <a href="/login">Sign in</a></div>';
    const html = `<html lang="en"><head><title>Stones</title></head><body>${crumbs}<main><h1>Stones</h1><p>Where do they come from?</p></main></body></html>`;
    expect(read(html, { forum_section: text })).toEqual({ forum_section: 'Old mills' });
  });
});

describe('a status', () => {
  it('is not a long text about the subject', () => {
    const about =
      'There are many forms of ownership in the valley, each with its own rules on how the wheel may be used, who pays for repairs, and what happens to the mill if the owner moves away from the valley.';
    expect(read(page('Mills', `<p><strong>Tax status:</strong> ${about}</p>`), { tax_status: text })).toEqual({});
  });
});

describe('a count', () => {
  it('is read from a tile with its caption below', () => {
    const html = page(
      'Mills',
      '<div><h2>3,400+</h2><h2>Wheels repaired</h2></div><div><h2>12</h2><h2>Towns</h2></div>',
    );
    expect(read(html, { wheels_repaired: count, wheels_sold: count })).toEqual({ wheels_repaired: 3400 });
  });

  it('of replies is read from the markup of the thread', () => {
    const thread =
      '<div itemscope itemtype="https://schema.org/DiscussionForumPosting"><meta itemprop="commentCount" content="6"><h2 itemprop="headline">Stones</h2><p itemprop="text">Where do they come from?</p></div>';
    expect(read(page('Stones', thread), { thread_title: text, reply_count: count })).toMatchObject({ reply_count: 6 });
  });
});

describe('a program', () => {
  it('has the name in the headline', () => {
    const html = page('Mill Repair Grant', '<p>The grant pays for the repair of stones and wheels.</p>');
    expect(read(html, { program_name: text })).toEqual({ program_name: 'Mill Repair Grant' });
  });
});

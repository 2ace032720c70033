import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const read = (html: string, name: string, schema: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf({ [name]: schema }) }).data;
const text = { type: 'string' };

describe('a better value', () => {
  it('is the weight in a sentence instead of the shipping weight in markup', () => {
    const html =
      '<html><head><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Salt grill","weight":"10.000"}</script></head><body><main><h1>Salt grill</h1><p>Le grill pèse à peine 8 kg.</p></main></body></html>';
    expect(read(html, 'weight_kg', { type: 'number' })).toEqual({ weight_kg: 8 });
  });

  it('is the whole license', () => {
    const html =
      '<h1>Tide</h1><footer><p>Text is available under the Creative Commons Attribution License; other terms may apply.</p></footer>';
    expect(read(html, 'text_license', text)).toEqual({ text_license: 'Creative Commons Attribution License' });
  });

  it('is the VAT number instead of the company number before it', () => {
    const html = '<h1>Tide</h1><footer><p>Company Number 10177426, VAT Number 248 1512 15</p></footer>';
    expect(read(html, 'vat_number', text)).toEqual({ vat_number: '248 1512 15' });
  });

  it('is the title without the path before it', () => {
    const html =
      '<html><head><title>Which rope for a small boat</title></head><body><div>Topic Boards / General / Which rope for a small boat</div><div>By ada Date 10.11.15 11:26 UTC</div><div>Hello, which rope?</div><div>By ben Date 10.11.15 11:30 UTC Upvotes 3</div><div>Hemp.</div><div>By ada Date 11.11.15 9:00 UTC</div><div>Thanks.</div></body></html>';
    const schema = objectOf({
      topic_title: text,
      started_by: text,
      total_posts: { type: 'number' },
      first_reply_by: text,
      first_reply_upvotes: { type: 'number' },
      last_post_date: { type: 'string', format: 'date' },
    });
    expect(readByRules(html, { schema }).data).toEqual({
      topic_title: 'Which rope for a small boat',
      started_by: 'ada',
      total_posts: 3,
      first_reply_by: 'ben',
      first_reply_upvotes: 3,
      last_post_date: '2015-11-11',
    });
  });

  it('is the date in the dateline of a press release', () => {
    const html =
      '<html><head><meta property="article:published_time" content="2017-01-23T21:08:14+00:00"></head><body><main><h1>Tide mill opens</h1><p>LANCASTER (January 24, 2017) — The mill has opened again.</p></main></body></html>';
    expect(read(html, 'release_date', { type: 'string', format: 'date' })).toEqual({ release_date: '2017-01-24' });
  });

  it('is not the text of a skip link', () => {
    const html =
      '<form class="search word"><a href="#main">Skip to content</a></form><main id="main"><h1>harbour</h1><p>A place for boats.</p></main>';
    expect(read(html, 'word', text)).toEqual({ word: 'harbour' });
  });
});

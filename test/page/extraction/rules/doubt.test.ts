import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const shop = (marked: string, shown: string) =>
  `<html><head><title>Kettle Uno</title><script type="application/ld+json">{"@type":"Product","name":"Kettle Uno","offers":{"price":"${marked}","priceCurrency":"EUR"}}</script></head><body><main><h1>Kettle Uno</h1><p class="price">€ ${shown}</p></main></body></html>`;
const read = (html: string, property = 'price') =>
  readByRules(html, { schema: objectOf({ [property]: { type: property === 'price' ? 'number' : 'string' } }) });

describe('the score of a value', () => {
  it('is lower when markup and text of a page disagree', () => {
    const [agreed] = read(shop('39.90', '39.90')).sources;
    const [disputed] = read(shop('39.90', '49.90')).sources;
    expect(agreed!.score).toBeGreaterThan(0.9);
    expect(disputed!.score).toBeLessThan(0.6);
  });
});

describe('the date of an event', () => {
  it('is not a time', () => {
    const event = (start: string) =>
      `<html><head><title>Night run</title></head><body><main><h1>Night run</h1><dl><dt>Start</dt><dd>${start}</dd><dt>Venue</dt><dd>Market square</dd></dl></main></body></html>`;
    expect(read(event('20:15'), 'start_date').data).toEqual({});
    expect(read(event('20:15'), 'start').data).toEqual({ start: '20:15' });
    expect(read(event('5 May 2026'), 'start_date').data).toEqual({ start_date: '5 May 2026' });
  });

  it('is not the day of an article', () => {
    const article =
      '<main><h1>Five shelves</h1><p><i class="icon-user"></i> Ada Holm</p><p><i class="icon-calendar"></i> 5 May 2026</p></main>';
    expect(read(article, 'start_date').data).toEqual({});
    expect(read(article, 'published').data).toEqual({ published: '5 May 2026' });
    expect(read(article, 'author').data).toEqual({ author: 'Ada Holm' });
  });
});

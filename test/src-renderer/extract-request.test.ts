import { describe, expect, it } from 'vitest';
import { emptyExtract, formOf, pagesOf, profileOf, requestOf } from '../../src-renderer/schema/extract-request';

const schema = { type: 'object', properties: { price: { type: 'number' } } };
const filled = { ...emptyExtract, urls: ['https://a.example/'], prompt: ' prices ', schema };

describe('the request of the extract form', () => {
  it('is an extraction from the pages, or an agent run that finds them', () => {
    const wanted = { urls: ['https://a.example/'], prompt: 'prices', schema };
    expect(requestOf(filled)).toEqual({ ...wanted, showSources: true });
    expect(requestOf({ ...filled, findsPages: true })).toEqual(wanted);
  });

  it('keeps the fields and addresses when the switch changes', () => {
    const agent = formOf('agent', requestOf({ ...filled, findsPages: true }));
    expect(requestOf({ ...agent, findsPages: false })).toEqual(requestOf(filled));
  });

  it.each([
    [{}, 'spark-1-mini', undefined],
    [{ effort: 'high' }, 'spark-1-pro', 'high'],
    [{ model: 'spark-1-mini', effort: 'low' }, 'spark-1-mini', undefined],
    [{ model: 'spark-1-pro' }, 'spark-1-pro', 'medium'],
    [{ model: 'spark-1-pro', effort: 'high' }, 'spark-1-pro', 'high'],
    [{ model: 'spark-2', effort: 'low' }, 'spark-1-mini', 'low'],
    [{ model: 'spark-2' }, 'spark-1-pro', 'medium'],
  ])('replaces the model of an agent run by its effort: %o', (given, profile, effort) => {
    const form = formOf('agent', { prompt: 'x', ...given });
    expect([profileOf(form), requestOf(form).effort, requestOf(form).model]).toEqual([profile, effort, undefined]);
  });

  it('counts the pages, with the limit for sites', () => {
    expect(pagesOf(filled)).toEqual({ pages: 1, isLimit: false });
    const urls = ['https://a.example/', 'https://a.example/shop/*'];
    expect(pagesOf({ ...filled, urls })).toEqual({ pages: 101, isLimit: true });
    expect(pagesOf({ ...filled, urls, options: { limit: 5 } })).toEqual({ pages: 6, isLimit: true });
  });
});

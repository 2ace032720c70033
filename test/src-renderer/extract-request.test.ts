import { describe, expect, it } from 'vitest';
import {
  asList,
  emptyExtract,
  formOf,
  hasRowsOfPages,
  offersRows,
  pagesOf,
  profileOf,
  requestOf,
  requestsList,
} from '../../src-renderer/schema/extract-request';

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

  const list = { type: 'object', properties: { items: { type: 'array', items: schema } } };

  it.each([
    ['a list of records', list, true],
    ['a list of records without a field around it', { type: 'array', items: schema }, true],
    ['one record', schema, false],
    ['a list beside other fields', { ...list, properties: { ...list.properties, page: {} } }, false],
    ['a list of texts', { properties: { tags: { type: 'array', items: { type: 'string' } } } }, false],
    ['no schema', undefined, false],
  ])('knows whether it asks only for a list of records: %s', (_, wanted, isList) => {
    expect(requestsList({ schema: wanted })).toBe(isList);
  });

  it('returns one row per page for several pages, unless the user chooses one answer', () => {
    const several = { ...filled, urls: ['https://a.example/', 'https://a.example/b'] };
    expect(requestOf(several).schema).toEqual(list);
    expect(requestOf({ ...filled, urls: ['https://a.example/shop/*'] }).schema).toEqual(list);
    expect(requestOf({ ...several, rowsOfPages: false }).schema).toBe(schema);
    expect(requestOf({ ...several, findsPages: true }).schema).toBe(schema);
    expect(requestOf({ ...filled, rowsOfPages: true }).schema).toBe(schema);
    expect(requestOf({ ...several, schema: list }).schema).toBe(list);
    expect([offersRows(filled), offersRows(several), offersRows({ ...several, schema: list })]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('shows the fields of a stored request with one row per page, and keeps the choice of one answer', () => {
    for (const rowsOfPages of [true, false]) {
      const request = requestOf({ ...filled, urls: ['https://a.example/', 'https://a.example/b'], rowsOfPages });
      const form = formOf('extract', request);
      expect([form.schema, hasRowsOfPages(form)]).toEqual([schema, rowsOfPages]);
      expect(requestOf(form)).toEqual(request);
    }
    expect(formOf('extract', { urls: ['https://a.example/'], schema: list }).schema).toEqual(list);
  });

  it('becomes a request for a list once', () => {
    const request = asList({ urls: [], schema });
    expect(request).toEqual({ urls: [], schema: list });
    expect([asList(request ?? {}), asList({ prompt: 'prices' })]).toEqual([undefined, undefined]);
  });
});

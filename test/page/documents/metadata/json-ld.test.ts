import { describe, expect, it } from 'vitest';
import { parseJsonLd, parseLooseJson } from '../../../../core/page/documents/metadata/json-ld';

describe('broken JSON-LD', () => {
  it.each([
    ['a semicolon behind it', '{"sku":"L-7"};', { sku: 'L-7' }],
    ['a comment before it and marks around', '//<![CDATA[\n/* data */ {"sku":"L-7"};\n//]]>', { sku: 'L-7' }],
    [
      'a line comment inside',
      '{"sku":"L-7", // the number\n"url":"https://site.test/a"}',
      { sku: 'L-7', url: 'https://site.test/a' },
    ],
    ['quotes inside a text', '{"name":"The 12" lamp","price":"49.90"}', { name: 'The 12" lamp', price: '49.90' }],
    ['single quotes and a comma too many', "{'sku':'L-7','price':4,}", { sku: 'L-7', price: 4 }],
    ['a missing comma', '[{"sku":"L-7" "price":4}]', [{ sku: 'L-7', price: 4 }]],
    ['two objects without a list', '{"sku":"L-7"}{"sku":"L-8"}', [{ sku: 'L-7' }, { sku: 'L-8' }]],
    ['line breaks in a text', '{"name":"Copper\n lamp"}', { name: 'Copper  lamp' }],
  ])('is parsed despite %s', (_, script, value) => {
    expect(parseJsonLd(script)).toEqual(value);
  });

  it('is not parsed when truncated or ambiguous', () => {
    expect(parseJsonLd('{"offers":{"price":"49')).toBeUndefined();
    expect(parseJsonLd('{"offers":{"price":"49.90"}')).toBeUndefined();
    expect(parseJsonLd('{"price": 49,90}')).toBeUndefined();
    expect(parseJsonLd('{{ product.name }}')).toBeUndefined();
  });

  it('is not repaired in answers of a model', () => {
    expect(parseLooseJson('{"sku":"L-7" "price":4}')).toBeUndefined();
  });
});

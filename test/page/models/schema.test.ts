import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../core/page/models/check-schema';
import { assertSchema as assertWith } from '../../../core/page/models/schema-checker';
import { objectOf, readByRules } from '../../support/read-by-rules';

const assertSchema = (schema: object) => assertWith(schema, { check: checkSchema });

const page = `<html><head><title>Oak table – Nordholz</title></head><body><main><h1>Oak table</h1>
<table><tr><th>Item no.</th><td>A-4711</td></tr><tr><th>Weight</th><td>12,5 kg</td></tr><tr><th>Brand</th><td>Nordholz</td></tr></table>
<p class="price">1.299,00 €</p></main></body></html>`;

describe('schemas', () => {
  it('resolve references into $defs, including circular ones', () => {
    const schema = {
      $ref: '#/$defs/Product',
      $defs: {
        Product: objectOf({
          name: { type: 'string' },
          parent: { $ref: '#/$defs/Product' },
          brand: { $ref: '#/$defs/Text' },
        }),
        Text: { type: 'string' },
      },
    };
    expect(readByRules(page, { schema }).data).toMatchObject({ name: 'Oak table', brand: 'Nordholz' });
  });

  it('yield null when allowed or required, and omit the field otherwise', () => {
    const schema = objectOf(
      {
        gtin: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        isbn: { type: ['string', 'null'] },
        mpn: { type: 'string' },
        fuel: { type: 'string' },
      },
      ['mpn'],
    );
    const { data, missing, warning } = readByRules(page, { schema });
    expect(data).toEqual({ gtin: null, isbn: null, mpn: null });
    expect(missing.map(({ path }) => path)).toEqual(['/gtin', '/isbn', '/mpn', '/fuel']);
    expect(warning).toBe('Not found on the page: gtin, isbn, mpn, fuel.');
  });

  it('limit values to enum, pattern and bounds', () => {
    const schema = objectOf({
      sku: { type: 'string', pattern: '^A-\\d+$' },
      brand: { enum: ['Nordholz', 'Other'] },
      price: { type: 'number', maximum: 1000 },
    });
    expect(readByRules(page, { schema }).data).toEqual({ sku: 'A-4711', brand: 'Nordholz' });
  });

  it('merge allOf, and treat constants in anyOf as choices', () => {
    const schema = {
      allOf: [
        objectOf({ name: { type: 'string' } }),
        objectOf({ brand: { anyOf: [{ const: 'Nordholz' }, { const: 'X' }] } }),
      ],
    };
    expect(readByRules(page, { schema }).data).toEqual({ name: 'Oak table', brand: 'Nordholz' });
  });

  it('fill objects with arbitrary keys from the labels of the page', () => {
    const schema = objectOf({ specs: { type: 'object', additionalProperties: { type: 'string' } } });
    expect(readByRules(page, { schema }).data).toEqual({
      specs: { 'Item no.': 'A-4711', Weight: '12,5 kg', Brand: 'Nordholz' },
    });
  });

  it('return the source of every value', () => {
    const { sources } = readByRules(page, { schema: objectOf({ price: { type: 'number' }, sku: { type: 'string' } }) });
    expect(sources).toEqual([
      expect.objectContaining({
        path: '/price',
        kind: 'text',
        selector: expect.stringContaining('p'),
        excerpt: '1.299,00 €',
      }),
      expect.objectContaining({
        path: '/sku',
        kind: 'table',
        excerpt: 'Item no.: A-4711',
        url: 'https://example.com/page',
      }),
    ]);
  });
});

it('accepts schemas with thousands of properties or values in linear time', async () => {
  const properties = Object.fromEntries(Array.from({ length: 2900 }, (_, at) => [`price ${at}`, { type: 'number' }]));
  const values = Array.from({ length: 19_000 }, (_, at) => `value ${at}`);
  const started = process.threadCpuUsage();
  await assertSchema({ type: 'object', properties });
  await assertSchema({ type: 'object', properties: { x: { enum: values } } });
  // Earlier versions took 17 s of CPU time to compile code for the properties, and 6 s to compare every value with
  // every other.
  expect(process.threadCpuUsage(started).user).toBeLessThan(5_000_000);
  await expect(assertSchema({ type: 'nonsense' })).rejects.toThrow(/schema is invalid/);
  const $defs = { 'a/b': { $ref: '#/$defs/c' }, c: { $ref: '#/$defs/a~1b' } };
  await expect(assertSchema({ type: 'object', properties: { a: { $ref: '#/$defs/c' } }, $defs })).rejects.toThrow(
    /^The schema is not a valid JSON schema: the reference "#\/\$defs\/(?:c|a~1b)" refers to itself\.$/,
  );
  await assertSchema({ type: 'object', properties: { inner: { $ref: '#' } } });
});

it('says that a schema is nested too deeply', async () => {
  let schema: object = { type: 'string' };
  for (let level = 0; level < 900; level++) schema = { type: 'array', items: schema };
  await expect(assertSchema(schema)).rejects.toThrow('The schema is not a valid JSON schema: it is nested too deeply.');
});

it('finds nothing for fields that are named like properties of every object', () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];
  const schema = objectOf(Object.fromEntries(names.map((name) => [name, { type: 'string' }])));
  const { data } = readByRules('<h1>Kettle</h1><p>Price: 5 EUR</p>&amp;constructor;', { schema });
  expect(JSON.stringify(data)).toBe('{}');
});

it('never modifies prototypes by the names of nested fields', () => {
  const inner = objectOf({ polluted: { type: 'string' } });
  const schema = objectOf({ constructor: objectOf({ prototype: inner }), toString: inner });
  const { data } = readByRules('<h1>Kettle</h1><dl><dt>Polluted</dt><dd>yes</dd></dl>', { schema });
  expect([({} as { polluted?: string }).polluted, Object.hasOwn(Object.prototype.toString, 'polluted')]).toEqual([
    undefined,
    false,
  ]);
  expect(JSON.stringify(data)).toContain('yes');
});

it('reads values by patterns that take exponential time', () => {
  const html = `<h1>Kettle</h1><dl><dt>SKU</dt><dd>${'a'.repeat(60)}!</dd></dl>`;
  const schema = objectOf({ title: { type: 'string' }, sku: { type: 'string', pattern: '^(a+)+$' } });
  expect(readByRules(html, { schema }).data).toEqual({ title: 'Kettle' });
});

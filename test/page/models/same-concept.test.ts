import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';

const text = { type: 'string' };
const page = (rows: readonly (readonly [string, string])[]) =>
  `<html lang="en"><head><title>Bolt</title></head><body><main><h1>Bolt</h1><table>${rows
    .map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
    .join('')}</table></main></body></html>`;

it.each([
  ['sku', 'SKU', 'articleNumber', 'Article number'],
  ['itemNumber', 'Item number', 'productCode', 'Product code'],
  ['modelNumber', 'Model number', 'partNumber', 'Part number'],
])('reads %s (%s) and %s (%s) from their own labels', (first, firstLabel, second, secondLabel) => {
  const html = page([
    [firstLabel, '000420'],
    [secondLabel, '0070.1200'],
  ]);
  const schema = objectOf({ [first]: text, [second]: text });
  expect(readByRules(html, { schema }).data).toEqual({ [first]: '000420', [second]: '0070.1200' });
});

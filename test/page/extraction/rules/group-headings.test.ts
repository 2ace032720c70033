import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };

it.each([
  '<table><tr><th colspan="2">Dimensions</th></tr><tr><th>Height</th><td>24 cm</td></tr><tr><th>Width</th><td>12 cm</td></tr></table>',
  '<h3>Dimensions</h3><dl><dt>Height</dt><dd>24 cm</dd><dt>Width</dt><dd>12 cm</dd></dl>',
  '<h3>Dimensions</h3><ul><li>Height: 24 cm</li><li>Width: 12 cm</li></ul>',
  '<h3>Dimensions</h3><p>Height: 24 cm</p><p>Width: 12 cm</p>',
  '<ul><li><b>Dimensions</b><ul><li>Height: 24 cm</li><li>Width: 12 cm</li></ul></li></ul>',
  '<div><div class="t">Dimensions</div><div><span>Height</span><span>24 cm</span></div><div><span>Width</span><span>12 cm</span></div></div>',
])('the heading of a group of values has no value of its own: %s', (specs) =>
  expect(
    readByRules(
      `<html lang="en"><head><title>Kettle</title></head><body><main><h1>Kettle Alto</h1><h2>Specifications</h2>${specs}</main></body></html>`,
      { schema: objectOf({ dimensions: text, height: text, width: text }) },
    ).data,
  ).toEqual({ height: '24 cm', width: '12 cm' }),
);

it('a heading without a pair below has the text below as its value', () =>
  expect(
    readByRules(
      '<html lang="en"><head><title>Kettle</title></head><body><main><h1>Kettle Alto</h1><h3>Care</h3><p>Rinse with cold water.</p></main></body></html>',
      { schema: objectOf({ care: text }) },
    ).data,
  ).toEqual({ care: 'Rinse with cold water.' }));

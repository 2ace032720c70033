import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';
import { list } from './own-page';

const around = (body: string) =>
  `<html lang="en"><head><title>Road bike Heron</title></head><body><main><article><h1>Road bike Heron</h1>${body}<p>The workshop opened its doors in early spring, and within a month the benches were full of people.</p></article></main></body></html>`;
const read = (body: string, ...names: readonly string[]) =>
  readByRules(around(body), { schema: objectOf(Object.fromEntries(names.map((name) => [name, list]))) }).data;
const colours = { colours: ['red', 'blue', 'green'] };

describe('an array of strings', () => {
  it.each([
    [
      'a definition',
      '<dl><dt>Colours</dt><dd>red, blue, green</dd><dt>Condition</dt><dd>Used</dd><dt>Load</dt><dd>90 kg</dd></dl>',
    ],
    [
      'several definitions',
      '<dl><dt>Colours</dt><dd>red</dd><dd>blue</dd><dd>green</dd><dt>Condition</dt><dd>Used</dd></dl>',
    ],
    [
      'a row of a table',
      '<table><tr><th>Colours</th><td>red, blue, green</td></tr><tr><th>Condition</th><td>Used</td></tr></table>',
    ],
    [
      'a column of a table',
      '<table><tr><th>Colours</th><th>Stock</th></tr><tr><td>red</td><td>4</td></tr><tr><td>blue</td><td>7</td></tr><tr><td>green</td><td>2</td></tr></table>',
    ],
    [
      'a box of a label and its value',
      '<div class="row"><div>Colours</div><div>red, blue, green</div></div><div class="row"><div>Condition</div><div>Used</div></div>',
    ],
    [
      'a bold line',
      '<p><b>Colours</b></p><p>red</p><p>blue</p><p>green</p><p><b>Condition</b></p><p>Used</p><p><b>Load</b></p><p>90 kg</p>',
    ],
    ['a line with a colon', '<p>Colours:</p><p>red</p><p>blue</p><p>green</p><p>Condition:</p><p>Used</p>'],
    ['a bold line before labelled ones', '<p><b>Colours:</b></p><p>red, blue, green</p><p><b>Condition:</b> Used</p>'],
    [
      'a label before elements in its line',
      '<div>Colours <span>red</span> <span>blue</span> <span>green</span></div><div>Load <span>90 kg</span></div><div>Delivery in 2 days</div>',
    ],
    [
      'a bold label before links in its line',
      '<p><b>Colours:</b> <a href="/r">red</a>, <a href="/b">blue</a>, <a href="/g">green</a></p><p>Ships today</p>',
    ],
    ['a heading', '<h2>Colours</h2><ul><li>red</li><li>blue</li><li>green</li></ul><p>Price: 1.249,00 €</p>'],
  ])('ends with its labeled values in %s', (_, body) => expect(read(body, 'colours')).toEqual(colours));

  it('keeps commas within one of several definitions', () =>
    expect(
      read('<dl><dt>Shops</dt><dd>Paris, France</dd><dd>Rome, Italy</dd><dt>Load</dt><dd>90 kg</dd></dl>', 'shops'),
    ).toEqual({
      shops: ['Paris, France', 'Rome, Italy'],
    }));

  it('contains a single list item without the text after it', () =>
    expect(
      read('<h2>Features</h2><ul><li>Carbon fork</li></ul><p>Made in the Alps since 1986.</p>', 'features'),
    ).toEqual({
      features: ['Carbon fork'],
    }));
});

import { describe, expect, it } from 'vitest';
import type { ChangeCondition } from '../../../core/common/monitor';
import type { Row } from '../../../core/common/saved-job';
import { compareRows } from '../../../core/jobs/monitors/compare-rows';
import { type CheckedRun, metConditions, numberIn, seenWith } from '../../../core/jobs/monitors/conditions';

const run = (before: readonly Row[], after: readonly Row[], more: Partial<CheckedRun> = {}): CheckedRun => ({
  ...{ before, after, key: 'name', seen: [], texts: ['', ''] },
  difference: compareRows(before, after, { key: 'name' }),
  ...more,
});
const kettle = (price: unknown) => [{ name: 'Kettle', price }];
const met = (condition: ChangeCondition, checked: CheckedRun) => metConditions([condition], checked);

describe('the conditions of a monitor', () => {
  it.each<[ChangeCondition, unknown, unknown, readonly string[]]>([
    [{ type: 'changed', column: 'price' }, 'sold out', '€ 39', ['price of Kettle changed from sold out to € 39.']],
    [{ type: 'changed', column: 'Price' }, '€ 49', '€ 39', ['price of Kettle changed from € 49 to € 39.']],
    [{ type: 'changed', column: 'price' }, '€ 39', ' € 39 ', []],
    [{ type: 'changed', column: 'stock' }, '€ 49', '€ 39', []],
    [{ type: 'below', column: 'price', value: 40 }, '€ 49', '€ 39', ['price of Kettle is 39, below 40.']],
    [{ type: 'below', column: 'price', value: 40 }, '€ 39', '€ 38', []],
    [{ type: 'below', column: 'price', value: 40 }, '€ 39', '€ 40', []],
    [{ type: 'above', column: 'price', value: 40 }, 39, '1.200,50 €', ['price of Kettle is 1200.5, above 40.']],
    [
      { type: 'changedBy', column: 'price', percent: 10 },
      '$50.00',
      '$45',
      ['price of Kettle changed from 50 to 45 (−10%).'],
    ],
    [{ type: 'changedBy', column: 'price', percent: 10 }, '$50', '$46', []],
    [{ type: 'changedBy', column: 'price', percent: 10 }, 'free', '$46', []],
  ])('%o of %s and %s', (condition, before, after, sentences) => {
    expect(met(condition, run(kettle(before), kettle(after)))).toEqual(sentences);
  });

  it('report a changed value in a single row without a key, and a changed page text without its digest', () => {
    const changed: ChangeCondition = { type: 'changed', column: 'price' };
    expect(met(changed, run(kettle(49), kettle(39), { key: undefined }))).toEqual(['price changed from 49 to 39.']);
    const page = (text: string) => [{ name: 'http://shop.test/', text }];
    expect(met({ type: 'changed', column: 'text' }, run(page('digest 1'), page('digest 2')))).toEqual([
      'The text of http://shop.test/ changed.',
    ]);
  });

  it('report a new row that contains a text, and a value of a new row', () => {
    const checked = run(kettle(49), [...kettle(49), { name: 'Copper pan', price: 12 }, { name: 'Board', price: 90 }]);
    expect(met({ type: 'newRow', contains: 'copper' }, checked)).toEqual(['New: Copper pan.']);
    expect(met({ type: 'newRow', column: 'price', contains: 'copper' }, checked)).toEqual([]);
    expect(met({ type: 'newRow' }, checked)).toHaveLength(2);
    expect(met({ type: 'below', column: 'price', value: 20 }, checked)).toEqual([
      'price of Copper pan is 12, below 20.',
    ]);
  });

  it('report a text that appears or disappears', () => {
    const checked = run([], [], { texts: ['Sold out', 'In stock'] });
    expect(met({ type: 'textAppears', text: 'in STOCK' }, checked)).toEqual(['"in STOCK" has appeared.']);
    expect(met({ type: 'textDisappears', text: 'sold out' }, checked)).toEqual(['"sold out" has disappeared.']);
    expect(met({ type: 'textAppears', text: 'sold out' }, checked)).toEqual([]);
  });

  it('report a value that falls or rises, but not a new one', () => {
    const fell = run(kettle(49), kettle(39.5), { key: 'name' });
    expect(met({ type: 'falls', column: 'price' }, fell)).toEqual(['price of Kettle fell from 49 to 39.5.']);
    expect(met({ type: 'rises', column: 'price' }, fell)).toEqual([]);
    const rose = run(kettle(39.5), kettle(49), { key: 'name' });
    expect(met({ type: 'rises', column: 'price' }, rose)).toEqual(['price of Kettle rose from 39.5 to 49.']);
    expect(met({ type: 'falls', column: 'price' }, run([], kettle(49), { key: 'name' }))).toEqual([]);
    expect(met({ type: 'falls', column: 'price' }, run(kettle(49), kettle(49), { key: 'name' }))).toEqual([]);
  });

  it('report the lowest value of all runs, and only for values seen before', () => {
    const low: ChangeCondition = { type: 'newLow', column: 'price' };
    const prices = [49, 39, 45, 40, 38];
    const told: unknown[] = [];
    let seen: CheckedRun['seen'] = [];
    prices.forEach((price, index) => {
      const checked = run(kettle(prices[index - 1] ?? price), kettle(price), { seen });
      told.push(met(low, checked)?.length);
      seen = seenWith([low], checked);
    });
    expect(told).toEqual([0, 1, 0, 0, 1]);
    expect(seen).toEqual([{ key: 'Kettle', column: 'price', low: 38, high: 49 }]);
  });

  it('take the price of a text, else its number', () => {
    expect(['12 pieces for $ 3.50', '1.234,5', 7, 'none', null].map(numberIn)).toEqual([
      3.5,
      1234.5,
      7,
      undefined,
      undefined,
    ]);
  });

  it('return undefined for a monitor without conditions', () => {
    expect(metConditions([], run([], []))).toBeUndefined();
  });
});

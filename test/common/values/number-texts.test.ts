import { describe, expect, it } from 'vitest';
import { NumberTexts, readNumber } from '../../../core/common/values/number-texts';

/** Returns the values of a column as numbers. Undefined if the column stays text. */
function numbersIn(values: readonly string[], id = 'days', isPrice = false): readonly unknown[] | undefined {
  const texts = new NumberTexts(id, isPrice);
  for (const value of values) texts.add(value);
  const { decimal } = texts;
  return decimal && values.map((value) => readNumber(value, decimal));
}

describe('a column of text becomes a column of numbers if every value', () => {
  it.each([
    ['is a whole number', ['78', '100', '-5', '0', '−3'], [78, 100, -5, 0, -3]],
    ['has a decimal point', ['4.5', '4', '4.25'], [4.5, 4, 4.25]],
    ['has two decimals', ['3.20', '4.50', '4'], [3.2, 4.5, 4]],
    ['has a decimal comma', ['3,20', '1.234,50', '1.234'], [3.2, 1234.5, 1234]],
    ['is negative and has thousands separators', ['-123,456', '7', '0.5'], [-123_456, 7, 0.5]],
    ['has spaces between thousands', ['1 234,50', '980', '1\u202f234\u202f567'], [1234.5, 980, 1_234_567]],
    ['has apostrophes between thousands', ["1'234.50", '1’500', '20'], [1234.5, 1500, 20]],
    ['has thousands separators', ['1,234', '980', '1,234,567', '0.5'], [1234, 980, 1_234_567, 0.5]],
  ])('%s', (_, values, numbers) => {
    expect(numbersIn(values)).toEqual(numbers);
  });

  it('has five digits and is a price', () => {
    expect(numbersIn(['12500', '10900'], 'cost', true)).toEqual([12_500, 10_900]);
  });
});

describe('a column stays text if', () => {
  it.each([
    ['a value has a unit', ['78 days', '80 days']],
    ['one value is not a number', ['78', 'about 80']],
    ['a value has a leading zero', ['078', '80']],
    ['the notations are mixed', ['3,20', '3.20']],
    ['a separator may mean decimals or thousands', ['1.234', '2.500']],
    ['the values are phone numbers', ['4930901820', '493090182']],
    ['the values are postcodes with a space', ['114 55', '118 26']],
    ['the values are phone numbers with spaces', ['555 123 456', '555 987 654']],
    ['the values are postcodes', ['10115', '20095']],
    ['the values are barcodes', ['4006381333931']],
    ['the values are versions', ['1.2.3', '1.10.0']],
    ['the values are versions with two parts', ['1.9', '1.10', '1.11']],
    ['it is empty', []],
  ])('%s', (_, values) => {
    expect(numbersIn(values)).toBeUndefined();
  });

  it.each(['sku', 'product.id', 'productId', 'Phone 2', 'order number', 'zip_code', 'PLZ', 'title'])(
    'its name is %s',
    (id) => {
      expect(numbersIn(['17', '4'], id)).toBeUndefined();
    },
  );
});

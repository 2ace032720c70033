import { describe, expect, it } from 'vitest';
import { parseNumber, parseScaled } from '../../../core/common/values/numbers';

describe('numbers', () => {
  it.each([
    ['1e6', 1_000_000],
    ['2.5E-3 m', 0.0025],
    ['-1.2e+2', -120],
    ['1.234,5e1', 12_345],
    ['1e6x', 1],
    ['12 euros', 12],
    ['3 e4', 3],
    ['7em', 7],
    ['1.299,00', 1299],
    ['2 ½ lb', 2.5],
    ['2½', 2.5],
    ['¾ cup', 0.75],
    ['1 1/2 cups', 1.5],
    ['4.5/5', 4.5],
    ['1 234 567', 1_234_567],
    ['3 4 5', 3],
    ['2 beds, 3 baths', 2],
    ['1, 2', 1],
    ['1,234¹', 1234],
    ['–5 °C', -5],
  ])('%s is %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each([
    ['1万2千', 12_000],
    ['12万3,456', 123_456],
    ['1億2,345万', 123_450_000],
    ['3만 5천', 35_000],
    ['12万 3 rooms', 120_000],
    ['113 m', 113],
    ['1.8 m tall', 1.8],
    ['1.2M', 1_200_000],
    ['1.2m views', 1_200_000],
    ['64 b', 64],
    ['3.4B', 3_400_000_000],
    ['12k', 12_000],
    ['5 km', 5],
  ])('scales %s to %s', (text, value) => {
    expect(parseScaled(text)).toBe(value);
  });
});

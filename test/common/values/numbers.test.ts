import { describe, expect, it } from 'vitest';
import { parseNumber } from '../../../core/common/values/numbers';

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
  ])('%s is %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });
});

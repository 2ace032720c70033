import { describe, expect, it } from 'vitest';
import { findMoney } from '../../../core/common/values/money';
import { parseNumber, parseScaled } from '../../../core/common/values/numbers';
import { parseClock, parseDay, parseMoment } from '../../../core/page/extraction/rules/values/dates';
import { parseMinutes } from '../../../core/page/extraction/rules/values/durations';
import { parseFlag, parseStock } from '../../../core/page/extraction/rules/values/words-of-state';

describe('numbers', () => {
  it.each([
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ["1'234.50", 1234.5],
    ['1 234,5', 1234.5],
    ['24.990', 24990],
    ['0,500', 0.5],
    ['3,75', 3.75],
    ['−12', -12],
    ['１２３', 123],
    ['none', undefined],
  ])('%s is %s', (text, value) => expect(parseNumber(text)).toBe(value));

  it.each([
    ['3.5 million', 3_500_000],
    ['1,2 Mio.', 1_200_000],
    ['12万', 120_000],
    ['85 m²', 85],
  ])('%s is %s', (text, value) => expect(parseScaled(text)).toBe(value));
});

describe('money', () => {
  it.each([
    ['€ 1.234,50', 1234.5, 'EUR'],
    ['£20', 20, 'GBP'],
    ['12,99 zł', 12.99, 'PLN'],
    ['USD 1,299.00', 1299, 'USD'],
    ['1 990 руб.', 1990, 'RUB'],
    ['3.500円', 3500, 'JPY'],
    ['R$ 59,90', 59.9, 'BRL'],
    ['CHF 19.–', 19, 'CHF'],
  ])('%s', (text, amount, currency) => expect(findMoney(text)[0]).toMatchObject({ amount, currency }));

  it('is not found in plain numbers and words', () => {
    for (const text of ['12 items', 'Room 12', 'krone', 'model 300 left', '1 TL Senf', '2 pounds chicken'])
      expect(findMoney(text)).toEqual([]);
  });
});

describe('days, times and durations', () => {
  it.each([
    ['12 December 2026', '2026-12-12'],
    ['24.12.2026', '2026-12-24'],
    ['5 января 2026 г.', '2026-01-05'],
    ['2026年3月9日', '2026-03-09'],
    ['2026. 3. 9.', '2026-03-09'],
    ['le 3 août 2026', '2026-08-03'],
    ['Saturday', undefined],
  ])('%s is the day %s', (text, day) => expect(parseDay(text)).toBe(day));

  it.each([
    ['7:30 pm', '19:30'],
    ['19.30 Uhr', '19:30'],
    ['20 Uhr', '20:00'],
    ['20h30', '20:30'],
    ['18時30分', '18:30'],
    ['room 12', undefined],
  ])('%s is the time %s', (text, time) => expect(parseClock(text)).toBe(time));

  it('are combined when both are stated', () => {
    expect(parseMoment('12 December 2026, 7:30 pm')).toBe('2026-12-12T19:30:00');
  });

  it.each([
    ['PT1H30M', 90],
    ['1 hr 15 min', 75],
    ['1h30', 90],
    ['45 Minuten', 45],
    ['2 Std.', 120],
    ['1時間30分', 90],
    ['30–40 min', 40],
    ['1 ½ hours', 90],
    ['soon', undefined],
  ])('%s takes %s minutes', (text, minutes) => expect(parseMinutes(text)).toBe(minutes));
});

describe('yes, no and stock', () => {
  it.each([
    ['ja', true],
    ['нет', false],
    ['なし', false],
    ['maybe', undefined],
  ])('%s is %s', (text, value) => expect(parseFlag(text)).toBe(value));

  it.each([
    ['Ausverkauft', false],
    ['Non disponible pour le moment', false],
    ['https://schema.org/OutOfStock', false],
    ['Auf Lager', true],
    ['在庫あり', true],
    ['Blue', undefined],
    ['2 cups chicken stock', undefined],
    ['Disponível a partir de março', undefined],
  ])('%s is in stock: %s', (text, value) => expect(parseStock(text)).toBe(value));
});

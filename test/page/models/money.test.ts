import { describe, expect, it } from 'vitest';
import { findMoney } from '../../../core/common/values/money';
import { formerPriceIn, priceIn } from '../../../core/page/extraction/rules/values/price-in';

describe('amounts of money', () => {
  it.each([
    ['2 490,- 1 990,-', [2490, 1990]],
    ['Nu 1 299:- (ord. 1 599:-)', [1299, 1599]],
    ['59.- 49.-', [59, 49]],
    ['39,90 kr 1 990,-', [39.9, 1990]],
  ])('reads each amount of %s', (text, amounts) => {
    expect(findMoney(text).map(({ amount }) => amount)).toEqual(amounts);
  });

  it.each([
    ['₹1,23,456.78', 123456.78, 'INR'],
    ['Rs. 12,34,567', 1234567, 'Rs'],
    ['1,00,000 INR', 100000, 'INR'],
    ['$0.0125 each', 0.0125, '$'],
    ['€0,00045', 0.00045, 'EUR'],
    [',89 €', 0.89, 'EUR'],
    ['nur -,99 €', 0.99, 'EUR'],
    ['$.99', 0.99, '$'],
    ['CHF -.95', 0.95, 'CHF'],
    ['49,- €', 49, 'EUR'],
    ['1.299,- kr', 1299, 'kr'],
    ['49,-', 49, undefined],
    ['1 990,-', 1990, undefined],
    ['2\u00a0490,–', 2490, undefined],
    ['12 500 000,−', 12500000, undefined],
    ['999 ,-', 999, undefined],
    ['1.299,-- €', 1299, 'EUR'],
    ['49.–', 49, undefined],
    ["1'290.-", 1290, undefined],
    ['CHF 1’290.—', 1290, 'CHF'],
    ['29:90 kr', 29.9, 'kr'],
    ['5:-', 5, 'kr'],
    ['￥１２，８００', 12800, '¥'],
    ['–,79', 0.79, undefined],
    ['99¢', 0.99, '$'],
    ['5¢ each', 0.05, '$'],
    ['75 cents', 0.75, undefined],
    ['85p', 0.85, 'GBP'],
    ['49€99', 49.99, 'EUR'],
    ['1 249€00', 1249, 'EUR'],
    ['Rs.500', 500, 'Rs'],
    ['$64.50 USD', 64.5, 'USD'],
    ['$89.00 USDSale', 89, 'USD'],
    ['CAD $12', 12, 'CAD'],
    ['1 299:-', 1299, 'kr'],
    ['Ord. 1.299:-', 1299, 'kr'],
    ['12万円', 120_000, 'JPY'],
    ['1만 5천원', 15_000, 'KRW'],
    ['₹1.2 Cr', 12_000_000, 'INR'],
    ['Rs. 85 L', 8_500_000, 'Rs'],
  ])('%s', (text, amount, currency) => expect(findMoney(text)[0]).toMatchObject({ amount, currency }));

  it('are not found in words with numbers', () => {
    expect(findMoney('Rabatt,50 €')).toEqual([]);
    expect(findMoney('video at 24p and 60p')).toEqual([]);
    expect(findMoney('Step 12:- Stir the milk')).toEqual([]);
    for (const text of ['12.- Título', '1.- 10 huevos', '49:-)', 'v3.-', 'kl. 18:30'])
      expect(findMoney(text), text).toEqual([]);
  });

  it.each([
    ['49€59€', [49, 59]],
    ['59,00 € 49,00 €', [59, 49]],
    ['$5 $6 $7', [5, 6, 7]],
    ['$49.99$49.99', [49.99, 49.99]],
    ['5 kr 6 kr 7 kr', [5, 6, 7]],
    ['10€ 20 pieces', [10]],
    ['Size 42 EUR 59.00', [59]],
  ])('in %s are %s', (text, amounts) => expect(findMoney(text).map(({ amount }) => amount)).toEqual(amounts));

  it.each([
    ['(+40.00€)', '+'],
    ['Frame (-40.00€)', '-'],
    ['+ 12,50 €', '+'],
    ['Deluxe -$5', '-'],
    ['$10 -$20', undefined],
    ['-,99 €', undefined],
    ['Lamp - $20', undefined],
  ])('%s is a change by %s', (text, change) => expect(findMoney(text)[0]?.change).toBe(change));

  it("use the page's decimal mark for the currency", () => {
    const marks = (currency: string | undefined) => (currency === 'GBP' ? '.' : undefined);
    expect(findMoney('£3.355, €3.355, £1.234.567', marks).map(({ amount }) => amount)).toEqual([3.355, 3355, 1234567]);
  });
});

describe('the price in a text', () => {
  it.each([
    ['was $59, now $49', 49],
    ['$49 (was $59)', 49],
    ['Statt 19,99 € jetzt 15,50 €', 15.5],
    ['UVP 19,99 € 15,50 €', 15.5],
    ['15,50 € UVP 19,99 €', 15.5],
    ['Washer $49', 49],
    ['Was: £20', 20],
    ['Oak frame (+40.00€) 120.00€', 120],
    ['12,48 €/kg 4,99 €', 4.99],
    ['$20', 20],
  ])('%s', (text, amount) => expect(priceIn(text)).toMatchObject({ money: { amount } }));

  it.each([
    ['was $59, now $49', 59],
    ['15,50 € statt 19,99 €', 19.99],
    ['$20', 20],
  ])('was: %s', (text, amount) => expect(formerPriceIn(text)?.money.amount).toBe(amount));

  it.each([
    ['$10 - $20', 10, 20],
    ['10–20 €', 10, 20],
    ['$1,000–2,500', 1000, 2500],
    ['10,50 bis 20,00 EUR', 10.5, 20],
    ['from £5 to £9.50', 5, 9.5],
    ['between €10 and €20', 10, 20],
    ['$49', 49, undefined],
    ['$49 - 20%', 49, undefined],
    ['$49 - 2 pairs', 49, undefined],
    ['2-pack 10 €', 10, undefined],
    ['$59 $69', 59, undefined],
  ])('%s ranges from %s to %s', (text, low, high) => {
    expect([priceIn(text)?.money.amount, priceIn(text)?.high]).toEqual([low, high]);
  });
});

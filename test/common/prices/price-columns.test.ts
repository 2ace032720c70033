import { describe, expect, it } from 'vitest';
import { engineSentence } from '../../../core/common/engine-sentences';
import { currencyIn, priceColumns } from '../../../core/common/prices/price-columns';
import type { Recipe, RecipeField } from '../../../core/common/recipe';

const price = (name: string) => ({ name, type: 'price' as const, sources: [{ selector: 'b' }] }) satisfies RecipeField;
const health = (currencies: Record<string, string>) => ({ pages: 1, fill: {}, currencies });
const recipe: Recipe = {
  version: 1,
  name: 'lamps',
  pages: ['*'],
  fields: [price('price'), price('offer/net'), price('sale price'), { ...price('stock'), type: 'number' as const }],
  health: health({ price: 'EUR', 'offer/net': '$', stock: 'EUR' }),
  details: { link: 'link', fields: [price('shipping')], health: health({ shipping: 'GBP' }) },
};
const currencies = (ids: readonly string[], row: object, facts = {}) =>
  ids.map((id) =>
    currencyIn(priceColumns(ids, facts).get(id), (other) => (row as Readonly<Record<string, unknown>>)[other]),
  );

describe('the currency of a price', () => {
  it('is the usual currency of its field in the recipe', () => {
    const ids = ['price', 'offer.net', 'sale price', 'stock', 'shipping', 'other price'];
    expect(currencies(ids, {}, { recipe })).toEqual(['EUR', '$', undefined, undefined, 'GBP', undefined]);
  });

  it('is unknown if the job reports another currency for the field', () => {
    const facts = { recipe: 'lamps', field: 'price', currency: 'USD', usual: 'EUR' };
    const warning = `No rows. ${engineSentence('recipe.currency', facts)}`;
    expect(currencies(['price', 'offer.net'], {}, { recipe, warning })).toEqual([undefined, '$']);
  });

  it('is the value of the currency column in the same object, if any', () => {
    const ids = [
      'price',
      'currency',
      'offer.amount',
      'offer.priceCurrency',
      'rating',
      'sale_price',
      'sale_price_currency',
    ];
    const row = { currency: '€', 'offer.priceCurrency': 'usd', sale_price_currency: 'no currency' };
    expect(currencies(ids, row)).toEqual(['EUR', undefined, 'USD', undefined, undefined, undefined, undefined]);
    expect(currencies(['price', 'price Währung'], { 'price Währung': 'kr' }, { recipe })).toEqual(['kr', undefined]);
    expect(currencies(['price', 'price currency'], {}, { recipe })).toEqual(['EUR', undefined]);
  });
});

import { engineSentence } from '../../common/engine-sentences';
import type { Recipe, RecipeField, RecipeResult } from '../../common/recipe';
import type { Evidence } from '../extraction/rules/page/evidence';
import { mayBeSame } from '../extraction/rules/values/shared-signs';
import type { ReadField } from './read-field';
import { priceSeen } from './seen-prices';

type Currencies = Readonly<Record<string, string>>;

/** Returns the most frequent currency in each price field, if any: an ISO 4217 code, or an ambiguous symbol. */
export function currenciesOf(
  fields: readonly RecipeField[],
  rows: readonly ReadonlyMap<string, ReadField>[],
  evidence: Evidence,
): Currencies {
  const { place } = evidence;
  const found = fields.flatMap(({ name, type }): readonly (readonly [string, string])[] => {
    if (type !== 'price') return [];
    const counts = new Map<string, number>();
    for (const row of rows) {
      const sighting = row.get(name)?.values[0]?.sighting;
      const stated = sighting && priceSeen(sighting, evidence)?.money.currency;
      const currency = stated === undefined ? undefined : place.money?.currencyOf(stated);
      if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1);
    }
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    return most ? [[name, most[0]]] : [];
  });
  return Object.fromEntries(found);
}

/**
 * Returns the price fields whose currency differs from the currency recorded in the recipe. An ambiguous symbol matches
 * each currency that it may mean.
 */
export function otherCurrencies({ health }: Recipe, now: Currencies): Currencies {
  const usual = health?.currencies ?? {};
  return Object.fromEntries(
    Object.entries(now).filter(([name, currency]) => usual[name] !== undefined && !mayBeSame(usual[name], currency)),
  );
}

/** Returns warnings about price fields with an unusual currency. */
export const currencySentences = (
  { name, health }: Recipe,
  { otherCurrencies: others = {} }: Pick<RecipeResult, 'otherCurrencies'>,
): readonly string[] =>
  Object.entries(others).map(([field, currency]) =>
    engineSentence('recipe.currency', { recipe: name, field, currency, usual: health?.currencies?.[field] ?? '' }),
  );

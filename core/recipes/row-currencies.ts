import type { Recipe, RecipeField, RecipeResult } from '../common/recipe';
import { findMoney } from '../models/rules/values/money';
import type { ReadField } from './read-field';

type Currencies = Readonly<Record<string, string>>;

/** The currency that most values of each price field are in, where they name one. */
export function currenciesOf(
  fields: readonly RecipeField[],
  rows: readonly ReadonlyMap<string, ReadField>[],
): Currencies {
  const found = fields.flatMap(({ name, type }): readonly (readonly [string, string])[] => {
    if (type !== 'price') return [];
    const counts = new Map<string, number>();
    for (const row of rows) {
      const raw = row.get(name)?.values[0]?.sighting.raw;
      const currency = typeof raw === 'string' ? findMoney(raw)[0]?.currency : undefined;
      if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1);
    }
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    return most ? [[name, most[0]]] : [];
  });
  return Object.fromEntries(found);
}

/** Price fields that are in another currency than usual, with the one they are in. */
export function otherCurrencies({ health }: Recipe, now: Currencies): Currencies {
  const usual = health?.currencies ?? {};
  return Object.fromEntries(
    Object.entries(now).filter(([name, currency]) => usual[name] !== undefined && usual[name] !== currency),
  );
}

/** Says which prices are in another currency than usual. */
export const currencySentences = (
  { name, health }: Recipe,
  { otherCurrencies: others = {} }: Pick<RecipeResult, 'otherCurrencies'>,
): readonly string[] =>
  Object.entries(others).map(
    ([field, currency]) => `Recipe "${name}": ${field} is in ${currency}; it was in ${health?.currencies?.[field]}.`,
  );

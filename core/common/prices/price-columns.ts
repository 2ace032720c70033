import { engineSentences, fillSentence } from '../engine-sentences';
import type { Recipe } from '../recipe';
import { isObject } from '../values/json';
import { currencyOf } from '../values/money';
import type { RowCurrencies } from './row-currencies';

/** Source of a price column's currency. */
export interface PriceColumn {
  /** Currency of all rows: an ISO 4217 code, or a symbol that several currencies share (`$`, `kr`). */
  readonly currency?: string;
  /** ID of the column that contains each row's currency. Takes precedence over `currency`. */
  readonly currencyColumn?: string;
}

/** Price columns by column ID. */
export type PriceColumns = ReadonlyMap<string, PriceColumn>;

/** A table job's recipe and warning, which determine the currencies of the price columns. */
export interface TableFacts {
  readonly recipe?: Recipe;
  readonly warning?: string;
}

const priceWords = /price|preis|cost|kosten|amount|betrag|fare/i;
const currencyWords = /^[ _-]?(?:price[ _]?)?(?:currency|währung)(?:[ _]?code)?$/i;

/** Returns the recipe in a table request or in a job's options. Undefined if the field contains only a recipe name. */
export const recipeIn = ({ recipe }: { readonly recipe?: unknown }): Recipe | undefined =>
  isObject(recipe) ? (recipe as unknown as Recipe) : undefined;

/** True when a column's name contains a word for prices but no word for currencies. */
export const isPriceName = (name: string): boolean => priceWords.test(name) && !/currency|währung/i.test(name);

/** Returns the given columns that contain prices in a known currency. */
export function priceColumns(ids: readonly string[], facts: TableFacts = {}): PriceColumns {
  const usual = usualCurrencies(facts);
  const found = ids.flatMap((id): readonly (readonly [string, PriceColumn])[] => {
    const currency = usual.get(id);
    const currencyColumn = usual.has(id) || isPriceName(id) ? currencyColumnOf(id, ids) : undefined;
    return currency === undefined && currencyColumn === undefined ? [] : [[id, { currency, currencyColumn }]];
  });
  return new Map(found);
}

/** Returns the currency of a row's price. `valueIn` returns the row's value in a given column. */
export function currencyIn(
  { currency, currencyColumn }: PriceColumn = {},
  valueIn: (column: string) => unknown,
): string | undefined {
  const own = currencyColumn === undefined ? undefined : valueIn(currencyColumn);
  return typeof own === 'string' ? currencyOf(own) : currency;
}

/** Currencies that apply to a cell, and the values in its row. */
interface CellPlace {
  readonly prices?: PriceColumns;
  /** Currencies that the pages state for the values of the row. These take precedence over `prices`. */
  readonly currencies?: RowCurrencies;
  /** Returns the row's value in a given column. */
  valueIn(column: string): unknown;
}

/** Returns the currency of the value in a column, if known. */
export const currencyOfCell = (id: string, { prices, currencies, valueIn }: CellPlace): string | undefined =>
  currencies?.[id] ?? currencyIn(prices?.get(id), valueIn);

/**
 * Returns the usual currency of each price column in a recipe, by column ID. The currency is undefined if it is
 * unknown, or if the job's warning reports another currency.
 */
function usualCurrencies({ recipe, warning = '' }: TableFacts): ReadonlyMap<string, string | undefined> {
  const parts = recipe ? [recipe, ...(recipe.details ? [recipe.details] : [])] : [];
  const prices = parts.flatMap(({ fields, health }) =>
    fields
      .filter(({ type }) => type === 'price')
      .flatMap(({ name: field }) => {
        const sentence = fillSentence(engineSentences['recipe.currency'], { recipe: recipe?.name ?? '', field });
        const [reported = ''] = sentence.split('{');
        const currency = warning.includes(reported) ? undefined : health?.currencies?.[field];
        // A nested field has a column name such as `offer.price` in a job, but `offer/price` in the table builder.
        return [field, field.replaceAll('/', '.')].map((id) => [id, currency] as const);
      }),
  );
  return new Map(prices);
}

/**
 * Returns the ID of the column that contains a price column's currencies. Both columns must be fields of the same
 * object.
 */
function currencyColumnOf(price: string, ids: readonly string[]): string | undefined {
  const parent = price.slice(0, price.lastIndexOf('.') + 1);
  const name = price.slice(parent.length).toLowerCase();
  const siblings = ids.filter((id) => id.startsWith(parent) && id !== price);
  const restOf = (id: string): string => id.slice(parent.length).toLowerCase();
  const named = siblings.find((id) => restOf(id).startsWith(name) && currencyWords.test(restOf(id).slice(name.length)));
  return named ?? siblings.find((id) => currencyWords.test(restOf(id)));
}

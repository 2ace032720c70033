import type { RecipeField } from '../../../common/recipe';
import { findMoney } from '../../../common/values/money';
import { conceptsByName } from '../../extraction/rules/lexicon/lexicon';
import { wordsOf } from '../../extraction/rules/lexicon/words';
import { parseStock } from '../../extraction/rules/values/words-of-state';
import { isTimeAgo } from '../column-types';
import { unitOf } from '../units';

/** Matches a duration, e.g. `3:07` or `2 hr 20 min`. */
export const DURATION =
  /^(?:\d+:[0-5]\d(?::[0-5]\d)?|\d+\s?(?:d|days?|tage?|h|hrs?|hours?|std|stunden?)\.?(?:\s?\d+\s?(?:m|mins?|minutes?|minuten)\.?)?)$/iu;

const FEW_LEFT = /^(?:only|nur noch|plus que|solo|sólo|ancora|nog|tylko) \d+\b/iu;
const minWord = 3;

/**
 * Returns the name that fits all values of a column, e.g. `duration` for `2h 22m`, if any. `said` is the column name
 * found on the page, if any.
 */
export function nameOfValues(
  values: readonly string[],
  type: RecipeField['type'],
  said: string | undefined,
): string | undefined {
  const texts = values.map((text) => text.trim());
  if (texts.length < 2) return undefined;
  if (type === 'integer' || type === 'number') {
    if (texts.every((text) => /^(?:1[89]|20)\d\d$/.test(text))) return 'year';
    const unit = unitOf(texts) ?? '';
    const isWord = /^\p{L}+$/u.test(unit) && unit.length >= minWord;
    return isWord && (conceptsByName(said ?? '').length === 0 || conceptsByName(unit)[0]?.kind === 'number')
      ? unit.toLowerCase()
      : undefined;
  }
  if (type !== 'text') return undefined;
  if (texts.every((text) => DURATION.test(text))) return 'duration';
  if (texts.every((text) => /^(?:\d|an? )/i.test(text) && isTimeAgo(text)))
    return said !== undefined && /^\p{L}+$/u.test(said) ? undefined : 'date';
  return texts.every((text) => FEW_LEFT.test(text) || isStock(text)) ? 'availability' : undefined;
}

const maxStockChars = 40;
const isStock = (text: string): boolean => text.length <= maxStockChars && parseStock(text) !== undefined;

/**
 * Maximum rating on a short scale, and maximum score out of 100. Numbers are counts if one of them exceeds the maximum
 * score, or if some are above and others below the maximum rating, because scores out of 100 are rarely that low.
 */
const [maxRating, maxScore] = [20, 100];

/** True for numbers that are too high for ratings, e.g. the number of reviews next to stars. */
export function areRatingCounts(values: readonly string[], type: RecipeField['type']): boolean {
  if (type !== 'integer') return false;
  if (!values.every((text) => /^\(?\d[\d.,\s]*\)?$/.test(text))) return false;
  const numbers = values.map((text) => Number(text.replace(/\D/g, '')));
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  return max > maxScore || (max > maxRating && min < maxRating);
}

const maxLeadWords = 4;

/** Returns the constant words before a number, e.g. `reaction score` for `Reaction score: 14`. */
export function leadOfNumbers(values: readonly string[]): string | undefined {
  const leads = values.map((text) => /^(\p{L}[\p{L} ]+):\s?\d[\d.,]*$/u.exec(text.trim())?.[1]?.toLowerCase());
  const [lead] = leads;
  return lead !== undefined &&
    values.length > 1 &&
    wordsOf(lead).length <= maxLeadWords &&
    leads.every((one) => one === lead)
    ? lead
    : undefined;
}

/** Maximum number of additional characters in the text of a price, e.g. for `from` or `each`. */
const maxBesidePrice = 12;

/** True if the values are amounts of money, or words that replace an amount, e.g. `35 €` and `Free`. */
export const arePrices = (texts: readonly string[]): boolean => {
  const isPrice = (text: string): boolean => {
    const [money] = findMoney(text);
    return money?.currency !== undefined && text.length - money.text.length <= maxBesidePrice;
  };
  const others = texts.filter((text) => !isPrice(text));
  const isShort = texts.every((text) => text.length < 30);
  return isShort && others.length * 2 <= texts.length && others.every((text) => !/\d/.test(text));
};

/** Returns the word that precedes the number in all values, e.g. `Height` in `Height 20 cm`. */
export function leadOf(texts: readonly string[]): string | undefined {
  const [first = ''] = texts;
  const lead = /^(\p{L}{3,}):?\s\d/u.exec(first)?.[1];
  if (lead === undefined || texts.length < 2) return undefined;
  return texts.every(
    (text) => text.startsWith(lead) && /^:?\s\d+(?:[.,]\d+)*(?:\s\S+){0,2}$/.test(text.slice(lead.length)),
  )
    ? lead.toLowerCase()
    : undefined;
}

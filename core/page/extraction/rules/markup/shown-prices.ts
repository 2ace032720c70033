import { findMoney, type Money } from '../../../../common/values/money';
import { isItem, type MarkupItem, type MarkupValue, valuesAt } from '../../../../contract/markup-item';
import { flag } from '../page/flags';
import { textOf } from '../page/text-of';
import type { PageView } from '../page/view';
import { mayBeSame } from '../values/shared-signs';

const PRICE = /^(?:low|high|min|max)?price$/i;
const MAX_DEPTH = 6;
const MAX_LINE = 1000;

/** The price of the page's subject is expected within this many lines before or after the headline. */
const [BEFORE, AFTER] = [5, 30];

/**
 * Corrects prices in markup that contradict the visible page: prices in minor units (`4995` instead of €49.95), and
 * prices in a different currency from the only price shown nearby. Other prices stay unchanged.
 */
export function withShownPrices(
  items: readonly MarkupItem[],
  page: { readonly view: PageView },
): readonly MarkupItem[] {
  return items.map((item) => {
    let shown: readonly Money[] | undefined;
    const beside = item.kind === 'json-ld' ? undefined : item.node;
    return corrected(item, () => (shown ??= beside ? findMoney(textOf(beside)) : nearHeadline(page.view)), !!beside);
  });
}

const nearHeadline = ({ lines, headlineAt }: PageView): readonly Money[] =>
  lines
    .slice(Math.max(0, headlineAt - BEFORE), headlineAt + AFTER)
    .flatMap(({ text, flags }) => (flags & (flag.related | flag.navigation) ? [] : findMoney(text.slice(0, MAX_LINE))));

/**
 * Returns a copy of an item with the visible prices. If the page does not contradict the item's prices, returns the
 * item itself.
 */
function corrected(item: MarkupItem, shown: () => readonly Money[], isBeside: boolean, depth = 0): MarkupItem {
  if (depth > MAX_DEPTH) return item;
  const currency = String(valuesAt(item, 'priceCurrency')[0]?.value ?? '').toUpperCase();
  let money: Money | undefined;
  let isChanged = false;
  const properties = new Map<string, readonly MarkupValue[]>();
  for (const [name, values] of item.properties) {
    const read = values.map((one): MarkupValue => {
      if (isItem(one.value)) return { ...one, value: corrected(one.value, shown, isBeside, depth + 1) };
      const other = PRICE.test(name) ? contradiction(Number(one.value), currency, shown(), isBeside) : undefined;
      if (!other) return one;
      money = other;
      return { ...one, value: other.amount, isShown: true };
    });
    const isSame = read.every((one, at) => one.value === values[at]?.value && one.isShown === values[at]?.isShown);
    isChanged ||= !isSame;
    properties.set(name, isSame ? values : read);
  }
  if (money?.currency && !mayBeSame(money.currency, currency))
    properties.set('priceCurrency', [{ value: money.currency, node: item.node, isShown: true }]);
  return isChanged ? { ...item, properties } : item;
}

/** Returns the visible amount that contradicts a price in markup, if any. */
function contradiction(price: number, currency: string, shown: readonly Money[], isBeside: boolean): Money | undefined {
  const amounts = shown.filter((one) => one.change === undefined && one.currency !== undefined);
  const [first] = amounts;
  if (!(price > 0) || !first) return undefined;
  const isOwn = (one: Money) => currency === '' || mayBeSame(one.currency ?? '', currency);
  const same = amounts.filter(({ amount }) => amount === price);
  if (same.length > 0) return isBeside && !same.some(isOwn) ? same[0] : undefined;
  const minor = Number.isInteger(price) ? amounts.find(({ amount }) => Math.round(amount * 100) === price) : undefined;
  const isOnly = isBeside && amounts.every(({ amount }) => amount === first.amount) && !amounts.some(isOwn);
  return minor ?? (isOnly ? first : undefined) ?? withTax(price, amounts.filter(isOwn));
}

/** VAT and GST rates in per cent. */
const TAXES = [5, 7, 8, 8.1, 9, 10, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27];

/**
 * Returns the visible amount that equals the price in markup plus tax. Undefined if there is no such amount or several
 * different ones.
 */
function withTax(price: number, shown: readonly Money[]): Money | undefined {
  if (Number.isInteger(price)) return undefined;
  const [first, ...others] = shown.filter(({ amount }) =>
    TAXES.some((rate) => Math.abs(price * (1 + rate / 100) - amount) < 0.006),
  );
  return others.some(({ amount }) => amount !== first?.amount) ? undefined : first;
}

import { findMoney } from '../../../common/values/money';
import { conceptsByName } from '../../extraction/rules/lexicon/lexicon';
import { wordsOfAttributes } from '../../extraction/rules/page/hints';
import { textBeside } from '../../extraction/rules/page/struck';
import { amountOf, firstNode, type RecordColumn } from '../columns';

/** Text before an amount that is saved, e.g. `Save $20` and `You save up to $20`. */
const SAVED_BEFORE =
  /^\P{L}*(?:(?:you|sie|vous|te|hai) )?(?:saves?|saved?|savings?|discount|ersparnis|sparen?|gespart|rabatt|économisez|économie|remise|ahorras?|ahorro|descuento|risparm\p{L}+|sconto|bespaar|korting|oszczędzasz|rabat|spara?|sleva|desconto|poupe)(?!\p{L})/iu;
/** Text after an amount that is saved, e.g. `$75 off`. */
const SAVED_AFTER =
  /^\s*(?:(?:de|di|of) )?(?:off|saved|savings?|discount|rabatt|gespart|sparen|ersparnis|remise|descuento|sconto|korting|rabat|desconto)(?!\p{L})/iu;

/** True for amounts that a customer saves compared with a former price. */
export const areSavings = ({ cells }: RecordColumn): boolean =>
  cells.some(({ length }) => length > 0) &&
  cells.flat().every(({ text, node }) => {
    const [money, ...others] = findMoney(text);
    if (!money || others.length > 0) return false;
    const before = text.slice(0, money.start).trim();
    return (
      money.change === '-' ||
      SAVED_AFTER.test(text.slice(money.end)) ||
      SAVED_BEFORE.test(before === '' ? textBeside(node) : before)
    );
  });

/** Words of class names that mark a former price, e.g. `price-was` and `line-through`. */
const FORMER =
  /(?:^| )(?:was|original|regular|before|previous|compare|rrp|msrp|old|through|strike|strikethrough)(?: |$)/i;

/** True for a name that marks a former price. */
export const namesFormerPrice = (name: string): boolean =>
  /^old /.test(name) || conceptsByName(name)[0]?.id === 'oldPrice' || FORMER.test(name);

/** True for values whose own classes mark a former price. */
const hasFormerClass = (column: RecordColumn): boolean => {
  const node = firstNode(column);
  return node !== undefined && FORMER.test(wordsOfAttributes(node.attribs));
};

/** A column with the type and the name of its values. */
interface PriceColumn {
  readonly column: RecordColumn;
  readonly type: string;
  readonly name: string;
}

/**
 * Renames price columns: former prices to `old price`, and savings to `saving`. Does not rename a labelled column, or a
 * former price without a lower current price.
 */
export function withPriceNames<T extends PriceColumn>(columns: readonly T[]): readonly T[] {
  const prices = columns.filter(({ type, column }) => type === 'price' && column.label === '');
  const current = prices.filter(({ name, column }) => !namesFormerPrice(name) && !areSavings(column));
  return columns.map((one) => {
    if (!prices.includes(one)) return one;
    if (areSavings(one.column)) return { ...one, name: 'saving' };
    const isFormer =
      (namesFormerPrice(one.name) || hasFormerClass(one.column)) &&
      current.some(
        (other) => other !== one && countOf(other) >= countOf(one) && isMostlyHigher(one.column, other.column),
      );
    return isFormer ? { ...one, name: 'old price' } : one;
  });
}

const countOf = ({ column: { cells } }: PriceColumn): number => cells.filter(({ length }) => length > 0).length;

/** A former price is higher than the current price in at least this share of the records with both. */
const minHigherShare = 0.8;

function isMostlyHigher({ cells }: RecordColumn, { cells: others }: RecordColumn): boolean {
  const both = cells.flatMap(([cell], at) => {
    const [other] = others[at] ?? [];
    const [own, current] = [cell && amountOf(cell), other && amountOf(other)];
    return own === undefined || current === undefined ? [] : [own >= current];
  });
  return both.includes(true) && both.filter(Boolean).length >= both.length * minHigherShare;
}

/** True if the numbers in an attribute are the prices of another column in hundredths, e.g. `4995` for `$49.95`. */
export const areHundredths = ({ column: one }: PriceColumn, { column: other, type }: PriceColumn): boolean =>
  one.what === 'value' &&
  type === 'price' &&
  one.cells.some(({ length }) => length > 0) &&
  one.cells.every(([cell], at) => {
    const [price] = other.cells[at] ?? [];
    const amount = price && amountOf(price);
    return !cell || (amount !== undefined && Number(cell.text) === Math.round(amount * 100));
  });

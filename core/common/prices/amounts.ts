import { findMoney } from '../values/money';

/** Matches a number with a decimal point or comma. A separator before three digits may also separate thousands. */
const plain = /^-?\d+(?:[.,]\d{1,2})?$/;
const ambiguous = /(?<![\d.,])\d{1,3}[.,]\d{3}(?![\d.,])/;

/**
 * Returns a value as an amount: a number, or text that contains only a number or a price. Undefined for other text, such
 * as a range, and for text that may be read in two ways.
 */
export function amountIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (plain.test(text)) return Number(text.replace(',', '.'));
  const [money, other] = text.length > 40 ? [] : findMoney(text);
  const isAlone = money !== undefined && other === undefined && money.text === text && money.change === undefined;
  return isAlone && !ambiguous.test(text) ? money.amount : undefined;
}

/** True for text that contains only a number, without a currency. */
export const isBareAmount = (text: string): boolean => plain.test(text.trim());

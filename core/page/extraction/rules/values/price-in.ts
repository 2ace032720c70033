import { type DecimalMarks, findMoney, type Money } from '../../../../common/values/money';
import { scaleAt, scaled, toPlain } from '../../../../common/values/numbers';
import { RecentTextsBy } from '../../../../common/values/recent-texts';

/** A price found in a string. */
export interface PriceInText {
  readonly money: Money;
  /** Upper end of the range. Only set if the price is the lower end. */
  readonly high?: number;
  /** The price or range as written. */
  readonly written: string;
}

/** Words that precede a former price. */
export const WAS =
  /\b(?:was\b|comp(?:\.|arable)?\s(?:value|price)|compared?\s(?:at|to)|list:|rrp|msrp|uvp|statt|list price|regular|original|before|previously|instead of|antes|de:|old price|ancien|prix conseillé|prezzo consigliato|pvp|pvpr|prezzo di listino|listino|adviesprijs|cena regularna|najniższa|vorher|bisher|ursprünglich|mrp|normalpreis|prix barré|lowest price|omnibus|precio normal|precio lista|tavallinen|ovh|ord\.|au lieu d|anstatt|en (?:lugar|vez) de|em vez de|(?:precio|preço) anterior|vecchio prezzo|prezzo precedente|invece d|anziché|oude prijs|in plaats van|stara cena|poprzednia cena|przed obniżką|ordinarie pris|tidigare pris|førpris|původní cena|eski fiyat)|стара|старая|прежняя цена|без скидки|定価|参考価格|市價|市价|原價|原价|정가/iu;
const NOW =
  /(?<!\p{L})(?:now|sale|jetzt|nur|only|aktionspreis|angebotspreis|maintenant|ahora|adesso|ora|agora|por(?: apenas| só| solo)?|nu|nå|nyt|nyní|acum|şimdi|teraz|сейчас|τώρα)(?!\p{L})[\s:]*$/iu;
const UNIT = /^\s?(?:\/|per |pro |je )\s?(?:kg|g\b|100|l\b|ml|litre|liter|m2|m²)/iu;
const BETWEEN = /^\s?(?:[-–—−~〜～]|to|bis|à|a|au|do|до|até|hasta|tot|till?)\s?$/iu;
const AND = /^\s?(?:and|und|et|y|e|en|i)\s?$/iu;
const BOTH = /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen|między)\s*$/iu;
const AMOUNT = "(\\d{1,3}(?:[.,'’\\u00a0\\u202f\\u2009 ]\\d{3}){1,5}(?:[.,]\\d{1,2})?|\\d{1,15}(?:[.,]\\d{1,2})?)";
const LOW = new RegExp(`(?<![\\d.,/])${AMOUNT}(\\s?(?:[-–—−~〜～]|to|bis|à|do|до|até|hasta|tot|till?)\\s?)$`, 'iu');
const HIGH = new RegExp(`^\\s?[-–—−~〜～]\\s?${AMOUNT}(?![\\d.,])`, 'iu');
/**
 * Matches text that marks the preceding number as something other than the upper end of a price range, e.g. ` pieces`
 * in `€20 – 5 pieces`.
 */
const NO_HIGH = /^\s?(?:%|[x×]\s?\d|\p{L})/iu;

/** True for a label that marks a current price, e.g. `Now` or `Sale price`. */
export const labelsCurrent = (label: string): boolean =>
  NOW.test(label) || NOW.test(label.replace(/[\s-]?(?:price|preis|prix|precio|prezzo)[\s:]*$/iu, ''));

/** Returns the text between the preceding amount and the given amount, but at most the last 30 characters. */
export const textBefore = (text: string, amounts: readonly Money[], money: Money): string =>
  text.slice(Math.max(0, money.start - 30, ...endsBefore(amounts, money)), money.start);

const endsBefore = (amounts: readonly Money[], { start }: Money): readonly number[] =>
  amounts.flatMap(({ end }) => (end <= start ? [end] : []));

/**
 * Returns the current price in a string. Skips former prices, surcharges and unit prices unless the string contains
 * nothing else.
 */
export const priceIn = (text: string, marks?: DecimalMarks): PriceInText | undefined =>
  prices.of(marks ?? noMarks, text, (own) => currentPriceIn(own, marks));

const prices = new RecentTextsBy<DecimalMarks, PriceInText | undefined>();
const noMarks: DecimalMarks = () => undefined;

function currentPriceIn(text: string, marks?: DecimalMarks): PriceInText | undefined {
  const amounts = findMoney(text, marks);
  const [first] = amounts;
  if (!first) return undefined;
  const current = amounts.filter((one) => !isFormer(text, amounts, one) && one.change === undefined);
  const whole = current.filter(({ end }) => !UNIT.test(text.slice(end)));
  const choice = whole.length > 0 ? whole : current;
  const money = choice.find((one) => NOW.test(textBefore(text, amounts, one))) ?? choice[0] ?? first;
  return withRange(text, amounts, money, marks);
}

/** Returns the former price in a string. If no amount is marked as former, returns the first amount. */
export function formerPriceIn(text: string, marks?: DecimalMarks): PriceInText | undefined {
  const amounts = findMoney(text, marks);
  const money = amounts.find((one) => isFormer(text, amounts, one)) ?? amounts[0];
  return money && { money, written: money.text };
}

const isFormer = (text: string, amounts: readonly Money[], money: Money): boolean =>
  WAS.test(textBefore(text, amounts, money));

/** Returns a price together with its range, if any, e.g. `$10 - $20`, `10–20 €`, `between £5 and £9`. */
export function withRange(text: string, amounts: readonly Money[], money: Money, marks?: DecimalMarks): PriceInText {
  const next = amounts.find(({ start }) => start >= money.end);
  if (next && next.amount > money.amount && joins(text, money, next))
    return { money, high: next.amount, written: text.slice(money.start, next.end).trim() };
  const decimal = marks?.(money.currency);
  const behind = text.slice(money.end);
  const after = HIGH.exec(behind);
  if (after) {
    const { factor, length } = scaleAt(behind.slice(after[0].length));
    const end = after[0].length + length;
    const high = Number(toPlain(after[1] ?? '', decimal));
    // In `$40–60k`, the `k` applies to both ends.
    const amount = money.isScaled || high <= money.amount ? money.amount : scaled(money.amount, factor);
    if (scaled(high, factor) > amount && (factor > 1 || !NO_HIGH.test(behind.slice(end))))
      return {
        money: { ...money, amount },
        high: scaled(high, factor),
        written: text.slice(money.start, money.end + end).trim(),
      };
  }
  const before = LOW.exec(text.slice(0, money.start));
  const low = before ? Number(toPlain(before[1] ?? '', decimal)) : money.amount;
  if (!before || low >= money.amount) return { money, written: money.text };
  const start = before.index;
  const written = text.slice(start, money.end).trim();
  return { money: { ...money, amount: low, start, text: written }, high: money.amount, written };
}

function joins(text: string, { start, end }: Money, next: Money): boolean {
  const between = text.slice(end, next.start);
  return BETWEEN.test(between) || (AND.test(between) && BOTH.test(text.slice(0, start)));
}

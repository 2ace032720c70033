import { hasDigit } from '../../../../common/values/digits';
import { findMoney, type Money, mentionsCurrency } from '../../../../common/values/money';
import { parseNumber } from '../../../../common/values/numbers';
import { conceptsByLabel } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { listedOn } from '../page/listed';
import type { Line } from '../page/view';
import { isSentence } from '../sentences';
import { labelsCurrent, textBefore, WAS, withRange } from '../values/price-in';
import { excerptOf, type Sighting } from './sighting';

const AWAY = flag.related | flag.navigation | flag.footer | flag.dialog | flag.review;
/** Words before or after an amount that indicate its meaning, e.g. `per month` after an instalment. */
interface Marks {
  readonly before: RegExp;
  readonly after: RegExp;
}

const INSTALMENT: Marks = {
  before:
    /instal|raten?\b|mensualit|cuotas?|meses|rate da|parcelas?|(?<!\d)\d+ ?x (?:de|di|von|sem)|in \d+ |termijn|(?<!\p{L})rat[ay]?\b|рассрочк|月々|分期|할부|klarna|paypal|afterpay|clearpay/iu,
  after:
    /per (?:month|week|year)|\/ ?(?:mo|month|mois|mes|mês|monat|mese|kk)|monthly|monatlich|mtl\.|par mois|al mes|al mese|per maand|miesięcznie|в месяц|\bx\s?\d+\b/iu,
};
const SHIPPING =
  /shipping|delivery|postage|versand|lieferung|liefer|livraison|frais de port|envío|gastos de|spedizione|consegna|frete|entrega|verzend|bezorg|wysyłk|dostaw|доставк|送料|运费|배송|porto|doprav|szállítás|livrare|toimitus|frakt/iu;
const FREE = /free|gratis|gratuit|kostenlos|бесплат|無料|免費|免费|무료/iu;
const TOTAL = /total|gesamt|summe|suma|итого|合計|합계|zusammen|together|bundle/iu;
const SAVING: Marks = {
  before:
    /\b(?:save|saving|you save|discount|coupon|voucher|cashback|reward|points|spar|rabatt|gutschein|remise|économi|réduction|ahorr|descuento|sconto|risparm|desconto|korting|bespaar|rabat|oszczęd)|скидк|эконом|割引|ポイント|优惠|할인|적립/iu,
  after: /\b(?:off|saved|discount|cashback|rabatt|gespart|de remise|de descuento|di sconto|de desconto)\b|割引|할인/iu,
};
const UNIT =
  /\/ ?(?:kg|g|100|l\b|ml|m2|m²|m\b|stück|unit|piece|item|st\b|ud\b|kom)|per (?:kg|100|litre|liter|unit|item|metre|m\b)|pro (?:kg|100|liter|stück)|€\/|\(\s?(?:€|£|\$)|preis pro|grundpreis|le kilo|prix au|al kilo|for \d+ |unit price/iu;
const NET =
  /(?:excl?\.?|ex|without|plus|ohne|zzgl\.?|brez|bez|bez\.|sans|sin|senza|sem|zonder|exkl\.?|uden|utan|без)\s+(?:vat|tax|gst|mwst|ust|ddv|dph|pdv|tva|iva|btw|moms|vat-u|ндс)|\b(?:net price|netto|hors taxes?|HT)\b/iu;
const FROM = /^(?:from|ab|dès|à partir|desde|da|a partire|vanaf|od|от|starting)\s/iu;
/** Words that precede a price in a sentence, e.g. `costs`. */
const COSTS =
  /(?:(?<!\p{L})(?:costs?|priced at|price (?:is|of)|is available for|sells? for|sold (?:at|for)|kostet|kosten|preis (?:von|beträgt)|coûte(?:nt)?|au prix de|cuestan?|valen?|se venden? (?:a|por)|precio de|costa(?:no)?|si vende a|prezzo di|custam?|preço de|kost|kosztuje|koster|kostar|maksaa|stojí|стоит|цена)|価格は|售价|가격은)\s*(?:only|just|about|nur|rund|seulement|solo)?\s*:?\s*$/iu;
const PRICE_WORDS =
  / (price|prices|prix|preis|precio|preco|prezzo|cena|cijena|pricing|prijs|pris|pret|kaina|hinta|fiyat|harga|nedan|tsena) /;
const GOOD_WORDS =
  / (current|sale|final|our|offer|main|sell|selling|special|actual|now|today|product price|buybox|price to pay|pricetopay|price value|price box) /;
const BAD_WORDS =
  / (old|was|list|rrp|original|regular|strike\w*|crossed|shipping|delivery|instal\w*|saving\w*|save|discount|unit|per|from|before|compare|tax|finance|monthly|you save|credit|points) /;

/** Returns current prices. See `visiblePrices`. */
export const currentPrices = (evidence: Evidence): readonly Sighting[] => visiblePrices(evidence, false);

/** Returns prices on the visible page: amounts with a currency near the headline. Excludes prices of listed items. */
export function visiblePrices(evidence: Evidence, wantsOld: boolean): readonly Sighting[] {
  const found = evidence.once(pricedSpots);
  // If a page has only one price, a class such as `price-old` does not make it a former price.
  const isLone = !found.some(({ old, sighting }) => old === undefined && sighting.weight > 0.3);
  const isOld = ({ old }: PricedSpot): boolean => old === 'crossed' || (old === 'named' && !isLone);
  return found.filter((one) => isOld(one) === wantsOld).map(({ sighting }) => sighting);
}

interface PricedSpot {
  readonly sighting: Sighting;
  /**
   * How a former price was recognized. `crossed`: struck through or after a word such as `was`. `named`: by a class
   * name.
   */
  readonly old: 'crossed' | 'named' | undefined;
}

function pricedSpots(evidence: Evidence): readonly PricedSpot[] {
  const { view, place } = evidence;
  const words = wordsByLine(evidence);
  const isListed = evidence.once(listedOn);
  const found: PricedSpot[] = [];
  view.lines.forEach((line, at) => {
    if (line.text.length > 300 || !hasDigit(line.text) || line.flags & AWAY) return;
    const around = words.get(at) ?? '';
    const isPriced = PRICE_WORDS.test(around);
    const marks = place.money?.decimalMark;
    const amounts = mentionsCurrency(line.text) ? findMoney(line.text, marks) : isPriced ? bareAmount(line) : [];
    if (amounts.length > 0 && isListed(line.node)) return;
    let end = 0;
    for (const money of amounts) {
      if (money.change !== undefined || money.start < end) continue;
      const price = withRange(line.text, amounts, money, marks);
      if (price.high !== undefined) end = price.money.start + price.written.length;
      const weight =
        weightOf(evidence, { line, at, money, around, isPriced, amounts }) * (amounts.length > 1 ? 0.97 : 1);
      if (weight <= 0.05) continue;
      const sighting: Sighting = {
        raw: price.high === undefined ? money.amount : price.written,
        weight,
        kind: 'text',
        node: line.node,
        excerpt: excerptOf(line.text),
        currency: money.currency ?? '',
      };
      const before = amounts[0] === money ? (view.lines[at - 1]?.text.slice(-24) ?? '') : '';
      found.push({
        sighting,
        old: saidBy(textBefore(line.text, amounts, money), before.trim()) ?? struckBy(line, money),
      });
    }
  });
  return found;
}

/**
 * Returns how the text before an amount, or the line above, marks the amount as a former price. Undefined if neither
 * does.
 */
function saidBy(own: string, above: string): PricedSpot['old'] {
  const said = WAS.exec(own)?.[0] ?? (WAS.exec(above)?.index === 0 ? WAS.exec(above)?.[0] : undefined);
  if (said === undefined || labelsCurrent(own)) return undefined;
  // Some shops call all prices regular prices.
  return /^(?:regular|normalpreis|precio normal|cena regularna)$/i.test(said) ? 'named' : 'crossed';
}

interface Spot {
  readonly line: Line;
  readonly at: number;
  readonly money: Money;
  readonly around: string;
  readonly isPriced: boolean;
  /** All amounts in the line. */
  readonly amounts: readonly Money[];
}

function weightOf({ view, title }: Evidence, { line, at, money, around, isPriced, amounts }: Spot): number {
  const distance = view.headline ? at - view.headlineAt : at;
  let weight = isPriced ? 0.66 : 0.5;
  if (GOOD_WORDS.test(around)) weight += 0.08;
  if (BAD_WORDS.test(around)) weight -= 0.2;
  weight *=
    distance < -60 ? 0.4 : distance < -25 ? 0.6 : distance < 0 ? 0.75 : 1 / (1 + Math.max(0, distance - 12) / 60);
  if (line.flags & flag.hidden) weight *= 0.7;
  if (line.flags & flag.aside) weight *= 0.6;
  // Prices in links usually belong to other items.
  if (line.flags & flag.link) weight *= line.text.length - money.text.length > 15 ? 0.5 : 0.6;
  if (line.flags & flag.form && !isPriced) weight *= 0.9;
  const { text } = line;
  if (isMarked(text, amounts, money, INSTALMENT)) weight *= 0.3;
  const before = textBefore(text, amounts, money);
  if (isShipping(before, text.slice(money.end, amounts[amounts.indexOf(money) + 1]?.start))) weight *= 0.35;
  if (TOTAL.test(before)) weight *= 0.4;
  if (isMarked(text, amounts, money, SAVING)) weight *= 0.4;
  if (UNIT.test(textAround(text, amounts, money))) weight *= 0.45;
  if (NET.test(text) && !isHighest(amounts, money)) weight *= 0.4;
  if (FROM.test(text)) weight *= 0.85;
  if (money.amount === 0) weight *= 0.1;
  // A scaled amount such as `$2.5 million` is rarely a price in running text.
  if (money.isScaled && !isPriced && !labelsPrice(before)) return 0;
  if (COSTS.test(before) && (amounts.length === 1 || saysTitle(text, money, title))) return weight;
  if (labelsCurrent(before)) return weight;
  // The more other text a line contains, the less likely its amount is the price.
  const extra = amounts.reduce((rest, one) => rest - one.text.length, text.length);
  if (extra > 60 && !isPriced) return weight * 0.4;
  return extra > 30 ? weight * (isPriced || !isSentence(text) ? 0.6 : 0.5) : weight;
}

/**
 * True if words next to an amount match `marks`. Words between two amounts, or before a percentage, refer to only one
 * of the amounts, e.g. `Was $80, now $60! You save $20`.
 */
function isMarked(text: string, amounts: readonly Money[], money: Money, marks: Marks): boolean {
  const at = amounts.indexOf(money);
  const [last, next] = [amounts[at - 1], amounts[at + 1]];
  const ahead = text.slice(Math.max(0, money.start - 40, last?.end ?? 0), money.start).replace(/^.*%/s, '');
  const space = text.slice(money.end, Math.min(money.end + 24, next?.start ?? text.length));
  const behind = space.replace(/(?<!\d)\d{1,3}\s?%.*$/s, '');
  if (marks.before.test(ahead) || marks.after.test(behind)) return true;
  return (!last && marks.after.test(ahead)) || (!next && behind === space && marks.before.test(behind));
}

/** True for the label of a price, e.g. `Price:`. */
const labelsPrice = (text: string): boolean => conceptsByLabel(text).some(({ id }) => id === 'price');

/** Returns an amount with a few characters before and after it, up to the adjacent amounts. */
function textAround(text: string, amounts: readonly Money[], money: Money): string {
  const at = amounts.indexOf(money);
  const start = Math.max(money.start - 14, amounts[at - 1]?.end ?? 0);
  return text.slice(start, Math.min(money.end + 12, amounts[at + 1]?.start ?? text.length));
}

/** True for the highest amount in a line. Next to a net price, the highest amount is the price including tax. */
const isHighest = (amounts: readonly Money[], { amount }: Money): boolean =>
  amounts.length > 1 && amounts.every((other) => other.amount <= amount);

/** True if the sentence with the amount also mentions the page's subject. */
function saysTitle(text: string, { start }: Money, title: string): boolean {
  const sentence = wordsOf(
    text
      .slice(0, start)
      .split(/[.!?]\s/)
      .at(-1) ?? '',
  );
  return wordsOf(title).some((word) => word.length >= 4 && sentence.includes(word));
}

/** True for delivery costs, but not for free delivery mentioned next to the price. */
const isShipping = (before: string, after: string): boolean =>
  SHIPPING.test(before) || (SHIPPING.test(after.slice(0, 24)) && !FREE.test(after.slice(0, 24)));

/** Returns a bare number in an element whose class indicates a price. */
function bareAmount(line: Line): readonly Money[] {
  if (!/^[\d.,'\s\u00a0\u202f]{1,14}(?:[,.:]\s?[-–—])?$/.test(line.text)) return [];
  const amount = parseNumber(line.text);
  return amount === undefined
    ? []
    : [{ amount, currency: undefined, change: undefined, start: 0, end: line.text.length, text: line.text }];
}

/** Returns how an amount is marked as a former price. Undefined if it is not marked. */
function struckBy(line: Line, money: Money): PricedSpot['old'] {
  const by = (flags: number) => (flags & flag.crossed ? 'crossed' : flags & flag.struck ? 'named' : undefined);
  if (line.flags & flag.struck) return by(line.flags);
  let at = 0;
  for (const segment of line.segments) {
    const piece = segment.text.trim();
    if (piece === '') continue;
    const start = line.text.indexOf(piece.replace(/\s+/g, ' '), at);
    if (start < 0) continue;
    at = start;
    if (start < money.end && money.start < start + piece.length && segment.flags & flag.struck && /\d/.test(piece))
      return by(segment.flags);
  }
  return undefined;
}

/** Returns the class words of the short elements around each line, keyed by line index. */
function wordsByLine({ view }: Evidence): ReadonlyMap<number, string> {
  const words = new Map<number, string>();
  for (const hinted of view.hinted) {
    if (hinted.chars > 120 || hinted.to - hinted.from > 6) continue;
    for (let at = hinted.from; at < hinted.to; at++) words.set(at, (words.get(at) ?? '') + hinted.words);
  }
  return words;
}

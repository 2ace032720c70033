import { wordSet } from '../../../../common/values/words';
import { inLines } from '../find/in-lines';
import { type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { numberOfWord } from './number-words';

const PRICE = wordSet('price cost fee rate charge');
const START = /^(?:starting|starts|from|lowest|minimum|min|base|entry)$/;
const PER = /^(?:monthly|month|weekly|week|daily|day|yearly|year|annual|hourly|hour|nightly|night|in|usd|eur|gbp|per)$/;
const MONEY =
  '(?:[A-Z]{0,2}[$€£]\\s?\\d[\\d.,]*\\d|[A-Z]{0,2}[$€£]\\s?\\d|\\d[\\d.,]*\\s?(?:€|£|\\$|EUR|USD|GBP|zł|kr))';
const FROM =
  /^(?:from|starting (?:at|from)|starts? (?:at|from)|as low as|prices? from|ab|à partir de|dès|desde|a partir d[ei]|a partire da|vanaf|od|från|fra)\s?:?\s?$/i;
const linesBelow = 3;
const rule = { maxChars: 600, away: OUTSIDE | flag.review, weight: 0.5 };

/**
 * Returns the price that a page states for the other words of a field's name: `on Amazon for $39` for `amazon_price`,
 * the price below the heading `Buy Salt 4-Pack` for `four_pack_price`, `From: £2.98` for `starting_price`.
 */
export function pricedSubjects({ name, kind }: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(name);
  const isPrice =
    words.some((word) => PRICE.has(word)) && (kind === 'number' || kind === 'integer' || kind === 'string');
  if (!isPrice) return [];
  const subject = words.filter((word) => !PRICE.has(word) && !PER.test(word));
  if (subject.length === 1 && START.test(subject[0] ?? '')) return startingPrices(evidence);
  return subject.length === 0 || subject.some((word) => word.length < 3) ? [] : pricesOf(evidence, subject);
}

/**
 * Returns the first amount after a label such as `From` or `Starting at`. The currency symbol may be on a separate
 * line.
 */
function startingPrices({ view }: Evidence): readonly Sighting[] {
  const inside = new RegExp(
    `^(?:from|starting (?:at|from)|ab|à partir de|dès|desde|a partir d[ei]|a partire da|vanaf|od|från|fra)\\s?:?\\s(${MONEY})`,
    'iu',
  );
  return inLines({ view }, { ...rule, maxChars: 80 }, (text, _, at) => {
    const own = inside.exec(text)?.[1];
    if (own !== undefined || !FROM.test(text)) return own;
    const next = view.lines
      .slice(at + 1, at + 1 + linesBelow)
      .map((line) => line.text)
      .join('');
    return new RegExp(`^${MONEY}`, 'u').exec(next)?.[0];
  }).slice(0, 1);
}

function pricesOf({ view }: Evidence, subject: readonly string[]): readonly Sighting[] {
  const digits = subject.map((word) => (numberOfWord(word) === undefined ? word : `(?:${word}|${numberOfWord(word)})`));
  const said = digits.join('[\\s-]');
  const beside = new RegExp(
    `(?<!\\p{L})(?:on|at|from|bei|sur|chez|en|su|bij|na|på)\\s${said}\\s(?:for|für|pour|por|per|voor|za|för)\\s(?:only\\s|about\\s|just\\s)?(${MONEY})|(${MONEY})\\s(?:on|at|from|bei|sur|chez|en|su|bij|na|på)\\s${said}(?!\\p{L})`,
    'iu',
  );
  const own = new RegExp(`(?<![\\p{L}\\d])${said}(?![\\p{L}\\d])`, 'iu');
  const amount = new RegExp(`^\\P{L}{0,3}${MONEY}$`, 'u');
  return inLines({ view }, rule, (text, { flags }, at) => {
    const found = beside.exec(text);
    if (found) return found[1] ?? found[2];
    if (!(flags & flag.heading) || !own.test(text)) return undefined;
    const below = view.lines.slice(at + 1, at + 1 + linesBelow);
    const end = below.findIndex((line) => line.flags & flag.heading);
    return below.slice(0, end < 0 ? undefined : end).find((line) => amount.test(line.text))?.text;
  });
}

import type { RecipeField } from '../../common/recipe';
import { findMoney } from '../../common/values/money';
import { RecentTexts } from '../../common/values/recent-texts';
import { daysOfRange } from '../documents/metadata/day-ranges';
import { wordsOf } from '../extraction/rules/lexicon/words';
import { partStruck } from '../extraction/rules/page/struck';
import { parseClock, parseDay } from '../extraction/rules/values/dates';
import { areCodes } from './codes';
import type { RecordColumn } from './columns';
import { unitOf, withoutBrackets } from './units';

/** A column gets a type only if at least this share of its values matches the type. */
const minFitShare = 0.9;

/** Returns the narrowest type that matches nearly all values of a column. */
export function typeOf(column: RecordColumn): RecipeField['type'] {
  const { what, cells, label } = column;
  const isTime = cells.some(([cell]) => cell?.node.name === 'time');
  const texts = withoutBrackets(cells.flat().map(({ text }) => text.trim()));
  const are = (fits: (text: string) => boolean): boolean =>
    texts.filter(fits).length >= Math.max(1, texts.length * minFitShare);
  if (what === 'src') return 'image';
  if (what === 'href')
    return are((text) => /^mailto:/i.test(text)) ? 'email' : are((text) => /^tel:/i.test(text)) ? 'phone' : 'link';
  if (what === 'datetime')
    return are((text) => /\dT\d/.test(text)) ? 'datetime' : are((text) => /^\d\d?:\d\d/.test(text)) ? 'time' : 'date';
  const cellsWith = cells.flat().map(({ text, node }) => (what === 'text' ? partStruck(text, node).rest : text).trim());
  if (are(isMoney) || cellsWith.filter(isMoney).length >= Math.max(1, texts.length * minFitShare)) return 'price';
  if (are((text) => TIME_OF_DAY.test(text)) && saysTime(texts, label)) return 'time';
  if (are(isDay)) return are((text) => parseClock(text) !== undefined) ? 'datetime' : 'date';
  if (are((text) => /^[\w.+-]+@[\w-]+\.[\w.]+$/.test(text))) return 'email';
  if (are(PHONE_LABEL.test(label) ? hasPhoneDigits : isPhone)) return 'phone';
  if (!isTime && are(isCount) && unitOf(texts) !== undefined) {
    if (areCodes(column)) return 'text';
    return what !== 'value' && are((text) => !/\d[.,]\d/.test(text)) ? 'integer' : 'number';
  }
  return what === 'value' && are(isScore) && areWordedAlike(texts) ? 'number' : 'text';
}

/**
 * True for a date or date range, which may include a time and follow words such as "Posted on". False for a sentence.
 */
export const isDay = (text: string): boolean => text.length < 40 && days.of(text, readsAsDay);

const days = new RecentTexts<boolean>();

const readsAsDay = (text: string): boolean =>
  wordsOf(text.replace(/^.*\d/su, '')).length <= 2 && (parseDay(text) ?? daysOfRange(text)) !== undefined;

/** True for text with one number and possibly its maximum, e.g. `Rated 4.5 out of 5 stars`. False for URLs. */
const isScore = (text: string): boolean => {
  if (/\p{L}\/\p{L}/u.test(text)) return false;
  const numbers = text.match(/(?<![\p{L}\d.,])\d+(?:[.,]\d+)*/gu) ?? [];
  return numbers.length === 1 || (numbers.length === 2 && /\d\s*(?:\/|\p{L}{1,4}(?:\s\p{L}{1,4})?)\s*\d/u.test(text));
};

/** True for values that differ only in their numbers and in plural forms. */
const areWordedAlike = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.replace(/\d+(?:[.,]\d+)*/g, '0').replace(/s(?![\p{L}])/gu, ''))).size === 1;

const TIME_OF_DAY = /^(?:[01]?\d|2[0-3]):[0-5]\d(?:\s?[ap]\.?m\.?)?$/i;
const TIME_LABEL =
  /\b(?:time|when|starts?|begins?|depart\w*|arriv\w*|opens?|closes?|kick-?off|uhrzeit|zeit|heure|hora|ora|orario)\b/i;

/** `3:07` may be the length of a song. A time of day therefore needs a two-digit hour, am/pm, or a matching header. */
const saysTime = (texts: readonly string[], label: string): boolean =>
  TIME_LABEL.test(label) || texts.every((text) => /^\d\d:|m\.?$/i.test(text));

const PHONE_LABEL = /\b(?:tel|telephone|telefon|telefoon|phone|mobile|mobil|fax|tel[ée]fono|t[ée]l[ée]phone)\b/i;

/** True for groups of digits that could be a phone number. */
const hasPhoneDigits = (text: string): boolean =>
  /^\+?[\d ()/.-]{7,24}$/.test(text) && text.replace(/\D/g, '').length >= 6;

/** True for a phone number with a country code, or with a leading zero and separated groups of digits. */
const isPhone = (text: string): boolean =>
  hasPhoneDigits(text) && (/^\+\d/.test(text) || /^\(?0\d+\)?[ /-]\d/.test(text));

const isMoney = (text: string): boolean => {
  const [money] = findMoney(text);
  return money?.currency !== undefined && text.length - money.text.length < 25;
};

/** True for a relative time, e.g. `3 hours ago`. */
export const isTimeAgo = (text: string): boolean =>
  text.length < 30 &&
  /(?:\d|^an?)\s?\p{L}+\.? ago$|^last (?:week|month|year)$|^vor \d+ \p{L}+$|^il y a \d+ |^hace \d+ |^há \d+ |\d \p{L}+ (?:fa|geleden|temu|назад|siden|sedan|sitten)$|\d\s?(?:分|時間|日|週間|か月|ヶ月|年|小时|小時|分钟|天|周|个月)前$/iu.test(
    text.trim(),
  );

const RELATIVE_DAY =
  /^(?:today|yesterday|heute|gestern|aujourd['’]hui|hier|hoy|ayer|oggi|ieri|hoje|ontem|vandaag|gisteren|i ?dag|i ?går|dzisiaj|wczoraj|dnes|včera|сегодня|вчера|今日|昨日|今天|昨天|오늘|어제)(?!\p{L})/iu;

/** True for a date, a relative date, or a relative time. */
export const saysDay = (text: string): boolean =>
  text.length < 30 && (isDay(text) || isTimeAgo(text) || RELATIVE_DAY.test(text));

/** Ratings in words or symbols, e.g. `4.5 out of 5 stars`. */
const RATED = /\d\s*(?:\/|out of|of|von|sur|de|su|van|из)\s*(?:5|10)\b|\bstars?\b|[★⭐]/iu;

/** True if all values are short ratings. */
export const areRatings = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every((text) => text.length < 60 && /\d/.test(text) && RATED.test(text));

/** True for a number followed by at most a few words, e.g. `16 points` or `40 m²`. False for a day of a month. */
const isCount = (text: string): boolean =>
  text.length < 30 &&
  !isTimeAgo(text) &&
  /^[-−+]?\d[\d.,\s]*(?:[^\d\s][^\d]*)?$/.test(text) &&
  !/^\d{1,2}\.? \p{Lu}\p{L}{2,}\.?$/u.test(text);

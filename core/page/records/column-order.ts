import { parseNumber, parseScaled } from '../../common/values/numbers';
import { conceptsByName } from '../extraction/rules/lexicon/lexicon';
import { isWithin, textOf } from '../extraction/rules/page/text-of';
import { parseDay } from '../extraction/rules/values/dates';
import { comparable } from '../extraction/rules/values/texts';
import { areRatings, isTimeAgo } from './column-types';
import { amountOf, firstNode, isInHeading, isUnseenColumn, type RecordColumn } from './columns';
import type { NamedColumn } from './named-column';
import { areHundredths, namesFormerPrice } from './offered/price-kinds';
import {
  areActions,
  areIcons,
  isNearCopy,
  isNearlyConstant,
  isPartOfLonger,
  isWordedRating,
  mostFrequent,
  onlyRepeats,
} from './offered/uninformative';
import { asElement } from './shape';

/** Columns in order of importance. Less useful columns are in `more`. */
export interface ArrangedColumns<T> {
  readonly shown: readonly T[];
  /**
   * Nearly empty and duplicate columns, record numbers, secondary links and images, and columns beyond the maximum
   * number.
   */
  readonly more: readonly T[];
}

/** Maximum number of suggested columns. */
export const maxShown = 8;
/** A column can be the title column only if at least this share of the records has a value in it. */
const minTitleFill = 0.5;
/** A column is suggested only if at least this share of the records has a value in it. */
const minFill = 0.2;
/** Text columns whose average length exceeds this number of characters are placed after columns with shorter text. */
const longChars = 120;

/**
 * Arranges columns in this order: title, prices, other distinctive values, link, image. Table columns keep their order.
 */
export function arranged<T extends NamedColumn>(columns: readonly T[], isTable: boolean): ArrangedColumns<T> {
  const title = isTable ? undefined : mainTitle(columns);
  const ranks = new Map(columns.map((one) => [one, rankOf(one, { title, isTable })]));
  const inOrder = columns.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  const worth = inOrder.filter((one) => one === title || !(isPartOf(one, title) || isMinor(one, inOrder)));
  const shown = new Set(worth.toSorted((a, b) => weightOf(b, title) - weightOf(a, title)).slice(0, maxShown));
  return { shown: inOrder.filter((one) => shown.has(one)), more: inOrder.filter((one) => !shown.has(one)) };
}

/** Returns the column that contains the records' titles, recognized by names, headings and the main link. */
function mainTitle<T extends NamedColumn>(columns: readonly T[]): T | undefined {
  const link = columns.map(({ name, column }) => (name === 'link' ? firstNode(column) : undefined)).find(Boolean);
  const fits = (one: T): number => {
    const { name, type, column } = one;
    const node = firstNode(column);
    if (columns.some((other) => isSpokenWhole(one, other))) return 0;
    if (type !== 'text' || column.isList || !node || fillOf(column) < minTitleFill || isMostlySame(column)) return 0;
    const isLink = link !== undefined && (isWithin(node, link) || isWithin(link, node));
    const isTitle = conceptsByName(name)[0]?.id === 'title';
    if (!isTitle && (!isLink || column.label !== '')) return 0;
    const isHeadline = /^(?:title|headline)$/i.test(name);
    const marks = (isTitle ? 2 : 0) + (isHeadline ? 1 : 0) + (isInHeading(node) ? 2 : 0);
    return marks + fillOf(column);
  };
  const isBetter = (one: T, best: T | undefined): boolean => {
    const [own, other] = [fits(one), best ? fits(best) : 0];
    return own > other || (best !== undefined && own === other && own > 0 && isLongerHeading(one, best));
  };
  return columns.reduce<T | undefined>((best, one) => (isBetter(one, best) ? one : best), undefined);
}

/** True for screen reader text that contains the visible value of another column, e.g. a title with its price. */
const isSpokenWhole = ({ column }: NamedColumn, { column: seen }: NamedColumn): boolean =>
  column !== seen && isUnseenColumn(column) && !isUnseenColumn(seen) && isMostlySaidIn(seen, column);

/** Headings are promotions or actions, not titles, if at least this share of them have the same text. */
const maxSameTitles = 0.8;

function isMostlySame({ cells }: RecordColumn): boolean {
  const texts = cells.flatMap(([cell]) => cell?.text ?? []);
  return texts.length >= minTitles && mostFrequent(texts) >= texts.length * maxSameTitles;
}

const minTitles = 4;

/**
 * True if two headings have the same tag and the text of `one` is longer. The shorter heading is a brand or a subtitle.
 */
function isLongerHeading({ column: one }: NamedColumn, { column: other }: NamedColumn): boolean {
  const [own, others] = [one, other].map(({ cells }) => cells.flat().reduce((sum, { text }) => sum + text.length, 0));
  return isInHeading(firstNode(one)) && firstNode(one)?.name === firstNode(other)?.name && (own ?? 0) > (others ?? 0);
}

interface Arrangement {
  readonly title: NamedColumn | undefined;
  readonly isTable: boolean;
}

function rankOf(one: NamedColumn, { title, isTable }: Arrangement): number {
  if (one === title) return 0;
  if (one.type === 'link') return one.name === 'link' ? 5 : 6;
  if (one.type === 'image') return 7;
  if (isTable) return 1;
  if (one.type === 'price' || /^price$/i.test(one.name)) return isOtherPrice(one) ? 2 : 1;
  return isLong(one) ? 4 : 3;
}

/** True for former prices and savings. */
const isOtherPrice = ({ name }: NamedColumn): boolean => name === 'saving' || namesFormerPrice(name);

const isLong = ({ column, type }: NamedColumn): boolean => {
  const texts = column.cells.flat().map(({ text }) => text);
  return type === 'text' && texts.reduce((sum, text) => sum + text.length, 0) > longChars * texts.length;
};

function weightOf(one: NamedColumn, title: NamedColumn | undefined): number {
  const { column, name, type } = one;
  if (one === title) return 9;
  if (isOtherPrice(one)) return (name === 'saving' ? 4 : 6) + fillOf(column);
  if (type === 'price' || type === 'link') return 8;
  if (type === 'image') return name === 'image' ? 7 : 4;
  if (column.label !== '') return column.what === 'value' ? 3 : 7;
  const isNamed = !/^(?:text|number)$/.test(name);
  const isKnown = isNamed && conceptsByName(name).length > 0;
  return (isNamed ? 4 : 2) + (isKnown ? 1 : 0) + (type === 'text' ? 0 : 0.5) + fillOf(column);
}

const fillOf = ({ cells }: RecordColumn): number =>
  cells.filter((some) => some.length > 0).length / Math.max(1, cells.length);

/** True for text inside the title, such as a footnote mark. */
function isPartOf({ column, type }: NamedColumn, title: NamedColumn | undefined): boolean {
  const [node, around] = [firstNode(column), title && firstNode(title.column)];
  return type === 'text' && node !== undefined && around !== undefined && node !== around && isWithin(node, around);
}

/** True for a column that adds little information to the other columns. */
function isMinor(one: NamedColumn, all: readonly NamedColumn[]): boolean {
  const { column, type, name } = one;
  const before = all.slice(0, all.indexOf(one));
  if (type === 'link' && name !== 'link' && all.some((other) => other.name === 'link')) return true;
  if (type === 'image' && before.some((other) => other.type === 'image')) return true;
  if (all.some((other) => areHundredths(one, other))) return true;
  const isOwn = name === 'old price' || (column.label !== '' && !before.some((other) => other.name === name));
  if (fillOf(column) < minFill && column.cells.length >= 5 && !isOwn) return true;
  if (type === 'date' && all.some((other) => other.type === 'datetime' && isCopy(one, other))) return true;
  if (type === 'text' && column.label === '' && (isBadge(column) || isNearlyConstant(one))) return true;
  if (areActions(one) || areIcons(one) || onlyRepeats(one, all)) return true;
  if (all.some((other) => isPartOfLonger(one, other) || isWordedRating(one, other))) return true;
  if (before.some((other) => isNearCopy(one, other))) return true;
  if (column.what === 'value' && (isTooltip(one) || all.some((other) => isSaidIn(one, other)))) return true;
  if (isUnseenColumn(column) && (type === 'text' || all.some((other) => isSeenCopy(one, other)))) return true;
  if (isPictureCount(one) || all.some((other) => isCountOf(one, other))) return true;
  if (all.some((other) => isTimeOf(other, one) || isAbbreviated(one, other))) return true;
  return isCounter(one, all) || all.some((other) => isWorseThan(one, other, before) && isCopy(one, other));
}

/**
 * True if `one` is less useful than `other`, which has equal values: only `one` is an attribute or hidden, or else
 * `one` comes later. A date-time is never less useful than a date.
 */
function isWorseThan(one: NamedColumn, other: NamedColumn, before: readonly NamedColumn[]): boolean {
  if (one.type === 'datetime' && other.type === 'date') return false;
  const [own, others] = [one, other].map(({ column }) => column.what === 'value' || isUnseenColumn(column));
  return own === others ? before.includes(other) : own === true;
}

/** True for a column whose text is missing in some records and the same in all others, e.g. `Sale` or `New`. */
const isBadge = ({ cells, isList }: RecordColumn): boolean => {
  const texts = cells.flatMap(([cell]) => cell?.text ?? []);
  return !isList && cells.length >= 5 && texts.length < cells.length && new Set(texts).size === 1;
};

/** True for a tooltip or screen reader label that only describes visible text or an action. */
function isTooltip({ column, type }: NamedColumn): boolean {
  const node = firstNode(column);
  if (!node || node.attribs.content !== undefined) return false;
  const isRated = type === 'text' && areRatings(column.cells.flat().map(({ text }) => text));
  const isAction = /^(?:a|button)$/.test(node.name);
  if (isRated) return false;
  return (type === 'text' && textOf(node) !== '') || (isAction && !/^(?:price|date)/.test(type));
}

/**
 * True for a hidden value that a visible column repeats, or that is an alternative to the visible value, e.g. the score
 * after a vote.
 */
const isSeenCopy = (one: NamedColumn, other: NamedColumn): boolean =>
  other !== one &&
  !isUnseenColumn(other.column) &&
  (isCopy(one, other) || isMostlySaidIn(one.column, other.column) || one.name === other.name);

/**
 * A hidden column repeats a visible column if at least this share of the hidden values is contained in the visible
 * values.
 */
const minSaidShare = 0.8;

function isMostlySaidIn({ cells }: RecordColumn, { cells: others }: RecordColumn): boolean {
  const said = cells.filter(([cell], at) => cell && others[at]?.some(({ text }) => text.includes(cell.text)));
  return said.length >= cells.filter(({ length }) => length > 0).length * minSaidShare;
}

const PICTURES = /gallery|carousel|slider|swiper|multimedia|pictures?|photos?|imgs?-?count|image-?count/i;

/** True for a picture counter, e.g. `1/12`. */
function isPictureCount({ column, type }: NamedColumn): boolean {
  if (column.what !== 'text' || column.isList || column.label !== '' || /^(?:link|image|price|date)/.test(type))
    return false;
  if (!column.cells.every(([cell]) => !cell || /^\d{1,3}(?:\s?(?:\/|of|von|de|di)\s?\d{1,3}|\s?\/)?$/.test(cell.text)))
    return false;
  let at = firstNode(column);
  for (let level = 0; at && level < pictureLevels; level++, at = asElement(at.parent))
    if (/^(?:picture|figure)$/.test(at.name) || PICTURES.test(at.attribs.class ?? '')) return true;
  return false;
}

const pictureLevels = 3;

/** True for a bare number that is also part of a rating in the same element, e.g. the number of reviews. */
function isCountOf({ column, type }: NamedColumn, { column: rated }: NamedColumn): boolean {
  if (type !== 'integer' || column === rated || rated.what !== 'value') return false;
  const texts = rated.cells.flat().map(({ text }) => text);
  return (
    areRatings(texts) &&
    column.cells.every(([cell], at) => {
      const around = rated.cells[at]?.[0];
      return (
        !cell || (around !== undefined && isWithin(cell.node, around.node) && around.text.includes(digitsOf(cell.text)))
      );
    })
  );
}

const digitsOf = (text: string): string => text.replace(/^\(|\)$/g, '');

/** True if `other` contains the exact date for a relative time (e.g. `3 hours ago`) in the same element. */
function isTimeOf(other: NamedColumn, { column, type }: NamedColumn): boolean {
  const [node, dated] = [firstNode(column), firstNode(other.column)];
  if (!/^date/.test(other.type) || /^date/.test(type) || column.what !== 'text' || !node || !dated) return false;
  return (isWithin(node, dated) || isWithin(dated, node)) && column.cells.flat().every(({ text }) => isTimeAgo(text));
}

/**
 * True if a column's text is the beginning of the other column's longer text in every record, e.g. `Brandt A, et al.`
 */
function isAbbreviated({ column, type }: NamedColumn, { column: other, type: otherType }: NamedColumn): boolean {
  if (column === other || type !== 'text' || otherType !== 'text' || column.isList || other.isList) return false;
  if (column.label !== '' || firstNode(column) === firstNode(other) || isInHeading(firstNode(column))) return false;
  if (isUnseenColumn(other)) return false;
  const begins = column.cells.map(([cell], at) => {
    const text =
      cell?.text
        .replace(/(?:et al)?\.?…?$/iu, '')
        .trimEnd()
        .replace(/,$/, '') ?? '';
    const whole = other.cells[at]?.[0]?.text ?? '';
    return text === '' || (whole.length > text.length && whole.startsWith(text));
  });
  return begins.every(Boolean) && new Set(column.cells.flat().map(({ text }) => text)).size > 1;
}

/** Names of number columns that may contain rankings. */
const RANKS = /^(?:rank|ranking|#)$/i;

/** True for a column without a meaningful name whose values only number the records. */
function isCounter({ column, name, type }: NamedColumn, all: readonly NamedColumn[]): boolean {
  if (type === 'link' || type === 'image') return false;
  const isOwn = all.every((one) => one.column === column || one.column.label !== column.label);
  if (column.label !== '' && isOwn) return false;
  const [concept] = conceptsByName(name);
  if (column.what === 'text' && (RANKS.test(name) || (concept && !/^(?:text|name|prose)$/.test(concept.kind))))
    return false;
  const numbers = column.cells.map(([cell]) => Number(/^\D?(\d+)\D?$/.exec(cell?.text ?? '')?.[1] ?? Number.NaN));
  return numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? Number.NaN) + 1);
}

const NUMBERS = /^(?:price|number|integer)$/;

/** True if another column contains all of a column's values, either as the same text or as the date of a date-time. */
function isCopy({ column, type }: NamedColumn, other: NamedColumn): boolean {
  if (type === 'link' || type === 'image' || column === other.column || column.isList || other.column.isList)
    return false;
  const isPhone = type === 'phone' && other.type === 'phone';
  const isDate = /^date/.test(type) && /^date/.test(other.type);
  const isNumber = NUMBERS.test(type) && NUMBERS.test(other.type);
  const said = ({ cells }: RecordColumn, at: number): string | undefined => {
    const [cell] = cells[at] ?? [];
    if (!cell) return undefined;
    const { text } = cell;
    if (type === 'price' && other.type === 'price') return String(amountOf(cell));
    if (isPhone) return text.replace(/\D/g, '');
    return isDate ? parseDay(text) : isNumber ? String(parseScaled(text) ?? parseNumber(text)) : comparable(text);
  };
  return column.cells.every((_, at) => {
    const own = said(column, at);
    return own === undefined || own === said(other.column, at);
  });
}

/** True for attributes that repeat all or part of a visible text, e.g. a street without its town. */
const isSaidIn = ({ column }: NamedColumn, { column: other }: NamedColumn): boolean =>
  other.what === 'text' &&
  column.cells.every(
    ([cell], at) =>
      !cell ||
      other.cells[at]?.some(({ text }) => text.includes(cell.text) || (text !== '' && cell.text.includes(text))),
  ) &&
  column.cells.some(([cell]) => /\p{L}{3}/u.test(cell?.text ?? ''));

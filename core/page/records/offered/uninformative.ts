import { conceptsByLabel, conceptsByName } from '../../extraction/rules/lexicon/lexicon';
import { wordsOfAttributes } from '../../extraction/rules/page/hints';
import { textOf } from '../../extraction/rules/page/text-of';
import { comparable } from '../../extraction/rules/values/texts';
import { firstNode, isInHeading, isUnseenColumn, type RecordColumn } from '../columns';
import type { NamedColumn } from '../named-column';
import { asElement } from '../shape';

const minRecords = 5;
const textsOf = ({ cells }: RecordColumn): readonly string[] => cells.flatMap(([cell]) => cell?.text ?? []);

/** Texts count as action labels only if at most this share of them are distinct. */
const maxActionShare = 0.35;
const maxActionChars = 30;

/** True for the labels of buttons and of links such as `Add to cart`, `Read more` and `Read about Ana`. */
export function areActions({ column, type, name }: NamedColumn): boolean {
  const node = firstNode(column);
  if (type !== 'text' || column.what !== 'text' || column.isList || column.label !== '' || !node) return false;
  if (isInHeading(node) || conceptsByName(name)[0]?.id === 'title') return false;
  const texts = textsOf(column);
  if (texts.length < 3 || texts.some((text) => text.length > maxActionChars || /\d/.test(text))) return false;
  const isRepeated = new Set(texts).size <= Math.max(1, texts.length * maxActionShare);
  if (isRepeated && isButton(column)) return true;
  const links = column.cells.flatMap(([cell]) => (cell ? [linkOf(cell.node)] : []));
  return (
    isRepeated &&
    conceptsByName(name).length === 0 &&
    links.every((link) => link !== undefined) &&
    leadElsewhere(texts, links)
  );
}

/** True if links with the same text mostly lead to different pages. Such a text does not describe the page. */
function leadElsewhere(texts: readonly string[], links: readonly (string | undefined)[]): boolean {
  const pages = new Map<string, Set<string>>();
  for (const [at, text] of texts.entries()) pages.set(text, (pages.get(text) ?? new Set()).add(links[at] ?? ''));
  const different = [...pages.values()].reduce((sum, { size }) => sum + size, 0);
  return different >= texts.length * minElsewhereShare;
}

const minElsewhereShare = 0.8;

/** Returns the URL of an element that is a link, or of a link around the element with the same text. */
function linkOf(node: RecordColumn['cells'][number][number]['node']): string | undefined {
  for (let at: typeof node | undefined = node, level = 0; at && level < 3; at = asElement(at.parent), level++)
    if (at.name === 'a') return textOf(at) === textOf(node) ? at.attribs.href : undefined;
  return undefined;
}

const BUTTON = / (?:btn|button|cta|quickview|quick view) /;

/** True if each value is in a button, or in an element marked as one. */
const isButton = ({ cells }: RecordColumn): boolean =>
  cells.every(([cell]) => {
    if (!cell) return true;
    const { name, attribs } = cell.node;
    return name === 'button' || attribs.role === 'button' || BUTTON.test(wordsOfAttributes(attribs));
  });

/** Class names of icon fonts, which show an icon in place of a word such as `close`. */
const ICON_FONT = /(?:^|\s)(?:material-(?:icons?|symbols?)|ligature-icons?)/;

/** True for the names of icons, e.g. `local_offer`. */
export const areIcons = ({ column }: NamedColumn): boolean =>
  column.what === 'text' &&
  column.cells.some(([cell]) => cell) &&
  column.cells.every((cells) => cells.every(({ node }) => ICON_FONT.test(node.attribs.class ?? '')));

/** A text column is nearly constant if at least this share of its values are equal. */
const minSameShare = 0.9;

/** True for a text column without a well-known name whose values are nearly all the same, e.g. `Instant Savings`. */
export function isNearlyConstant({ column, type, name }: NamedColumn): boolean {
  if (
    type !== 'text' ||
    column.isList ||
    column.label !== '' ||
    conceptsByName(name).some(({ kind }) => kind !== 'prose')
  )
    return false;
  const texts = textsOf(column);
  if (column.cells.length < minRecords || texts.length < 3) return false;
  return mostFrequent(texts) >= texts.length * minSameShare;
}

/** Types whose values usually differ between records. A number without a known name may be the state of a control. */
const VARYING_TYPES: ReadonlySet<string> = new Set(['price', 'date', 'datetime', 'time', 'minutes']);
/** Kinds of concepts whose values usually differ between records, e.g. the availability of products. */
const VARYING_KINDS: ReadonlySet<string> = new Set(['money', 'number', 'date', 'time', 'duration', 'flag', 'stock']);

/**
 * True for a constant column whose values are likely to differ on further pages of the list: prices, quantities, dates
 * and availability. False for the labels of buttons and values.
 */
export const mayVary = (one: NamedColumn): boolean =>
  (VARYING_TYPES.has(one.type) || conceptsByName(one.name).some(({ kind }) => VARYING_KINDS.has(kind))) &&
  !textsOf(one.column).every((text) => text.endsWith(':') || conceptsByLabel(text).length > 0) &&
  !areActions(one) &&
  !areIcons(one);

/** Returns the number of occurrences of the most frequent text. */
export function mostFrequent(texts: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/**
 * True for a text that only repeats values of other columns between constant words, e.g. `Share this event: TITLE` and
 * `current price $148.02`.
 */
export function onlyRepeats({ column, type }: NamedColumn, all: readonly NamedColumn[]): boolean {
  if (type !== 'text' || column.isList || column.label !== '' || textsOf(column).length < 3) return false;
  const others = all.filter(
    (one) => one.column !== column && one.column.what === 'text' && !one.column.isList && !isUnseenColumn(one.column),
  );
  const rests = column.cells.flatMap(([cell], at) => {
    if (!cell) return [];
    const parts = others.flatMap((one) => one.column.cells[at]?.[0]?.text ?? []);
    return [restOf(cell.text, parts)];
  });
  return new Set(rests).size === 1 && rests[0] !== undefined;
}

const minPartChars = 3;

/**
 * Removes parts from a text. Ignores very short parts, and parts equal to the whole text. Undefined if nothing was
 * removed.
 */
function restOf(text: string, parts: readonly string[]): string | undefined {
  let rest = text;
  for (const part of parts.toSorted((a, b) => b.length - a.length))
    if (part.length >= minPartChars && part !== text) rest = rest.replaceAll(part, ' ');
  return rest === text ? undefined : comparable(rest.replace(/\s+/g, ' ').trim());
}

/**
 * Two columns are copies if their texts are equal in at least this share of the records. In the other records, one text
 * must contain the other.
 */
const minEqualShare = 0.8;

/** True for an unlabelled column of texts or text lists whose values nearly always equal those of an earlier column. */
export function isNearCopy({ column, type }: NamedColumn, { column: other, type: otherType }: NamedColumn): boolean {
  if (type !== 'text' || otherType !== 'text' || column.isList !== other.isList || column.label !== '') return false;
  const all = ({ cells }: RecordColumn, at: number): string => (cells[at] ?? []).map(({ text }) => text).join('\n');
  const pairs = column.cells.flatMap(({ length }, at) =>
    length > 0 ? [[all(column, at), all(other, at)] as const] : [],
  );
  const equal = pairs.filter(([own, others]) => own === others).length;
  return (
    pairs.length >= minRecords &&
    equal >= pairs.length * minEqualShare &&
    pairs.every(([own, others]) => others !== '' && (others.includes(own) || own.includes(others)))
  );
}

/** True for ratings written as text, e.g. `4.9 / 5.0`, if another column contains the same ratings as numbers. */
export const isWordedRating = ({ column, type, name }: NamedColumn, other: NamedColumn): boolean =>
  type === 'text' &&
  other.type === 'number' &&
  conceptsByName(name)[0]?.id === 'rating' &&
  conceptsByName(other.name)[0]?.id === 'rating' &&
  column.cells.every(([cell], at) => {
    const [number] = other.column.cells[at] ?? [];
    return !cell || (number !== undefined && firstNumber(cell.text) === firstNumber(number.text));
  });

const firstNumber = (text: string): number => Number(/\d+(?:[.,]\d+)?/.exec(text)?.[0].replace(',', '.'));

/**
 * True if each value is a part of the value in another column with the same name, e.g. the first paragraph of a
 * description.
 */
export const isPartOfLonger = (
  { column, type, name }: NamedColumn,
  { column: other, name: otherName }: NamedColumn,
): boolean =>
  column !== other &&
  type === 'text' &&
  name !== 'text' &&
  name === otherName &&
  column.label === '' &&
  !other.isList &&
  column.cells.every(([cell], at) => {
    const [whole] = other.cells[at] ?? [];
    return !cell || (whole !== undefined && whole.text.length > cell.text.length && whole.text.includes(cell.text));
  });

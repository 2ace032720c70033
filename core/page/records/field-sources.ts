import type { Element } from 'domhandler';
import type { RecipeField, RecipeSource } from '../../common/recipe';
import { resolveUrl } from '../documents/content/urls';
import { sightingOf } from '../extraction/rules/lists/columns';
import type { Cell } from '../extraction/rules/lists/row';
import { inWholeRow, wholeRow } from '../extraction/rules/page/spanned-rows';
import { elementsIn, isWithin, textOf } from '../extraction/rules/page/text-of';
import { coerce, type ValuePlace } from '../extraction/rules/values/coerce';
import { comparable } from '../extraction/rules/values/texts';
import {
  atomsOf,
  byPlaceCost,
  pathFromEnd,
  type Candidate as Selector,
  selectorsFor,
} from '../extraction/selectors/candidates';
import { type ReadableField, readable, readSource } from '../recipes/read-field';
import type { SourceReader } from '../recipes/source-reader';
import type { RecordColumn } from './columns';
import type { PickedRecord } from './shape';

/** A source with its cost. Sources with a lower cost are more stable across pages. */
interface Proposal {
  readonly source: RecipeSource;
  readonly cost: number;
}

const maxSources = 3;
const asked = 5;
const bareTagCost = 4;
/** A source is rejected if it reads a different value in more than this share of the records. */
const maxErrorShare = 0.04;

/**
 * Returns the sources that yield a column's values in all records, most stable first. Empty if no source yields all of
 * them.
 */
export function sourcesOf(
  column: RecordColumn,
  type: RecipeField['type'],
  records: readonly PickedRecord[],
  reader: SourceReader,
): RecipeField['sources'] {
  const field = readable({ name: 'value', type, sources: [], ...(column.isList ? { list: true } : {}) });
  const expected = records.map((_, index) => expectedOf(column, index, field, reader.evidence.place));
  const mayFill = type === 'price' && isMostlyFilled(column);
  const kept: Proposal[] = [];
  const inexact: Proposal[] = [];
  const take = (one: Proposal, isLast: boolean): boolean => {
    if (kept.length === maxSources || (isLast && kept.some(({ cost }) => cost < byPlaceCost))) return false;
    if (agrees({ field, source: one.source, expected, mayFill }, records, reader)) kept.push(one);
    return true;
  };
  for (const one of proposals(column, records)) {
    if (!isExact(one, column, records, reader)) inexact.push(one);
    else if (!take(one, one.cost >= byPlaceCost)) break;
  }
  for (const one of inexact) if (!take(one, true)) break;
  if (kept.length === 0) for (const one of fromEnd(column, records)) if (take(one, true)) break;
  return kept.map(({ source }) => source);
}

/** Returns sources that read the last of several values, e.g. the current price after a former price. */
function fromEnd({ cells, what, isList }: RecordColumn, records: readonly PickedRecord[]): readonly Proposal[] {
  if (what !== 'text' || isList) return [];
  const paths = cells.flatMap(([cell], index) => {
    const [part] = records[index] ?? [];
    return (cell && part && isWithin(cell.node, part) && pathFromEnd(cell.node, part)) || [];
  });
  return [...new Set(paths.slice(0, asked))].map((selector) => ({ source: { selector }, cost: byPlaceCost }));
}

/**
 * If no more than this share of the records seem to lack a price, these records probably mark up their price
 * differently.
 */
const maxUnfilledShare = 0.2;

/** True for unlabelled current prices that few records lack. */
const isMostlyFilled = ({ cells, label, what, isList }: RecordColumn): boolean =>
  label === '' &&
  what === 'text' &&
  !isList &&
  cells.filter(({ length }) => length === 0).length <= cells.length * maxUnfilledShare &&
  cells.flat().every(({ struck }) => !struck);

function expectedOf({ cells }: RecordColumn, index: number, { wanted }: ReadableField, place: ValuePlace): string {
  const values = (cells[index] ?? []).flatMap((cell) => {
    const isAddress = /^(?:href|src)$/.test(cell.what) && wanted.format === 'uri';
    const text = isAddress ? (resolveUrl(cell.text, place.base) ?? cell.text) : cell.text;
    return coerce(wanted, sightingOf({ ...cell, text }, 1), place)?.value ?? [];
  });
  return keyOf(values);
}

const keyOf = (values: readonly unknown[]): string => [...new Set(values.map(comparable))].join('\n');

interface Expectation {
  readonly field: ReadableField;
  readonly source: RecipeSource;
  readonly expected: readonly string[];
  /** True if the source is allowed to read values in records in which the column has none. */
  readonly mayFill: boolean;
}

function agrees(
  { field, source, expected, mayFill }: Expectation,
  records: readonly PickedRecord[],
  reader: SourceReader,
): boolean {
  let wrong = Math.floor(records.length * maxErrorShare);
  let right = 0;
  for (const [index, [root]] of records.entries()) {
    if (!root) continue;
    const read = keyOf(readSource(field, source, root, reader).map(({ value }) => value));
    if (read === expected[index]) right += read === '' ? 0 : 1;
    else if (!(mayFill && expected[index] === '') && --wrong < 0) return false;
  }
  return right > 0;
}

/** Returns the sources found in a sample of cells, sorted by cost, then by the number of cells that they read. */
function proposals(column: RecordColumn, records: readonly PickedRecord[]): readonly Proposal[] {
  const found = new Map<string, Proposal & { votes: number }>();
  const filled = column.cells.flatMap((cells, index) => (cells.length > 0 ? [index] : []));
  const step = Math.max(1, Math.floor(filled.length / asked));
  const chosen = filled.filter((_, index) => index % step === 0).slice(0, asked);
  for (const index of chosen) {
    const [cell] = column.cells[index] ?? [];
    if (!cell) continue;
    const attribute = attributeOf(column, cell.node);
    for (const { css, cost } of selectorsIn(cell.node, records[index] ?? [])) {
      const source = { selector: css, ...(attribute === undefined ? {} : { attribute }) };
      const known = found.get(css);
      const price = cost + (isBareTag(css) ? bareTagCost : 0);
      found.set(css, { source, cost: Math.min(price, known?.cost ?? price), votes: (known?.votes ?? 0) + 1 });
    }
    for (const one of [...afterPrefix(cell, records[index] ?? []), ...atMark(cell, records[index] ?? [])])
      found.set(JSON.stringify(one.source), {
        ...one,
        votes: (found.get(JSON.stringify(one.source))?.votes ?? 0) + 1,
      });
    if (column.label !== '' && column.what === 'text' && !/^t[dh]$/.test(cell.node.name))
      found.set(':label', { source: { label: column.label }, cost: 3, votes: chosen.length });
  }
  return [...found.values()]
    .filter(({ votes }) => votes >= chosen.length / 2)
    .sort((a, b) => a.cost - b.cost || b.votes - a.votes);
}

/** Additional cost of a source that extracts the value from a longer text. */
const prefixCost = 0.5;

/** Returns sources that read a value after a label in the same element, e.g. `Title: Gesture and speech`. */
function afterPrefix({ what, text, node }: Cell, record: PickedRecord): readonly Proposal[] {
  const whole = textOf(node);
  const prefix = whole.endsWith(text) ? whole.slice(0, -text.length).trim() : '';
  if (what !== 'text' || prefix === '' || prefix.length > maxPrefixChars) return [];
  const pattern = `^${prefix.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+')}\\s*(.+)$`;
  return selectorsIn(node, record).map(({ css, cost }) => ({
    source: { selector: css, pattern },
    cost: cost + prefixCost + (isBareTag(css) ? bareTagCost : 0),
  }));
}

/** Returns sources that read the text after an element's last separator, e.g. `Leeds` in `2 hours ago · Leeds`. */
function atMark({ what, text, node }: Cell, record: PickedRecord): readonly Proposal[] {
  const whole = textOf(node);
  const mark =
    what === 'text' && whole !== text && whole.endsWith(text)
      ? MARK.exec(whole.slice(0, -text.length))?.[1]
      : undefined;
  if (mark === undefined || text.includes(mark)) return [];
  const pattern = `[${mark}]\\s*([^${mark}]+)$`;
  return selectorsIn(node, record).map(({ css, cost }) => ({
    source: { selector: css, pattern },
    cost: cost + prefixCost,
  }));
}

/** A separator at the end of the text before a value. */
const MARK = /([·•|–—,])\s*$/u;
const maxPrefixChars = 40;

/**
 * True for a selector that is only a tag. Such a selector fails if an element with the same tag is inserted before the
 * value.
 */
const isBareTag = (css: string): boolean =>
  /^(?:a|b|i|p|em|td|th|li|dd|dt|div|span|strong|small|img|section)$/.test(css);

/** True if the first match of a source's selector is the column's element. Checks only a few records. */
function isExact(
  { source }: Proposal,
  column: RecordColumn,
  records: readonly PickedRecord[],
  reader: SourceReader,
): boolean {
  const { selector } = source;
  if (selector === undefined) return true;
  const filled = column.cells.flatMap(([cell], index) =>
    cell ? [{ node: cell.node, root: records[index]?.[0] }] : [],
  );
  return filled
    .slice(0, asked)
    .every(({ node, root }) => root !== undefined && reader.elements(selector, root)[0] === node);
}

/** Returns the attribute that contains a column's values. Undefined for text, links and images. */
function attributeOf({ what }: RecordColumn, { attribs }: Element): string | undefined {
  if (what === 'datetime') return 'datetime';
  if (what === 'href' && /^(?:mailto|tel):/i.test(attribs.href ?? '')) return 'href';
  if (what !== 'value') return undefined;
  return ['content', 'title', 'aria-label'].find(
    (name) => attribs[name] !== undefined && /\d/.test(attribs[name] ?? ''),
  );
}

/** Returns an element's selectors, relative to the first element of its record. */
export function selectorsIn(node: Element, record: PickedRecord): readonly Selector[] {
  const inFirst = record[0] && inWholeRow(node, record[0]);
  const at = inFirst ? 0 : record.findIndex((part) => isWithin(node, part));
  const part = record[at];
  if (!part) return [];
  const own = inFirst ? selectorsFor(inFirst, wholeRow(part)) : selectorsFor(node, part);
  // On a single-record page, the record is the body. `:scope` does not match the body, so its tag is used instead.
  if (part.name === 'body') return own.map(({ css, cost }) => ({ css: css.replace(/^:scope/, 'body'), cost }));
  if (at === 0) return own;
  const start = `:scope${record
    .slice(1, at + 1)
    .map(({ name }) => ` + ${name}`)
    .join('')}`;
  const below = own.map(({ css, cost }) => ({ css: joined(start, css), cost: cost + at / 2 }));
  return part.name === 'tr' ? [...below, ...inMarkedRow(node, part, start)] : below;
}

const joined = (start: string, css: string): string =>
  css.startsWith(':scope') ? `${start}${css.slice(':scope'.length)}` : `${start} ${css}`;

/** Additional cost of a selector that requires a mark of a row. */
const markCost = 1;

/**
 * Returns selectors that match only if the row has the same mark as `row`: a class, or a cell that spans several
 * columns. They match nothing in a record without such a row.
 */
function inMarkedRow(node: Element, row: Element, start: string): readonly Selector[] {
  const byClass = atomsOf(row)
    .filter(({ css }) => css.startsWith('.'))
    .flatMap(({ css: mark, cost: ofMark }) =>
      selectorsFor(node, row).map(({ css, cost }) => ({ css: joined(`${start}${mark}`, css), cost: cost + ofMark })),
    );
  const cell = elementsIn(row).find((one) => isWithin(node, one));
  if (!cell || cell.attribs.colspan === undefined) return byClass;
  const wide = `${start} > ${cell.name}[colspan]`;
  const inCell = selectorsFor(node, cell).map(({ css, cost }) => ({ css: joined(wide, css), cost: cost + markCost }));
  return [...byClass, ...inCell];
}

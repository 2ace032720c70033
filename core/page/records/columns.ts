import type { Element } from 'domhandler';
import { findMoney } from '../../common/values/money';
import type { Cell } from '../extraction/rules/lists/row';
import { partStruck } from '../extraction/rules/page/struck';
import { elementsIn, isWithin, textOf } from '../extraction/rules/page/text-of';
import { priceFor } from '../extraction/rules/values/coerce';
import { parseClock, parseDay } from '../extraction/rules/values/dates';
import { placeOf, rowsOf } from './record-cells';
import type { PickedRecord } from './shape';
import { asElement, stableClasses } from './shape';
import { unitOf } from './units';
import { isUnseen } from './unseen';

/** The values at the same position in every record. */
export interface RecordColumn {
  /** Table header, or label next to the values. Empty if there is no label. */
  readonly label: string;
  readonly what: Cell['what'];
  /** Cells of each record. A list column may have several cells per record. A record without a value has no cells. */
  readonly cells: readonly (readonly Cell[])[];
  readonly isList: boolean;
}

/** A position becomes a column only if at least this share of the records has a value there. */
const minFilledShare = 0.1;
const maxColumns = 40;

/** Maximum number of returned columns whose text is the same in every record. */
const maxConstant = 6;

/**
 * Returns the columns of the records in page order, without buttons and duplicate columns. Constant text is returned
 * separately.
 */
export function columnsOf(
  records: readonly PickedRecord[],
  headers: readonly string[] | undefined,
): { readonly columns: readonly RecordColumn[]; readonly constant: readonly RecordColumn[] } {
  const columns = placesOf(rowsOf(records, headers)).flatMap((place) => split(place, records.length));
  const full = columns.filter(
    ({ cells }) => count(cells) >= Math.max(Math.min(2, records.length), records.length * minFilledShare),
  );
  const constant = full.filter((column) => isConstant(column, records.length));
  return {
    columns: distinct(full.filter((column) => !constant.includes(column))).slice(0, maxColumns),
    constant: distinct(constant.filter(isStatement)).slice(0, maxConstant),
  };
}

/** True for visible text that is not the label of a link. */
const isStatement = (column: RecordColumn): boolean =>
  column.what === 'text' &&
  !isUnseenColumn(column) &&
  column.cells.every(
    ([cell]) => cell === undefined || !(cell.node.name === 'a' || asElement(cell.node.parent)?.name === 'a'),
  ) &&
  column.cells.some(([cell]) => /[\p{L}\d]/u.test(cell?.text ?? ''));

const count = (cells: RecordColumn['cells']): number => cells.filter((some) => some.length > 0).length;

interface Place {
  readonly what: Cell['what'];
  readonly label: string;
  readonly cells: readonly (readonly Cell[])[];
  /** Key shared by elements of the same kind, regardless of their index. */
  readonly key: string;
}

/** Groups the cells of all records by position, in order of appearance. */
function placesOf(rows: readonly (readonly Cell[])[]): readonly Place[] {
  const order = new Map<string, { label: string; what: Cell['what']; cells: Cell[][]; rank: number }>();
  rows.forEach((row, index) => {
    row.forEach((cell, position) => {
      const key = `${placeOf(cell)} ${cell.what}${cell.struck ? ' struck' : ''}`;
      const known = order.get(key) ?? { label: cell.label, what: cell.what, cells: rows.map(() => []), rank: 0 };
      if (!order.has(key)) known.rank = position;
      known.cells[index]?.push(cell);
      order.set(key, known);
    });
  });
  return [...order].map(([key, place]) => ({ key, ...place })).sort((a, b) => a.rank - b.rank);
}

/**
 * Splits a position with several values into columns, by kind or index. If the number of values varies between records,
 * the position becomes a single list column.
 */
function split({ key, ...place }: Place, records: number): readonly RecordColumn[] {
  const counts = place.cells.map((some) => some.length).filter((one) => one > 0);
  const most = Math.max(0, ...counts);
  if (most <= 1) return [{ ...place, isList: false }];
  const prose = proseOf(place.cells);
  if (prose) return [{ ...place, cells: prose, isList: false }];
  if (counts.length >= 5 && counts.filter((one) => one === 1).length >= counts.length * 0.8)
    return [{ ...place, cells: place.cells.map((some) => some.slice(0, 1)), isList: false }];
  const shapes = [...new Set(place.cells.flat().map(({ text }) => shapeOf(text)))];
  if (shapes.length > 1 && shapes.length <= 4) {
    const byShape = shapes.map((shape) =>
      place.cells.map((some) => some.filter(({ text }) => shapeOf(text) === shape)),
    );
    if (byShape.every((cells) => cells.every((some) => some.length <= 1)))
      return byShape.map((cells) => ({ ...place, cells, isList: false }));
  }
  const isListed = /(?:^|>)(?:li|option)(?:\.[^>]*)?(?:>|$|@| )/.test(key) && !place.cells.every(areInOneItem);
  const fixed = isListed ? undefined : positionsOf(place.cells);
  if (fixed) return fixed.map((cells) => ({ ...place, cells, isList: false }));
  const even = counts.filter((one) => one === most).length >= counts.length * 0.9;
  const turns = Array.from({ length: most }, (_, turn) => place.cells.map((some) => some.slice(turn, turn + 1)));
  if (even && most <= 12 && records > 1 && (!isListed || differInUnit(turns)))
    return turns.map((cells) => ({ ...place, cells, isList: false }));
  return [{ ...place, isList: true }];
}

/** If the values are paragraphs whose parents contain no other text, returns the parents. Otherwise, returns undefined. */
function proseOf(cells: RecordColumn['cells']): RecordColumn['cells'] | undefined {
  const isProse = cells.every((some) => {
    const around = asElement(some[0]?.node.parent);
    const isWhole = around && some.every(({ node }) => node.name === 'p' && node.parent === around);
    return some.length === 0 || (isWhole && textOf(around) === some.map(({ text }) => text).join(' '));
  });
  if (!isProse) return undefined;
  return cells.map(([cell]) => {
    const node = asElement(cell?.node.parent);
    return cell && node ? [{ ...cell, node, text: textOf(node) }] : [];
  });
}

/** Values are split by position only if they have the same number of siblings in at least this share of the records. */
const minFixedShare = 0.9;
const maxPositions = 12;

/**
 * Splits values by their position among siblings. Records without a value get an empty list. Undefined if the number of
 * siblings varies between records.
 */
function positionsOf(cells: RecordColumn['cells']): readonly RecordColumn['cells'][] | undefined {
  const filled = cells.filter((some) => some.length > 0);
  const sizes = filled.map(([cell]) => (cell ? siblingsOf(cell.node).length : 0));
  const [size = 0] = sizes;
  if (
    size < 2 ||
    size > maxPositions ||
    sizes.filter((one) => one !== size).length > filled.length * (1 - minFixedShare)
  )
    return undefined;
  const areBeside = filled.every(([first, ...others]) =>
    others.every(({ node }) => node.parent === first?.node.parent),
  );
  if (!areBeside) return undefined;
  const at = (index: number): RecordColumn['cells'] =>
    cells.map((some) => some.filter(({ node }) => siblingsOf(node)[index] === node));
  return Array.from({ length: size }, (_, index) => at(index)).filter((column) => count(column) > 0);
}

/** Returns an element and its siblings with the same tag and first class. */
function siblingsOf(node: Element): readonly Element[] {
  const parent = asElement(node.parent);
  const [own] = stableClasses(node);
  return (parent ? elementsIn(parent) : [node]).filter(
    (one) => one.name === node.name && stableClasses(one)[0] === own,
  );
}

/** True if all cells are in the same list item. Cells in several items form a list. */
function areInOneItem(cells: readonly Cell[]): boolean {
  const items = cells.map(({ node }) => {
    let up: Element | undefined = node;
    while (up && up.name !== 'li' && up.name !== 'option') up = asElement(up.parent);
    return up;
  });
  return new Set(items).size <= 1;
}

/** True if the items have different units, e.g. `3 rooms` and `70 m²`. */
function differInUnit(turns: readonly RecordColumn['cells'][]): boolean {
  const units = turns.map((cells) => {
    const texts = cells.flat().map(({ text }) => text);
    return texts.every((text) => /^\d/.test(text)) ? unitOf(texts) : undefined;
  });
  return units.every(Boolean) && new Set(units).size === units.length;
}

/** Returns the kind of a text value. Values of different kinds belong in different columns. */
function shapeOf(text: string): string {
  if (text.length > 60) return 'text';
  if (findMoney(text).length > 0) return 'money';
  if (/^\s*[-−+]?\d+(?:[.,]\d+)?\s?%/.test(text)) return 'percent';
  return /^\d[\d.,\s]*$/.test(text) ? 'number' : 'text';
}

const textsOf = (cells: readonly Cell[]): string =>
  cells.length === 1 ? (cells[0]?.text ?? '') : cells.map(({ text }) => text).join('\n');

/** True for a column with the same value in all records. */
function isConstant({ cells, what }: RecordColumn, records: number): boolean {
  if (records < 3 || count(cells) < Math.max(2, records * 0.5)) return false;
  const texts = new Set(cells.filter((some) => some.length > 0).map(textsOf));
  const isLink = cells.every(([cell]) => cell === undefined || cell.node.name === 'a');
  return texts.size === 1 && (what !== 'text' || isLink || count(cells) >= records * 0.9);
}

/** Removes duplicate columns, and columns whose elements only wrap several other columns. */
function distinct(columns: readonly RecordColumn[]): readonly RecordColumn[] {
  const kept: RecordColumn[] = [];
  for (const column of columns) {
    const same = kept.findIndex((one) => isSame(one, column));
    const other = kept[same];
    if (other === undefined) kept.push(column);
    else if (isBetter(column, other)) kept[same] = column;
  }
  const whole = kept.filter((column) => !isInParts(column, kept));
  const told = whole.filter(
    (column) => !whole.some((one) => one !== column && isDescribedBy(column, one)) && !isBox(column, whole),
  );
  return told.filter(
    (column) => !told.some((one) => isPriceOf(column, one) || isNumberOf(column, one) || isPartOfDate(column, one)),
  );
}

/** True for a column of dates with a time of day. The date and the time may be in two elements. */
const isDateTime = ({ what, isList, cells }: RecordColumn): boolean =>
  what === 'text' && !isList && cells.every(([cell]) => !cell || saysDateTime(cell.text));

const saysDateTime = (text: string): boolean =>
  text.length < 40 && /\d:\d\d/.test(text) && parseDay(text) !== undefined && parseClock(text) !== undefined;

/** True for a column with one part of the values in `whole`: the date or the time of day. */
const isPartOfDate = (column: RecordColumn, whole: RecordColumn): boolean =>
  column !== whole &&
  column.what === 'text' &&
  isDateTime(whole) &&
  column.cells.every(([cell], at) => {
    const around = whole.cells[at]?.[0];
    return !cell || (around !== undefined && isWithin(cell.node, around.node) && around.text.includes(cell.text));
  });

/** True for a list whose items are parts of values in several other columns. */
function isInParts(column: RecordColumn, columns: readonly RecordColumn[]): boolean {
  if (!column.isList || column.what !== 'text') return false;
  const holders = column.cells.flatMap((cells, index) =>
    cells.map((cell) => columns.findLast((one) => !one.isList && isInside(cell, one.cells[index]?.[0]))),
  );
  return new Set(holders).size > 1 && !holders.includes(undefined);
}

/** True if two columns have equal values. Ignores records without a value in the column that has fewer values. */
function isSame(one: RecordColumn, other: RecordColumn): boolean {
  if (kindOf(one) !== kindOf(other) || one.isList !== other.isList) return false;
  const [less, more] = count(one.cells) < count(other.cells) ? [one, other] : [other, one];
  return less.cells.every((cells, index) => cells.length === 0 || textsOf(cells) === textsOf(more.cells[index] ?? []));
}

const kindOf = ({ what }: RecordColumn): string => (what === 'href' || what === 'src' ? what : 'said');

/** Returns the element of a column's first value. */
export const firstNode = ({ cells }: RecordColumn): Element | undefined => cells.find(([cell]) => cell)?.[0]?.node;

/**
 * True if a column is better than its duplicate: more complete, visible instead of hidden, labelled, or a link in a
 * heading.
 */
function isBetter(column: RecordColumn, other: RecordColumn): boolean {
  if (count(column.cells) !== count(other.cells)) return count(column.cells) > count(other.cells);
  if (isUnseenColumn(column) !== isUnseenColumn(other)) return isUnseenColumn(other);
  if ((column.what === 'value') !== (other.what === 'value')) return other.what === 'value';
  if (column.label !== other.label) return other.label === '';
  return column.what === 'href' && linkRank(firstNode(column)) > linkRank(firstNode(other));
}

/** Ranks links to the same URL: a link in or around a heading ranks highest, and a link without text ranks lowest. */
function linkRank(node: Element | undefined): number {
  if (!node || textOf(node) === '') return 0;
  return isInHeading(node) || isInHeading(innermostOf(node)) ? 2 : 1;
}

/** True for values that are hidden (or only for screen readers) in every record. */
export const isUnseenColumn = ({ cells }: RecordColumn): boolean =>
  cells.every(([cell]) => cell === undefined || isUnseen(innermostOf(cell.node)));

/** Returns the innermost element that contains the same text as `node`. */
export function innermostOf(node: Element): Element {
  const inner = elementsIn(node).filter((one) => textOf(one) !== '');
  const [only] = inner;
  return only && inner.length === 1 && textOf(only) === textOf(node) ? innermostOf(only) : node;
}

/** True for a heading or an element inside a heading. */
export function isInHeading(node: Element | undefined): boolean {
  for (let up = node; up; up = asElement(up.parent)) if (/^h[1-6]$/.test(up.name)) return true;
  return false;
}

/** True if another column describes the same element better: with a machine-readable time or with a label. */
function isDescribedBy(column: RecordColumn, other: RecordColumn): boolean {
  if (column.what === 'href') return column.isList && other.isList && other.what === 'text';
  if (column.what !== 'text') return false;
  const node = firstNode(column);
  if (!node || node !== firstNode(other)) return other.what === 'text' && other.label !== '' && isPartOf(column, other);
  if (other.what === 'datetime') return true;
  return other.what === 'text' && other.label !== '' && column.label === '';
}

/**
 * True for a price whose surrounding element also contains a former price in some records. The column of the
 * surrounding element is used instead.
 */
const isPriceOf = (column: RecordColumn, box: RecordColumn): boolean =>
  column.what === 'text' &&
  !column.isList &&
  !box.isList &&
  count(column.cells) <= count(box.cells) &&
  column.cells.every(([cell], index) => {
    const [around] = box.cells[index] ?? [];
    const price = cell && amountOf(cell);
    return (
      !cell || (price !== undefined && around !== undefined && isInside(cell, around) && price === amountOf(around))
    );
  });

/** True for a bare number whose unit is in the surrounding element, e.g. `<b>3</b> rooms`. */
function isNumberOf(column: RecordColumn, box: RecordColumn): boolean {
  if (column === box || column.what !== 'text' || box.what !== 'text' || column.isList || box.isList) return false;
  const texts = box.cells.flat().map(({ text }) => text);
  return (
    Boolean(unitOf(texts)) &&
    column.cells.every(([cell], index) => {
      const [around] = box.cells[index] ?? [];
      if (!cell) return true;
      return isInside(cell, around) && isPlain(cell) && around?.text.startsWith(`${cell.text} `) === true;
    })
  );
}

const isPlain = ({ text, node }: Cell): boolean => /^\d[\d.,]*$/.test(text) && node.attribs.class === undefined;

const maxPriceWords = 25;

/** True for text that consists of a price and at most a few words, not counting struck-through and hidden parts. */
const isPrice = ({ text, node }: Cell): boolean => {
  const { rest } = partStruck(text, node);
  const [money] = findMoney(rest);
  return money?.currency !== undefined && rest.length - money.text.length < maxPriceWords;
};

const arePrices = ({ cells }: RecordColumn): boolean => cells.every(([cell]) => cell === undefined || isPrice(cell));

/** Returns the price amount in a cell. Ignores struck-through and hidden parts. */
export const amountOf = ({ text, node }: Cell): number | undefined =>
  priceFor({ concept: undefined }, { raw: text, node }, { base: '' })?.money.amount;

/** True for an unlabelled part of a text if another column contains the same value with its label. */
const isPartOf = (column: RecordColumn, other: RecordColumn): boolean =>
  column.label === '' &&
  column.cells.every(([cell], index) => {
    const labelled = other.cells[index]?.[0];
    return !cell || (labelled !== undefined && cell.node === labelled.node);
  });

/** True for a column that contains the values of several other columns but no distinctive text of its own. */
function isBox(column: RecordColumn, columns: readonly RecordColumn[]): boolean {
  if (column.what !== 'text' || column.isList || isDateTime(column)) return false;
  const inner = columns.filter(
    (one) =>
      one !== column &&
      one.what === 'text' &&
      column.cells.some(
        ([cell], index) => one.cells[index]?.[0] && one.cells[index].every((inner) => isInside(inner, cell)),
      ),
  );
  if (
    inner.length === 0 ||
    inner.every((one) => isNumberOf(one, column)) ||
    (arePrices(column) && !inner.some((one) => arePrices(one) && count(one.cells) >= count(column.cells)))
  )
    return false;
  const alone = column.cells.flatMap(([cell], index) =>
    cell && inner.every((one) => (one.cells[index] ?? []).length === 0) ? [cell.text] : [],
  );
  if (new Set(alone).size > 1) return false;
  const rests = new Set(
    column.cells.flatMap(([cell], index) => {
      if (!cell) return [];
      const told = inner.flatMap((one) => (one.cells[index] ?? []).map(({ text }) => text));
      return [
        told
          .reduce((text, part) => text.replace(part, ''), cell.text)
          .replace(/[\d\s\p{P}]+/gu, ' ')
          .trim(),
      ];
    }),
  );
  return rests.size <= Math.max(1, column.cells.length * 0.2) || inner.length >= 3;
}

const isInside = (inner: Cell | undefined, outer: Cell | undefined): boolean =>
  inner !== undefined && outer !== undefined && inner.node !== outer.node && isWithin(inner.node, outer.node);

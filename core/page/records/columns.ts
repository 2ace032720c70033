import type { Element } from 'domhandler';
import { findMoney } from '../../common/values/money';
import { type Cell, cellsOf } from '../extraction/rules/lists/row';
import { originalOf, wholeRow } from '../extraction/rules/page/spanned-rows';
import { findElements, isWithin } from '../extraction/rules/page/text-of';
import { priceFor } from '../extraction/rules/values/coerce';
import { labelled, labelsIn } from './labels';
import type { PickedRecord } from './shape';
import { asElement, stableClasses } from './shape';
import { unitOf } from './units';

/** The values at the same position in all records. */
export interface RecordColumn {
  /** Table header or label next to the values, or empty. */
  readonly label: string;
  readonly what: Cell['what'];
  /** Cells of each record: several only in lists, none if the value is missing. */
  readonly cells: readonly (readonly Cell[])[];
  readonly isList: boolean;
}

/** Minimum share of records with a value for a position to become a column. */
const minFilledShare = 0.1;
const maxColumns = 40;

/** Returns the columns of records in page order; omits buttons, repetitions and constant text. */
export function columnsOf(
  records: readonly PickedRecord[],
  headers: readonly string[] | undefined,
): readonly RecordColumn[] {
  const own = new Set(records.flat());
  const isInner = (node: Element): boolean => own.has(node);
  const classOf = commonClasses(records);
  const labels = labelsIn(records);
  const rows = records.map((record) => {
    const whole = record.map(wholeRow);
    const isSkipped = (node: Element): boolean => isInner(node) || node.name === 'button' || labels.isLabel(node);
    const cells = cellsOf(whole, { classOf, isSkipped }).map(labelled(whole, headers, labels));
    return cells.map((cell) => ({ ...cell, node: originalOf(cell.node) }));
  });
  const columns = placesOf(rows).flatMap((place) => split(place, records.length));
  const full = columns.filter(
    ({ cells }) => count(cells) >= Math.max(Math.min(2, records.length), records.length * minFilledShare),
  );
  return distinct(full.filter((column) => !isConstant(column, records.length))).slice(0, maxColumns);
}

/** Returns a function for the first class of an element that other records share; generated classes are not shared. */
function commonClasses(records: readonly PickedRecord[]): (node: Element) => string {
  const counts = new Map<string, number>();
  for (const record of records) {
    const inside = record.flatMap((part) => [part, ...findElements(part, () => true)]);
    for (const name of new Set(inside.flatMap(stableClasses))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const enough = records.length < 3 ? 1 : Math.max(2, records.length * minFilledShare);
  return (node) => {
    const name = stableClasses(node).find((one) => (counts.get(one) ?? 0) >= enough);
    return name === undefined ? '' : `.${name}`;
  };
}

const count = (cells: RecordColumn['cells']): number => cells.filter((some) => some.length > 0).length;

interface Place {
  readonly what: Cell['what'];
  readonly label: string;
  readonly cells: readonly (readonly Cell[])[];
  /** Key of elements of the same kind, whatever their index. */
  readonly key: string;
}

/** Groups the cells of all records by position, in order of first occurrence. */
function placesOf(rows: readonly (readonly Cell[])[]): readonly Place[] {
  const order = new Map<string, { label: string; what: Cell['what']; cells: Cell[][]; rank: number }>();
  rows.forEach((row, index) => {
    row.forEach((cell, position) => {
      const key = `${cell.key.replace(/#\d+$/, '')} ${cell.what}`;
      const known = order.get(key) ?? { label: cell.label, what: cell.what, cells: rows.map(() => []), rank: 0 };
      if (!order.has(key)) known.rank = position;
      known.cells[index]?.push(cell);
      order.set(key, known);
    });
  });
  return [...order].map(([key, place]) => ({ key, ...place })).sort((a, b) => a.rank - b.rank);
}

/** Splits a position with several values into columns by kind or index; makes it a list if their number varies. */
function split({ key, ...place }: Place, records: number): readonly RecordColumn[] {
  const counts = place.cells.map((some) => some.length).filter((one) => one > 0);
  const most = Math.max(0, ...counts);
  if (most <= 1) return [{ ...place, isList: false }];
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
  const even = counts.filter((one) => one === most).length >= counts.length * 0.9;
  const isListed = /(?:^|>)(?:li|option)(?:\.[^>]*)?(?:>|$|@| )/.test(key) && most >= 2;
  const turns = Array.from({ length: most }, (_, turn) => place.cells.map((some) => some.slice(turn, turn + 1)));
  if (even && most <= 12 && records > 1 && (!isListed || differInUnit(turns)))
    return turns.map((cells) => ({ ...place, cells, isList: false }));
  return [{ ...place, isList: true }];
}

/** True if each item has a different unit, as in `3 rooms`, `70 m²`. */
function differInUnit(turns: readonly RecordColumn['cells'][]): boolean {
  const units = turns.map((cells) => {
    const texts = cells.flat().map(({ text }) => text);
    return texts.every((text) => /^\d/.test(text)) ? unitOf(texts) : undefined;
  });
  return units.every(Boolean) && new Set(units).size === units.length;
}

/** Returns the kind of a text value; values of different kinds belong in different columns. */
function shapeOf(text: string): string {
  if (text.length > 60) return 'text';
  if (findMoney(text).length > 0) return 'money';
  if (/^\s*[-−+]?\d+(?:[.,]\d+)?\s?%/.test(text)) return 'percent';
  return /^\d[\d.,\s]*$/.test(text) ? 'number' : 'text';
}

const textsOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join('\n');

/** True for a column with the same value in all records. */
function isConstant({ cells, what }: RecordColumn, records: number): boolean {
  if (records < 3 || count(cells) < Math.max(2, records * 0.5)) return false;
  const texts = new Set(cells.filter((some) => some.length > 0).map(textsOf));
  const isLink = cells.every(([cell]) => cell === undefined || cell.node.name === 'a');
  return texts.size === 1 && (what !== 'text' || isLink || count(cells) >= records * 0.9);
}

/** Removes duplicate columns, and columns of elements that merely contain several other columns. */
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
  return told.filter((column) => !told.some((one) => isPriceOf(column, one) || isNumberOf(column, one)));
}

/** True for a list whose items are parts of the values of several other columns. */
function isInParts(column: RecordColumn, columns: readonly RecordColumn[]): boolean {
  if (!column.isList || column.what !== 'text') return false;
  const holders = column.cells.flatMap((cells, index) =>
    cells.map((cell) => columns.findLast((one) => !one.isList && isInside(cell, one.cells[index]?.[0]))),
  );
  return new Set(holders).size > 1 && !holders.includes(undefined);
}

/** True if two columns have equal values wherever the less complete one has a value. */
function isSame(one: RecordColumn, other: RecordColumn): boolean {
  if (kindOf(one) !== kindOf(other) || one.isList !== other.isList) return false;
  const [less, more] = count(one.cells) < count(other.cells) ? [one, other] : [other, one];
  return less.cells.every((cells, index) => cells.length === 0 || textsOf(cells) === textsOf(more.cells[index] ?? []));
}

const kindOf = ({ what }: RecordColumn): string => (what === 'href' || what === 'src' ? what : 'said');

/** Returns the element of a column in the first record that has a value. */
export const firstNode = ({ cells }: RecordColumn): Element | undefined => cells.find(([cell]) => cell)?.[0]?.node;

/** True if a duplicate column is better: more complete, visible text, labelled, or the link in a heading. */
function isBetter(column: RecordColumn, other: RecordColumn): boolean {
  if (count(column.cells) !== count(other.cells)) return count(column.cells) > count(other.cells);
  if ((column.what === 'value') !== (other.what === 'value')) return other.what === 'value';
  if (column.label !== other.label) return other.label === '';
  return column.what === 'href' && isInHeading(firstNode(column)) && !isInHeading(firstNode(other));
}

/** True for a heading or an element inside one. */
export function isInHeading(node: Element | undefined): boolean {
  for (let up = node; up; up = asElement(up.parent)) if (/^h[1-6]$/.test(up.name)) return true;
  return false;
}

/** True if another column describes the same element better: a machine-readable time, or a labelled value. */
function isDescribedBy(column: RecordColumn, other: RecordColumn): boolean {
  if (column.what === 'href') return column.isList && other.isList && other.what === 'text';
  if (column.what !== 'text') return false;
  const node = firstNode(column);
  if (!node || node !== firstNode(other)) return other.what === 'text' && other.label !== '' && isPartOf(column, other);
  if (other.what === 'datetime') return true;
  return other.what === 'text' && other.label !== '' && column.label === '';
}

/** True for a price inside an element that, in some records, also contains a former price; that element is kept. */
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

/** True for a bare number whose unit is in the surrounding element, as in `<b>3</b> rooms`. */
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

const amountOf = ({ text, node }: Cell): number | undefined =>
  priceFor({ concept: undefined }, { raw: text, node }, { base: '' })?.money.amount;

/** True for part of a text whose labelled value is in the same element. */
const isPartOf = (column: RecordColumn, other: RecordColumn): boolean =>
  column.label === '' &&
  column.cells.every(([cell], index) => {
    const labelled = other.cells[index]?.[0];
    return !cell || (labelled !== undefined && cell.node === labelled.node);
  });

/** True for an element that contains several columns and no distinctive text of its own. */
function isBox(column: RecordColumn, columns: readonly RecordColumn[]): boolean {
  if (column.what !== 'text' || column.isList) return false;
  const inner = columns.filter(
    (one) =>
      one !== column &&
      one.what === 'text' &&
      column.cells.some(
        ([cell], index) => one.cells[index]?.[0] && one.cells[index].every((inner) => isInside(inner, cell)),
      ),
  );
  if (inner.length === 0 || inner.every((one) => isNumberOf(one, column))) return false;
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

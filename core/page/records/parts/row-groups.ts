import type { Element } from 'domhandler';
import { cellSpan, type PlacedCell, tableTag } from '../../../contract/table-grid';
import { placedCells } from '../../extraction/rules/page/spanned-rows';
import { elementsIn, findElement, textOf } from '../../extraction/rules/page/text-of';
import { asElement, isLeaf, type PickedRecord, type Shapes, shownElements } from '../shape';

const maxRows = 4;
/** Maximum number of rows beside an image that spans them. */
const maxSpanned = 6;
const minRecords = 3;
/** Records whose rows have equal cells are recognized only if there are at least this many. */
const minOfEqualCells = 4;
/** The records must contain at least this share of the rows with values. */
const minCovered = 0.8;
/** Maximum share of rows outside the records, relative to the number of records, that look like parts of records. */
const maxLeft = 0.05;
/** A note must follow at least this share of the other rows. Otherwise, wide rows are headings or totals. */
const minNotes = 0.5;

/** A table row, reduced to its layout. */
interface Row {
  readonly node: Element;
  /** Index among the child elements of the table section. */
  readonly at: number;
  /** Number of columns of each cell, and the tag of the first cell. Includes cells that extend into the row. */
  readonly layout: string;
  readonly own: readonly PlacedCell<Element>[];
}

/**
 * Returns records that each consist of several table rows, e.g. an article with a line of facts below the title, or a
 * fare with a note. Empty if the rows of the table are separate records.
 */
export function rowGroups(row: Element, shapes: Shapes): readonly PickedRecord[] {
  const section = asElement(row.parent);
  if (!section || section.name === 'thead' || section.name === 'tfoot' || tableTag(row) !== 'tr') return [];
  const records = shapes.once(section, groupsIn);
  return records.some((record) => record.includes(row)) ? records : [];
}

function groupsIn(section: Element, shapes: Shapes): readonly PickedRecord[] {
  const rows = rowsIn(section);
  if (rows.length < 2 * minRecords) return [];
  const found = besideImages(rows) ?? withNotes(rows, shapes) ?? byLayout(rows) ?? [];
  return found.map((record) => record.map(({ node }) => node));
}

/** Returns the rows with values, except header rows. */
function rowsIn(section: Element): readonly Row[] {
  const places = new Map(elementsIn(section).map((one, at) => [one, at]));
  return shownElements(section).flatMap((node) => {
    const cells = tableTag(node) === 'tr' ? placedCells(node) : [];
    const own = cells.filter(({ isBelow }) => !isBelow);
    const isHeader = own.length > 1 && own.every(({ cell }) => tableTag(cell) === 'th');
    if (own.length === 0 || isHeader || !findElement(node, isLeaf)) return [];
    const spans = cells.map(({ columns }) => columns).join();
    return [{ node, at: places.get(node) ?? 0, layout: `${own[0]?.cell.name}${spans}`, own }];
  });
}

const isFilled = ({ cell }: PlacedCell<Element>): boolean => isLeaf(cell) || findElement(cell, isLeaf) !== undefined;

const areAdjacent = (rows: readonly Row[]): boolean =>
  rows.every(({ at }, index) => index === 0 || at === (rows[index - 1]?.at ?? 0) + 1);

/** Groups the rows beside each image or checkbox that spans several rows, e.g. the cover of a book. */
function besideImages(rows: readonly Row[]): readonly (readonly Row[])[] | undefined {
  const records: (readonly Row[])[] = [];
  for (const [index, { own }] of rows.entries()) {
    const [first] = own;
    const count = first ? cellSpan(first.cell.attribs).rows : 1;
    if (!first || count < 2 || count > maxSpanned || textOf(first.cell) !== '') continue;
    const record = rows.slice(index, index + count);
    if (isFilled(first) && record.length === count && areAdjacent(record)) records.push(record);
  }
  return coverMost(records, rows) ? records : undefined;
}

/** Groups each row with the rows below that continue it, e.g. a note. Not all rows need such a row below. */
function withNotes(rows: readonly Row[], shapes: Shapes): readonly (readonly Row[])[] | undefined {
  const isNote = (row: Row): boolean => isWide(row) || isBlank(row);
  const usual = mostFrequent(rows.filter((row) => !isNote(row)).map(({ layout }) => layout));
  const records: Row[][] = [];
  let open: Row[] | undefined;
  for (const row of rows) {
    if (isNote(row)) {
      const [first] = open ?? [];
      if (!open || !first || open.length === maxRows || !areAdjacent([...open, row])) return undefined;
      if (!isWide(row) && !hasFurther(row, first, shapes)) return undefined;
      open.push(row);
    } else {
      open = row.layout === usual && row.own.length > 1 ? [row] : undefined;
      if (open) records.push(open);
    }
  }
  const noted = records.filter(({ length }) => length > 1);
  const least = noted.flat().some(isBlank) ? minOfEqualCells : minRecords;
  const isUsual = records.length >= least && noted.length >= records.length * minNotes;
  return isUsual && coverMost(records, rows) ? records : undefined;
}

/** True for a row with an empty first cell, as in a row that continues the row above. */
const isBlank = ({ own: [first] }: Row): boolean => first !== undefined && !isFilled(first);

/** True if a row has a kind of value that the first row of its record lacks. */
function hasFurther(row: Row, first: Row, shapes: Shapes): boolean {
  const known = shapes.of(first.node).leaves;
  return [...shapes.of(row.node).leaves].some((leaf) => !known.has(leaf));
}

/** True for a row with a single value, in a cell that spans several columns. */
function isWide({ own }: Row): boolean {
  const [only, ...others] = own.filter(isFilled);
  return only !== undefined && others.length === 0 && only.columns > 1 && tableTag(only.cell) === 'td';
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Groups rows whose layouts repeat in the same order. */
function byLayout(rows: readonly Row[]): readonly (readonly Row[])[] | undefined {
  const kinds = rows.map(({ layout, own }) => {
    const spans = own.some(({ cell }) => cellSpan(cell.attribs).rows > 1);
    return spans ? `${layout} spans` : layout;
  });
  const records = repeating(rows, kinds);
  // Rows with the same columns are separate records, even if a cell spans several of them.
  return records?.[0]?.some(({ layout }, _, [first]) => layout !== first?.layout) ? records : undefined;
}

/** Divides rows into records of the same length, in which each kind of row occurs once, always in the same order. */
function repeating(rows: readonly Row[], kinds: readonly string[]): readonly (readonly Row[])[] | undefined {
  for (let length = 2; length <= maxRows; length++) {
    const starts = new Map<string, number[]>();
    for (let at = 0; at + length <= rows.length; at++) {
      const own = kinds.slice(at, at + length);
      if (new Set(own).size < length || !areAdjacent(rows.slice(at, at + length))) continue;
      const key = own.join('|');
      const known = starts.get(key);
      if (known) known.push(at);
      else starts.set(key, [at]);
    }
    const best = [...starts.values()].reduce<readonly number[]>(
      (most, one) => (one.length > most.length ? one : most),
      [],
    );
    const records = best.map((at) => rows.slice(at, at + length));
    const known = new Set(kinds.slice(best[0], (best[0] ?? 0) + length));
    const all = new Set(records.flat());
    const left = rows.filter((row, at) => !all.has(row) && known.has(kinds[at] ?? '')).length;
    if (coverMost(records, rows) && left <= records.length * maxLeft) return records;
  }
  return undefined;
}

const coverMost = (records: readonly (readonly Row[])[], rows: readonly Row[]): boolean =>
  records.length >= minRecords && records.flat().length >= rows.length * minCovered;

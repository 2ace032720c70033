import type { Element } from 'domhandler';
import { isKnownLabel } from '../extraction/rules/lexicon/lexicon';
import { type Cell, cellsOf } from '../extraction/rules/lists/row';
import { originalOf, wholeRow } from '../extraction/rules/page/spanned-rows';
import { findElements, textOf } from '../extraction/rules/page/text-of';
import { NAMING } from '../extraction/selectors/candidates';
import { isStableName } from '../extraction/selectors/stable-names';
import { labelled, labelsIn } from './labels';
import { isLeaf, type PickedRecord, shownElements, stableClasses } from './shape';

/** Returns the cells of each record. Excludes action buttons. Labels become the names of their values. */
export function rowsOf(
  records: readonly PickedRecord[],
  headers: readonly string[] | undefined,
): readonly (readonly Cell[])[] {
  const own = new Set(records.flat());
  const classOf = commonClasses(records);
  const partKey = partKeys(records);
  const labels = labelsIn(records);
  const isAction = actionsIn(records);
  const isSkipped = (node: Element): boolean =>
    own.has(node) || (node.name === 'button' && isAction(node)) || labels.isLabel(node);
  const rows = records.map((record) => {
    // Further rows are read without the cells that extend into them, because these belong to the first row.
    const whole = record.map((part, at) => (at === 0 ? wholeRow(part) : part));
    const cells = cellsOf(whole, { classOf, partKey, isSkipped }).map(labelled(whole, headers, labels));
    return cells.map((cell) => ({ ...cell, node: originalOf(cell.node) }));
  });
  return withSharedLabels(rows);
}

/** A button is an action, not a value, if at least this share of the records has a button with the same text. */
const minActionShare = 0.3;

/** Returns a predicate for action buttons such as `Buy`. The text of any other button is a value, e.g. a vote count. */
function actionsIn(records: readonly PickedRecord[]): (button: Element) => boolean {
  const counts = new Map<string, number>();
  for (const part of records.flat())
    for (const button of findElements(part, ({ name }) => name === 'button'))
      counts.set(textOf(button), (counts.get(textOf(button)) ?? 0) + 1);
  return (button) => (counts.get(textOf(button)) ?? 0) >= Math.max(2, records.length * minActionShare);
}

/**
 * An unknown word before a colon is a label only if at least this share of the records contains the word. Otherwise,
 * the word is part of the text, e.g. of a title.
 */
const minLabelledShare = 0.5;

/** Removes the values after colons if the words before the colons are not labels. */
function withSharedLabels(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const counts = new Map<string, number>();
  const places = new Map<string, { cells: number; labelled: number }>();
  for (const row of rows) {
    const nodes = new Set(row.filter(isInLine).map(({ node }) => node));
    for (const key of new Set(row.filter(isInLine).map((cell) => cell.key)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const cell of row.filter((one) => one.what === 'text' && !isInLine(one))) {
      const place = places.get(cell.key) ?? { cells: 0, labelled: 0 };
      places.set(cell.key, { cells: place.cells + 1, labelled: place.labelled + (nodes.has(cell.node) ? 1 : 0) });
    }
  }
  const isShared = (cell: Cell, row: readonly Cell[]): boolean => {
    const whole = row.find((one) => one.node === cell.node && one.what === 'text' && !isInLine(one));
    const place = whole && places.get(whole.key);
    const isUsual = !place || place.labelled >= place.cells * minLabelledShare;
    return isUsual && ((counts.get(cell.key) ?? 0) >= rows.length * minLabelledShare || isKnownLabel(cell.label));
  };
  return rows.map((row) => row.filter((cell) => !isInLine(cell) || isShared(cell, row)));
}

/** Returns a cell's key without its index, so that elements of the same kind have the same key. */
export const placeOf = ({ key }: Cell): string => key.replace(/#\d+$/, '');

/** True for a value that follows a label in the same text. */
const isInLine = ({ key }: Cell): boolean => key.startsWith(':') && !key.includes('@');

/** Returns the names that identify an element: its first stable naming attribute, and its stable classes. */
function placeNames(element: Element): readonly string[] {
  const naming = NAMING.find((name) => isStableName(element.attribs[name] ?? ''));
  const classes = stableClasses(element);
  return naming === undefined ? classes : [element.attribs[naming] ?? '', ...classes];
}

/** A class identifies elements only if at least this share of the records contains the class. */
const minClassShare = 0.1;

/** A class counts as repeated if it occurs at least this many times, on average, in each record that contains it. */
const minRepeated = 1.5;
/**
 * An element with a repeated class is identified by another of its classes. That class must occur in at least this
 * share of the records, and only once in each.
 */
const minOwnShare = 0.5;

/**
 * Returns a function that finds an element's first class that also occurs in other records. Generated classes differ
 * between records and are therefore ignored.
 */
function commonClasses(records: readonly PickedRecord[]): (node: Element) => string {
  const counts = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const record of records) {
    const inside = record.flatMap((part) => [part, ...findElements(part, () => true)]);
    const names = inside.flatMap(placeNames);
    for (const name of names) totals.set(name, (totals.get(name) ?? 0) + 1);
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const enough = records.length < 3 ? 1 : Math.max(2, records.length * minClassShare);
  const wrappers = wrappersIn(records);
  const isOwn = (name: string): boolean => {
    const count = counts.get(name) ?? 0;
    return count >= records.length * minOwnShare && totals.get(name) === count;
  };
  return (node) => {
    if (wrappers.has(node)) return '';
    const names = placeNames(node).filter((one) => (counts.get(one) ?? 0) >= enough);
    const [first = ''] = names;
    const isRepeated = (totals.get(first) ?? 0) >= (counts.get(first) ?? 0) * minRepeated;
    const own = isRepeated ? names.find((one) => isOwn(one)) : undefined;
    const name = own ?? names[0];
    return name === undefined ? '' : `.${name}`;
  };
}

/** A class identifies a part only if at least this share of the records has exactly one part with the class. */
const minPartShare = 0.8;

/**
 * Returns a function that names the part of a record in which a value is: the tag, and a class that distinguishes the
 * part from the other parts, or the position of a table row. If all records are single elements, the name is empty.
 */
function partKeys(records: readonly PickedRecord[]): (part: Element) => string {
  if (records.every(({ length }) => length < 2)) return () => '';
  const counts = new Map<string, number>();
  const repeated = new Set<string>();
  for (const record of records) {
    const names = record.flatMap(placeNames);
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [at, name] of names.entries()) if (names.indexOf(name) < at) repeated.add(name);
  }
  const isOwn = (name: string): boolean =>
    !repeated.has(name) && (counts.get(name) ?? 0) >= records.length * minPartShare;
  const rows = new Map(records.flatMap((record) => record.map((part, at) => [part, at] as const).filter(isFurtherRow)));
  return (part) => {
    const own = placeNames(part).find(isOwn) ?? (rows.has(part) ? `row${rows.get(part)}` : undefined);
    return own === undefined ? part.name : `${part.name}.${own}`;
  };
}

/** True for a table row after the first row of its record. */
const isFurtherRow = ([part, at]: readonly [part: Element, at: number]): boolean => part.name === 'tr' && at > 0;

/**
 * Returns the elements that contain a whole record. Their classes describe the state of the record, e.g. read or locked,
 * and do not distinguish values.
 */
function wrappersIn(records: readonly PickedRecord[]): ReadonlySet<Element> {
  const found = new Set<Element>();
  let level = records.flatMap(([first, ...others]) => (first && others.length === 0 ? [first] : []));
  while (level.length === records.length) {
    const inner = level.flatMap((node) => {
      const [child, ...others] = shownElements(node);
      return child && others.length === 0 && !isLeaf(node) ? [child] : [];
    });
    if (inner.length < level.length || inner.some(({ name }) => name !== inner[0]?.name)) break;
    for (const node of inner) found.add(node);
    level = inner;
  }
  return found;
}

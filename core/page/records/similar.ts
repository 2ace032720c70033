import type { Element } from 'domhandler';
import { isWithinAny } from '../documents/children';
import { wholeRow } from '../extraction/rules/page/spanned-rows';
import { findElement, isWithin, parentOf, parentOfAll, textOf } from '../extraction/rules/page/text-of';
import { acrossGroups } from './across-groups';
import { nestedRecords } from './nested';
import { isHeadOfRecords, isNoDataRow, isOnlyButton, isPaidFor } from './no-records';
import { hasPartsAlike, multiPartRows } from './parts/multi-part-rows';
import { rowGroups } from './parts/row-groups';
import { asElement, isLeaf, type PickedRecord, type Shapes, shownElements, stableClasses } from './shape';
import { isInHidden } from './unseen';

/** A group of similar records that a click may refer to. */
export interface SimilarRecords {
  /** Records, in page order. */
  readonly records: readonly PickedRecord[];
  /** Similar elements that are not records, e.g. ads, headings and table totals. */
  readonly excluded: readonly PickedRecord[];
  /** Probability score. Grows with the number of records and the number of values per record. */
  readonly score: number;
}

/** Records are of the same kind if their similarity is at least this high. */
const alikeFrom = 0.62;
/**
 * Minimum similarity of an unusual record to the other records, e.g. of the first record of a list, which is often
 * larger.
 */
const oddFrom = 0.42;
const maxLevels = 14;

/**
 * Returns every group of records to which a click on an element may refer, smallest records first. The most probable
 * group has the highest score. Empty if nothing on the page is similar to the element or its ancestors. The result is
 * cached.
 */
export const similarTo = (picked: Element, shapes: Shapes): readonly SimilarRecords[] =>
  shapes.once(picked, findSimilar);

function findSimilar(picked: Element, shapes: Shapes): readonly SimilarRecords[] {
  const found: SimilarRecords[] = [];
  let element: Element | undefined = picked;
  for (let level = 0; element && level < maxLevels; level++, element = asElement(element.parent)) {
    if (element.name === 'body' || element.name === 'html') break;
    found.push(...groupsAt(element, shapes));
  }
  const groups = distinct(found);
  return groups.map((group) =>
    isOfParts(group, groups, shapes) ? { ...group, score: group.score * partsWeight } : group,
  );
}

/** Factor for the score of a group whose elements are only parts of records, or contain several records. */
const partsWeight = 0.4;
const maxParts = 4;
/**
 * Parts at the same position in different records must be more similar to each other than the parts of one record, by
 * at least this amount. Otherwise, the elements are not parts of records.
 */
const partsDiffer = 0.1;

/**
 * True if the elements are parts of another group's records, e.g. the front and back of a card. Each record must have
 * the same number of parts. The parts of a record must differ.
 */
function isOfParts({ records }: SimilarRecords, groups: readonly SimilarRecords[], shapes: Shapes): boolean {
  return groups.some(({ records: wholes }) => {
    const count = records.length / wholes.length;
    if (wholes.length < 3 || !Number.isInteger(count) || count < 2 || count > maxParts) return false;
    const partsOf = wholes.map((_, at) =>
      records.slice(at * count, (at + 1) * count).flatMap(([first]) => first ?? []),
    );
    const isInside = ([whole]: PickedRecord, at: number): boolean =>
      whole !== undefined && partsOf[at]?.length === count && partsOf[at].every((part) => isWithin(part, whole));
    if (!wholes.every(isInside)) return false;
    const likeness = (pairs: readonly (readonly (Element | undefined)[])[]): number =>
      pairs.reduce((sum, [one, other]) => sum + (one && other ? shapes.likeness(one, other) : 0), 0) / pairs.length;
    const across = likeness(partsOf.slice(1).map(([first], at) => [partsOf[at]?.[0], first]));
    return across - likeness(partsOf) > partsDiffer;
  });
}

/** Returns the group with the highest score. */
export const likeliest = (groups: readonly SimilarRecords[]): SimilarRecords | undefined =>
  groups.reduce<SimilarRecords | undefined>((best, one) => (best && best.score > one.score ? best : one), undefined);

/** Returns the groups in which an element is a record or part of a record. */
function groupsAt(element: Element, shapes: Shapes): readonly SimilarRecords[] {
  const siblings = siblingsAlike(element, shapes);
  const alone = siblings.map((one): PickedRecord => [one]);
  const nested = nestedRecords(siblings, shapes).map((one): PickedRecord => [one]);
  const rows = rowGroups(element, shapes);
  const several = rows.length > 0 ? rows : multiPartRows(element, shapes);
  const across = acrossGroups(element, shapes, alikeFrom);
  const elsewhere = elsewhereAlike(element, siblings.length, shapes).map((one): PickedRecord => [one]);
  return [
    ...[alone, nested].map((records) => groupOf(records, shapes, 1)),
    groupOf(several, shapes, rows.length === 0 && hasPartsAlike(several, shapes) ? 0.5 : 1),
    ...across.map(({ elements, likely }) =>
      groupOf(
        elements.map((one) => [one]),
        shapes,
        likely ? 1 : 0.5,
      ),
    ),
    groupOf(elsewhere, shapes, isOneList(elsewhere.flat(), shapes) || areScattered(elsewhere.flat()) ? 1 : 0.4),
  ].filter(({ records }) => records.length >= 2);
}

/** Returns an element and its similar siblings, in page order. */
function siblingsAlike(element: Element, shapes: Shapes): readonly Element[] {
  const parent = asElement(element.parent);
  if (!parent) return [element];
  const siblings = shownElements(parent).filter(({ name }) => name === element.name);
  const around = (one: Element): readonly Element[] =>
    siblings.filter((other) => other === one || shapes.likeness(one, other) >= alikeFrom);
  let alike = around(element);
  if (alike.length < 3 && siblings.length >= 4) {
    // For an unusual record, uses the most frequent kind of sibling if that kind is similar enough.
    const others = shapes
      .kindsAmong(siblings)
      .map(around)
      .reduce((most, one) => (one.length > most.length ? one : most), alike);
    const [other] = others;
    if (other && others.length >= 3 && shapes.likeness(element, other) >= oddFrom)
      alike = withElement(siblings, element, others);
  }
  // Ignores the classes of table rows, because they describe a state (e.g. sticky or odd).
  const common = element.name === 'tr' ? [] : commonClasses(alike);
  const all = new Set(alike);
  const isOfKind = (one: Element): boolean =>
    common.length === 0 || one === element || stableClasses(one).some((name) => common.includes(name));
  const isOdd = (one: Element): boolean =>
    common.length > 0 && alike.some((other) => shapes.likeness(one, other) >= oddFrom);
  return siblings.filter((one) => (all.has(one) || isOdd(one)) && isOfKind(one));
}

/** Returns the siblings that are `element` or in `others`, in page order. */
function withElement(siblings: readonly Element[], element: Element, others: readonly Element[]): readonly Element[] {
  const all = new Set([element, ...others]);
  return siblings.filter((one) => all.has(one));
}

/**
 * Finds similar elements with the same class anywhere on the page, e.g. a lead story and the list below it. Empty
 * unless the elements found outnumber the similar siblings.
 */
function elsewhereAlike(element: Element, siblings: number, shapes: Shapes): readonly Element[] {
  const named = shapes.withClassOf(element);
  if (named.length <= siblings || shapes.of(element).leaves.size < 2) return [];
  const alike = named.filter((one) => one === element || shapes.likeness(one, element) >= oddFrom);
  const all = new Set(alike);
  return alike.length > siblings && !alike.some(({ parent }) => isWithinAny(parent, all)) ? alike : [];
}

/** True for very similar elements with no heading between them, i.e. a single list laid out in several parts. */
function isOneList(elements: readonly Element[], shapes: Shapes): boolean {
  const [first] = elements;
  if (!first || elements.some((one) => shapes.likeness(one, first) < alikeFrom)) return false;
  const around = parentOfAll(elements);
  const all = new Set(elements);
  let seen = 0;
  const isParted = (node: Element): boolean =>
    shownElements(node).some((child) => {
      if (all.has(child)) return ++seen === 0;
      return seen > 0 && seen < all.size && startsPart(child) ? true : isParted(child);
    });
  return around !== undefined && !isParted(around);
}

/** Articles count as scattered only if their columns contain at most this many articles on average. */
const maxInColumn = 4;

/** True for articles in several small columns, as on the front page of a newspaper. */
function areScattered(elements: readonly Element[]): boolean {
  const columns = new Set(elements.map(({ parent }) => parent)).size;
  return columns >= 3 && elements.length <= columns * maxInColumn && elements.every(({ name }) => name === 'article');
}

/** Tags of elements that start a new part of the page. */
const PARTS = /^(?:h[1-6]|aside|nav|header|footer)$/;

/**
 * True for an element that starts a new part of the page, e.g. a heading, a `nav` element, or a list item with column
 * headers.
 */
const startsPart = (element: Element): boolean =>
  PARTS.test(element.name) || (element.name === 'li' && isNoDataRow(element, 0));

/** Returns classes shared by nearly all elements. */
function commonClasses(elements: readonly Element[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const element of elements)
    for (const name of new Set(stableClasses(element))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= elements.length * 0.8).map(([name]) => name);
}

function groupOf(candidates: readonly PickedRecord[], shapes: Shapes, weight: number): SimilarRecords {
  const cells = median(candidates.map(([first]) => (first ? shapes.once(first, cellsIn) : 0)));
  const heads = headsAmong(candidates, shapes);
  const isRecord = (record: PickedRecord): boolean =>
    !record.some((part) => shapes.once(part, isPaid)) &&
    !record.every((part) => shapes.once(part, isInHidden)) &&
    record.some((part) => shapes.once(part, hasValue)) &&
    !heads.has(record) &&
    !(record.length === 1 && record[0] !== undefined && isNoDataRow(record[0], cells));
  const records = candidates.filter(isRecord);
  const all = new Set(records);
  const leaves = median(records.map((record) => record.reduce((sum, one) => sum + shapes.of(one).leaves.size, 0)));
  return {
    records,
    excluded: candidates.filter((record) => !all.has(record)),
    score:
      weight * Math.min(10, leaves) * Math.log2(1 + records.length) * (areColumns(records, shapes) ? partsWeight : 1),
  };
}

/**
 * True if at least half of the records contain several articles or several items with their own headings. Such records
 * are columns or sections of a page.
 */
function areColumns(records: readonly PickedRecord[], shapes: Shapes): boolean {
  const columns = records.filter((record) => record.some((part) => shapes.once(part, hasItems)));
  return columns.length > 0 && columns.length * 2 >= records.length;
}

/**
 * An element is a section if it contains at least this many headings of the same level, or articles, with different
 * texts. An article or a linked heading counts as 1.5 headings.
 */
const maxHeadings = 3;

function hasItems(element: Element): boolean {
  if (element.name === 'article') return false;
  const counts = new Map<string, number>();
  const texts = new Set<string>();
  const isMany = (inner: Element): boolean => {
    if (inner.name !== 'article' && !/^h[2-5]$/.test(inner.name)) return false;
    const text = textOf(inner);
    if (texts.has(text)) return false;
    texts.add(text);
    const count = (counts.get(inner.name) ?? 0) + (inner.name === 'article' || isLinked(inner) ? 1.5 : 1);
    counts.set(inner.name, count);
    return count >= maxHeadings;
  };
  return findElement(element, isMany) !== undefined;
}

/** True for a heading that is a link or contains one. */
const isLinked = (heading: Element): boolean =>
  parentOf(heading)?.name === 'a' || findElement(heading, ({ name }) => name === 'a') !== undefined;

/**
 * Returns the number of visible child elements. For a table row, also counts cells that extend into the row from rows
 * above.
 */
const cellsIn = (element: Element): number => shownElements(wholeRow(element)).length;

const isPaid = (element: Element): boolean => isPaidFor([element]);

/**
 * True for an element that contains a text, image, video or input field. False for an empty placeholder, e.g. for an
 * ad.
 */
const hasValue = (element: Element): boolean => findElement(element, isLeaf) !== undefined;

/** A record with a single leaf may be a heading only if the other records have at least this many leaves. */
const minLeaves = 3;

/**
 * Returns the candidates that consist only of a heading or a button. Empty unless the other records usually have
 * several values.
 */
function headsAmong(candidates: readonly PickedRecord[], shapes: Shapes): ReadonlySet<PickedRecord> {
  const heads = candidates.filter(
    ([one, ...rest]) =>
      one && rest.length === 0 && shapes.of(one).leaves.size === 1 && shapes.once(one, isHeadOrButton),
  );
  const all = new Set(heads);
  const others = candidates.filter((record) => !all.has(record));
  const leaves = median(others.map(([one]) => (one ? shapes.of(one).leaves.size : 0)));
  return others.length >= 2 && leaves >= minLeaves ? all : new Set();
}

const isHeadOrButton = (element: Element): boolean => isHeadOfRecords(element) || isOnlyButton(element);

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Removes groups with the same records as an earlier group. */
function distinct(groups: readonly SimilarRecords[]): readonly SimilarRecords[] {
  const isSame = (one: SimilarRecords, other: SimilarRecords): boolean =>
    one.records.length === other.records.length &&
    one.records.every(
      (record, index) => record[0] === other.records[index]?.[0] && record.length === other.records[index]?.length,
    );
  return groups.filter((group, index) => !groups.slice(0, index).some((earlier) => isSame(group, earlier)));
}

/** True if one of the records contains an element. */
export const holds = ({ records }: SimilarRecords, element: Element): boolean =>
  records.some((record) => record.some((part) => isWithin(element, part)));

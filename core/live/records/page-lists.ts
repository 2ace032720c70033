import { type Element, isText } from 'domhandler';
import type { PageList } from '../../common/api/live-table';
import { isWithinAny } from '../../page/documents/children';
import { placeWeight } from '../../page/extraction/rules/find/from-text';
import { findGroups } from '../../page/extraction/rules/lists/groups';
import { findElement, findElements, parentOf, textOf, withTexts } from '../../page/extraction/rules/page/text-of';
import { recipeNameOf } from '../../page/recipes/recipe-name';
import { type BuiltTable, buildTable, evidenceOf, shapesOf, type TablePage } from '../../page/records/build-table';
import { chooseGroup } from '../../page/records/choose-group';
import { estimatedRows } from '../../page/records/paging/estimated-rows';
import type { PickedRecord, Shapes } from '../../page/records/shape';
import type { SimilarRecords } from '../../page/records/similar';
import type { LiveDocument } from '../live-document';
import { nameOfList } from './list-name';
import { flagsOf, isAboutThings, isCheckBox, isRepeated, worthOf } from './list-worth';
import { shortCopy } from './short-copy';

/** A list on a page, with the element that selects the list when clicked. */
interface FoundList {
  readonly records: SimilarRecords['records'];
  /** Elements that make up the records. */
  readonly elements: ReadonlySet<Element>;
  readonly pick: Element;
  readonly score: number;
}

/** A list as a table, with the element that selects the list when clicked. */
export interface PageTable {
  readonly pick: Element;
  /** The list as a table. For a long list, contains only the first and last rows. */
  readonly table: BuiltTable;
  /** Number of rows. */
  readonly count: number;
  /** Estimated number of rows on all pages of the list, if known. */
  readonly about: number | undefined;
}

/**
 * Time limit in ms for the search, once at least `minFound` lists have been found. The engine cannot answer other
 * requests during the search.
 */
const maxMs = 2000;
const minFound = 3;
const minRecords = 3;
/** Maximum number of elements in a group. Examining more takes several seconds. */
const maxRecords = 1000;
/** Maximum number of element groups that are examined. */
const maxGroups = 24;
const maxLists = 5;
/** Factor for the rank of a list that is not an HTML table and has neither prices nor links. */
const otherWeight = 0.3;
/** Maximum number of lists for which a table is built. */
const maxTried = 10;
/** A list is offered only if its score is at least this share of the best list's score. */
const worthShare = 0.2;
/**
 * Two groups count as the same list if their scores and their numbers of records are similar. The smaller value must be
 * at least this share of the larger value.
 */
const sameFrom = 0.85;
/**
 * Maximum ratio of similar elements, such as prices, to records. Above this ratio, the elements do not count as parts
 * of the list's records.
 */
const partsShare = 1.1;
/** Similar elements count as parts of records only if at least this share of them are inside records. */
const insideShare = 0.9;
/** Maximum number of rows in the preview of a list. */
const maxRows = 4;

/** Returns the best lists of a live page as small tables, most probable list first. */
export function listsOf(page: LiveDocument): readonly PageList[] {
  const found = knownLists.get(page) ?? listsIn(page);
  knownLists.set(page, found);
  return found;
}

/** Lists by document. A changed page has a new document. */
const knownLists = new WeakMap<LiveDocument, readonly PageList[]>();

function listsIn(page: LiveDocument): readonly PageList[] {
  return tablesOf(page).flatMap(({ pick, table, count, about }) => {
    const id = page.idOf(pick);
    if (id === undefined) return [];
    const names = table.fields.map(({ field }) => field.name);
    const currencies = table.recipe?.health?.currencies;
    return [
      {
        pick: id,
        name: nameOfList(table.records),
        count,
        ...(about === undefined || about < count ? {} : { about }),
        columns: names,
        rows: (table.result?.rows ?? []).slice(0, maxRows).map((row) => ({ ...row })),
        ...(currencies ? { currencies } : {}),
      },
    ];
  });
}

/**
 * Returns the best lists of a page as tables, most probable list first. On a very long page, returns only the lists
 * found before the time limit.
 */
export function tablesOf(page: TablePage): readonly PageTable[] {
  const endsAt = performance.now() + maxMs;
  const short = shortCopy(page.document);
  const shown = { document: short.document, address: page.address };
  const lists = withTexts(short.document, () => findLists(shown, endsAt));
  const offers: Offer[] = [];
  for (const one of lists.toSorted((a, b) => b.score - a.score).slice(0, maxTried)) {
    if (offers.length > 0 && performance.now() > endsAt) break;
    if (offers.some(({ elements, score }) => score >= one.score && overlap(one.elements, elements))) continue;
    const list = lists.find((other) => isSame(one, other)) ?? one;
    const { pick, table } = withTexts(short.document, () => tableFor(list, shown));
    const score = table.recipe ? list.score * worthOf(table) : 0;
    const rank = score * (isAboutThings(table) ? 1 : otherWeight);
    if (score > 0) offers.push({ pick, table, score, rank, elements: list.elements });
  }
  return bestOf(offers).map(({ pick, table }) => {
    const count = (table.result?.rows.length ?? 0) + short.missing(table.records);
    return { pick: short.originalOf(pick), table, count, about: estimatedRows(shown.document, table.next, count) };
  });
}

/**
 * Builds the table of a list. If picking the main value adds an extra column, picks a value from the first column
 * instead.
 */
function tableFor(list: FoundList, page: TablePage): { readonly pick: Element; readonly table: BuiltTable } {
  const shapes = shapesOf(page.document);
  const pick = mainValueOf(list, shapes);
  const table = buildTable(page, requestOf(pick, page));
  const [title, ...others] = table.fields;
  const known = title?.nodes[Math.floor(list.records.length / 2)];
  if (!known || !others.at(-1)?.nodes.includes(pick) || !selects(known, list, shapes)) return { pick, table };
  return { pick: known, table: buildTable(page, requestOf(known, page)) };
}

/** A list that may be offered, with its table. */
interface Offer extends Pick<FoundList, 'pick' | 'elements' | 'score'> {
  readonly table: BuiltTable;
  /** Score that determines the order in which lists are offered. */
  readonly rank: number;
}

/**
 * Returns the lists worth offering, best first. If several lists are copies of each other or share elements, returns
 * only one of them.
 */
function bestOf(offers: readonly Offer[]): readonly Offer[] {
  const best: Offer[] = [];
  for (const one of offers.toSorted((a, b) => b.rank - a.rank)) {
    if (best.some(({ elements }) => overlap(one.elements, elements))) continue;
    const isCopy = ({ table }: Offer): boolean => isRepeated(one.table, table) || isRepeated(table, one.table);
    const at = best.findIndex(isCopy);
    const known = best[at];
    if (!known) best.push(one);
    else if (one.table.records.length > known.table.records.length) best[at] = one;
  }
  return best.filter(({ score }) => score >= (best[0]?.score ?? 0) * worthShare).slice(0, maxLists);
}

/**
 * True when two lists have nearly the same records, such as a shop's products with and without a banner between them.
 */
function isSame(one: FoundList, other: FoundList): boolean {
  const isClose = (a: number, b: number): boolean => Math.min(a, b) >= sameFrom * Math.max(a, b);
  return (
    isClose(one.score, other.score) &&
    isClose(one.records.length, other.records.length) &&
    overlap(one.elements, other.elements)
  );
}

const overlap = (one: ReadonlySet<Element>, other: ReadonlySet<Element>): boolean =>
  [...one].some((element) => isWithinAny(element, other)) || [...other].some((element) => isWithinAny(element, one));

const requestOf = (pick: Element, { address }: TablePage) => ({
  ...{ picks: [pick], without: [], level: 0, single: false },
  name: recipeNameOf(address),
});

/** Finds groups of similar elements. For each group, returns the list that a click on a typical value would select. */
function findLists({ document, address }: TablePage, endsAt: number): readonly FoundList[] {
  const shapes = shapesOf(document);
  const { view } = evidenceOf({ document, address });
  const found: FoundList[] = [];
  const groups = findGroups(document).filter(({ rows }) => rows.length >= minRecords && rows.length <= maxRecords);
  for (const { rows } of groups.slice(0, maxGroups)) {
    if (found.length >= minFound && performance.now() > endsAt) break;
    if (found.some((list) => areParts(rows, list))) continue;
    const pick = valueIn(typicalOf(rows));
    const group = pick && chooseGroup({ picks: [pick], without: [], level: 0 }, shapes)?.group;
    if (!group || group.records.length < minRecords || group.records.every((one) => isChoice(one, shapes))) continue;
    if (found.some(({ records }) => isSameGroup(records, group.records))) continue;
    const score = group.score * placeWeight(flagsOf(group.records[0] ?? [], view));
    found.push({ records: group.records, elements: new Set(group.records.flat()), pick, score });
  }
  return found;
}

const isSameGroup = (one: FoundList['records'], other: FoundList['records']): boolean =>
  one.length === other.length && one.every(([first], at) => first === other[at]?.[0]);

/**
 * True when `rows` are parts of a list's records, such as their titles. A click on such a part would select the same
 * list again.
 */
function areParts(rows: readonly PickedRecord[], { records, elements }: FoundList): boolean {
  if (rows.length > records.length * partsShare) return false;
  const inside = rows.filter(([first]) => first && isWithinAny(first, elements));
  return inside.length >= rows.length * insideShare;
}

/** Maximum number of values in a form option. An option typically contains a check box, a name and a result count. */
const choiceLeaves = 3;

/** Returns the middle row among the rows with the most frequent class. */
function typicalOf(rows: readonly PickedRecord[]): PickedRecord {
  const classOf = ([first]: PickedRecord): string => first?.attribs.class ?? '';
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(classOf(row), (counts.get(classOf(row)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const alike = rows.filter((row) => counts.get(classOf(row)) === most);
  return alike[Math.floor(alike.length / 2)] ?? [];
}

/** True for a record that is an option of a form, such as a shop filter. */
const isChoice = (record: PickedRecord, shapes: Shapes): boolean =>
  record.some(
    (part) =>
      part.name === 'label' ||
      (shapes.of(part).leaves.size <= choiceLeaves && findElement(part, isCheckBox) !== undefined),
  );

/** Returns the probable title: the first element that directly contains text, preferably a heading or link. */
function valueIn(record: PickedRecord): Element | undefined {
  const values = textsIn(record);
  return values.find(({ name }) => /^(?:h[1-6]|a)$/.test(name)) ?? values.find((one) => textOf(one) !== '');
}

/** Returns the elements that directly contain text. */
const textsIn = (record: PickedRecord): readonly Element[] =>
  record
    .flatMap((part) => [part, ...findElements(part, () => true, 200)])
    .filter(({ children }) => children.some((child) => isText(child) && child.data.trim().length > 1));

/** Maximum length, in characters, of a title that is not in a heading. */
const maxTitleChars = 150;

/**
 * Returns a value that selects the list when clicked, preferably a title: text in a heading, else the longest short
 * text in a link, else the longest short text.
 */
function mainValueOf({ records, elements, pick }: FoundList, shapes: Shapes): Element {
  const values = textsIn(records[Math.floor(records.length / 2)] ?? []);
  const isIn = (tags: RegExp, element: Element | undefined): boolean =>
    element !== undefined && (tags.test(element.name) || (!elements.has(element) && isIn(tags, parentOf(element))));
  const short = values
    .filter((one) => textOf(one).length < maxTitleChars)
    .toSorted((a, b) => textOf(b).length - textOf(a).length);
  const value = values.find((one) => isIn(/^h[1-6]$/, one)) ?? short.find((one) => isIn(/^a$/, one)) ?? short[0];
  return value && selects(value, { records, elements }, shapes) ? value : pick;
}

/** True if a click on a value selects the list. */
function selects(
  value: Element,
  { records, elements }: Pick<FoundList, 'records' | 'elements'>,
  shapes: Shapes,
): boolean {
  const group = chooseGroup({ picks: [value], without: [], level: 0 }, shapes)?.group;
  return group?.records.length === records.length && group.records.flat().every((one) => elements.has(one));
}

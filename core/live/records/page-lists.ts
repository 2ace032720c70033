import { type Element, isText } from 'domhandler';
import type { PageList } from '../../common/api/live-table';
import { placeWeight } from '../../page/extraction/rules/find/from-text';
import { findGroups } from '../../page/extraction/rules/lists/groups';
import { Evidence } from '../../page/extraction/rules/page/evidence';
import { findElement, findElements, textOf } from '../../page/extraction/rules/page/text-of';
import { recipeNameOf } from '../../page/recipes/recipe-name';
import { type BuiltTable, buildTable, type TablePage } from '../../page/records/build-table';
import { chooseGroup } from '../../page/records/choose-group';
import { type PickedRecord, Shapes } from '../../page/records/shape';
import { holds, type SimilarRecords } from '../../page/records/similar';
import type { LiveDocument } from '../live-document';
import { nameOfList } from './list-name';

/** A list on a page, with the element whose click selects it. */
interface FoundList {
  readonly group: SimilarRecords;
  readonly pick: Element;
  readonly score: number;
}

const minRecords = 3;
/** Maximum number of element groups that are examined. */
const maxGroups = 24;
const maxLists = 5;
/** Minimum score of an offered list, relative to the best one. */
const worthShare = 0.12;
/** Minimum ratio of scores and numbers of records for two groups to count as the same list. */
const sameFrom = 0.85;
/** Size of the preview of a list. */
const maxRows = 4;

/** Returns the best lists of a live page as small tables, most probable list first. */
export function listsOf(page: LiveDocument): readonly PageList[] {
  return tablesOf(page).flatMap(({ pick, table }) => {
    const id = page.idOf(pick);
    if (id === undefined) return [];
    const names = table.fields.map(({ field }) => field.name);
    return [
      {
        pick: id,
        name: nameOfList(table.records),
        count: table.result?.rows.length ?? 0,
        columns: names,
        rows: (table.result?.rows ?? []).slice(0, maxRows).map((row) => ({ ...row })),
      },
    ];
  });
}

/** Returns the best lists of a page as tables, most probable list first. */
export function tablesOf(page: TablePage): readonly { readonly pick: Element; readonly table: BuiltTable }[] {
  return bestOf(findLists(page))
    .map(({ pick }) => ({ pick, table: buildTable(page, requestOf(pick, page)) }))
    .filter(({ table }, at, all) => table.recipe && !all.slice(0, at).some((earlier) => isCopy(table, earlier.table)));
}

/** Returns the lists worth offering, best first. Of lists that share elements, only the best one is offered. */
function bestOf(lists: readonly FoundList[]): readonly FoundList[] {
  const best: FoundList[] = [];
  for (const one of lists.toSorted((a, b) => b.score - a.score))
    if (!best.some((other) => overlap(one.group, other.group))) best.push(lists.find((two) => isSame(one, two)) ?? one);
  return best.filter(({ score }) => score >= (best[0]?.score ?? 0) * worthShare).slice(0, maxLists);
}

/** True for nearly the same records: a click on a button may add a bar with a button to the records of a shop. */
function isSame(one: FoundList, other: FoundList): boolean {
  const isClose = (a: number, b: number): boolean => Math.min(a, b) >= sameFrom * Math.max(a, b);
  return (
    isClose(one.score, other.score) &&
    isClose(one.group.records.length, other.group.records.length) &&
    overlap(one.group, other.group)
  );
}

/** True if a record of one group is inside a record of the other group. */
function overlap(one: SimilarRecords, other: SimilarRecords): boolean {
  const isInside = ({ records }: SimilarRecords, group: SimilarRecords): boolean =>
    records.some(([first]) => first && holds(group, first));
  return isInside(one, other) || isInside(other, one);
}

/** True for a table with the same rows as another one, e.g. the hidden copy of a list for small screens. */
const isCopy = ({ result }: BuiltTable, { result: other }: BuiltTable): boolean =>
  JSON.stringify(result?.rows) === JSON.stringify(other?.rows);

const requestOf = (pick: Element, { address }: TablePage) => ({
  ...{ picks: [pick], without: [], level: 0, single: false },
  name: recipeNameOf(address),
});

/** Returns the lists that a click on a value of each group of similar elements selects. */
function findLists({ document, address }: TablePage): readonly FoundList[] {
  const shapes = new Shapes();
  const { view } = new Evidence(document, address, {});
  const found: FoundList[] = [];
  const groups = findGroups(document).filter(({ rows }) => rows.length >= minRecords);
  for (const { rows } of groups.slice(0, maxGroups)) {
    const pick = valueIn(typicalOf(rows));
    if (!pick || found.some((one) => one.pick === pick)) continue;
    const group = chooseGroup({ picks: [pick], without: [], level: 0 }, shapes)?.group;
    if (!group || group.records.length < minRecords || group.records.every((one) => isChoice(one, shapes))) continue;
    const line = view.lines[view.firstLine.get(pick) ?? -1];
    found.push({ group, pick, score: group.score * (line ? placeWeight(line.flags) : 0.8) });
  }
  return found;
}

/** Maximum number of values of a form's option: its box, name and number of results. */
const choiceLeaves = 3;

/** Returns the middle row among those with the most frequent class. */
function typicalOf(rows: readonly PickedRecord[]): PickedRecord {
  const classOf = ([first]: PickedRecord): string => first?.attribs.class ?? '';
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(classOf(row), (counts.get(classOf(row)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const alike = rows.filter((row) => counts.get(classOf(row)) === most);
  return alike[Math.floor(alike.length / 2)] ?? [];
}

/** True for a record that is an option of a form, such as a filter of a shop. */
const isChoice = (record: PickedRecord, shapes: Shapes): boolean =>
  record.some(
    (part) =>
      part.name === 'label' ||
      (shapes.of(part).leaves.size <= choiceLeaves && findElement(part, isCheckBox) !== undefined),
  );
const isCheckBox = ({ name, attribs }: Element): boolean =>
  name === 'input' && /^(?:checkbox|radio)$/i.test(attribs.type ?? '');

/** Returns the first element with a text of its own, preferably in a heading or link: usually the title. */
function valueIn(record: PickedRecord): Element | undefined {
  const hasText = ({ children }: Element): boolean =>
    children.some((child) => isText(child) && child.data.trim().length > 1);
  const values = record.flatMap((part) => [part, ...findElements(part, () => true, 200)]).filter(hasText);
  return values.find(({ name }) => /^(?:h[1-6]|a)$/.test(name)) ?? values.find((one) => textOf(one) !== '');
}

import { isTag, type ParentNode } from 'domhandler';
import { isItem, type MarkupItem, type MarkupValue, valuesAt } from '../../../../contract/markup-item';
import { tableTag } from '../../../../contract/table-grid';
import { styleOfColumn } from '../../../documents/metadata/date-style';
import { isPerson } from '../find/bylines';
import { valuesOfField } from '../find/from-markup';
import { labelFit, placeWeight } from '../find/from-text';
import type { Sighting } from '../find/sighting';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { elementsIn, findElements, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import { coerce, expectsDay, type ValuePlace } from '../values/coerce';
import { assign, cellFor, type Grid, gridOf, sightingOf } from './columns';
import { findGroups, type RowGroup } from './groups';
import { innerLists } from './inner-list';
import { labelledFields, labelledRecords } from './labelled-rows';
import { personRows } from './person-rows';
import { postRecords } from './posts';
import { type FoundRecord, leafFields } from './record-fields';
import type { Row } from './row';
import { rowsOfSection } from './section-rows';
import { sectionRecords } from './sections';
import { typedItems } from './typed-items';

const MIN_SCORE = 0.45;

/** The records found on a page, and their relation to the page. */
export interface FoundRecords {
  readonly records: readonly FoundRecord[];
  /** True if the markup declares the records to be parts of the page's subject. */
  readonly isPart: boolean;
  /** True if the records are in a side area of the page. */
  readonly isAside: boolean;
  /** True if the page lists other pages. */
  readonly isIndex: boolean;
}

/** An empty result. */
export const noRecords: FoundRecords = { records: [], isPart: false, isAside: false, isIndex: false };

/**
 * Finds the records for an array of objects: either markup items, or the group of similar rows that matches the most
 * fields.
 */
export function findRecords(field: Field, item: Field, evidence: Evidence, main: readonly MarkupItem[]): FoundRecords {
  const posts = postRecords(field, item, evidence);
  if (posts.length > 0) return { ...noRecords, records: posts.map((cells) => ({ cells })), isPart: true };
  const typed = typedItems(leafFields(item), evidence);
  const sections = typed.length > 0 ? typed : sectionRecords(leafFields(item), evidence);
  const visible: Found = sections.length > 0 ? { records: sections, score: 0.6 } : bestGroup(field, item, evidence);
  const marked = markedRecords(field, item, evidence, main);
  const wins =
    marked.records.length > 0 &&
    marked.score * Math.sqrt(Math.min(marked.records.length, 12)) >=
      visible.score * Math.sqrt(Math.min(visible.records.length, 12));
  const { records, isPart = false, isAside = false } = wins ? marked : visible;
  return { records: records.slice(0, field.maxItems), isPart, isAside, isIndex: visible.isIndex === true };
}

interface Found {
  readonly records: readonly FoundRecord[];
  /** Share of matching fields, weighted by how well each one matches. */
  readonly score: number;
  readonly isPart?: boolean;
  readonly isAside?: boolean;
  readonly isIndex?: boolean;
}

const NONE: Found = { records: [], score: 0 };

function markedRecords(field: Field, item: Field, evidence: Evidence, main: readonly MarkupItem[]): Found {
  const own = main.flatMap((one) =>
    [...valuesOfField(field, one).values, ...answersTo(field, one)].flatMap(({ value }) =>
      isItem(value) ? [value] : [],
    ),
  );
  const questions = evidence.items.flatMap((one) =>
    one.types.includes('faqpage')
      ? valuesAt(one, 'mainEntity').flatMap(({ value }) => (isItem(value) ? [value] : []))
      : [],
  );
  const listed = evidence.items.flatMap((one) =>
    valuesAt(one, 'itemListElement').flatMap(({ value }) =>
      isItem(value)
        ? (valuesAt(value, 'item')
            .flatMap((inner) => (isItem(inner.value) ? [inner.value] : []))
            .at(0) ?? value)
        : [],
    ),
  );
  const isCrumb = (one: MarkupItem) =>
    one.types.includes('listitem') && valuesAt(one, 'position').length > 0 && !one.properties.has('price');
  const byType = new Map<string, MarkupItem[]>();
  for (const one of evidence.items) byType.set(one.types.join(' '), [...(byType.get(one.types.join(' ')) ?? []), one]);
  const sets = [
    own,
    listed.filter((one) => !isCrumb(one)),
    questions,
    ...[...byType.values()].filter((items) => items.length >= 2),
  ];
  let best = NONE;
  for (const items of sets) {
    const score =
      items.length === 0
        ? 0
        : items.slice(0, 8).reduce((sum, one) => sum + filled(item, one), 0) / Math.min(8, items.length);
    const worth = items === own && score > 0 ? score + 0.3 : score;
    if (worth > Math.max(best.score, MIN_SCORE * 0.8))
      best = { records: items.map((one) => ({ item: one })), score: worth, isPart: items === own };
  }
  return best;
}

/** Returns the accepted and suggested answers to a question, in this order. */
const answersTo = ({ words }: Field, item: MarkupItem): readonly MarkupValue[] =>
  words.some((word) => ANSWERS.test(word)) && !item.properties.has('answers')
    ? ['acceptedAnswer', 'suggestedAnswer'].flatMap((name) => valuesAt(item, name))
    : [];

const ANSWERS = /^(?:answers?|repl(?:y|ies)|responses?|antwort(?:en)?|réponses?|respuestas?|risposte)$/;

const filled = (item: Field, thing: MarkupItem): number =>
  item.fields.filter((field) => valuesOfField(field, thing).values.length > 0).length / Math.max(1, item.fields.length);

/** Returns the group of similar rows whose columns match the most fields. */
function bestGroup(field: Field, item: Field, evidence: Evidence): Found {
  const fields = leafFields(item).map((leaf) => leaf.field);
  const labels = labelledFields(fields, evidence);
  let best: { score: number; group: RowGroup; share: number } | undefined;
  let isIndex = false;
  let labelled: readonly FoundRecord[] = [];
  for (const group of findGroups(evidence.document)) {
    if (isSectionOf(field, group) || isOfReviews(field, group, evidence)) continue;
    const sample: RowGroup = { ...group, rows: group.rows.slice(0, 10) };
    const grid = gridOf(sample);
    const isIntroduced = introduced(field, group, evidence);
    const assigned = assignedIn(sample, fields, grid, { evidence, isIntroduced });
    if (assigned.size === 0 || isOfSections(sample, assigned)) continue;
    const parts = labelledRecords(wholeRows(group), labels);
    if (isOfLists(group) && [...assigned.values()].some(({ key }) => /dt/.test(key))) continue;
    if (parts) {
      if (parts.length > labelled.length) labelled = parts.map((cells) => ({ cells }));
      continue;
    }
    if (lacksPersons(field, grid, assigned)) continue;
    isIndex ||= listsPages(assigned, grid) && placeOf(group, evidence) === 1;
    const sum = [...assigned.values()].reduce((total, { score }) => total + score, 0);
    const share =
      (sum / fields.length) *
      coverage(
        grid,
        [...assigned.values()].map(({ key }) => key),
      );
    const score =
      share * Math.log2(1 + Math.min(group.rows.length, 30)) * placeOf(group, evidence) * (isIntroduced ? 1.3 : 1);
    const isSure = isSureList([...assigned.keys()], sum, group);
    if ((isSure || isEnough(assigned.size, fields.length, share)) && (!best || score > best.score * 1.001))
      best = { score, group, share };
  }
  if (!best) {
    const people = labelled.length > 1 ? labelled : personRows(fields, findGroups(evidence.document), evidence);
    return { ...NONE, records: people, isIndex };
  }
  const group = rowsOfSection(field, best.group, evidence);
  const grid = gridOf(group);
  const isIntroduced = introduced(field, group, evidence);
  const assigned = assignedIn(group, fields, grid, { evidence, isIntroduced });
  const leaves = leafFields(item);
  const { rows } = group;
  const records = grid.rows.flatMap((row, index): FoundRecord[] => {
    const cells = new Map<Field, Sighting>();
    for (const [one, { key, score }] of assigned) {
      const cell = cellFor(one, key, row);
      if (cell) cells.set(one, sightingOf(cell, Math.min(0.95, score)));
    }
    return cells.size >= Math.min(assigned.size, Math.max(1, Math.ceil(assigned.size * 0.34)))
      ? [{ cells, lists: innerLists(rows[index] ?? [], leaves) }]
      : [];
  });
  return { records, score: best.share, isAside: placeOf(best.group, evidence) < 0.7, isIndex };
}

/**
 * Assigns columns to fields. If a definition list follows a heading with the field's name, assigns its terms and
 * definitions to the record's two fields.
 */
function assignedIn(
  { rows }: RowGroup,
  fields: readonly Field[],
  grid: Grid,
  { evidence, isIntroduced }: { readonly evidence: Evidence; readonly isIntroduced: boolean },
): ReturnType<typeof assign> {
  const [term, definition] = fields;
  const areTerms = isIntroduced && fields.length === 2 && rows.every((row) => row[0]?.name === 'dt');
  const assigned = assign(fields, grid, evidence.place);
  if (isIntroduced && !areTerms) return withLastColumn(fields, grid, { assigned, place: evidence.place });
  if (!areTerms || !term || !definition || assigned.size === 2 || !grid.keys.includes('dd')) return assigned;
  return new Map([
    [term, { key: 'dt', score: 0.7 }],
    [definition, { key: 'dd', score: 0.7 }],
  ]);
}

/**
 * If one column and one field remain, assigns the column to the field. In a table without headers, assigns up to two
 * columns in order.
 */
function withLastColumn(
  fields: readonly Field[],
  grid: Grid,
  { assigned, place }: { readonly assigned: ReturnType<typeof assign>; readonly place: ValuePlace },
): ReturnType<typeof assign> {
  const columns = grid.keys.filter((key) => /^(?:\|\d+|>td(?:#2)?)$/.test(key));
  if (columns.length !== fields.length) return assigned;
  const used = new Set([...assigned.values()].map(({ key }) => key));
  const open = fields.filter((field) => !assigned.has(field));
  const free = columns.filter((key) => !used.has(key));
  if (free.length !== open.length || free.length > (columns[0] === '>td' ? 2 : 1)) return assigned;
  const fits = open.every((field, at) =>
    grid.rows.every((row) => {
      const cell = row.get(free[at] ?? '');
      return cell !== undefined && coerce(field, sightingOf(cell, 1), place) !== undefined;
    }),
  );
  return fits
    ? new Map([...assigned, ...open.map((field, at) => [field, { key: free[at] ?? '', score: 0.6 }] as const)])
    : assigned;
}

/**
 * True for a definition list in which one term is the name of the requested list. In that case, the term's definition
 * contains the requested list.
 */
const isSectionOf = (field: Field, { rows }: RowGroup): boolean =>
  rows.some(([term]) => term?.name === 'dt' && labelFit(field, labelKey(textOf(term))) >= 0.95);

/**
 * True if the rows are sections that each contain several cards. In at least half of the rows, two or more headings of
 * the same or a lower level follow the title. No heading occurs twice, whereas labels would be repeated in every row.
 */
function isOfSections({ rows }: RowGroup, assigned: ReturnType<typeof assign>): boolean {
  const title = [...assigned].find(([{ concept }]) => concept?.id === 'title')?.[1];
  const level = /(?:^|>)(h[1-6])[^>]*$/.exec(title?.key ?? '')?.[1];
  if (level === undefined || assigned.size < 2) return false;
  const inner = rows.map((row) =>
    row.flatMap((node) => findElements(node, ({ name }) => /^h[1-6]$/.test(name) && name >= level, 20)).slice(1),
  );
  const texts = inner.flat().map(textOf);
  const isVaried = new Set(texts).size === texts.length;
  return isVaried && inner.filter((headings) => headings.length > 1).length * 2 >= rows.length;
}

const PERSONS = /(?:^|_)(?:people|persons|executives|speakers|interviewees|experts)(?:_|$)/i;

/** True if a list of persons is wanted, but fewer than half of the titles are names of persons, as in a menu. */
function lacksPersons({ name }: Field, grid: Grid, assigned: ReturnType<typeof assign>): boolean {
  const key = [...assigned].find(([{ concept }]) => concept?.id === 'title' || concept?.kind === 'name')?.[1].key;
  if (!PERSONS.test(name) || key === undefined) return false;
  const persons = grid.rows.filter((row) => isPerson((row.get(key)?.text ?? '').split(',')[0] ?? ''));
  return persons.length * 2 < grid.rows.length;
}

/** True for a group of definition lists with several terms each. In such a group, each term is a separate record. */
const isOfLists = ({ rows }: RowGroup): boolean =>
  rows.every(([list, ...others]) => list?.name === 'dl' && others.length === 0) &&
  rows.some(([list]) => list && elementsIn(list).filter(({ name }) => name === 'dt').length > 1);

/** Returns the rows of a group. For a table, includes the first row, which may contain data instead of headers. */
function wholeRows({ rows, headers }: RowGroup): readonly Row[] {
  let table: ParentNode | null = headers ? (rows[0]?.[0] ?? null) : null;
  while (table && !(isTag(table) && tableTag(table) === 'table')) table = table.parent;
  return table ? findElements(table, (one) => tableTag(one) === 'tr').map((row) => [row]) : rows;
}

/** True if the rows have both titles and links. In that case, the page probably lists other pages. */
const listsPages = (assigned: ReadonlyMap<Field, unknown>, { keys }: Grid): boolean =>
  [...assigned.keys()].some(({ concept }) => concept?.id === 'title') && keys.some((key) => key.endsWith('@href'));

/** Returns the share of non-empty cells among the assigned columns, averaged over the rows. */
const coverage = ({ rows }: Grid, keys: readonly string[]): number =>
  rows.reduce((sum, row) => sum + keys.filter((key) => row.has(key)).length / keys.length, 0) / rows.length;

/** True if enough fields match. If more than two fields are wanted, at least two columns must match. */
const isEnough = (assigned: number, wanted: number, share: number): boolean =>
  wanted <= 2 ? share >= MIN_SCORE : assigned >= 2 && share >= 0.25;

/** True for a list of titles with amounts or dates, even if most of the requested fields are missing. */
const isSureList = (assigned: readonly Field[], sum: number, { rows }: RowGroup): boolean =>
  rows.length >= 3 &&
  sum >= assigned.length * 0.6 &&
  assigned.some(({ concept }) => concept?.id === 'title') &&
  assigned.some(({ concept }) => concept?.kind === 'money' || concept?.kind === 'date');

function placeOf({ rows }: RowGroup, { view }: Evidence): number {
  const node = rows[Math.min(1, rows.length - 1)]?.[0];
  const line = node ? view.lines[view.firstLine.get(node) ?? -1] : undefined;
  return line ? placeWeight(line.flags) : 0.8;
}

const ABOUT_REVIEWS =
  /review|testimonial|comment|rating|opinion|quote|post|repl|answer|feedback|bewertung|kommentar|avis|opini|recension|thread|message/i;

/** True for a group of reviews. Their authors and dates do not belong to other lists, e.g. of instructors. */
function isOfReviews({ name, items }: Field, { rows }: RowGroup, { view }: Evidence): boolean {
  if (ABOUT_REVIEWS.test(`${name} ${items?.fields.map((one) => one.name).join(' ') ?? ''}`)) return false;
  const node = rows[0]?.[0];
  const line = node && view.lines[view.firstLine.get(node) ?? -1];
  return ((line?.flags ?? 0) & flag.review) !== 0;
}

/** True if the heading or caption before a group matches the name of the list. */
function introduced(field: Field, { rows }: RowGroup, { view }: Evidence): boolean {
  const node = rows[0]?.[0];
  const at = node ? (view.firstLine.get(node) ?? 0) : 0;
  return view.lines
    .slice(Math.max(0, at - 4), at)
    .some(({ text }) => text.length < 60 && labelFit(field, labelKey(text)) >= 0.6);
}

/**
 * Returns the context for parsing each field. If one date in a column has a day above 12, it determines the order of
 * day and month for the entire column.
 */
export function columnPlaces(records: readonly FoundRecord[], place: ValuePlace): (field: Field) => ValuePlace {
  const texts = new Map<string, string[]>();
  for (const record of records)
    for (const [field, { raw }] of 'cells' in record ? record.cells : [])
      if (expectsDay(field)) texts.set(field.pointer, [...(texts.get(field.pointer) ?? []), String(raw)]);
  const { dates } = place;
  const places = new Map(
    [...texts].map(([pointer, own]) => [pointer, dates ? { ...place, dates: styleOfColumn(dates, own) } : place]),
  );
  return ({ pointer }) => places.get(pointer) ?? place;
}

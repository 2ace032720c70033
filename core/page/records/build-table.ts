import { selectOne } from 'css-select';
import type { AnyNode, Document, Element } from 'domhandler';
import { engineSentence } from '../../common/engine-sentences';
import type { Recipe, RecipeField, RecipeResult } from '../../common/recipe';
import { withColumns } from '../../common/recipes/recipe-columns';
import type { NextControl } from '../../contract/page-controls';
import { Evidence } from '../extraction/rules/page/evidence';
import { findElement, isWithin, withTexts } from '../extraction/rules/page/text-of';
import { readRecipe, skippedSentences } from '../recipes/read-recipe';
import { cacheReadings } from '../recipes/reading-cache';
import { healthOn, withHealth } from '../recipes/recipe-health';
import type { UnclearDate } from '../recipes/row-dates';
import { SourceReader } from '../recipes/source-reader';
import { chooseGroup, levelOf, type RecordPicks } from './choose-group';
import { clickedFirst, isMissing } from './clicked-value';
import { maxShown } from './column-order';
import { isSame, keptColumns } from './kept-columns';
import { freeName } from './names/column-names';
import { estimatedRows } from './paging/estimated-rows';
import { controlAt, growingByScroll, nextPage } from './paging/next-page';
import { type PickedRecord, Shapes } from './shape';
import { holds } from './similar';
import { similarPages } from './similar-pages';
import {
  namesIn,
  pickedField,
  type ReadRecords,
  type SuggestedField,
  type SuggestedFields,
  suggestFields,
  withNodes,
} from './suggest-fields';
import { continued, isNested, recipeOf, withPaging } from './table-recipe';

/** Request to build a table. */
export interface TableRequest extends RecordPicks {
  /** True if the entire page is one record, not a list. */
  readonly single: boolean;
  /** True for a list that loads more records when scrolled to its end. */
  readonly grows?: boolean;
  /** Fields as edited by the user. If absent, fields are suggested. */
  readonly fields?: readonly RecipeField[];
  /** True if the column with the clicked value comes first among the suggested fields. */
  readonly clickedFirst?: boolean;
  /** Picks from which `fields` were created. Set only if the picks have changed since then. */
  readonly before?: RecordPicks;
  /** Element that leads to more records, as chosen by the user. */
  readonly next?: Element;
  /** Name of the column to repair. The repaired column contains the value of the clicked element. */
  readonly repairs?: string;
  /** The last clicked element. If it is inside a record, it becomes a field. Otherwise, it becomes another pick. */
  readonly clicked?: Element;
  /** Names that are not available for new columns. */
  readonly taken?: readonly string[];
  readonly name: string;
  /**
   * Recipe of the list that continues on this page. The new recipe inherits this recipe's URL patterns and pagination.
   */
  readonly continues?: Recipe;
}

/** A page from which tables are built. The page is never modified. */
export interface TablePage {
  readonly document: Document;
  readonly address: string;
}

/** A table built from the user's picks: records, columns, rows and warnings. */
export interface BuiltTable {
  readonly records: readonly PickedRecord[];
  /** The picks, including the last clicked element if it became a pick. */
  readonly picks: readonly Element[];
  /**
   * Relative size of the records: 0 for the most probable size, positive for larger records, negative for smaller
   * records.
   */
  readonly level: number;
  readonly canWiden: boolean;
  readonly canNarrow: boolean;
  readonly fields: readonly SuggestedField[];
  /** Fields found in the records but not used as columns. */
  readonly more: SuggestedFields['more'];
  readonly next?: NextControl;
  /** Estimated number of rows on all pages of the list. Absent if the page does not allow an estimate. */
  readonly about?: number;
  /** URLs of similar pages linked from the page, if the page shows a single record. */
  readonly alike: readonly string[];
  /** Recipe that reads the table. Absent if there are no fields. */
  readonly recipe?: Recipe;
  readonly result?: RecipeResult;
  /** Ambiguous dates that the user must clarify. They are not repeated in `warnings`. */
  readonly unclear?: readonly UnclearDate[];
  readonly warnings: readonly string[];
}

/**
 * Builds a table from the user's picks on a page: records, fields, rows, and a recipe that reads the same table. For
 * unsuitable picks, returns the reason in `warnings` instead of throwing.
 */
export const buildTable = (page: TablePage, request: TableRequest): BuiltTable =>
  withTexts(page.document, () => built(page, request));

/** Returns the steps that build a table. Each step caches its results for the page. */
export const tableSteps = (page: TablePage, request: TableRequest): readonly (() => unknown)[] =>
  [
    () => evidenceOf(page).view,
    () => evidenceOf(page).once(nextOf),
    () => chooseGroup(request, shapesOf(page.document)),
    () => built(page, request),
  ].map((step) => () => withTexts<unknown>(page.document, step));

function built(page: TablePage, request: TableRequest): BuiltTable {
  const evidence = evidenceOf(page);
  const next = request.single
    ? undefined
    : (chosenNext(page, request) ?? evidence.once(nextOf) ?? (request.grows ? growingByScroll : undefined));
  const { chosen, picks, isPick } = request.single ? asOneRecord : chosenBy(request, shapesOf(page.document));
  const records = request.single ? [bodyOf(page.document)] : (chosen?.group.records ?? []);
  const reader = new SourceReader(evidence, []);
  if (isNested(records)) reader.nest(records.flat());
  const meant = isPick ? { ...request, before: request, clicked: undefined } : request;
  const { fields, more } =
    records.length === 0 ? noFields : fieldsOf({ records, reader }, meant, page, next !== undefined);
  const shared = {
    ...{ records, picks, level: request.level, fields, more },
    canWiden: chosen?.canWiden ?? false,
    canNarrow: chosen?.canNarrow ?? false,
    alike: request.single ? similarPages(evidence) : [],
    ...(next ? { next } : {}),
  };
  const made =
    fields.length === 0 ? undefined : recipeOf({ records, fields, next, reader, alike: shared.alike }, request);
  if (!made) return { ...shared, warnings: emptyTable(request, shared) };
  const { recipe, warnings } = made;
  const reading = readRecipe(recipe, evidence);
  const { result, skipped, unclear, warnings: told } = reading;
  const found = result.rows.length + skipped.repeated;
  const off =
    request.single || found === records.length
      ? []
      : [
          engineSentence('table.otherCount', { selected: records.length, found }),
          ...skippedSentences(recipe, { ...skipped, repeated: 0 }),
        ];
  const repeated = skippedSentences(recipe, { ...skipped, incomplete: 0 });
  return {
    ...shared,
    ...aboutOf(page, next, found),
    recipe: continued({ ...recipe, health: healthOn(reading, recipe) }, request.continues),
    ...{ result, unclear },
    warnings: [...off, ...warnings, ...repeated, ...moreRecordsSentence(chosen?.further ?? 0), ...told],
  };
}

/** Returns a warning about similar records elsewhere on the page, if any. */
const moreRecordsSentence = (further: number): readonly string[] =>
  further === 0 ? [] : [engineSentence(further === 1 ? 'table.oneFurther' : 'table.further', { count: further })];

const nextOf = ({ document, url }: Evidence): NextControl | undefined => nextPage(document, url);

const chosenNext = (page: TablePage, { next }: TableRequest): NextControl | undefined =>
  next && controlAt(next, page, true)?.next;

function aboutOf({ document }: Pick<TablePage, 'document'>, next: NextControl | undefined, rows: number) {
  const about = estimatedRows(document, next, rows);
  return about === undefined ? {} : { about };
}

const asOneRecord = { chosen: undefined, picks: [], isPick: false };

/**
 * Returns the records selected by the picks. If no record contains the clicked element, adds that element to the picks.
 */
function chosenBy({ clicked, ...request }: TableRequest, known: Shapes) {
  const chosen = chooseGroup(request, known);
  if (!clicked || (chosen && holds(chosen.group, clicked))) return { chosen, picks: request.picks, isPick: false };
  const picks = [...request.picks, clicked];
  return { chosen: chooseGroup({ ...request, picks }, known), picks, isPick: true };
}

const evidences = new WeakMap<Document, Evidence>();

/** Returns the cached evidence of a page, including the values read for earlier clicks. */
export function evidenceOf({ document, address }: TablePage): Evidence {
  const known = evidences.get(document);
  if (known?.url === address) return known;
  const evidence = cacheReadings(new Evidence(document, address, {}));
  evidences.set(document, evidence);
  return evidence;
}

const shapes = new WeakMap<Document, Shapes>();

/** Returns the cached shapes for a page. */
export function shapesOf(document: Document): Shapes {
  const known = shapes.get(document) ?? new Shapes();
  shapes.set(document, known);
  return known;
}

/** Returns the page's body as the only record. */
const bodyOf = (document: Document): PickedRecord =>
  [findElement(document, ({ name }) => name === 'body') ?? []].flat();

const noFields = { fields: [], more: [] };

/**
 * Returns the edited or suggested fields, plus the field of the clicked element. `more` contains all other fields. If
 * the list has further pages (`isPaged`), values are suggested that are likely to differ there, because a job reads only
 * the columns of the table.
 */
function fieldsOf(
  now: ReadRecords,
  { fields, before, clicked, picks, repairs, single, taken, clickedFirst: isFirst }: TableRequest,
  page: TablePage,
  isPaged: boolean,
): Pick<BuiltTable, 'fields' | 'more'> {
  const { records, reader } = now;
  const earlier = fields && before && earlierRecords(before, page);
  const suggested = single ? { shown: [], more: [] } : suggestFields(records, reader);
  const kept = earlier
    ? keptColumns({ ...earlier, fields }, now)
    : (fields?.map((field) => withNodes(field, records, reader)) ??
      (isPaged ? withVarying(suggested) : suggested.shown));
  if (repairs !== undefined && clicked) return { fields: repaired(repairs, clicked, kept, now), more: suggested.more };
  const wanted = clicked ?? (fields || single ? undefined : picks.at(-1));
  const found = wanted && isMissing(wanted, kept, now) ? pickedField(wanted, now, namesIn(kept, taken)) : undefined;
  const added = found ? (fields ? [...kept, found] : beforeLinks(kept, found)) : kept;
  const columns = wanted && isFirst && !fields ? clickedFirst(wanted, added, now) : added;
  return { fields: columns, more: fieldsBeside(columns, suggested, taken) };
}

/** Returns the suggested fields that are not columns, with names that no column has. */
function fieldsBeside(
  columns: readonly SuggestedField[],
  { shown, more }: SuggestedFields,
  taken?: readonly string[],
): SuggestedFields['more'] {
  const names = new Set(namesIn(columns, taken));
  return [...shown, ...more]
    .filter((one) => !columns.some((column) => isSame(column, one)))
    .map((one) => {
      const name = freeName(one.field.name, names);
      names.add(name.toLowerCase());
      return { ...one, field: { ...one.field, name } };
    });
}

/** Returns the suggested columns, plus fields that are likely to differ on further pages, up to the maximum number. */
const withVarying = ({ shown, more }: SuggestedFields): readonly SuggestedField[] =>
  more
    .filter(({ mayVary }) => mayVary)
    .slice(0, Math.max(0, maxShown - shown.length))
    .reduce(beforeLinks, shown);

/** Adds a suggested column before the links and images. */
function beforeLinks(columns: readonly SuggestedField[], added: SuggestedField): readonly SuggestedField[] {
  const isAddress = ({ field: { type } }: SuggestedField): boolean => type === 'link' || type === 'image';
  const at = columns.findIndex(isAddress);
  return at < 0 || isAddress(added) ? [...columns, added] : columns.toSpliced(at, 0, added);
}

/**
 * Replaces the sources of a column so that it contains the value of the clicked element. Keeps the column's name and
 * position.
 */
function repaired(
  name: string,
  clicked: Element,
  columns: readonly SuggestedField[],
  now: ReadRecords,
): readonly SuggestedField[] {
  const found = pickedField(clicked, now, new Set());
  return columns.map((column) =>
    column.field.name === name && found ? { ...found, field: { ...column.field, ...found.field, name } } : column,
  );
}

/** Returns the records that earlier picks selected, if any. */
function earlierRecords(picks: RecordPicks, { document, address }: TablePage): ReadRecords | undefined {
  const records = chooseGroup(picks, shapesOf(document))?.group.records;
  if (!records) return undefined;
  const reader = new SourceReader(evidenceOf({ document, address }), []);
  if (isNested(records)) reader.nest(records.flat());
  return { records, reader };
}

/** Returns a warning that explains why there is no table. */
function emptyTable(
  { picks, single }: TableRequest,
  { records, fields }: Pick<BuiltTable, 'records' | 'fields'>,
): readonly string[] {
  if (single) return [engineSentence('table.clickValues')];
  if (picks.length === 0) return [];
  if (records.length === 0) return [engineSentence('table.nothingSimilar')];
  return [engineSentence(fields.length === 0 ? 'table.nothingDiffers' : 'table.noSelector')];
}

/** A click by the user that changes a recipe. */
type RecipeStep = Pick<TableRequest, 'clicked' | 'next' | 'repairs'>;

/** Applies a click to a recipe: `clicked` adds or repairs a column, and `next` sets the pagination. */
export function recipeAfter(page: TablePage, recipe: Recipe, { clicked, next, repairs }: RecipeStep): Recipe {
  const control = next && controlAt(next, page, true)?.next;
  if (control) return withPaging(recipe, control);
  if (!clicked) return recipe;
  const { records, fields } = tableOfRecipe(page, recipe);
  const now = { records, reader: readerOf(recipe, records, page) };
  if (repairs !== undefined)
    return withColumns(
      recipe,
      repaired(repairs, clicked, fields, now).map(({ field }) => field),
    );
  const isInside = records.flat().some((record) => isWithin(clicked, record));
  const found = isInside && isMissing(clicked, fields, now) ? pickedField(clicked, now, namesIn(fields)) : undefined;
  return found ? withColumns(recipe, [...recipe.fields, found.field]) : recipe;
}

/** Returns a reader for the records of a recipe. */
function readerOf({ records: list }: Recipe, records: readonly PickedRecord[], page: TablePage): SourceReader {
  const reader = new SourceReader(evidenceOf(page), []);
  if (list?.nested) reader.nest(records.flat());
  return reader;
}

/** Returns the fields of a list's records that are not columns of its recipe. */
function fieldsBesideRecipe(
  recipe: Recipe,
  { records, fields }: Pick<BuiltTable, 'records' | 'fields'>,
  page: TablePage,
) {
  // In a single record, all values look constant.
  if (!recipe.records || records.length < 2) return [];
  return fieldsBeside(fields, suggestFields(records, readerOf(recipe, records, page)));
}

/** Returns the page element that the recipe's pagination selects, if any. */
function ownNext({ next, more }: Recipe, page: TablePage): NextControl | undefined {
  const selector = next ?? more?.selector;
  const control = selector === undefined ? undefined : selectOne<AnyNode, Element>(selector, page.document);
  return control ? controlAt(control, page, true)?.next : undefined;
}

/** Returns the table that a recipe reads from a page, including the elements that contain the values. */
export const tableOfRecipe = (page: TablePage, recipe: Recipe): BuiltTable =>
  withTexts(page.document, () => builtByRecipe(page, recipe));

function builtByRecipe({ document, address }: TablePage, recipe: Recipe): BuiltTable {
  const evidence = evidenceOf({ document, address });
  const reader = new SourceReader(evidence, []);
  const found = recipe.records
    ? reader.elements(recipe.records.selector, document).map((one) => [one])
    : [bodyOf(document)];
  const scrolled = recipe.more && recipe.more.selector === undefined ? growingByScroll : undefined;
  const next = recipe.records
    ? (evidence.once(nextOf) ?? ownNext(recipe, { document, address }) ?? scrolled)
    : undefined;
  const reading = readRecipe(recipe, evidence);
  const { result, skipped, unclear, warnings } = reading;
  const fields = recipe.fields.map((field) => withNodes(field, found, reader));
  return {
    records: found,
    fields,
    ...picksOfRecipe(recipe, found.flat(), fields, shapesOf(document)),
    more: fieldsBesideRecipe(recipe, { records: found, fields }, { document, address }),
    alike: [],
    ...(next ? { next } : {}),
    ...aboutOf({ document }, next, result.rows.length),
    recipe: withHealth(recipe, reading),
    ...{ result, unclear },
    warnings: [...skippedSentences(recipe, { ...skipped, incomplete: 0 }), ...warnings],
  };
}

/** Returns picks that select a recipe's records. With these picks, the user can switch to larger or smaller records. */
function picksOfRecipe(
  { records: isList }: Recipe,
  records: readonly Element[],
  fields: readonly SuggestedField[],
  known: Shapes,
): Pick<BuiltTable, 'picks' | 'level' | 'canWiden' | 'canNarrow'> {
  const middle = Math.floor(records.length / 2);
  const pick = fields.flatMap(({ nodes }) => nodes[middle] ?? [])[0];
  const level = isList && pick && levelOf(records, pick, known);
  const chosen = pick && level !== undefined ? chooseGroup({ picks: [pick], without: [], level }, known) : undefined;
  if (!pick || level === undefined || !chosen) return { picks: [], level: 0, canWiden: false, canNarrow: false };
  return { picks: [pick], level, canWiden: chosen.canWiden, canNarrow: chosen.canNarrow };
}

import type { Document, Element } from 'domhandler';
import type { Recipe, RecipeField, RecipeResult } from '../../common/recipe';
import type { NextControl } from '../../contract/page-controls';
import { Evidence } from '../extraction/rules/page/evidence';
import { findElement } from '../extraction/rules/page/text-of';
import { leftOutSentences, readRecipe } from '../recipes/read-recipe';
import { SourceReader } from '../recipes/source-reader';
import { alikePages } from './alike-pages';
import { chooseGroup, levelOf, type RecordPicks } from './choose-group';
import { isMissing } from './clicked-value';
import { freeName } from './column-names';
import { isSame, keptColumns } from './kept-columns';
import { growingByScroll, nextPage } from './paging/next-page';
import { type PickedRecord, Shapes } from './shape';
import { holds } from './similar';
import {
  namesIn,
  pickedField,
  type ReadRecords,
  type SuggestedField,
  suggestFields,
  withNodes,
} from './suggest-fields';
import { continued, isNested, recipeOf } from './table-recipe';

/** What a table is to be made of. */
export interface TableWish extends RecordPicks {
  /** True for a page that is one record. */
  readonly single: boolean;
  /** True for a list that was found to grow when it is scrolled to its end. */
  readonly grows?: boolean;
  /** Fields as a person has left them; they are suggested when absent. */
  readonly fields?: readonly RecipeField[];
  /** What was picked when the fields were made, where that was something else. */
  readonly before?: RecordPicks;
  /** Element that was clicked last: inside a record a further field, elsewhere a further pick. */
  readonly clicked?: Element;
  /** Names that no column may get. */
  readonly taken?: readonly string[];
  /** Name of the recipe. */
  readonly name: string;
  /** Recipe of a list that goes on on this page: its addresses and its way to further pages stay. */
  readonly continues?: Recipe;
}

/** A page that tables are made of; it stays as it is. */
export interface TablePage {
  readonly document: Document;
  readonly address: string;
}

/** A table as far as it goes. */
export interface BuiltTable {
  readonly records: readonly PickedRecord[];
  /** The picks, with what was clicked last where it is one. */
  readonly picks: readonly Element[];
  /** Steps to wider (above 0) or narrower records from the likeliest. */
  readonly level: number;
  readonly canWiden: boolean;
  readonly canNarrow: boolean;
  readonly fields: readonly SuggestedField[];
  /** Fields of the records that are no columns. */
  readonly more: readonly SuggestedField[];
  readonly next?: NextControl;
  /** Addresses of further pages of the kind that the page links to, where it is taken as one record. */
  readonly alike: readonly string[];
  /** Absent while there are no fields. */
  readonly recipe?: Recipe;
  readonly result?: RecipeResult;
  /** Sentences. */
  readonly warnings: readonly string[];
}

/** Makes a table of a page by what was picked on it: its records, fields, rows, and the recipe that reads them again. */
export function buildTable(page: TablePage, wish: TableWish): BuiltTable {
  const evidence = new Evidence(page.document, page.address, {});
  const next = wish.single
    ? undefined
    : (nextPage(page.document, page.address) ?? (wish.grows ? growingByScroll : undefined));
  const { chosen, picks, isPick } = wish.single ? asOneRecord : chosenBy(wish, shapesOf(page.document));
  const records = wish.single ? [bodyOf(page.document)] : (chosen?.group.records ?? []);
  const reader = new SourceReader(evidence, []);
  if (isNested(records)) reader.nest(records.flat());
  const meant = isPick ? { ...wish, before: wish, clicked: undefined } : wish;
  const { fields, more } = records.length === 0 ? noFields : fieldsOf({ records, reader }, meant, page);
  const shared = {
    ...{ records, picks, level: wish.level, fields, more },
    canWiden: chosen?.canWiden ?? false,
    canNarrow: chosen?.canNarrow ?? false,
    alike: wish.single ? alikePages(evidence) : [],
    ...(next ? { next } : {}),
  };
  const made = fields.length === 0 ? undefined : recipeOf({ records, fields, next, reader, alike: shared.alike }, wish);
  if (!made) return { ...shared, warnings: nothingMade(wish, shared) };
  const { recipe, warnings } = made;
  const { result, leftOut, currencies, warnings: told } = readRecipe(recipe, evidence);
  const health = {
    ...{ pages: 1, fill: result.fill },
    ...(wish.single ? {} : { rows: result.rows.length }),
    ...(Object.keys(currencies).length > 0 ? { currencies } : {}),
  };
  const found = result.rows.length + leftOut.repeated;
  const off =
    wish.single || found === records.length
      ? []
      : [
          `${records.length} records were meant and ${found} are found by the recipe.`,
          ...leftOutSentences(recipe, { ...leftOut, repeated: 0 }),
        ];
  const repeated = leftOutSentences(recipe, { ...leftOut, incomplete: 0 });
  return {
    ...shared,
    recipe: continued({ ...recipe, health }, wish.continues),
    result,
    warnings: [...off, ...warnings, ...repeated, ...furtherSentence(chosen?.further ?? 0), ...told],
  };
}

/** Says that other parts of the page have records like these. */
const furtherSentence = (further: number): readonly string[] =>
  further === 0
    ? []
    : [
        `${further} more ${further === 1 ? 'record looks' : 'records look'} like these elsewhere on the page: "Wider" includes them.`,
      ];

const asOneRecord = { chosen: undefined, picks: [], isPick: false };

/** The records that are meant; what was clicked last is a further pick where it is in none of them. */
function chosenBy({ clicked, ...wish }: TableWish, known: Shapes) {
  const chosen = chooseGroup(wish, known);
  if (!clicked || (chosen && holds(chosen.group, clicked))) return { chosen, picks: wish.picks, isPick: false };
  const picks = [...wish.picks, clicked];
  return { chosen: chooseGroup({ ...wish, picks }, known), picks, isPick: true };
}

const shapes = new WeakMap<Document, Shapes>();

/** The shapes of a page, kept as long as the page is. */
function shapesOf(document: Document): Shapes {
  const known = shapes.get(document) ?? new Shapes();
  shapes.set(document, known);
  return known;
}

/** The element that a page with one record is. */
const bodyOf = (document: Document): PickedRecord =>
  [findElement(document, ({ name }) => name === 'body') ?? []].flat();

const noFields = { fields: [], more: [] };

/** The fields as they were left, or as they are suggested, and those that were clicked; further fields are what else there is. */
function fieldsOf(
  now: ReadRecords,
  { fields, before, clicked, picks, single, taken }: TableWish,
  page: TablePage,
): Pick<BuiltTable, 'fields' | 'more'> {
  const { records, reader } = now;
  const earlier = fields && before && earlierRecords(before, page);
  const suggested = single ? { shown: [], more: [] } : suggestFields(records, reader);
  const kept = earlier
    ? keptColumns({ ...earlier, fields }, now)
    : (fields?.map((field) => withNodes(field, records, reader)) ?? suggested.shown);
  const wanted = clicked ?? (fields || single ? undefined : picks.at(-1));
  const found = wanted && isMissing(wanted, kept, now) ? pickedField(wanted, now, namesIn(kept, taken)) : undefined;
  const columns = found ? [...kept, found] : kept;
  const names = new Set(namesIn(columns, taken));
  const more = [...suggested.shown, ...suggested.more]
    .filter((one) => !columns.some((column) => isSame(column, one)))
    .map((one) => {
      const name = freeName(one.field.name, names);
      names.add(name.toLowerCase());
      return { ...one, field: { ...one.field, name } };
    });
  return { fields: columns, more };
}

/** The records of earlier picks, undefined where there were none. */
function earlierRecords(picks: RecordPicks, { document, address }: TablePage): ReadRecords | undefined {
  const records = chooseGroup(picks, shapesOf(document))?.group.records;
  if (!records) return undefined;
  const reader = new SourceReader(new Evidence(document, address, {}), []);
  if (isNested(records)) reader.nest(records.flat());
  return { records, reader };
}

/** Why there is no table. */
function nothingMade(
  { picks, single }: TableWish,
  { records, fields }: Pick<BuiltTable, 'records' | 'fields'>,
): readonly string[] {
  if (single) return ['Click the values that are to be the columns of the one record of this page.'];
  if (picks.length === 0) return [];
  if (records.length === 0)
    return ['Nothing on the page looks like what was clicked: click another part, or take the page as one record.'];
  if (fields.length === 0)
    return ['The records say nothing that differs between them: try Wider, or click the values.'];
  return ['No selector finds all of these records: click one in another place of the list, or try Wider.'];
}

/** The table a recipe makes of a page: what it reads there, and where. */
export function tableOfRecipe({ document, address }: TablePage, recipe: Recipe): BuiltTable {
  const evidence = new Evidence(document, address, {});
  const reader = new SourceReader(evidence, []);
  const found = recipe.records
    ? reader.elements(recipe.records.selector, document).map((one) => [one])
    : [bodyOf(document)];
  const scrolled = recipe.more && recipe.more.selector === undefined ? growingByScroll : undefined;
  const next = recipe.records ? (nextPage(document, address) ?? scrolled) : undefined;
  const { result, leftOut, warnings } = readRecipe(recipe, evidence);
  const fields = recipe.fields.map((field) => withNodes(field, found, reader));
  return {
    records: found,
    fields,
    ...picksOfRecipe(recipe, found.flat(), fields, shapesOf(document)),
    ...{ more: [], alike: [] },
    ...(next ? { next } : {}),
    recipe,
    result,
    warnings: [...leftOutSentences(recipe, { ...leftOut, incomplete: 0 }), ...warnings],
  };
}

/** What a person would have picked to get the records of a recipe, so that wider and narrower ones can be chosen. */
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

import type { Element, ParentNode } from 'domhandler';
import { engineSentence, type SentenceKey } from '../../common/engine-sentences';
import type { Recipe, RecipeFallback, RecipeResult } from '../../common/recipe';
import { isWithinAny } from '../documents/children';
import { resolveUrl } from '../documents/content/urls';
import type { Evidence } from '../extraction/rules/page/evidence';
import { normaliseSchema } from '../extraction/rules/schema/normalise-schema';
import { fitsPattern } from './address-pattern';
import { nextOfNumbers, numberOf } from './page-numbers';
import { type ReadableField, type ReadField, readable, readField } from './read-field';
import { currenciesOf, otherCurrencies } from './row-currencies';
import { inColumnOrder, type UnclearDate, unclearDates } from './row-dates';
import { rangesIn } from './row-ranges';
import { put } from './row-tree';
import { SourceReader } from './source-reader';
import { belowTypical, hasChanged, missingSentences } from './typical-fill';

/** Values read for one record, by field name. */
export type ReadRow = ReadonlyMap<string, ReadField>;

/** Result of reading a page with a recipe. */
export interface RecipeReading {
  readonly result: RecipeResult;
  /** Values read for each row of the result. */
  readonly read: readonly ReadRow[];
  /** False if the URL does not match the recipe. In that case, nothing was read. */
  readonly fits: boolean;
  /** Counts of the rows that were excluded from the result. */
  readonly skipped: SkippedRows;
  /** Most frequent currency of each price field, if any. */
  readonly currencies: Readonly<Record<string, string>>;
  /** Dates with an ambiguous order of day and month. */
  readonly unclear: readonly UnclearDate[];
  /** Warnings for the caller, except those about excluded rows and ambiguous dates. */
  readonly warnings: readonly string[];
}

/** Number of rows excluded from the result, by reason. */
export interface SkippedRows {
  /** Rows in which a required field is missing. */
  readonly incomplete: number;
  /** Rows whose key equals that of an earlier row. */
  readonly repeated: number;
}

/** Reads the rows of a page with a recipe. If the URL does not match the recipe, returns no rows and a warning. */
export function readRecipe(recipe: Recipe, evidence: Evidence): RecipeReading {
  if (!recipe.pages.some((pattern) => fitsPattern(evidence.url, pattern))) return ofOtherPage(recipe, evidence.url);
  const properties = Object.fromEntries(recipe.fields.map(({ name }) => [name, {}]));
  const reader = new SourceReader(evidence, normaliseSchema({ type: 'object', properties }).fields);
  const roots = rootsOf(recipe, reader);
  const fields = recipe.fields.map((field) => inColumnOrder(readable(field), roots, reader));
  const { rows, leftOut } = keptRows(recipe, readRows(recipe, fields, roots, reader));
  const fill = fillOf(recipe, rows);
  const missing = belowTypical(recipe, rows.length, fill);
  const changed = hasChanged(recipe, rows.length, missing);
  const currencies = currenciesOf(recipe.fields, rows, evidence);
  const others = otherCurrencies(recipe, currencies);
  const ranges = rangesIn(recipe, rows, evidence);
  const result: RecipeResult = {
    name: recipe.name,
    rows: rows.map((row) => toRow(recipe, row)),
    fill,
    fallbacks: fallbacksIn(rows),
    missing,
    changed,
    ...(Object.keys(others).length > 0 ? { otherCurrencies: others } : {}),
    ...(ranges.length > 0 ? { ranges } : {}),
    ...nextPageOf(recipe, reader),
  };
  const unclear = unclearDates(fields, rows, reader);
  const warnings = [...missingSentences(recipe, result), ...disputes(recipe, rows)];
  return { result, read: rows, fits: true, skipped: leftOut, currencies, unclear, warnings };
}

function ofOtherPage({ name, pages }: Recipe, url: string): RecipeReading {
  const result = { name, rows: [], fill: {}, fallbacks: [], missing: [], changed: false };
  const sentence = engineSentence('recipe.otherPage', { recipe: name, pages: pages.join(', '), url });
  return {
    result,
    read: [],
    fits: false,
    skipped: { incomplete: 0, repeated: 0 },
    currencies: {},
    unclear: [],
    warnings: [sentence],
  };
}

/** Returns the root element of each record. If the page is a single record, returns the document. */
function rootsOf({ records }: Recipe, reader: SourceReader): readonly ParentNode[] {
  const { document } = reader.evidence;
  if (!records) return [document];
  const roots = recordsIn(reader.elements(records.selector, document), records.nested === true);
  if (records.nested) reader.nest(roots);
  return roots;
}

/** Reads the fields of every record. Skips records without any value. */
function readRows(
  recipe: Recipe,
  fields: readonly ReadableField[],
  roots: readonly ParentNode[],
  reader: SourceReader,
): readonly ReadRow[] {
  const { document } = reader.evidence;
  const ofPage = fields.filter(({ field }) => recipe.records && field.of === 'page');
  const inRow = fields.filter((field) => !ofPage.includes(field));
  const shared = [...readAll(ofPage, document, reader, true)];
  return roots
    .map((record) => readAll(inRow, record, reader, recipe.records === undefined))
    .filter((row) => row.size > 0)
    .map((row) => new Map([...row, ...shared]));
}

/** Removes elements that are inside other elements, unless records may be nested. */
const recordsIn = (elements: readonly Element[], nested: boolean): readonly Element[] => {
  if (nested) return elements;
  const all = new Set(elements);
  return elements.filter(({ parent }) => !isWithinAny(parent, all));
};

function readAll(fields: readonly ReadableField[], root: ParentNode, reader: SourceReader, all: boolean): ReadRow {
  return new Map(
    fields.flatMap((one): readonly (readonly [string, ReadField])[] => {
      const read = readField(one, root, reader, all);
      return read ? [[one.field.name, read]] : [];
    }),
  );
}

/** Removes rows that lack a required value, and rows whose key repeats that of an earlier row. */
function keptRows({ fields }: Recipe, rows: readonly ReadRow[]) {
  const required = fields.filter((field) => field.required);
  const keys = fields.filter((field) => field.key);
  const seen = new Set<string>();
  const complete = rows.filter((row) => required.every((field) => row.has(field.name)));
  const kept = complete.filter((row) => {
    const key = keys.map((field) => JSON.stringify(row.get(field.name)?.values.map(({ value }) => value))).join('\n');
    const isNew = keys.length === 0 || !keys.some((field) => row.has(field.name)) || !seen.has(key);
    seen.add(key);
    return isNew;
  });
  const leftOut = { incomplete: rows.length - complete.length, repeated: complete.length - kept.length };
  return { rows: kept, leftOut };
}

/** Returns warnings about excluded rows, with the reasons. */
export function skippedSentences({ name, fields }: Recipe, { incomplete, repeated }: SkippedRows): readonly string[] {
  const left = (count: number, keys: readonly [one: SentenceKey, other: SentenceKey], some: typeof fields) => {
    const values = { recipe: name, count, fields: some.map((field) => field.name).join(', ') };
    return count === 0 ? [] : [engineSentence(keys[count === 1 ? 0 : 1], values)];
  };
  return [
    ...left(
      incomplete,
      ['recipe.oneIncomplete', 'recipe.incomplete'],
      fields.filter(({ required }) => required),
    ),
    ...left(
      repeated,
      ['recipe.oneRepeated', 'recipe.repeated'],
      fields.filter(({ key }) => key),
    ),
  ];
}

function fillOf({ fields }: Recipe, rows: readonly ReadRow[]): Readonly<Record<string, number>> {
  if (rows.length === 0) return {};
  return Object.fromEntries(
    fields.map(({ name }) => {
      const filled = rows.filter((row) => row.has(name)).length / rows.length;
      return [name, Math.round(filled * 1000) / 1000];
    }),
  );
}

/** Returns warnings about fields whose sources disagree. */
function disputes({ name }: Recipe, rows: readonly ReadRow[]): readonly string[] {
  const disputed = new Map<string, string>();
  for (const row of rows)
    for (const [field, { values, others }] of row) {
      if (others.length === 0 || disputed.has(field)) continue;
      const stated = [values[0]?.value, ...others].map((value) => String(value).slice(0, 80));
      disputed.set(field, `${field} (${stated.join(', ')})`);
    }
  if (disputed.size === 0) return [];
  return [engineSentence('recipe.dispute', { recipe: name, values: [...disputed.values()].join('; ') })];
}

function fallbacksIn(rows: readonly ReadRow[]): readonly RecipeFallback[] {
  const counts = new Map<string, { field: string; source: number; rows: number }>();
  for (const row of rows)
    for (const [field, { source }] of row) {
      if (source === 0) continue;
      const known = counts.get(`${field} ${source}`) ?? { field, source: source + 1, rows: 0 };
      counts.set(`${field} ${source}`, { ...known, rows: known.rows + 1 });
    }
  return [...counts.values()];
}

/** Converts a row to an object with all fields. A missing value is null or an empty list. */
function toRow({ fields }: Recipe, row: ReadRow): Readonly<Record<string, unknown>> {
  const tree: Record<string, unknown> = {};
  for (const { name, list } of fields) {
    const values = row.get(name)?.values.map(({ value }) => value) ?? [];
    put(tree, name.split('/'), list ? values : (values[0] ?? null));
  }
  return tree;
}

function nextPageOf({ next }: Recipe, reader: SourceReader): Pick<RecipeResult, 'nextPage'> {
  const { document, url, base } = reader.evidence;
  const links = next === undefined ? [] : reader.elements(next, document);
  const isRow = links.length > 1 && links.some((one) => numberOf(one) !== undefined);
  const link = isRow ? nextOfNumbers(links, { address: url, base }) : links[0];
  const address = link?.attribs.href === undefined ? undefined : resolveUrl(link.attribs.href, reader.evidence.base);
  return address !== undefined && /^https?:/.test(address) ? { nextPage: address } : {};
}

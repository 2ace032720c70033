import type { Document } from 'domhandler';
import type { FormatRequest, Metadata } from '../../common/model';
import { detailFields, type Recipe } from '../../common/recipe';
import { pointerStep } from '../../common/records';
import type { RecipeData, RecipeRows } from '../../contract/plugin';
import { missingSentence } from '../extraction/rules/extract-by-rules';
import { Evidence } from '../extraction/rules/page/evidence';
import type { Field } from '../extraction/rules/schema/field';
import { normaliseSchema } from '../extraction/rules/schema/normalise-schema';
import { type RecipeReading, readRecipe, skippedSentences } from './read-recipe';
import { dateSentences } from './row-dates';
import { toExtraction } from './to-extraction';

/** A page to read with a recipe. */
export interface RecipePage {
  readonly document: Document;
  readonly url: string;
  readonly statusCode: number;
  readonly metadata: Metadata;
}

const isRecipe = (value: unknown): value is Recipe => typeof value === 'object' && value !== null;
const isError = ({ statusCode }: RecipePage): boolean => statusCode >= 400;

const nothing = (name: string, sentence: string): RecipeReading => ({
  result: { name, rows: [], fill: {}, fallbacks: [], missing: [], changed: false },
  read: [],
  fits: false,
  skipped: { incomplete: 0, repeated: 0 },
  currencies: {},
  unclear: [],
  warnings: [sentence],
});

function readingOf(page: RecipePage, { recipe }: FormatRequest): RecipeReading {
  if (!isRecipe(recipe)) return nothing('', `No saved recipe matches ${page.url}.`);
  if (isError(page)) return nothing(recipe.name, `Recipes are not used for error pages (${page.statusCode}).`);
  const reading = readRecipe(recipe, new Evidence(page.document, page.url, page.metadata));
  const { skipped, unclear, warnings } = reading;
  return {
    ...reading,
    warnings: [...skippedSentences(recipe, skipped), ...warnings, ...dateSentences(recipe, unclear)],
  };
}

/** Reads a page's rows with the recipe in a format's options. */
export function recipeRows(page: RecipePage, request: FormatRequest): RecipeRows {
  const { result, fits, warnings } = readingOf(page, request);
  const { recipe } = request;
  return { result, fits, warnings: isRecipe(recipe) ? [...warnings, ...detailsUnread(recipe)] : warnings };
}

function detailsUnread(recipe: Recipe): readonly string[] {
  const names = detailFields(recipe).map(({ name }) => name);
  if (names.length === 0) return [];
  return [`Recipe "${recipe.name}": ${names.join(', ')} are on detail pages, which only a table (/v2/table) visits.`];
}

/** Reads structured data with the recipe in a format's options. Undefined if the options contain no recipe. */
export function recipeData(page: RecipePage, request: FormatRequest): RecipeData | undefined {
  const { recipe, schema } = request;
  if (!isRecipe(recipe)) return undefined;
  const reading = readingOf(page, request);
  const { result, fits, warnings } = reading;
  if (!fits || result.changed || result.rows.length === 0) {
    const sentence = `The recipe "${recipe.name}" was not used for ${page.url}.`;
    return { result, fits, warnings: [...warnings, sentence] };
  }
  const wanted =
    typeof schema === 'object' && schema !== null ? (schema as Readonly<Record<string, unknown>>) : undefined;
  const extraction = toExtraction(recipe, reading, page.url, wanted);
  const told = [...warnings, ...gaps(recipe, wanted), missingSentence(extraction.missing, { data: extraction.data })];
  return { result, fits, warnings: told.filter((one) => one !== undefined), extraction };
}

/** Returns a warning about schema fields that the recipe does not read. */
function gaps(recipe: Recipe, schema: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const unread = schema ? unreadPaths(recipe, schema) : [];
  return unread.length === 0 ? [] : [`The recipe "${recipe.name}" does not read ${unread.join(', ')}.`];
}

/**
 * Returns JSON pointers to the scalar fields and scalar lists of a schema. The pointers have no leading slash and no
 * list indexes.
 */
function leafPaths(field: Field, path: readonly string[] = []): readonly string[] {
  if (field.kind === 'object')
    return field.fields.flatMap((inner) => leafPaths(inner, [...path, pointerStep(inner.name)]));
  const isList = field.kind === 'array' && field.items?.kind === 'object';
  return isList && field.items ? leafPaths(field.items, path) : [path.join('/')];
}

/** Returns the schema fields that a recipe does not read. */
export function unreadPaths({ fields, records }: Recipe, schema: Readonly<Record<string, unknown>>): readonly string[] {
  const names = new Set(fields.map(({ name }) => name));
  const start = records?.name === undefined ? '' : `${records.name}/`;
  return leafPaths(normaliseSchema(schema)).filter(
    (path) => !names.has(path) && !(path.startsWith(start) && names.has(path.slice(start.length))),
  );
}

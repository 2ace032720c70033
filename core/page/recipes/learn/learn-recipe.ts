import { AppError } from '../../../common/errors';
import type { Recipe, RecipeField } from '../../../common/recipe';
import { pointerStep } from '../../../common/records';
import { extractMetadata } from '../../documents/metadata/extract-metadata';
import { parseHtml } from '../../documents/parse-html';
import { Evidence } from '../../extraction/rules/page/evidence';
import { normaliseSchema } from '../../extraction/rules/schema/normalise-schema';
import { patternOf } from '../address-pattern';
import { readRecipe } from '../read-recipe';
import { SourceReader } from '../source-reader';
import { type ListPage, recordElements, recordSelector } from './find-records';
import { learnField, type Sample } from './learn-field';
import { ValueIndex } from './value-index';
import { schemaOfData, shapeOf, valueAt, type WantedField, type WantedShape } from './wanted-fields';

/** A page to learn from, and its known data. */
export interface LearningPage {
  readonly url: string;
  readonly html: string;
  readonly data: unknown;
}

/** Input for learning a recipe. Contains only values that can be sent to another thread. */
export interface LearnInput {
  readonly name: string;
  readonly pages: readonly LearningPage[];
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
  /** Time of the request, ISO 8601. */
  readonly at: string;
}

/** A learned recipe. */
export interface Learned {
  readonly recipe: Recipe;
  /** Warnings about fields that could not be learned, including the reasons. */
  readonly warnings: readonly string[];
}

/** Minimum number of pages required to learn a recipe. */
export const minPages = 3;

interface OpenPage extends LearningPage {
  readonly reader: SourceReader;
  readonly index: ValueIndex;
}

/**
 * Learns a recipe from pages with known data: finds the sources that return each value on all pages. Throws BAD_REQUEST
 * if there are too few pages or if no source works.
 */
export function learnRecipe({ name, pages, schema, prompt, at }: LearnInput): Learned {
  if (pages.length < minPages)
    throw new AppError(
      'BAD_REQUEST',
      `Learning a recipe requires at least ${minPages} pages of the same type; only ${pages.length} could be read.`,
    );
  const shape = shapeOf(schema ?? schemaOfData(pages.map(({ data }) => data)));
  const open = pages.map((page) => openPage(page, shape));
  const learned = shape.list ? ofLists(shape, open) : ofSingles(shape, open);
  const missing = shape.fields.filter((field) => !learned.fields.some((one) => one.name === field.name));
  if (learned.fields.length === 0)
    throw new AppError(
      'BAD_REQUEST',
      `No value is in the same place on all ${pages.length} pages; choose pages with the same template.`,
    );
  const recipe: Recipe = {
    version: 1,
    name,
    pages: patternsOf(pages.map(({ url }) => url)),
    ...learned,
    learned: { urls: pages.map(({ url }) => url), at, ...(schema ? { schema } : {}), ...(prompt ? { prompt } : {}) },
  };
  const unlearned = [...missing.map((field) => field.name), ...shape.omitted];
  const sentence = `These fields were not learned, because their values are not in the same place on every page: ${unlearned.join(', ')}.`;
  return { recipe: withHealth(recipe, open), warnings: unlearned.length > 0 ? [sentence] : [] };
}

function openPage(page: LearningPage, { fields }: WantedShape): OpenPage {
  const { document } = parseHtml(page.html);
  const evidence = new Evidence(document, page.url, extractMetadata(document, { url: page.url }));
  const properties = Object.fromEntries(fields.map(({ name }) => [name, {}]));
  const reader = new SourceReader(evidence, normaliseSchema({ type: 'object', properties }).fields);
  return { ...page, reader, index: new ValueIndex(evidence) };
}

type Learning = Pick<Recipe, 'records' | 'fields'>;

function ofSingles({ fields }: WantedShape, pages: readonly OpenPage[]): Learning {
  return { fields: learnAll(fields, (field) => pages.map((page) => sampleOfPage(page, field))) };
}

const sampleOfPage = ({ reader, index, data }: OpenPage, { steps }: WantedField): Sample => ({
  root: reader.evidence.document,
  reader,
  index,
  expected: valueAt(data, steps),
});

const learnAll = (
  fields: readonly WantedField[],
  samplesOf: (field: WantedField) => readonly Sample[],
): RecipeField[] => fields.flatMap((field) => learnField(field, samplesOf(field)) ?? []);

function ofLists({ list = [], fields }: WantedShape, pages: readonly OpenPage[]): Learning {
  const lists = pages.map((page): ListPage => {
    const records = list.length === 0 ? page.data : valueAt(page.data, list);
    return { reader: page.reader, index: page.index, records: Array.isArray(records) ? records : [] };
  });
  const found = lists.map((page) => [page, recordElements(page, fields)] as const);
  const selector = recordSelector(found);
  if (selector === undefined)
    throw new AppError(
      'BAD_REQUEST',
      'The records on the pages are not in separate, similar elements; choose pages with a uniform list.',
    );
  const inRecords = (field: WantedField) =>
    found.flatMap(([{ reader, index, records }, elements]) =>
      elements.flatMap((root, place): readonly Sample[] =>
        root ? [{ root, reader, index, expected: valueAt(records[place], field.steps) }] : [],
      ),
    );
  const learned = learnAll(fields, (field) =>
    field.isOfPage ? pages.map((page) => sampleOfPage(page, field)) : inRecords(field),
  );
  const name = list.map(pointerStep).join('/');
  return { records: { selector, ...(name === '' ? {} : { name }) }, fields: withRequired(learned, inRecords, fields) };
}

/**
 * Makes one field required: the most distinctive field that all known records have. Elements without it do not count as
 * records.
 */
function withRequired(
  learned: readonly RecipeField[],
  samplesOf: (field: WantedField) => readonly Sample[],
  wanted: readonly WantedField[],
): RecipeField[] {
  const complete = learned.filter(({ name }) => {
    const field = wanted.find((one) => one.name === name);
    return field && !field.isOfPage && samplesOf(field).every(({ expected }) => expected !== undefined);
  });
  const [first] = complete;
  return learned.map((field) => (field === first ? { ...field, required: true } : field));
}

/** Returns one URL pattern per site. */
function patternsOf(urls: readonly string[]): string[] {
  const bySite = new Map<string, string[]>();
  for (const url of urls) bySite.set(new URL(url).origin, [...(bySite.get(new URL(url).origin) ?? []), url]);
  return [...bySite.values()].map(patternOf);
}

/**
 * Adds the share of records in which each field has a value. The shares are measured on the pages used for learning.
 */
function withHealth(recipe: Recipe, pages: readonly OpenPage[]): Recipe {
  const results = pages.map(({ reader }) => readRecipe(recipe, reader.evidence).result);
  const rows = results.reduce((sum, result) => sum + result.rows.length, 0);
  const fill = recipe.fields.map(({ name }) => {
    const filled = results.reduce((sum, result) => sum + (result.fill[name] ?? 0) * result.rows.length, 0);
    return [name, Math.round((filled / Math.max(1, rows)) * 1000) / 1000] as const;
  });
  const meanRows = recipe.records ? { rows: Math.round((rows / pages.length) * 10) / 10 } : {};
  return { ...recipe, health: { pages: pages.length, ...meanRows, fill: Object.fromEntries(fill) } };
}

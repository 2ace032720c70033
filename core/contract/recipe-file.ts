import { compile } from 'css-select';
import { z } from 'zod';
import { type Recipe, type RecipeField, type RecipeSource, recipeField, recipeShape } from '../common/recipe';

/** Schema of a recipe file. */
export const recipeSchema = recipeShape.superRefine((recipe, context) => {
  const issue: Issue = (message, path) => context.addIssue({ code: 'custom', message, path: [...path], input: recipe });
  for (const [name, selector] of [
    ['records', recipe.records?.selector],
    ['next', recipe.next],
    ['more', recipe.more?.selector],
  ] as const) {
    if (selector !== undefined) checkSelector(selector, [name], issue);
  }
  checkNames(recipe, issue);
  checkFields(recipe.fields, ['fields'], issue);
  checkDetails(recipe, issue);
});

/** Schema of a recipe's fields only. */
export const recipeFields = z
  .array(recipeField)
  .max(100)
  .superRefine((fields, context) => {
    const issue: Issue = (message, path) =>
      context.addIssue({ code: 'custom', message, path: [...path], input: fields });
    checkFields(fields, [], issue);
  });

function checkFields(fields: readonly RecipeField[], start: Path, issue: Issue): void {
  fields.forEach((field, index) => {
    const path = [...start, index];
    if ((field.type === 'choice') !== (field.choices !== undefined))
      issue(`Field "${field.name}" must have "choices" if and only if its type is "choice".`, path);
    field.sources.forEach((source, place) => {
      checkSource(field.name, source, [...path, 'sources', place], issue);
    });
  });
}

type Path = readonly (string | number)[];
type Issue = (message: string, path: Path) => void;

/**
 * Checks that field names are unique, and that no name is a path prefix of another name, as in `price` and
 * `price/amount`.
 */
function checkNames({ fields: own, details, health }: Recipe, issue: Issue): void {
  const fields = [...own, ...(details?.fields ?? [])];
  const placeOf = (index: number): Path =>
    index < own.length ? ['fields', index] : ['details', 'fields', index - own.length];
  fields.forEach(({ name }, index) => {
    const other = fields.findIndex((one, at) => at !== index && (one.name === name || name.startsWith(`${one.name}/`)));
    if (other >= 0 && (other < index || fields[other]?.name !== name))
      issue(
        `The fields "${name}" and "${fields[other]?.name}" use the same place in a row; rename one of them.`,
        placeOf(index),
      );
    if (name.split('/').some((step) => step === '' || step === '__proto__'))
      issue(`"${name}" is not a valid field name: no part between slashes may be empty or "__proto__".`, [
        ...placeOf(index),
        'name',
      ]);
  });
  for (const name of Object.keys(health?.fill ?? {}))
    if (!own.some((field) => field.name === name))
      issue(`"health" contains "${name}", which is not a field.`, ['health']);
}

/** Checks that a recipe with detail pages has records and a link field. */
function checkDetails({ records, fields, details }: Recipe, issue: Issue): void {
  if (!details) return;
  if (!records) issue('"details" needs "records", because a page without "records" is a single record.', ['details']);
  const link = fields.find(({ name }) => name === details.link);
  if (link?.type !== 'link' || link.list)
    issue(`"${details.link}" is not a single-value field of the type "link".`, ['details', 'link']);
  checkFields(details.fields, ['details', 'fields'], issue);
  for (const name of Object.keys(details.health?.fill ?? {}))
    if (!details.fields.some((field) => field.name === name))
      issue(`"health" contains "${name}", which is not a field.`, ['details', 'health']);
}

function checkSource(field: string, source: RecipeSource, path: Path, issue: Issue): void {
  const { selector, attribute, before, unique, markup, path: property, state, label, address, pattern } = source;
  const given = [selector, markup, state, label, address].filter((one) => one !== undefined).length;
  if (given !== 1)
    issue(
      `Field "${field}": a source must have exactly one of "selector", "markup", "state", "label" or "address".`,
      path,
    );
  if ((markup === undefined) !== (property === undefined))
    issue(`Field "${field}": a source must have both "markup" and "path", or neither.`, path);
  if (selector === undefined && (attribute ?? before ?? unique) !== undefined)
    issue(`Field "${field}": a source with "attribute", "before" or "unique" must also have "selector".`, path);
  if (selector !== undefined) checkSelector(selector, [...path, 'selector'], issue);
  if (pattern !== undefined) checkPattern(pattern, [...path, 'pattern'], issue);
}

function checkSelector(selector: string, path: Path, issue: Issue): void {
  try {
    compile(selector);
  } catch (thrown) {
    issue(`"${selector}" is not a CSS selector: ${thrown instanceof Error ? thrown.message : String(thrown)}.`, path);
  }
}

function checkPattern(pattern: string, path: Path, issue: Issue): void {
  try {
    new RegExp(pattern, 'u');
  } catch (thrown) {
    issue(
      `"${pattern}" is not a regular expression: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
      path,
    );
  }
}

/** Name of a recipe, or an inline recipe. */
export const recipeChoice = z.union([z.string().min(1).max(80), recipeSchema]);

/** Option for formats that can read a page with a recipe. The recipe is used on pages to which it applies. */
export const recipeOption = recipeChoice
  .optional()
  .describe(
    'Recipe that reads matching pages without a model: a name, `auto` for the best match among the saved recipes, or a recipe.',
  );

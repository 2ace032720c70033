import type { Recipe } from '../common/recipe';
import type { Field } from '../models/rules/schema/field';
import { normaliseSchema } from '../models/rules/schema/normalise-schema';
import { pointerStep } from '../models/rules/schema/pointer';

/** The single values and lists of single values in a schema, as JSON pointers without their first slash or any index. */
function leafPaths(field: Field, path: readonly string[] = []): readonly string[] {
  if (field.kind === 'object')
    return field.fields.flatMap((inner) => leafPaths(inner, [...path, pointerStep(inner.name)]));
  const isList = field.kind === 'array' && field.items?.kind === 'object';
  return isList && field.items ? leafPaths(field.items, path) : [path.join('/')];
}

/** What a schema asks for and a recipe does not read. */
export function unreadPaths({ fields, records }: Recipe, schema: Readonly<Record<string, unknown>>): readonly string[] {
  const names = new Set(fields.map(({ name }) => name));
  const start = records?.name === undefined ? '' : `${records.name}/`;
  return leafPaths(normaliseSchema(schema)).filter(
    (path) => !names.has(path) && !(path.startsWith(start) && names.has(path.slice(start.length))),
  );
}

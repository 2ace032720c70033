import { isObject } from '../../core/common/values/json';
import { sameValue } from './same-value';
import type { WrittenSchema } from './wanted-fields';

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Derives a schema from example data. A top-level list becomes the field `items`. */
export function schemaOfExample(example: unknown): WrittenSchema {
  return Array.isArray(example) ? schemaOfValue({ items: example }) : schemaOfValue(example);
}

function schemaOfValue(value: unknown): WrittenSchema {
  if (value === null || value === undefined) return { type: ['string', 'null'] };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: 'number' };
  if (typeof value === 'string') return schemaOfText(value);
  if (Array.isArray(value)) return { type: 'array', items: schemaOfAll(value) };
  const entries = Object.entries(value).map(([name, inner]) => [name, schemaOfValue(inner)]);
  return { type: 'object', properties: Object.fromEntries(entries) };
}

function schemaOfText(text: string): WrittenSchema {
  if (datePattern.test(text)) return { type: 'string', format: 'date' };
  if (timePattern.test(text)) return { type: 'string', format: 'date-time' };
  return /^https?:\/\//.test(text) && URL.canParse(text) ? { type: 'string', format: 'uri' } : { type: 'string' };
}

/** Merges the schemas of all values found at the same path. */
function schemaOfAll(all: readonly unknown[]): WrittenSchema {
  const values = all.filter((value) => value !== null && value !== undefined);
  if (values.length > 0 && values.every(isObject)) {
    const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
    const properties = names.map((name) => [name, schemaOfAll(values.map((value) => value[name]))]);
    return { type: 'object', properties: Object.fromEntries(properties) };
  }
  if (values.length > 0 && values.every(Array.isArray)) return { type: 'array', items: schemaOfAll(values.flat()) };
  const schemas = values.map(schemaOfValue);
  const [first = schemaOfValue(null)] = schemas;
  if (schemas.every((schema) => sameValue(schema, first))) return first;
  return schemas.every(({ type }) => type === first.type) ? { type: first.type } : { type: 'string' };
}

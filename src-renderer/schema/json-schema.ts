import type { JsonSchema } from '../../core/common/json-schema';

export type { JsonSchema };

/** Kind of form control for a field. */
export type FieldKind =
  | 'boolean'
  | 'number'
  | 'choice'
  | 'choices'
  | 'text'
  | 'long-text'
  | 'strings'
  | 'secret'
  | 'secrets'
  | 'record'
  | 'object'
  | 'objects'
  | 'recipe'
  | 'profile'
  | 'json';

/** Resolves references. In unions such as `X or null` and `X or false`, picks branch X. */
export function resolveSchema(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop() ?? '';
    const target = root.$defs?.[name] ?? root.definitions?.[name] ?? (schema.$ref === '#' ? root : undefined);
    const { $ref: _followed, ...own } = schema;
    return target ? { ...resolveSchema(target, root), ...own } : own;
  }
  if (schema.allOf) {
    const { allOf, ...own } = schema;
    return Object.assign({}, ...allOf.map((part) => resolveSchema(part, root)), own) as JsonSchema;
  }
  const branches = (schema.anyOf ?? schema.oneOf)?.filter((branch) => branch.type !== 'null');
  if (branches?.length === 1 && branches[0]) {
    const { anyOf: _any, oneOf: _one, ...own } = schema;
    return { ...resolveSchema(branches[0], root), ...own };
  }
  if (branches && branches.length > 1 && branches.every((branch) => 'const' in branch)) {
    return { ...schema, enum: branches.map((branch) => branch.const) };
  }
  // If a field accepts both fixed choices and free text, the form offers only the choices.
  const choices = branches?.find((branch) => branch.enum);
  if (choices && branches?.every((branch) => branch.type === 'string')) {
    const { anyOf: _any, oneOf: _one, ...own } = schema;
    return { ...own, ...choices };
  }
  return schema;
}

const typeOf = (schema: JsonSchema): string | undefined =>
  typeof schema.type === 'string' ? schema.type : schema.type?.find((type) => type !== 'null');

const longTextNames = /prompt|script|^text$/i;

/** Returns the kind of control for a resolved schema, or `json` if no other control supports the schema. */
export function fieldKind(name: string, schema: JsonSchema, root: JsonSchema): FieldKind {
  if (name === 'recipe') return 'recipe';
  if (name === 'profile') return 'profile';
  if (schema.enum) return 'choice';
  switch (typeOf(schema)) {
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      if (schema.secret) return 'secret';
      return longTextNames.test(name) ? 'long-text' : 'text';
    case 'array':
      if (schema.secret) return 'secrets';
      return arrayKind(schema.items ? resolveSchema(schema.items, root) : {});
    case 'object':
      return objectKind(schema, root);
    default:
      return 'json';
  }
}

function arrayKind(items: JsonSchema): FieldKind {
  if (items.enum) return 'choices';
  if (typeOf(items) === 'string') return 'strings';
  return items.properties ? 'objects' : 'json';
}

function objectKind(schema: JsonSchema, root: JsonSchema): FieldKind {
  if (schema.properties && Object.keys(schema.properties).length > 0) return 'object';
  const values = schema.additionalProperties;
  return typeof values === 'object' && typeOf(resolveSchema(values, root)) === 'string' ? 'record' : 'json';
}

/** Returns the bounds of a number. Omits bounds that only restrict the number to a safe integer. */
export function bounds(schema: JsonSchema): { readonly min?: number; readonly max?: number; readonly step: number } {
  const whole = typeOf(schema) === 'integer';
  const inside = (value: number | undefined): number | undefined =>
    value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
  const above = inside(schema.exclusiveMinimum);
  return {
    min: inside(schema.minimum) ?? (above === undefined ? undefined : whole ? above + 1 : above),
    max: inside(schema.maximum) ?? inside(schema.exclusiveMaximum),
    step: whole ? 1 : 0.1,
  };
}

/** True if the number is a duration in milliseconds. */
export const isDuration = (name: string, schema: JsonSchema): boolean =>
  /millisecond|\bms\b/i.test(`${name} ${schema.description ?? ''}`);

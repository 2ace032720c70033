import type { Field } from '../../extraction/rules/schema/field';

type Schema = Readonly<Record<string, unknown>>;

/** Property that wraps an answer that is not an object. Services require an object at the top level. */
export const wrappedAs = 'answer';
/** Date formats that services accept. */
const dateFormats = new Set(['date', 'date-time', 'time']);
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/**
 * Returns the JSON schema that constrains the model's answer. All fields are required and nullable, so that the model
 * does not need to invent values. `limits` adds lengths, bounds and patterns, which few services support.
 */
export function answerSchema(field: Field, limits: boolean): Schema {
  const schema = schemaOf(field, limits);
  if (field.kind === 'object') return schema;
  return { type: 'object', properties: { [wrappedAs]: schema }, required: [wrappedAs], additionalProperties: false };
}

/** Returns the answer without its wrapper object. */
export function unwrapped(field: Field, answer: unknown): unknown {
  const isWrapped = field.kind !== 'object' && typeof answer === 'object' && answer !== null && wrappedAs in answer;
  return isWrapped ? answer[wrappedAs] : answer;
}

function schemaOf(field: Field, limits: boolean): Schema {
  const description = field.description === '' ? {} : { description: field.description };
  if (field.kind === 'array') {
    const { maxItems } = field;
    const items = field.items ? schemaOf(field.items, limits) : {};
    return { type: 'array', items, ...(limits && maxItems !== undefined ? { maxItems } : {}), ...description };
  }
  if (field.kind === 'object') return { ...objectOf(field, limits), ...description };
  return { ...leafOf(field, limits), ...description };
}

function objectOf({ fields, open }: Field, limits: boolean): Schema {
  if (fields.length === 0) {
    return { type: 'object', additionalProperties: open ? orNull(schemaOf(open, limits)) : true };
  }
  const properties = fields.map((field) => {
    const schema = schemaOf(field, limits);
    return [field.name, field.kind === 'array' ? schema : orNull(schema)] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.map(({ name }) => name),
    // A schema with limits allows extra fields, because they can be dropped later without another call to the model.
    ...(limits ? {} : { additionalProperties: false }),
  };
}

function leafOf(field: Field, limits: boolean): Schema {
  const { choices, kind, format } = field;
  if (choices && choices.length > 0) return { enum: [...choices] };
  if (kind === 'any') return { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
  if (!limits) return { type: kind, ...(dateFormats.has(format ?? '') ? { format } : {}) };
  const { pattern, minimum, maximum, minLength, maxLength } = field;
  const bounds = { pattern: pattern?.source, minimum, maximum, minLength, maxLength };
  const given = Object.entries(bounds).filter(([, value]) => value !== undefined);
  return { type: kind, ...Object.fromEntries(given) };
}

import { pointerStep } from '../../../../common/records';
import { isObject } from '../../../../common/values/json';
import { ownValue } from '../../../../common/values/own-value';
import type { Choice, Field, FieldKind } from './field';
import { conceptFor, fieldWords } from './field-concept';

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 8;
const MAX_FIELDS = 300;
/**
 * Maximum number of fields in total. Can be reached only if references expand the schema, because the schema itself has
 * at most 3000 parts.
 */
const MAX_ALL_FIELDS = 3000;
/**
 * Maximum number of references and variants to resolve. Their number may grow exponentially with the size of the
 * schema.
 */
const MAX_RESOLVED = 20_000;
const KINDS: ReadonlySet<string> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean']);

/** Converts a JSON schema to fields: resolves references and merges variants. A null variant makes a field nullable. */
export function normaliseSchema(schema: Schema): Field {
  return new SchemaReader(schema).field(schema, { name: '', pointer: '', required: true, depth: 0, context: [] });
}

interface Place {
  readonly name: string;
  readonly pointer: string;
  readonly required: boolean;
  readonly depth: number;
  /** Names of the surrounding fields, outermost first. */
  readonly context: readonly string[];
}

class SchemaReader {
  #count = 0;
  #resolved = 0;

  constructor(private readonly root: Schema) {}

  field(raw: unknown, place: Place): Field {
    this.#count++;
    const { schema, nullable } = this.#resolve(raw, 0);
    const choices = choicesOf(schema);
    const kind = kindOf(schema, choices);
    const words = fieldWords(place.name);
    const description = [schema.title, schema.description].filter((text) => typeof text === 'string').join('. ');
    const base = {
      ...limitsOf(schema),
      ...place,
      kind,
      words,
      description,
      nullable: nullable || choices?.includes(null) === true,
      choices: choices?.filter((choice) => choice !== null),
      format: typeof schema.format === 'string' ? schema.format : undefined,
    };
    const concept = conceptFor({ name: place.name, words, kind, description, context: place.context });
    return { ...base, concept, ...this.#children(schema, kind, place) };
  }

  #children(schema: Schema, kind: FieldKind, place: Place): Pick<Field, 'fields' | 'items' | 'open'> {
    const none = { fields: [], items: undefined, open: undefined };
    if (place.depth >= MAX_DEPTH || this.#count > MAX_FIELDS) return none;
    const inner = {
      depth: place.depth + 1,
      context: place.name === '' ? place.context : [...place.context, place.name],
    };
    if (kind === 'array') {
      const items = Array.isArray(schema.items) ? schema.items[0] : (schema.items ?? schema.prefixItems);
      const item = Array.isArray(items) ? items[0] : items;
      return {
        ...none,
        items: this.field(item ?? {}, { ...inner, name: place.name, pointer: `${place.pointer}/-`, required: true }),
      };
    }
    if (kind !== 'object') return none;
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const fields: Field[] = [];
    for (const [name, property] of Object.entries(asSchema(schema.properties))) {
      if (this.#count >= MAX_ALL_FIELDS) break;
      const pointer = `${place.pointer}/${pointerStep(name)}`;
      fields.push(this.field(property, { ...inner, name, pointer, required: required.has(name) }));
    }
    const extra = schema.additionalProperties;
    const open =
      fields.length === 0 && extra !== false && place.depth > 0
        ? this.field(extra === true || extra === undefined ? { type: 'string' } : extra, {
            ...inner,
            name: '',
            pointer: `${place.pointer}/*`,
            required: false,
          })
        : undefined;
    return { fields, items: undefined, open };
  }

  /** Resolves references and picks the most specific variant. A null variant only sets `nullable`. */
  #resolve(raw: unknown, depth: number): { readonly schema: Schema; readonly nullable: boolean } {
    const schema = asSchema(raw);
    if (depth > 20 || ++this.#resolved > MAX_RESOLVED) return { schema: {}, nullable: true };
    if (typeof schema.$ref === 'string') {
      const { $ref, ...rest } = schema;
      const target = this.#resolve(this.#lookUp($ref as string), depth + 1);
      return { schema: { ...target.schema, ...rest }, nullable: target.nullable };
    }
    let merged: Schema = schema;
    let nullable = schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes('null'));
    for (const part of listOf(schema.allOf)) {
      const inner = this.#resolve(part, depth + 1);
      merged = merge(merged, inner.schema);
    }
    const variants = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map((part) => this.#resolve(part, depth + 1));
    if (variants.length > 0) {
      const real = variants.filter(({ schema: variant }) => variant.type !== 'null' && variant.const !== null);
      nullable ||= real.length < variants.length || real.some((variant) => variant.nullable);
      merged = merge(merged, pickVariant(real.map((variant) => variant.schema)));
    }
    return { schema: merged, nullable };
  }

  #lookUp(reference: string): unknown {
    if (!reference.startsWith('#')) return {};
    let at: unknown = this.root;
    for (const part of reference
      .slice(1)
      .split('/')
      .filter((one) => one !== '')) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      at = ownValue(asSchema(at), key);
    }
    return at;
  }
}

const asSchema = (value: unknown): Schema => (isObject(value) ? value : {});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Merges two schemas that apply to the same value. If they contradict each other, the first one takes precedence. */
function merge(a: Schema, b: Schema): Schema {
  const properties = { ...asSchema(b.properties), ...asSchema(a.properties) };
  const required = [...listOf(a.required), ...listOf(b.required)];
  const merged: Record<string, unknown> = { ...b, ...a };
  if (Object.keys(properties).length > 0) merged.properties = properties;
  if (required.length > 0) merged.required = required;
  return merged;
}

/** If all variants are constants, merges them into an enum. Otherwise, picks the variant with the most structure. */
function pickVariant(variants: readonly Schema[]): Schema {
  const constants = variants.flatMap((variant) => ('const' in variant ? [variant.const] : listOf(variant.enum)));
  if (constants.length > 0 && variants.every((variant) => 'const' in variant || Array.isArray(variant.enum))) {
    return { enum: constants };
  }
  const weight = ({ type, properties, items }: Schema) => (properties ? 3 : items ? 2 : type ? 1 : 0);
  return variants.reduce<Schema>((best, variant) => (weight(variant) > weight(best) ? variant : best), {});
}

function choicesOf(schema: Schema): readonly Choice[] | undefined {
  if ('const' in schema) return [schema.const as Choice];
  return Array.isArray(schema.enum)
    ? (schema.enum.filter((value) => typeof value !== 'object' || value === null) as Choice[])
    : undefined;
}

function kindOf(schema: Schema, choices: readonly Choice[] | undefined): FieldKind {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => KINDS.has(String(type)));
  if (types.length > 0) return types.includes('string') && types.length > 1 ? 'string' : (types[0] as FieldKind);
  if (schema.properties) return 'object';
  if (schema.items || schema.prefixItems) return 'array';
  if (!choices) return 'any';
  const [first] = choices.filter((choice) => choice !== null).map((choice) => typeof choice);
  return first === 'number' || first === 'boolean' ? first : 'string';
}

function limitsOf(schema: Schema) {
  const number = (key: string) => (typeof schema[key] === 'number' ? (schema[key] as number) : undefined);
  return {
    pattern: patternOf(schema.pattern),
    minimum: number('minimum') ?? number('exclusiveMinimum'),
    maximum: number('maximum') ?? number('exclusiveMaximum'),
    minLength: number('minLength'),
    maxLength: number('maxLength'),
    maxItems: number('maxItems'),
  };
}

function patternOf(source: unknown): RegExp | undefined {
  if (typeof source !== 'string' || source.length > 500) return undefined;
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/** Unescapes a name from a JSON pointer. */
export const fromPointerStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the unescaped steps of a JSON pointer. */
export const stepsOfPointer = (pointer: string): string[] => pointer.split('/').slice(1).map(fromPointerStep);

import { isObject } from '../../core/common/values/json';
import { newJobId } from '../display/uuid';
import { t } from '../texts/i18n';

/** A JSON schema with any keywords. */
export type WrittenSchema = Readonly<Record<string, unknown>>;

/** Type of a field. `other` means that the form has no control for the schema. */
export type WantedType = 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'link' | 'group' | 'other';

/** A row in the form. */
export interface WantedField {
  /** Unique key of the row. */
  readonly key: string;
  readonly name: string;
  readonly type: WantedType;
  readonly isList: boolean;
  readonly description: string;
  readonly isRequired: boolean;
  /** Rows in a group. */
  readonly fields: readonly WantedField[];
  /** Keywords of the value's schema that the form does not show. */
  readonly extra: WrittenSchema;
  /** Keywords of the enclosing list's schema that the form does not show. */
  readonly listExtra: WrittenSchema;
}

/** A schema, converted to the rows of a form. `extra` contains the keywords that the rows do not show. */
export interface WantedShape {
  readonly fields: readonly WantedField[];
  readonly extra: WrittenSchema;
}

const standards: Readonly<Record<Exclude<WantedType, 'group' | 'other'>, WrittenSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  link: { type: 'string', format: 'uri' },
};

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Returns the only type that a schema allows besides null. Undefined if the schema allows several types. */
function typeOf({ type }: WrittenSchema): string | undefined {
  if (typeof type === 'string') return type;
  const types = textsOf(type).filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** Returns an empty row. */
export const emptyField = (): WantedField => ({
  key: newJobId(),
  name: '',
  type: 'text',
  isList: false,
  description: '',
  isRequired: false,
  fields: [],
  extra: {},
  listExtra: {},
});

/** Converts a schema to rows. Undefined unless the schema describes an object with fields. */
export function toShape(schema: WrittenSchema): WantedShape | undefined {
  if (typeOf(schema) !== 'object' && !(schema.type === undefined && isObject(schema.properties))) return undefined;
  return objectShape(schema);
}

function objectShape({ properties, required, ...rest }: WrittenSchema): WantedShape {
  const named = isObject(properties) ? properties : {};
  const needed = new Set(textsOf(required));
  const fields = Object.entries(named).map(([name, schema]) => toField(name, schema, needed.has(name)));
  const unknown = [...needed].filter((name) => !Object.hasOwn(named, name));
  const { type, ...extra } = rest;
  return {
    fields,
    extra: {
      ...extra,
      ...(typeof type === 'string' ? {} : typed(type)),
      ...(unknown.length > 0 ? { required: unknown } : {}),
    },
  };
}

const typed = (type: unknown): WrittenSchema => (type === undefined ? {} : { type });

function toField(name: string, given: unknown, isRequired: boolean): WantedField {
  const schema = isObject(given) ? given : {};
  const isDescribed = typeof schema.description === 'string';
  const { description, ...own } = schema;
  const bare = isDescribed ? own : schema;
  const row = { ...emptyField(), name, isRequired, description: isDescribed ? String(description) : '' };
  if (typeOf(bare) !== 'array' || !isObject(bare.items) || typeOf(bare.items) === 'array')
    return { ...row, ...toValue(bare) };
  const { type, items, ...listExtra } = bare;
  return {
    ...row,
    ...toValue(items as WrittenSchema),
    isList: true,
    listExtra: { ...listExtra, ...(type === 'array' ? {} : typed(type)) },
  };
}

function toValue(schema: WrittenSchema): Pick<WantedField, 'type' | 'fields' | 'extra'> {
  const type = typeOf(schema);
  if (type === 'object' && isObject(schema.properties)) return { type: 'group', ...objectShape(schema) };
  const wanted = scalarOf(type, schema.format);
  if (!wanted) return { type: 'other', fields: [], extra: schema };
  const standard = standards[wanted];
  const extra = Object.entries(schema).filter(([keyword, value]) => standard[keyword] !== value);
  return { type: wanted, fields: [], extra: Object.fromEntries(extra) };
}

function scalarOf(type: string | undefined, format: unknown): keyof typeof standards | undefined {
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  if (type !== 'string') return undefined;
  if (format === 'date') return 'date';
  return format === 'uri' || format === 'url' ? 'link' : 'text';
}

/** Converts rows to a schema. Omits rows without a name. */
export function toSchema({ fields, extra }: WantedShape): WrittenSchema {
  const named = fields.filter(({ name }) => name.trim() !== '');
  const { required: unknown, ...kept } = extra;
  const required = [
    ...named.filter(({ isRequired }) => isRequired).map(({ name }) => name.trim()),
    ...textsOf(unknown),
  ];
  return {
    type: 'object',
    ...kept,
    properties: Object.fromEntries(named.map((field) => [field.name.trim(), schemaOf(field)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function schemaOf({ type, isList, description, fields, extra, listExtra }: WantedField): WrittenSchema {
  const value =
    type === 'other' ? extra : type === 'group' ? toSchema({ fields, extra }) : { ...standards[type], ...extra };
  const whole = isList ? { type: 'array', ...listExtra, items: value } : value;
  return description.trim() === '' ? whole : { ...whole, description };
}

/** Changes the type of a row. Drops keywords that belong to the old type. */
export const withType = (field: WantedField, type: WantedType): WantedField => ({
  ...field,
  type,
  extra: {},
  fields: type === 'group' && field.fields.length === 0 ? [emptyField()] : field.fields,
});

/**
 * Returns the parts of a schema that the form's rows do not show. Each part is a path with its keywords, e.g. `price:
 * minimum, maximum`.
 */
export function hiddenIn({ fields, extra }: WantedShape, path = ''): readonly string[] {
  const words = (names: WrittenSchema): string => Object.keys(names).join(', ');
  const own = words(extra) === '' ? [] : [`${path || t('extract.schemaRoot')}: ${words(extra)}`];
  return [
    ...own,
    ...fields.flatMap((field) => {
      const place = path ? `${path} › ${field.name}` : field.name;
      const list =
        words(field.listExtra) === '' ? [] : [t('extract.listPlace', { place, listExtra: words(field.listExtra) })];
      return [...list, ...hiddenIn({ fields: field.type === 'group' ? field.fields : [], extra: field.extra }, place)];
    }),
  ];
}

/** Returns names that occur more than once in a group of fields. */
export function doubledNames(fields: readonly WantedField[]): readonly string[] {
  const names = fields.map(({ name }) => name.trim()).filter(Boolean);
  return [
    ...new Set(names.filter((name, at) => names.indexOf(name) !== at)),
    ...fields.flatMap((field) => (field.type === 'group' ? doubledNames(field.fields) : [])),
  ];
}

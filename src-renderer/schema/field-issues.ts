import { isObject, type JsonObject } from '../../core/common/values/json';
import { numberText, plainNumber } from '../display/words';
import { t } from '../texts/i18n';
import { bounds, type JsonSchema, resolveSchema } from './json-schema';

/** Validation messages, keyed by field path, e.g. `location.country`. */
export type Issues = Readonly<Record<string, string>>;

/** Returns the message for an invalid field value. Undefined if the value is valid or only the engine can check it. */
export function valueIssue(value: unknown, schema: JsonSchema): string | undefined {
  if (typeof value === 'number') return numberIssue(value, schema);
  if (typeof value === 'string') return textIssue(value, schema);
  return undefined;
}

function numberIssue(value: number, schema: JsonSchema): string | undefined {
  const { min, max, step } = bounds(schema);
  if (step === 1 && !Number.isInteger(value)) return t('errors.enterInteger');
  if (min !== undefined && max !== undefined && (value < min || value > max))
    return t('errors.numberBetween', { format: plainNumber(min), format2: plainNumber(max) });
  if (schema.exclusiveMinimum === value) return t('errors.numberAbove', { format: plainNumber(value) });
  if (min !== undefined && value < min) return t('errors.numberMin', { format: plainNumber(min) });
  if (max !== undefined && value > max) return t('errors.numberMax', { format: plainNumber(max) });
  return undefined;
}

function textIssue(value: string, { minLength = 0, maxLength, format }: JsonSchema): string | undefined {
  if (value.length < minLength) {
    return value.trim() === '' ? t('errors.required') : t('errors.lengthMin', { minLength });
  }
  if (maxLength !== undefined && value.length > maxLength)
    return t('errors.lengthMax', { format: numberText(maxLength) });
  return format === 'uri' && !URL.canParse(value) ? t('errors.notWebAddress') : undefined;
}

/** Returns messages for all missing and invalid fields in a form. */
export function fieldIssues(values: JsonObject, schema: JsonSchema, root: JsonSchema, path = ''): Issues {
  const { properties = {}, required = [] } = resolveSchema(schema, root);
  const found = Object.entries(properties).map(([name, given]): Issues => {
    const field = resolveSchema(given, root);
    const place = path ? `${path}.${name}` : name;
    const value = values[name];
    if (value !== undefined) return issuesOf(value, field, root, place);
    const missing = required.includes(name) && field.default === undefined && field.const === undefined;
    return missing ? { [place]: t('errors.required') } : {};
  });
  return Object.assign({}, ...found);
}

function issuesOf(value: unknown, schema: JsonSchema, root: JsonSchema, path: string): Issues {
  const issue = valueIssue(value, schema);
  if (issue) return { [path]: issue };
  if (isObject(value)) return fieldIssues(value, schema, root, path);
  if (!Array.isArray(value) || !schema.items) return {};
  const items = resolveSchema(schema.items, root);
  return Object.assign({}, ...value.map((item, index) => issuesOf(item, items, root, `${path}.${index}`)));
}

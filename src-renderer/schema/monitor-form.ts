import type { ChangeCondition } from '../../core/common/monitor';
import { columnIn } from '../../core/common/values/column-in';
import { pastedEntries, sortUrls } from '../display/read-urls';
import { t } from '../texts/i18n';
import type { Issues } from './field-issues';

/** Kinds of monitor targets. */
export type TargetType = 'scrape' | 'crawl' | 'search';

/** A monitor target being edited. */
export interface TargetForm {
  readonly type: TargetType;
  /** URLs or queries, one per line. */
  readonly lines: string;
  /** All other fields of the target, unchanged. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** A condition being edited. Fields that its type does not use are empty. */
export interface ConditionForm {
  readonly type: ChangeCondition['type'];
  readonly column: string;
  /** Limit or percentage, as typed. */
  readonly number: string;
  readonly text: string;
}

/** Types of conditions, in form order. */
export const conditionTypes = [
  'changed',
  'falls',
  'rises',
  'below',
  'above',
  'changedBy',
  'newLow',
  'newHigh',
  'newRow',
  'textAppears',
  'textDisappears',
] as const satisfies readonly ChangeCondition['type'][];

/** Returns the fields that a condition type uses. */
export const conditionFields = (type: ChangeCondition['type']) => ({
  column: !type.startsWith('text'),
  number: ['below', 'above', 'changedBy'].includes(type),
  text: ['newRow', 'textAppears', 'textDisappears'].includes(type),
});

/**
 * Meaning of the number that a condition type uses. When the type changes, a typed number is kept only if its meaning
 * stays the same.
 */
const numberMeaning = (type: ChangeCondition['type']): string => (type === 'changedBy' ? 'percent' : 'limit');
const textMeaning = (type: ChangeCondition['type']): string => (type === 'newRow' ? 'row' : 'page');

/** Changes the type of a condition. Drops the typed number and text if they would now mean something else. */
export function withType(condition: ConditionForm, type: ConditionForm['type']): ConditionForm {
  const { column, number, text } = condition;
  const [before, after] = [conditionFields(condition.type), conditionFields(type)];
  const keepsNumber = !before.number || !after.number || numberMeaning(condition.type) === numberMeaning(type);
  const keepsText = !before.text || !after.text || textMeaning(condition.type) === textMeaning(type);
  return { type, column, number: keepsNumber ? number : '', text: keepsText ? text : '' };
}

/** Converts a stored condition to form values. */
export function fromCondition(condition: ChangeCondition): ConditionForm {
  const { type, ...given } = condition;
  const {
    column = '',
    value,
    percent,
    contains,
    text,
  } = given as Partial<Record<'column' | 'contains' | 'text', string> & Record<'value' | 'percent', number>>;
  return { type, column, number: String(value ?? percent ?? ''), text: text ?? contains ?? '' };
}

/** Parses a typed number. Also accepts a decimal comma. */
export const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));

/** Converts form values to a stored condition. */
export function toCondition({ type, column: typed, number, text: given }: ConditionForm): ChangeCondition {
  const [column, text] = [typed.trim(), given.trim()];
  switch (type) {
    case 'below':
    case 'above':
      return { type, column, value: numberOf(number) };
    case 'changedBy':
      return { type, column, percent: numberOf(number) };
    case 'changed':
    case 'falls':
    case 'rises':
    case 'newLow':
    case 'newHigh':
      return { type, column };
    case 'newRow':
      return { type, ...(column ? { column } : {}), ...(text ? { contains: text } : {}) };
    case 'textAppears':
    case 'textDisappears':
      return { type, text };
  }
}

/** Returns the issues of all conditions, keyed by field path. `columns` contains the columns of a known list. */
export function conditionIssues(conditions: readonly ConditionForm[], columns?: readonly string[]): Issues {
  const found = conditions.map(({ type, column, number, text }, index): Issues => {
    const fields = conditionFields(type);
    const isOptional = type === 'newRow';
    const noColumn = fields.column && !isOptional && column.trim() === '';
    const isUnknown = fields.column && column.trim() !== '' && columns && columnIn(column, columns) === undefined;
    const noText = fields.text && !isOptional && text.trim() === '';
    const typed = numberOf(number);
    const isWrong = !Number.isFinite(typed) || (type === 'changedBy' && typed <= 0);
    return {
      ...(noColumn ? { [`conditions.${index}.column`]: t('errors.required') } : {}),
      ...(isUnknown ? { [`conditions.${index}.column`]: t('monitors.unknownColumn', { column: column.trim() }) } : {}),
      ...(fields.number && isWrong ? { [`conditions.${index}.number`]: numberIssue(type) } : {}),
      ...(noText ? { [`conditions.${index}.text`]: t('errors.required') } : {}),
    };
  });
  return Object.assign({}, ...found);
}

const numberIssue = (type: ChangeCondition['type']): string =>
  type === 'changedBy'
    ? t('errors.numberAbove', { format: '0' })
    : t('errors.enterType', { kinds: t('errors.typeNumber') });

type StoredTarget = Readonly<Record<string, unknown>>;

const strings = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Converts a stored target to form values. */
export function fromTarget({ type, urls, url, queries, ...rest }: StoredTarget): TargetForm {
  if (type === 'crawl') return { type, lines: String(url ?? ''), rest };
  if (type === 'search') return { type, lines: strings(queries).join('\n'), rest };
  return { type: 'scrape', lines: strings(urls).join('\n'), rest };
}

/** Returns the non-empty lines of a string. */
export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Converts form values to a stored target. */
export function toTarget({ type, lines, rest }: TargetForm): StoredTarget {
  if (type === 'search') return { ...rest, type, queries: linesIn(lines) };
  const { urls } = sortUrls(pastedEntries(lines));
  return type === 'crawl' ? { ...rest, type, url: urls[0] } : { ...rest, type, urls };
}

/** Returns the issue in a target's lines, or undefined if all lines are valid. */
export function targetIssue({ type, lines }: TargetForm): string | undefined {
  if (lines.trim() === '') return t('errors.required');
  if (type === 'search') return undefined;
  const { urls, invalid } = sortUrls(pastedEntries(lines));
  const [first] = invalid;
  if (first) return `${first.text.slice(0, 60)}: ${first.why}`;
  return type === 'crawl' && urls.length > 1 ? t('monitors.oneStartPage') : undefined;
}

/** A format as stored in a request. */
type Format = string | { readonly type?: string; readonly schema?: { readonly properties?: object } };
const formatsOf = (rest: TargetForm['rest']): readonly Format[] => {
  const { formats } = (rest.scrapeOptions ?? {}) as { readonly formats?: readonly Format[] };
  return Array.isArray(formats) ? formats : [];
};
const isJson = (format: Format): format is Exclude<Format, string> =>
  typeof format === 'object' && format.type === 'json';

/** Returns the names of the values that a target extracts from each page. */
export const valuesOf = ({ rest }: TargetForm): readonly string[] =>
  Object.keys(formatsOf(rest).find(isJson)?.schema?.properties ?? {});

/** Returns the options of a target, without its ID. */
export const optionsOf = ({ rest: { id: _, ...options } }: TargetForm) => options;

/** Replaces the options of a target. Its ID stays unchanged. */
export function withOptions({ rest: { id }, ...target }: TargetForm, given: unknown): TargetForm {
  return { ...target, rest: { ...(id === undefined ? {} : { id }), ...(given as object | undefined) } };
}

/** True if a target has options other than the values to extract. */
export function hasOptions(target: TargetForm): boolean {
  const { scrapeOptions, ...others } = optionsOf(withValues(target, []));
  const { formats, ...scrape } = scrapeOptions as { readonly formats: readonly Format[] };
  return Object.keys({ ...others, ...scrape }).length > 0 || formats.length > 1 || formats[0] !== 'markdown';
}

/** Sets the names of the values that a target extracts from each page. Other options stay unchanged. */
export function withValues(target: TargetForm, names: readonly string[]): TargetForm {
  const { rest } = target;
  const formats = formatsOf(rest);
  const known: Readonly<Record<string, unknown>> = { ...formats.find(isJson)?.schema?.properties };
  const properties = Object.fromEntries(names.map((name) => [name, known[name] ?? { type: 'string' }]));
  const others = formats.filter((format) => !isJson(format));
  const json = { ...formats.find(isJson), type: 'json', schema: { type: 'object', properties } };
  const next = [...(others.length > 0 ? others : ['markdown']), ...(names.length > 0 ? [json] : [])];
  return { ...target, rest: { ...rest, scrapeOptions: { ...(rest.scrapeOptions as object), formats: next } } };
}

import { currencyIn, priceColumns } from '../../core/common/prices/price-columns';
import { columnId, type Fields, leavesOf, pointerStep, recordsOf } from '../../core/common/records';
import { csvLine } from '../../core/common/values/csv';
import type { AnswerSource, JobAnswer } from '../api/job-types';
import { t } from '../texts/i18n';
import { engineMessage } from './messages/engine-message';
import { amountText } from './table-cells';
import { humanName } from './words';

/** A row in a displayed answer: a value, or the heading of a group or list. */
export interface AnswerRow {
  /** JSON pointer of the value in the data. */
  readonly pointer: string;
  readonly depth: number;
  readonly label: string;
  /** Text of a single value. Absent for groups, lists and missing values. */
  readonly text?: string;
  /** The value as it appears in the data, without number formatting. Absent if `text` is absent. */
  readonly raw?: string;
  /** Number of entries in a list. */
  readonly count?: number;
  /** Reason why the value is missing. */
  readonly missing?: string;
  readonly sources: readonly AnswerSource[];
  /** Conflicting values found on other pages. */
  readonly others: readonly { readonly value: unknown; readonly url: string }[];
}

/** Maximum number of rows. Further values are available only in the JSON output. */
const most = 1000;

const textOf = (value: unknown, currency?: string): string =>
  typeof value === 'boolean' ? (value ? t('units.yes') : t('units.no')) : amountText(value, currency);

/** Returns the rows of an answer in data order, and whether the rows are complete. */
export function answerRows({ data, sources = {}, missing = [], conflicts = [] }: JobAnswer) {
  const reasons = new Map(missing.map(({ path, reason }) => [path, reason]));
  const others = new Map(conflicts.map(({ path, values }) => [path, values]));
  const rows: AnswerRow[] = [];
  let isWhole = true;

  function add(value: unknown, pointer: string, label: string, depth: number, currency?: string): void {
    if (rows.length >= most) {
      isWhole = false;
      return;
    }
    const facts = { pointer, depth, label, sources: sources[pointer] ?? [], others: others.get(pointer) ?? [] };
    const reason = reasons.get(pointer);
    if (value === null || value === undefined || (reason && Array.isArray(value) && value.length === 0)) {
      rows.push({ ...facts, missing: reason === undefined ? t('extract.notFound') : engineMessage(reason) });
    } else if (Array.isArray(value)) {
      rows.push({ ...facts, count: value.length });
      for (const [at, item] of value.entries()) add(item, `${pointer}/${at}`, String(at + 1), depth + 1);
    } else if (typeof value === 'object') {
      if (pointer !== '') rows.push(facts);
      addFields(value, pointer, pointer === '' ? depth : depth + 1);
    } else {
      const stated = facts.sources.find((one) => one.currency !== undefined)?.currency ?? currency;
      rows.push({ ...facts, text: textOf(value, stated), raw: String(value) });
    }
  }

  /** Adds rows for the fields of an object, and for requested fields that have no value. */
  function addFields(value: object, pointer: string, depth: number): void {
    const entries = new Map(Object.entries(value).map(([name, inner]) => [pointerStep(name), { name, inner }]));
    for (const path of reasons.keys()) {
      if (!path.startsWith(`${pointer}/`)) continue;
      const [key = '', ...below] = path.slice(pointer.length + 1).split('/');
      if (entries.has(key)) continue;
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
      entries.set(key, { name, inner: below.length > 0 ? {} : undefined });
    }
    const fields = new Map([...entries.values()].map(({ name, inner }) => [name, inner]));
    const prices = priceColumns([...fields.keys()]);
    for (const [key, { name, inner }] of entries) {
      const currency = currencyIn(prices.get(name), (field) => fields.get(field));
      add(inner, `${pointer}/${key}`, humanName(name), depth, currency);
    }
  }

  add(data, '', t('extract.answer'), 0);
  return { rows, isWhole };
}

/**
 * Flattens an object. Nested fields become columns such as `address.city`. A list of single values becomes one cell.
 */
const flat = (fields: Fields): Fields =>
  Object.fromEntries(
    leavesOf(fields).map(({ path, value }) => {
      const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
      return [columnId(path), isPlainList ? value.join('; ') : value];
    }),
  );

/**
 * Returns an answer as CSV. If the answer contains a list of records, only these records are included. All other values
 * are available only as JSON.
 */
export function answerCsv(data: unknown): string {
  const records = recordsOf(data).map(flat);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [csvLine(columns), ...records.map((record) => csvLine(columns.map((column) => record[column])))].join('');
}

/** Returns the value for a column. Slashes in the column name separate the names of nested fields. */
export const valueAt = (row: Readonly<Record<string, unknown>>, name: string): unknown =>
  name
    .split('/')
    .reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[step], row);

/** Returns the values of a record by column. */
export const columnValues = (record: Fields): Fields =>
  Object.fromEntries(leavesOf(record).map(({ path, value }) => [columnId(path), value]));

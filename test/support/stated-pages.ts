import { globSync, readFileSync } from 'node:fs';
import { objectOf, readByRules } from './read-by-rules';

type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, unknown>>;

/** A fixture page and the values that it contains. */
export interface StatedPage {
  /** Kind and name, e.g. `jobs/kok`. */
  readonly id: string;
  readonly html: string;
  /** Types of the fields that the page contains, in short notation. */
  readonly fields: Properties;
  readonly expected: Properties;
  /** Alternative values that are accepted for a field. */
  readonly also?: Readonly<Record<string, readonly unknown[]>>;
  /** Types of fields that the page does not contain. */
  readonly absent: Properties;
}

/** Verdict on a requested value. */
export type Verdict = 'right' | 'wrong' | 'missing' | 'invented' | 'none';

/** A value requested from a page, and the verdict on it. */
export interface Answer {
  readonly page: string;
  readonly field: string;
  readonly verdict: Verdict;
  readonly value: unknown;
  readonly expected?: unknown;
}

const fixtures = new URL('../fixtures/stated/', import.meta.url);

/** Reads the fixture pages. */
export const statedPages = (folder = fixtures): readonly StatedPage[] =>
  globSync('*/*.html', { cwd: folder }).map((path): StatedPage => {
    const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
    const truth = JSON.parse(read(path.replace('.html', '.json')));
    return { ...truth, id: path.replace('.html', '').replaceAll('\\', '/'), html: read(path) };
  });

/**
 * Reads all fields that the page contains. In a second pass, reads the absent fields together with the first existing
 * field.
 */
export function answersOf(page: StatedPage): readonly Answer[] {
  const { id, html, fields, expected, also = {}, absent } = page;
  const stated = valuesOf(html, fields);
  const others = valuesOf(html, { ...Object.fromEntries(Object.entries(fields).slice(0, 1)), ...absent });
  return [
    ...Object.keys(fields).map((field): Answer => {
      const accepted = [expected[field], ...(also[field] ?? [])];
      const value = stated[field];
      return { page: id, field, value, expected: expected[field], verdict: judge(value, accepted) };
    }),
    ...Object.keys(absent).map((field): Answer => {
      const value = others[field];
      return { page: id, field, value, verdict: isEmpty(value) ? 'none' : 'invented' };
    }),
  ];
}

const valuesOf = (html: string, fields: Properties): Properties =>
  readByRules(html, { schema: objectOf(mapped(fields)) }).data as Properties;

const mapped = (fields: Properties): Properties =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, schemaOf(type)]));

const formats = new Set(['date', 'time', 'email', 'uri']);

/**
 * Converts a short notation to a schema. The notation is a type, a format, `list`, an array of choices, or a schema.
 */
function schemaOf(type: unknown): Schema {
  if (Array.isArray(type)) return { enum: type };
  if (typeof type === 'object') return type as Schema;
  if (type === 'list') return { type: 'array', items: { type: 'string' } };
  return formats.has(String(type)) ? { type: 'string', format: type } : { type };
}

function judge(value: unknown, accepted: readonly unknown[]): Verdict {
  if (isEmpty(value)) return 'missing';
  return accepted.some((one) => plain(one) === plain(value)) ? 'right' : 'wrong';
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Normalizes whitespace for comparisons. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'string' ? one.replace(/\s+/g, ' ').trim() : one));

import type { Extraction, MissingValue } from '../../../contract/plugin';
import { ambiguousDates } from '../../documents/metadata/dates';
import { Assembler } from './assemble';
import { jsonDocument } from './json/json-document';
import { JsonReader } from './json/json-reader';
import type { Evidence } from './page/evidence';
import { guessSchema } from './prompt/guess-schema';
import type { Field } from './schema/field';
import { fromPointerStep, normaliseSchema } from './schema/normalise-schema';

/** Input of the rule-based extractor. */
export interface RulesInput {
  readonly evidence: Evidence;
  /** JSON schema of the answer. If absent, a schema is derived from the prompt and the page. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
}

/**
 * Extracts structured data by rules: scores candidates from markup, script data, tables, labels and text, and returns
 * the best candidate that fits the schema. Never invents values: a field without a candidate is reported as missing.
 */
export function extractByRules({ evidence, schema, prompt }: RulesInput): Extraction {
  const { document, url } = evidence;
  const guess = schema ? undefined : guessSchema(evidence, prompt);
  const field = normaliseSchema(schema ?? guess?.schema ?? {});
  const json = jsonDocument(document);
  const read = json ? new JsonReader(json.data, url, 'pre > code').read(field) : fromPage(field, evidence);
  const { data, sources, missing, mainRecord } = read;
  const sentences = [guess?.warning, missingSentence(missing, { data }), read.warning].filter(
    (one) => one !== undefined,
  );
  const warning = sentences.length > 0 ? { warning: sentences.join(' ') } : {};
  return { data, sources, missing, ...warning, ...(mainRecord ? { mainRecord } : {}) };
}

function fromPage(field: Field, evidence: Evidence): Extraction {
  const assembler = new Assembler(evidence);
  const data = assembler.root(field);
  const { sources, missing } = assembler;
  const sentences = [ambiguousDates(assembler.openDates), assembler.rangeSentence, assembler.markupSentence].filter(
    (one) => one !== undefined,
  );
  const warning = sentences.length > 0 ? { warning: sentences.join(' ') } : {};
  return { data, sources, missing, ...warning, mainRecord: assembler.mainRecord(data) };
}

const maxNamed = 12;

/**
 * Returns a warning that lists the missing fields, if any. For fields of records, the warning states how many records
 * lack the field.
 */
export function missingSentence(
  missing: readonly MissingValue[],
  { where = 'on the page', data }: { readonly where?: string; readonly data?: unknown } = {},
): string | undefined {
  const counts = new Map<string, number>();
  for (const { path } of missing) {
    const name = path.slice(1).replace(/(^|\/)\d+(?=\/|$)/g, '$1*');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return undefined;
  const names = [...counts].slice(0, maxNamed).map(([name, count]) => {
    const records = name.split('*').length === 2 ? recordsAt(data, name) : 0;
    return count < records ? `${name} (in ${count} of ${records} records)` : name;
  });
  const more = counts.size > maxNamed ? ` and ${counts.size - maxNamed} more` : '';
  return `Not found ${where}: ${names.join(', ')}${more}.`;
}

/** Removes the sentence about missing fields from a warning. */
export const withoutMissingSentence = (warning: string): string =>
  warning.replace(/(?:^| )Not found on the page: .{0,2000}?\.(?= |$)/g, '').trim();

/** Returns the length of the list represented by the first `*` in a field name. */
function recordsAt(data: unknown, name: string): number {
  const steps = name
    .split('*')[0]
    ?.split('/')
    .filter((step) => step !== '');
  const list = steps?.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null
        ? (at as Readonly<Record<string, unknown>>)[fromPointerStep(step)]
        : undefined,
    data,
  );
  return Array.isArray(list) ? list.length : 0;
}

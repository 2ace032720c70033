import type { Document } from 'domhandler';
import type { Metadata } from '../../common/model';
import { ambiguousDates } from '../../documents/metadata/dates';
import type { Extraction, MissingValue } from '../../plugin';
import { Assembler } from './assemble';
import { jsonDocument } from './json/json-document';
import { JsonReader } from './json/json-reader';
import { Evidence } from './page/evidence';
import { guessSchema } from './prompt/guess-schema';
import type { Field } from './schema/field';
import { normaliseSchema } from './schema/normalise-schema';

/** What rules are asked about a page. */
export interface RulesInput {
  readonly document: Document;
  readonly url: string;
  readonly metadata: Metadata;
  /** JSON schema of the answer; guessed from prompt and page when absent. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
}

/**
 * Reads structured data from a page by rules alone: candidates from markup, state, tables, labels and text are scored and
 * the best that fits the schema is taken. Nothing is made up: what no candidate states is missing.
 */
export function extractByRules({ document, url, metadata, schema, prompt }: RulesInput): Extraction {
  const evidence = new Evidence(document, url, metadata);
  const guess = schema ? undefined : guessSchema(evidence, prompt);
  const field = normaliseSchema(schema ?? guess?.schema ?? {});
  const json = jsonDocument(document);
  const read = json ? new JsonReader(json.data, url, 'pre > code').read(field) : fromPage(field, evidence);
  const { data, sources, missing } = read;
  const sentences = [guess?.warning, missingSentence(missing), read.warning].filter((one) => one !== undefined);
  return { data, sources, missing, ...(sentences.length > 0 ? { warning: sentences.join(' ') } : {}) };
}

function fromPage(field: Field, evidence: Evidence): Extraction {
  const assembler = new Assembler(evidence);
  const data = assembler.root(field);
  const { sources, missing } = assembler;
  const warning = ambiguousDates(assembler.openDates);
  return { data, sources, missing, ...(warning !== undefined ? { warning } : {}) };
}

const MOST_NAMED = 12;

/** Which fields are missing, records of a list told once; undefined when none are. */
export function missingSentence(missing: readonly MissingValue[], where = 'on the page'): string | undefined {
  const names = [...new Set(missing.map(({ path }) => path.slice(1).replace(/(^|\/)\d+(?=\/|$)/g, '$1*')))];
  if (names.length === 0) return undefined;
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `Not found ${where}: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

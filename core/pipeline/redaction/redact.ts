import { isDeepStrictEqual } from 'node:util';
import type { Metadata, Result, Task } from '../../common/model';
import type { PiiEntity, Redaction } from '../../common/options/redact-pii';
import type { Hooks } from '../../contract/hooks';
import { findPii, type KnownNames } from './find-pii';

/** Response fields to redact. */
const covered = new Set([
  'markdown',
  'json',
  'extract',
  'extraction',
  'changeTracking',
  'summary',
  'highlights',
  'answer',
  'rows',
  'recipe',
  'pages',
  'blocks',
]);
/** Fields that are not redacted but need no warning, because they contain no page text or are checked separately. */
const harmless = new Set(['metadata', 'warning', 'screenshot', 'actions']);

/** Keys in structured data that indicate the kind of personal data in their values. */
const keys: readonly (readonly [PiiEntity, RegExp])[] = [
  [
    'PERSON',
    /^(?:full|first|last|middle|given|family|sur|user|contact|customer|employee|patient|person|author)_?name$|^(?:author|person|contact_?person|employee|patient)$/i,
  ],
  ['EMAIL', /^e_?-?mail(?:_?address)?$/i],
  ['PHONE', /^(?:phone|telephone|tel|fax|mobile|cell)(?:_?number|_?no)?$/i],
  [
    'LOCATION',
    /^(?:street|postal|home|billing|shipping)?_?address(?:_?line_?\d)?$|^(?:street|city|zip|zip_?code|postal_?code|postcode)$/i,
  ],
  ['FINANCIAL', /^(?:iban|bic|card_?number|account_?number|routing_?number)$/i],
  ['SECRET', /^(?:password|passwd|secret|token|api_?key|access_?token|client_?secret|private_?key)$/i],
];

/** Redacts a string. */
export function redactText(text: string, redaction: Redaction, known: KnownNames = { people: [] }): string {
  let redacted = '';
  let from = 0;
  for (const { start, end, entity } of findPii(text, redaction, known)) {
    redacted += text.slice(from, start) + replacement(text.slice(start, end), entity, redaction);
    from = end;
  }
  return redacted + text.slice(from);
}

const replacement = (value: string, entity: PiiEntity, { replaceStyle }: Redaction): string =>
  replaceStyle === 'tag' ? `<${entity}>` : replaceStyle === 'mask' ? '*'.repeat(value.length) : '';

/** Redacts all strings in a value, and values whose key indicates personal data. */
export function redactValue(value: unknown, redaction: Redaction, known?: KnownNames, key = ''): unknown {
  const entity = keys.find(([, pattern]) => pattern.test(key))?.[0];
  const isNamed = entity !== undefined && redaction.entities.includes(entity);
  if (isNamed && ((typeof value === 'string' && value !== '') || typeof value === 'number'))
    return replacement(String(value), entity, redaction);
  if (typeof value === 'string') return redactText(value, redaction, known);
  if (typeof value === 'number') {
    const text = String(value);
    const redacted = text.length < 13 ? text : redactText(text, redaction, known);
    return redacted === text ? value : redacted;
  }
  if (Array.isArray(value)) return value.map((each) => redactValue(each, redaction, known, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, redactValue(each, redaction, known, name)]),
  );
}

/**
 * Redacts page content before it reaches formats, models and comparisons. Also redacts results before they are stored
 * and sent.
 */
export function redactResults(hooks: Hooks): void {
  hooks.document.tap('redaction', (document, { spec: { redactPII } }) => {
    if (!redactPII) return document;
    const redact = <Value>(value: Value) => redactValue(value, redactPII, knownNames(document.metadata)) as Value;
    return { ...document, values: redactFields(document.values, redact), carried: redact(document.carried) };
  });
  hooks.result.tap('redaction', (result, task) => {
    const { redactPII } = task.spec;
    return redactPII ? redacted(result, task, redactPII) : result;
  });
}

function redacted(result: Result, { spec }: Task, redaction: Redaction): Result {
  const { document, kept } = result;
  const redact = (value: unknown) => redactValue(value, redaction, knownNames(document.metadata));
  const bare = Object.keys(document).filter((name) => !covered.has(name) && !harmless.has(name));
  const names = document.actions && spec.actions.length > 0 ? [...bare, 'actions'] : bare;
  const { metadata } = document;
  const isUncovered = names.length > 0 || !isDeepStrictEqual(redact(metadata), metadata);
  const sentences = [document.warning, coverage(redaction), ...(isUncovered ? [uncovered(names)] : [])];
  const warning = sentences.filter(Boolean).join(' ');
  return {
    ...result,
    ...(kept === undefined ? {} : { kept: redact(kept) }),
    document: { ...redactFields(document, redact), ...(warning ? { warning } : {}), metadata },
  };
}

const redactFields = (fields: Readonly<Record<string, unknown>>, redact: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, covered.has(name) ? redact(value) : value]));

const uncovered = (names: readonly string[]): string =>
  `\`redactPII\` does not cover ${names.length > 0 ? `${names.join(', ')} and ` : ''}the metadata.`;

/** Returns a warning about the kinds of data that rules detect only partially. */
function coverage({ entities }: Redaction): string {
  const weak = entities.filter((entity) => entity === 'PERSON' || entity === 'LOCATION');
  if (weak.length === 0) return '';
  return `Redaction finds ${weak.join(' and ')} only where a title, a label, an address format or the metadata identifies them; check the text.`;
}

const knownNames = ({ author }: Metadata): KnownNames => ({
  people: [author ?? []]
    .flat()
    .flatMap((name) => (typeof name === 'string' && /^\p{Lu}\S* \S/u.test(name) ? [name] : [])),
});

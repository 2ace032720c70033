import type { PiiEntity, Redaction } from '../../common/options/redact-pii';
import { ibanLength, isCard } from './financial';
import { isPhone, phoneLike } from './phones';
import { isRandom, labelledSecret, longWord, privateKeyHead, secretForms } from './secrets';

/** A span of text that contains personal data. */
export interface PiiSpan {
  readonly start: number;
  readonly end: number;
  readonly entity: PiiEntity;
}

/** Names of people in a page's metadata, e.g. the author's name. */
export interface KnownNames {
  readonly people: readonly string[];
}

const localSign = /[\p{L}\p{N}._%+\\~!#$-]/u;
const domain = /^(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:xn--[a-z0-9-]{2,58}|\p{L}{2,24})(?![\p{L}\p{N}-])/u;
const spelledAt = /\[at\]|\(at\)|\{at\}| at /gi;
const spelledDomain = /^ ?[\w-]{1,63}(?: ?(?:\[dot\]|\(dot\)|\{dot\}|\bdot\b|\.) ?[\w-]{2,63}){1,4}/i;
const bracketed = /[[({](?:at|dot)[\])}]| dot /i;
const maxAddress = 254;
const cardLike = /(?<![\w.,+-])\d(?:[ \u00a0-]?\d){12,18}(?![\w-]|[.,]\d)/g;
const ibanStart = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}[ \u00a0-]?[A-Za-z0-9]/g;
const account =
  /\b(?:account|acct|konto|kontonummer|routing|sort code|blz|bankleitzahl)(?: (?:number|no|nr))?[.:#]{0,2}[ *_]{1,4}(\d[\d -]{4,20}\d)/gi;
const notCards = /\b(?:order|bestell\w*|invoice|rechnung\w*|tracking|isbn|ean|gtin|sku|ticket|ref\w*)\b[^\n]{0,16}$/i;
const titled =
  /(?<!\p{L})(?:Mrs?|Ms|Miss|Mx|Dr|Prof|Sir|Dame|Herr|Herrn|Frau|Mme|Mlle|Señora?|Sra?|Sig|Signora)\.?(?: (?:Dr|Prof)\.?){0,2} ((?:(?:von|van|de|der|di|da|del|la|le|zu) ){0,2}\p{Lu}[\p{L}'’.-]{0,30}(?: (?:(?:von|van|de|der|di|da|del|la|le|zu) ){0,2}\p{Lu}[\p{L}'’-]{1,30}){0,3})/gu;
const personLabel =
  /(?:^|[\n|*>-] {0,3})\*{0,3}(?:(?:full |first |last |sur|contact |customer |patient |employee |account )?name|contact(?: person)?|author|written by|ansprechpartner(?:in)?|vorname|nachname|inhaber(?:in)?|geschäftsführer(?:in)?|signed|born)\*{0,3}:\*{0,3}[ \t|*]{1,6}(\p{Lu}[^\n|<>()[\]:;,@\d]{1,60})/giu;
const placeLabel =
  /(?:^|[\n|*>-] {0,3})\*{0,3}(?:(?:home |postal |street |billing |shipping |delivery )?address|adresse|anschrift|location|place of birth|residence|wohnort|city|ort|street|straße)\*{0,3}:\*{0,3}[ \t|*]{1,6}([^\n|<>[\]]{3,120})/giu;
const street =
  /(?<![\p{L}\d])(?:\d{1,5}[a-z]? (?:\p{Lu}[\p{L}'’.-]{1,25} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Square|Sq|Terrace|Way|Place|Pl)(?![\p{L}])|\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|weg|gasse|allee|platz|ufer|damm|ring) \d{1,4} ?[a-z]?(?![\p{L}\d])|\d{1,4},? (?:rue|avenue|boulevard|place|allée) (?:[\p{L}'’-]{1,20} ){0,4}\p{L}{2,20})(?:,? (?:[A-Z]{1,2}-)?\d{5} \p{Lu}[\p{L}-]{2,30})?/gu;

const minBits = { accurate: 4.1, fast: 4.1, aggressive: 3.7 } as const;

/** Uses rules to find personal data in text. Returns spans in order, without overlaps. */
export function findPii(text: string, { mode, entities }: Pick<Redaction, 'mode' | 'entities'>, known: KnownNames) {
  const finders: Readonly<Record<PiiEntity, () => Iterable<readonly [start: number, end: number]>>> = {
    SECRET: () => secrets(text, minBits[mode]),
    EMAIL: () => emails(text),
    FINANCIAL: () => financial(text),
    PHONE: () => phones(text, mode === 'aggressive'),
    LOCATION: () => [...groups(text, placeLabel), ...wholes(text, street)],
    PERSON: () => people(text, known),
  };
  const spans: PiiSpan[] = [];
  // Searches for the most reliable kinds first, so that the digits of a card do not count as a phone number.
  for (const entity of ['SECRET', 'EMAIL', 'FINANCIAL', 'PHONE', 'LOCATION', 'PERSON'] as const)
    if (entities.includes(entity)) for (const [start, end] of finders[entity]()) spans.push({ start, end, entity });
  return withoutOverlaps(spans);
}

function withoutOverlaps(spans: readonly PiiSpan[]): readonly PiiSpan[] {
  const order = new Map(spans.map((span, at) => [span, at]));
  const sorted = [...spans].sort((a, b) => a.start - b.start || (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const kept: PiiSpan[] = [];
  for (const span of sorted) {
    const last = kept.at(-1);
    if (!last || span.start >= last.end) kept.push(span);
    else if (span.end > last.end) kept[kept.length - 1] = { ...last, end: span.end };
  }
  return kept;
}

type Found = readonly [start: number, end: number];

const wholes = (text: string, pattern: RegExp): Found[] =>
  Array.from(text.matchAll(pattern), ({ 0: whole, index }) => [index, index + whole.length] as const);

/** Returns the spans matched by a pattern's last group, without trailing spaces and emphasis marks. */
const groups = (text: string, pattern: RegExp): Found[] =>
  Array.from(text.matchAll(pattern), ({ 0: whole, 1: value = '', index }) => {
    const kept = value.replace(/(?<![\s*_\\])[\s*_\\]+$/, '');
    const start = index + whole.length - value.length;
    return [start, start + kept.length] as const;
  });

function* emails(text: string): Iterable<Found> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at);
    const found = domain.exec(text.slice(at + 1, at + maxAddress));
    if (start < at && found) yield [start, at + 1 + found[0].length];
  }
  for (const { 0: sign, index } of text.matchAll(spelledAt)) {
    const local = text[index - 1] === ' ' ? index - 1 : index;
    const start = localStart(text, local);
    const after = index + sign.length;
    const found = spelledDomain.exec(text.slice(after, after + maxAddress));
    if (start === local || !found) continue;
    const end = after + found[0].length;
    if (bracketed.test(text.slice(start, end))) yield [start, end];
  }
}

/** Returns the start of the local part of an email address. The local part ends at `end`. */
function localStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < 64 && localSign.test(text[start - 1] ?? '')) start--;
  return start;
}

function* phones(text: string, isAggressive: boolean): Iterable<Found> {
  for (const { 0: whole, index } of text.matchAll(phoneLike)) {
    // An unbalanced opening bracket is not part of the number.
    const isInBrackets = whole.startsWith('(') && whole.split('(').length > whole.split(')').length;
    const value = isInBrackets ? whole.slice(1) : whole;
    const start = index + whole.length - value.length;
    if (isPhone(value, text.slice(Math.max(0, start - 40), start), isAggressive)) yield [start, index + whole.length];
  }
  yield* groups(text, /\btel:((?:\+|%2B)?[\d().-]{5,30})/g);
}

function* financial(text: string): Iterable<Found> {
  for (const { index } of text.matchAll(ibanStart)) {
    const length = ibanLength(text.slice(index, index + 60));
    if (length > 0) yield [index, index + length];
  }
  for (const { 0: whole, index } of text.matchAll(cardLike)) {
    const isOther = notCards.test(text.slice(Math.max(0, index - 40), index));
    if (!isOther && isCard(whole.replace(/\D/g, ''))) yield [index, index + whole.length];
  }
  yield* groups(text, account);
}

function* secrets(text: string, bits: number): Iterable<Found> {
  for (const form of secretForms) yield* wholes(text, form);
  yield* privateKeys(text);
  for (const [start, end] of groups(text, labelledSecret))
    if (/\d|[^\p{L}\p{N}]/u.test(text.slice(start, end))) yield [start, end];
  for (const { 0: whole, index } of text.matchAll(longWord))
    if (isRandom(whole, bits)) yield [index, index + whole.length];
}

function* privateKeys(text: string): Iterable<Found> {
  for (const { 0: head, index } of text.matchAll(privateKeyHead)) {
    const end = text.indexOf('-----END', index + head.length);
    if (end < 0) return;
    yield [index, end + (/^-----END [A-Z ]{0,40}-----/.exec(text.slice(end, end + 60))?.[0].length ?? 8)];
  }
}

function* people(text: string, { people: names }: KnownNames): Iterable<Found> {
  yield* groups(text, titled);
  yield* groups(text, personLabel);
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) yield [at, at + name.length];
  }
}

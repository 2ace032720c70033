import { inLines, inSentences, type LineRule } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';

const rule: LineRule = { maxChars: 1500, away: OUTSIDE | flag.review, weight: 0.5 };
const WARRANTY = /(?:^|[ _-])(?:warranty|guarantee)(?:[ _-]?(?:period|length|duration|term))?$/i;
const TERM = '((?:\\d{1,3}|one|two|three|five|ten)[\\s-]?(?:years?|months?|days?)|limited lifetime|lifetime)';
const COVERED = new RegExp(
  `(?<![\\p{L}\\d-])${TERM}\\s(?:[\\p{L}-]+\\s){0,4}(?:warranty|guarantee)(?!\\p{L})|(?<!\\p{L})(?:warranty|guarantee)\\s(?:of|for|period of|period is|is)\\s${TERM}(?!\\p{L})`,
  'iu',
);
/** Matches a value that states the term of a warranty. */
const STATES_TERM =
  /\d|(?<!\p{L})(?:lifetime|years?|months?|none|no|yes|one|two|three|limited|jahre?|ans?|años?)(?!\p{L})/iu;

/** True for a field that requests the length of a warranty. */
export const asksForWarranty = ({ name, kind }: Field): boolean => kind === 'string' && WARRANTY.test(name);

/** Adds the terms that sentences state, e.g. `a 2-year warranty`, and removes labelled texts without a term. */
export function warranties(found: readonly Sighting[], evidence: Evidence): readonly Sighting[] {
  const labelled = found.filter(
    ({ raw }) => STATES_TERM.test(String(raw)) && !/^[$€£¥]/.test(String(raw)) && String(raw).length <= 200,
  );
  return labelled.length > 0 ? labelled : inSentences(evidence, rule, COVERED);
}

const COPYRIGHT =
  /(?:©|\(c\)|copyright)\D{0,40}?(?:(?:19|20)\d\d\s?[-–]\s?)?((?:19|20)\d\d)(?!\d|\s?[-–]\s?(?:19|20)\d\d)/iu;

/** Returns the last year in the copyright line. */
const copyrightYears = ({ name }: Field, evidence: Evidence): readonly Sighting[] =>
  /^copyright[ _-]?year$/i.test(name)
    ? inLines(evidence, { ...rule, maxChars: 300, away: flag.related | flag.review }, COPYRIGHT).slice(-1)
    : [];

const VERSION_NAME = /^(?:minimum|min|required|supported)?[ _-]?(.+?)[ _-]?version$/i;
const NUMBER = '(\\d+(?:\\.\\d+)*(?:[-.](?:SNAPSHOT|RC\\d*|beta\\d*|M\\d+))?\\+?)';

/** Returns the version after the name of other software, e.g. `requires Java 17` for `java_version`. */
function namedVersions({ name, kind, concept }: Field, evidence: Evidence): readonly Sighting[] {
  const subject = kind === 'string' && concept === undefined ? wordsOf(VERSION_NAME.exec(name)?.[1] ?? '') : [];
  const words = subject.filter((word) => !/^(?:minimum|min|required|supported)$/.test(word));
  if (words.length === 0 || words.some((word) => word.length < 2)) return [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])${words.join('[\\s-]')}\\s(?:sdk\\s|versions?\\s)?(?:>=?\\s?|≥\\s?)?v?${NUMBER}(?![\\d.]*\\d|\\.x|\\p{L})`,
    'iu',
  );
  const found = inSentences(evidence, { ...rule, needs: /\d/ }, (sentence) => {
    const raw = pattern.exec(sentence)?.[1];
    const states = /^(?:min|required)/i.test(name) ? LEAST : REQUIRES;
    return raw !== undefined && states.test(sentence) ? raw : undefined;
  });
  return new Set(found.map(({ raw }) => raw)).size === 1 ? found : found.slice(0, 1);
}

/** Matches a sentence about the minimum version. */
const LEAST = /(?<!\p{L})(?:requires?|required|needs?|or (?:above|higher|later|newer))(?!\p{L})/iu;
/** Matches a sentence about requirements. */
const REQUIRES =
  /(?<!\p{L})(?:requires?|required|needs?|needed|supports?|supported|compatible|or (?:above|higher|later|newer))(?!\p{L})/iu;

const CODE_NAME = /^(.*?)[ _-]?(?:promo|promotion|coupon|discount|voucher)[ _-]?code$/i;
const CODE =
  /(?<!\p{L})(?:promo(?:tion)?|coupon|discount|voucher)\scodes?\s?(?:is\s|:\s?)?["“„«']?((?=[A-Z\d-]*[A-Z])[A-Z\d][A-Z\d-]{3,24})(?![\p{L}\d])/gu;
const linesAbove = 4;

/** Returns the code after words such as `promo code`. The lines above must contain the other words of the name. */
function promoCodes({ name, kind }: Field, evidence: Evidence): readonly Sighting[] {
  const subject = CODE_NAME.exec(name)?.[1];
  if (kind !== 'string' || subject === undefined) return [];
  const wanted = wordsOf(subject).join('');
  const { lines } = evidence.view;
  return inLines(evidence, rule, (text, _, at) => {
    const said = lines.slice(Math.max(0, at - linesAbove), at + 1).map((line) => wordsOf(line.text).join(''));
    return said.some((one) => one.includes(wanted)) ? [...text.matchAll(CODE)].map(([, code = '']) => code) : [];
  }).slice(0, 1);
}

const SINCE = /(?<!\p{L})since\s(?:the\s)?((?:\p{L}{3,9}\s)?(?:1[5-9]|20)\d\d)(?!\d)/iu;

/** Returns the month and year after `since` in a sentence with the other words of a name such as `available_since`. */
function momentsSince({ name, kind, format, concept }: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(name);
  if (kind !== 'string' || format !== undefined || concept || words.length < 2 || words.at(-1) !== 'since') return [];
  const said = new RegExp(`(?<!\\p{L})${words.slice(0, -1).join('\\s')}(?!\\p{L})`, 'iu');
  return inSentences(evidence, { ...rule, needs: said }, (sentence) =>
    said.test(sentence) ? SINCE.exec(sentence)?.[1] : undefined,
  );
}

const PORT_NAME = /^(.*?)[ _-]?(?:default[ _-])?port(?:[ _-]number)?$/i;
const PORT = /(?<!\p{L})default port\s(?:is|of|:)\s(?:https?:\/\/[\w.-]+:)?(\d{2,5})(?![\d.])/iu;

/** Returns the port after `default port is`. The port may be at the end of a URL. */
const defaultPorts = ({ name, kind }: Field, evidence: Evidence): readonly Sighting[] =>
  PORT_NAME.test(name) && (kind === 'number' || kind === 'integer') ? inSentences(evidence, rule, PORT) : [];

const RATED = /(?<![\d.,])([0-5][.,]\d)[\s-]stars?\s(?:rating|rated|average|reviews?)(?!\p{L})/iu;

/** A rating with its maximum and the number of reviews, e.g. `rated 4.8 out of 5 stars from 210 reviews`. */
const RATED_FROM =
  /(?<!\p{L})rated:?\s([0-5](?:[.,]\d{1,2})?)\s(?:out\s)?(?:of|\/)\s5(?:\sstars?)?\s(?:from|by|on|across|over|based on)\s\d[\d.,]*\+?\s(?:\p{L}+\s)?(?:reviews?|ratings?|customers?)(?!\p{L})/iu;

/** Returns the rating in a sentence such as `with a 4.9-star rating`, if the page states only one. */
export function ratedInText(evidence: Evidence): readonly Sighting[] {
  const found = inSentences(evidence, { ...rule, weight: 0.42 }, RATED);
  const whole = inSentences(evidence, { ...rule, away: flag.related | flag.dialog, weight: 0.58 }, RATED_FROM);
  if (new Set(whole.map(({ raw }) => raw)).size === 1) return whole;
  return new Set(found.map(({ raw }) => raw)).size === 1 ? found : [];
}

/** Returns the values that sentences state in fixed words: years, versions, codes and ports. */
export const statedTerms = (field: Field, evidence: Evidence): readonly Sighting[] => [
  ...copyrightYears(field, evidence),
  ...namedVersions(field, evidence),
  ...promoCodes(field, evidence),
  ...momentsSince(field, evidence),
  ...defaultPorts(field, evidence),
];

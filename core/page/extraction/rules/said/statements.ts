import { wordSet } from '../../../../common/values/words';
import type { Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { describedStems, inSentence, type Sentence, sentencesWith, shared, stemOf, stemsIn } from './page-sentences';

/** Words in flag names that do not identify what the flag is about. */
const EXISTS = wordSet(
  'is has have are can does with included includes offered offers available availability allowed provided provides possible required supported option options',
);
const NO = /(?<!\p{L})(?:no|not|never|cannot|without|neither|nor|none)(?!\p{L})|n['’]t(?!\p{L})/iu;
const YES_FIRST = /^yes(?!\p{L})/iu;
const NO_FIRST = /^no(?!\p{L})/iu;
const OFFERED =
  /(?<!\p{L})(?:available|included?s?|offer(?:s|ed|ing)?|provide[sd]?|free|complimentary|comes? with|feature[sd]?|enjoy|with|accept(?:s|ed)?|support(?:s|ed)?|welcome)(?!\p{L})/iu;
/** Words that turn a sentence into a request or a condition. */
const CONDITION = /(?<!\p{L})(?:if|unless|would|could|should|may|might|whether|when)(?!\p{L})/iu;
const minDescribed = 2;

/**
 * Returns the value of a flag from a question and its answer, or from a plain sentence, e.g. true from `Are there
 * remote jobs? Yes, …` for `remote_options_available`, or false from `we do not outsource any work` for
 * `outsources_work`.
 */
export function statements(field: Field, evidence: Evidence): readonly Sighting[] {
  if (field.kind !== 'boolean') return [];
  const words = wordsOf(field.name).filter((word) => !EXISTS.has(word));
  const stems = words.map(stemOf);
  if (stems.length === 0 || stems.every((stem) => stem.length < 4)) return [];
  const described = describedStems(field);
  const about = sentencesWith(evidence, stems);
  const others = described.length >= minDescribed ? sentencesWith(evidence, described) : [];
  const found = [...about, ...others];
  const rate = (sentence: Sentence) => shared(sentence, [...stems, ...described]);
  const asked = found
    .filter(({ text }) => /[?？]$/.test(text))
    .toSorted((a, b) => rate(b) - rate(a))
    .flatMap((one) => answerTo(one, stems, evidence));
  if (asked.length > 0) return asked.slice(0, 1);
  const plain = found.filter(({ text }) => !/[?？]$/.test(text));
  const best = plain.toSorted((a, b) => rate(b) - rate(a))[0];
  if (!best) return [];
  const value = judged(best.text, words, others.includes(best));
  return value === undefined ? [] : [inSentence(best, value, 0.45)];
}

/** Returns the answer below a question: `Yes`, `No`, or a negated sentence with the words of the question. */
function answerTo({ at }: Sentence, stems: readonly string[], { view }: Evidence): readonly Sighting[] {
  const next = view.lines[at + 1];
  if (!next) return [];
  const { text, node } = next;
  const first = text.split(/(?<=[.!])\s/)[0] ?? '';
  const isAbout = stemsIn(first).some((stem) => stems.includes(stem));
  const raw = YES_FIRST.test(text) ? true : NO_FIRST.test(text) || (isAbout && NO.test(first)) ? false : undefined;
  return raw === undefined ? [] : [{ raw, weight: 0.5, kind: 'text', node, excerpt: first.slice(0, 200) }];
}

/**
 * Returns whether the clause with the words of a flag affirms or negates the flag. Undefined for conditions and for
 * sentences that only mention the words.
 */
function judged(sentence: string, words: readonly string[], isDescribed: boolean): boolean | undefined {
  const isOwn = (part: string): boolean => {
    const said = stemsIn(part);
    return words.some((word) => said.includes(stemOf(word)));
  };
  const clauses = sentence.split(/[,;:–—]\s/u);
  const clause = clauses.find(isOwn) ?? (isDescribed ? sentence : undefined);
  if (clause === undefined) return undefined;
  if (NO.test(clause)) return false;
  if (CONDITION.test(clause)) return undefined;
  const isPhrase = words.length > 1 && new RegExp(`(?<!\\p{L})${words.join('[\\s-]')}(?!\\p{L})`, 'iu').test(sentence);
  return isDescribed || isPhrase || OFFERED.test(clause) ? true : undefined;
}

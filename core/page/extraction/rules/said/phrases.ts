import { wordSet } from '../../../../common/values/words';
import type { Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { parseDay } from '../values/dates';
import { describedStems, inSentence, type Sentence, sentencesWith, shared, stemOf } from './page-sentences';

const COPULA = '(?:is|are|was|were|ist|sind|est|sont|es|son|è|sono|é|são|jest|är|:|=|-|–)';
/** A value in quotation marks. */
const QUOTED = '[“"«„]\\s?([^“”"«»]{2,80}?)[,.]?\\s?[”"»“]';
/** A name or identifier. Unlike an ordinary word, it contains a capital after the first letter, a digit or a sign. */
const CODE = '([.\\w$/~-]*(?:[_./$\\d]|\\p{Ll}\\p{Lu})[\\w$./-]*\\w|\\p{Lu}{2,}[\\w+-]*)';
const FILLER = wordSet('name the of a an by value');

/** Returns the words of a name in their order, without filler words such as `name`. */
const phraseOf = (name: string): readonly string[] => wordsOf(name).filter((word) => !FILLER.has(word));

/**
 * Returns the values that sentences state in the words of a field's name: `the number one podcast was “Salt”`, `the
 * crate name is tide_core`, `This file is named .tide.yml`, `uses LLVM as backend`.
 */
export function phrases(field: Field, evidence: Evidence): readonly Sighting[] {
  const { name, kind, format, concept } = field;
  if (kind !== 'string' || format !== undefined || concept !== undefined) return [];
  const words = phraseOf(name);
  const last = words.at(-1) ?? '';
  if (words.length < 2 || last.length < 3) return [];
  const said = words.join('[\\s-]');
  const quoted = new RegExp(`(?<!\\p{L})${said}(?:\\s[^.“"«„]{0,40}?)?\\s?${COPULA}\\s${QUOTED}`, 'iu');
  const named = /name$/i.test(name)
    ? new RegExp(`(?<!\\p{L})${last}(?:\\sname)?\\s(?:${COPULA}\\s)?(?:(?:called|named)\\s)?${CODE}`, 'u')
    : undefined;
  const used = new RegExp(
    `(?<!\\p{L})(?:uses?|using|with)\\s(?:the\\s)?(\\p{Lu}[\\w.+-]*)\\sas\\s(?:(?:a|an|its|the)\\s)?(?:\\p{L}+\\s)?${last}(?!\\p{L})`,
    'iu',
  );
  return sentencesWith(evidence, [stemOf(last)]).flatMap((sentence): readonly Sighting[] => {
    const { text } = sentence;
    const whole = /[“"«„]/.test(text) ? quoted.exec(text)?.[1] : undefined;
    if (whole !== undefined) return [inSentence(sentence, whole, 0.55)];
    const others = words.slice(0, -1).map(stemOf);
    const isNear = others.every((stem) => isInLine(evidence, sentence, stem));
    if (!isNear) return [];
    const found =
      (/\b(?:named|called|name\sis)\b/.test(text) ? named?.exec(text)?.[1] : undefined) ?? used.exec(text)?.[1];
    return found === undefined ? [] : [inSentence(sentence, found, 0.5)];
  });
}

/** True if a sentence of the same line contains a stem. */
const isInLine = (evidence: Evidence, { at }: Sentence, stem: string): boolean =>
  sentencesWith(evidence, [stem]).some((other) => other.at === at);

const YEAR = /(?<!\p{L})(?:since|seit|depuis|desde|dal|sinds|od|sedan)\s(?:the year\s)?((?:1[5-9]|20)\d\d)(?!\d)/giu;

/** Returns the year after `since` in a sentence with a word of the name or description, e.g. for `serving_since`. */
export function yearsSince(field: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(field.name);
  if (!words.includes('since')) return [];
  const stems = [...words.filter((word) => word !== 'since').map(stemOf), ...describedStems(field)];
  const found = sentencesWith(evidence, ['since']).flatMap((sentence) =>
    [...sentence.text.matchAll(YEAR)].map(([, raw = '']) => ({ sentence, raw, count: shared(sentence, stems) })),
  );
  const most = Math.max(1, ...found.map(({ count }) => count));
  return found.filter(({ count }) => count === most).map(({ sentence, raw }) => inSentence(sentence, raw));
}

const SPAN = '(?:c\\.\\s?|circa\\s)?(?:1\\d|20)\\d\\d(?:s|(?:\\s?[–-]\\s?\\d{2,4}))?';

/** Returns the year after the words of a name, e.g. `first recorded in 1820–30` for `first_recorded`. */
export function yearsAfterPhrase({ name, kind, format, concept }: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(name);
  if (kind !== 'string' || format !== undefined || concept !== undefined || words.length < 2) return [];
  const pattern = new RegExp(
    `(?<!\\p{L})${words.join('\\s')}\\s(?:in|around|about|between|im|en|nel|em|w|i)\\s(${SPAN})`,
    'iu',
  );
  return sentencesWith(evidence, words.map(stemOf)).flatMap((sentence) => {
    const raw = pattern.exec(sentence.text)?.[1];
    return raw === undefined ? [] : [inSentence(sentence, raw)];
  });
}

const DAY_WORDS = wordSet('date day on at time of the');
/** A date directly after its label, e.g. `Accepted 2023 Jan 7; ` or `Update 2019-01-26:`. */
const AFTER_LABEL = /^(?:s|d|ed)?\s?(?:on\s|:\s?|\(\s?|am\s|le\s|el\s|il\s|em\s|op\s|den\s)?([^;:.)(]{6,24})/u;

/** Returns the date directly after the word of a field's name, e.g. for `accepted_date` or `updated_on`. */
export function daysAfterWord({ name, format, concept }: Field, evidence: Evidence): readonly Sighting[] {
  const [word = '', ...others] = wordsOf(name).filter((one) => !DAY_WORDS.has(one));
  const isDay = format === 'date' || format === 'date-time';
  if (!isDay || (concept !== undefined && concept.id !== 'dateModified') || others.length > 0 || word.length < 5)
    return [];
  const bare = word.replace(/e?d$/, '');
  return sentencesWith(evidence, [stemOf(word)]).flatMap((sentence) => {
    const at = sentence.text.toLowerCase().search(new RegExp(`(?<!\\p{L})${bare}`, 'u'));
    if (at < 0) return [];
    const rest = sentence.text.slice(at + bare.length);
    const raw = parseDay(AFTER_LABEL.exec(rest)?.[1] ?? '', evidence.place.dates);
    return raw === undefined ? [] : [inSentence(sentence, raw)];
  });
}

const PATH =
  /(?<![\w.-])(?:\/[\w.-]+){2,}(?![\w/])|(?<![\w./-])[\w-]*\.(?:ya?ml|json|toml|conf|cfg|ini|xml|txt)(?![\w/])/g;

/** Returns the path in the sentence that contains the highest number of words of a field such as `apache_config_file`. */
export function pathsBeside(field: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(field.name);
  const last = words.at(-1) ?? '';
  if (
    field.kind !== 'string' ||
    field.concept !== undefined ||
    !/^(?:file|path|directory|folder)$/.test(last) ||
    words.length < 2
  )
    return [];
  const stems = [...words.map(stemOf), ...describedStems(field)];
  const least = Math.max(2, Math.ceil(stems.length * 0.6));
  const found = sentencesWith(evidence, [stemOf(last)])
    .map((sentence) => ({ sentence, count: shared(sentence, stems), paths: sentence.text.match(PATH) ?? [] }))
    .filter(({ count, paths }) => paths.length === 1 && count >= least);
  const most = Math.max(...found.map(({ count }) => count));
  return found
    .filter(({ count }) => count === most)
    .map(({ sentence, paths }) => inSentence(sentence, (paths[0] ?? '').replace(/\.$/, '')));
}

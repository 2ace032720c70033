import { wordSet } from '../../../../common/values/words';
import type { Sighting } from '../find/sighting';
import { likeness, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { numberOfWord } from './number-words';
import { describedStems, inSentence, type Sentence, sentencesWith, shared, stemOf } from './page-sentences';

/** Words in a field's name that request a count. */
const COUNTING = wordSet('number count num total amount nr quantity');
const PLAIN = wordSet('of the a an in on for per how many');
const UNITS = wordSet(
  'days weeks months years hours minutes seconds watts grams feet meters metres miles points percent inches pounds kcal fps',
);
/** Words that end the search for a noun after a number. */
const ENDS = wordSet(
  'of in for with to from on at by per the a an is are was were that which who than or as a.m p.m am pm minute minutes hour hours day days week weeks month months year years old percent million billion',
);
const maxBetween = 5;

interface Asked {
  readonly noun: string;
  readonly others: readonly string[];
}

/** Returns the noun whose count a field name requests, e.g. `patients` in `number_of_patients` or `active_patients`. */
function nounIn(name: string): Asked | undefined {
  const words = wordsOf(name);
  const isCount = words.some((word) => COUNTING.has(word));
  const rest = words.filter((word) => !COUNTING.has(word) && !PLAIN.has(word));
  const noun = rest.findLast((word) => /[^s]s$/.test(word)) ?? (isCount ? rest.at(-1) : undefined);
  if (noun === undefined || UNITS.has(noun) || noun.length < 4) return undefined;
  return { noun, others: rest.filter((word) => word !== noun).map(stemOf) };
}

const TOKEN =
  /(?<![\p{L}\d.,:/$€£¥#+-])\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?|\p{L}[\p{L}’'-]*|[^\s\p{L}\d]/gu;

/** Returns the number before a noun in a text, e.g. `89` in `included 89 adult patients`. */
function numbersBefore(text: string, noun: string): readonly string[] {
  const tokens = text.match(TOKEN) ?? [];
  return tokens.flatMap((token, at): readonly string[] => {
    const count = /^\d/.test(token) ? token : String(numberOfWord(token) ?? '');
    if (count === '' || YEAR.test(token) || NO_COUNT.test(tokens[at - 1] ?? '')) return [];
    for (let next = at + 1; next <= at + 1 + maxBetween; next++) {
      const word = tokens[next];
      if (word === undefined) return [];
      if (likeness([word.toLowerCase()], [noun]) === 1) return [count];
      const isWord = /^\p{L}/u.test(word) && !ENDS.has(word.toLowerCase());
      if (!isWord && word !== '&' && !(word === '+' && next === at + 1)) return [];
    }
    return [];
  });
}

/** Matches a sign or word before a number that makes it something other than a count, e.g. `Top 10`. */
const NO_COUNT = /^(?:[$€£¥#.,:/)–-]|top|best|first|last|next|step|part|page|chapter|version|level)$/i;

/** A number that is more probably a year than a count. */
const YEAR = /^(?:19|20)\d\d$/;

const maxShort = 40;

/**
 * Returns the count that a sentence states for the noun in a field's name, e.g. `89 patients` or `Nineteen awards`. The
 * sentence must also contain the other words of the name. Prefers sentences that share more words with the description.
 */
export function countedThings(field: Field, evidence: Evidence): readonly Sighting[] {
  const asked = nounIn(field.name);
  if (!asked) return [];
  const { noun, others } = asked;
  const described = describedStems(field).filter((stem) => stem !== stemOf(noun));
  const rate = (sentence: Sentence): number => shared(sentence, described);
  const found = sentencesWith(evidence, [stemOf(noun), ...others]).flatMap((sentence) =>
    numbersBefore(sentence.text, noun).map((raw) => ({
      sentence,
      raw: raw.replace(/(?<=\d)[\u00a0\u202f ](?=\d)/g, ''),
    })),
  );
  const most = Math.max(0, ...found.map(({ sentence }) => rate(sentence)));
  const best = found.filter(({ sentence }) => rate(sentence) === most);
  const isSure = described.length === 0 || most > 0 || others.length > 0;
  const isClear = isSure && best.length > 0 && new Set(best.map(({ raw }) => raw)).size <= 2;
  return isClear ? best.map(({ sentence, raw }) => inSentence(sentence, raw)) : leftOver(evidence, asked);
}

/** Returns the number before a qualifier in a short line, e.g. `Load more (23 remaining)` for `remaining_jobs`. */
const leftOver = (evidence: Evidence, { others }: Asked): readonly Sighting[] =>
  sentencesWith(evidence, others.slice(0, 1)).flatMap((sentence) => {
    const [, raw, word = ''] = /(?<![\d.,]|(?:top|best|first|last)\s)(\d[\d.,]*)\s(\p{L}+)/iu.exec(sentence.text) ?? [];
    return raw !== undefined && sentence.text.length <= maxShort && stemOf(word.toLowerCase()) === others[0]
      ? [inSentence(sentence, raw)]
      : [];
  });

import { inSentences, type LineRule } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { conceptById } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { parseDay } from '../values/dates';

const rule: LineRule = { maxChars: 1200, away: OUTSIDE | flag.review | flag.form, needs: /\d/, weight: 0.5 };

/**
 * Returns the date from a sentence that contains a label of a concept, e.g. `Interviews will be held on 18 May 2027`.
 */
export function datesBeside(evidence: Evidence, id: string): readonly Sighting[] {
  const labels = (conceptById(id)?.labels ?? []).filter((label) => label.length > 5);
  return inSentences(evidence, rule, (sentence) => {
    const words = ` ${wordsOf(sentence).join(' ')} `;
    return labels.some((label) => words.includes(` ${label} `)) ? parseDay(sentence, evidence.place.dates) : undefined;
  });
}

/**
 * Returns the date from a sentence that contains all words of a field name. Ignores the word `deadline` in the name.
 */
export function lastDaysOf(evidence: Evidence, words: readonly string[]): readonly Sighting[] {
  const wanted = words.filter((word) => word !== 'deadline');
  if (wanted.length === 0) return [];
  return inSentences(evidence, rule, (sentence) => {
    const said = wordsOf(sentence);
    return wanted.every((word) => said.includes(word)) ? parseDay(sentence, evidence.place.dates) : undefined;
  });
}

import { excerptOf, type Sighting } from '../find/sighting';
import { conceptById } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { sentencesIn } from '../sentences';
import { parseDay } from '../values/dates';

const AWAY = OUTSIDE | flag.review | flag.form;
const maxChars = 1200;

/** Returns the date of a sentence that contains a label of a concept, e.g. `Interviews will be held on 18 May 2027`. */
export function datesBeside({ view, place }: Evidence, id: string): readonly Sighting[] {
  const labels = (conceptById(id)?.labels ?? []).filter((label) => label.length > 5);
  return view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > maxChars || flags & AWAY || !/\d/.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const words = ` ${wordsOf(sentence).join(' ')} `;
      const day = labels.some((label) => words.includes(` ${label} `)) ? parseDay(sentence, place.dates) : undefined;
      return day === undefined ? [] : [{ raw: day, weight: 0.5, kind: 'text', node, excerpt: excerptOf(sentence) }];
    });
  });
}

/** Returns the date of a sentence that contains the words of a field name other than `deadline`. */
export function lastDaysOf({ view, place }: Evidence, words: readonly string[]): readonly Sighting[] {
  const wanted = words.filter((word) => word !== 'deadline');
  if (wanted.length === 0) return [];
  return view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > maxChars || flags & AWAY || !/\d/.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const said = wordsOf(sentence);
      const day = wanted.every((word) => said.includes(word)) ? parseDay(sentence, place.dates) : undefined;
      return day === undefined ? [] : [{ raw: day, weight: 0.5, kind: 'text', node, excerpt: excerptOf(sentence) }];
    });
  });
}

import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { ratedInText } from '../said/stated-terms';
import type { Field } from '../schema/field';
import { votesOf } from '../stated/thread-facts';
import { countsOf } from './counts';
import { underHeading } from './page-finders';
import { measuresInText } from './sentence-facts';
import { afterName, scores, stars } from './short-facts';
import type { Sighting } from './sighting';

/** Returns ratings. If the schema also has a rating field, `stars` means a category, e.g. of a hotel. */
export function ratings(evidence: Evidence, field: Field, siblings: readonly Field[]): readonly Sighting[] {
  const { name, kind, words } = field;
  const votes = votesOf(evidence, field);
  if (votes) return votes;
  const byStars = [...stars(evidence), ...ratedInText(evidence)];
  if (!/^stars?$/i.test(name)) return byStars.length > 0 ? [...scores(evidence), ...byStars] : scores(evidence);
  const isClass = siblings.some((one) => one.concept?.id === 'rating' && one.name !== name);
  const counted = kind === 'integer' ? countsOf(evidence, words) : [];
  return [...counted, ...byStars, ...(isClass ? [] : scores(evidence))];
}

/** Returns numbers from text: votes, counts, measurements, or numbers after the field's name. */
export function numbers(evidence: Evidence, field: Field): readonly Sighting[] {
  const { name, words, kind } = field;
  const votes = votesOf(evidence, field);
  if (votes) return votes;
  const measured = measuresInText(evidence, name);
  return [
    ...(kind === 'integer' ? countsOf(evidence, nounOf(name) ?? words) : []),
    ...underHeading(evidence, words).filter(({ raw }) => /^\d/.test(String(raw))),
    ...numbersInHeadline(evidence, words),
    ...(measured.length > 0 ? measured : afterName(evidence, words, false)),
  ];
}

/**
 * Returns the words before `count` in a name such as `book_count`. Includes words for the schema's subject, which the
 * field's `words` omit.
 */
const nounOf = (name: string): readonly string[] | undefined => {
  const words = wordsOf(name);
  return words.length > 1 && words.at(-1) === 'count' ? words.slice(0, -1) : undefined;
};

/** Returns the number after `#` in the headline, e.g. the number of an issue. */
const numbersInHeadline = ({ view }: Evidence, words: readonly string[]): readonly Sighting[] => {
  const text = view.lines[view.headlineAt]?.text ?? '';
  const raw = words.at(-1) === 'number' ? /\s#(\d{1,9})$/.exec(text)?.[1] : undefined;
  return raw === undefined ? [] : [{ raw, weight: 0.5, kind: 'heading', node: view.headline, excerpt: text }];
};

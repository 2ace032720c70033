import { excerptOf, type ListSighting, type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { isWithin, parentOf } from '../page/text-of';
import { stemOf } from '../said/page-sentences';
import type { Field } from '../schema/field';

const maxKind = 40;
const minTitles = 2;
const weight = 0.8;

/**
 * Returns the headings of cards that have the field's name in the line above, e.g. `Lesson plans` below `Teacher
 * resource`. Includes other headings with the same tag between the first and the last of these. Empty if at least half
 * of all these headings lack such a line.
 */
export function titlesBelowKind({ name, concept }: Field, { view }: Evidence): readonly ListSighting[] {
  const key = stemsOf(name);
  if (concept !== undefined || key === '') return [];
  const marked = view.lines.flatMap(({ text, node, flags }, at): readonly number[] => {
    const title = view.lines[at + 1];
    const box = parentOf(node);
    const isKind = text.length <= maxKind && !(flags & (OUTSIDE | flag.heading)) && stemsOf(text) === key;
    return isKind && title && box && title.flags & flag.heading && isWithin(title.node, box) ? [at + 1] : [];
  });
  const [first = 0, last = 0] = [marked[0], marked.at(-1)];
  const tag = view.lines[first]?.node.name;
  const titles = view.lines
    .slice(first, last + 1)
    .filter(({ node, flags }) => node.name === tag && (flags & flag.heading) !== 0);
  if (marked.length < minTitles || titles.length >= marked.length * 2) return [];
  const entries = titles.map(
    ({ text, node }): Sighting => ({ raw: text, weight, kind: 'heading', node, excerpt: excerptOf(text) }),
  );
  return [{ entries, weight }];
}

const stemsOf = (text: string): string => wordsOf(text).map(stemOf).join(' ');

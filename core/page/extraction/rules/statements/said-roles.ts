import { excerptOf, type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';

const weight = 0.5;
const maxLine = 2000;
const minRole = 5;
const minPrefix = 6;

const WORD = "\\p{Lu}[\\p{L}\\d’'.&-]*";
const NAME = `${WORD}(?:\\s(?:(?:van|von|der|den|de|del|della|di|da|du|la|le|of|and|&)\\s){0,2}${WORD}){1,4}`;
const ROLE = '(\\p{L}[\\p{L}-]+(?:\\s\\p{L}[\\p{L}-]+)?)';
/** `the contractor, Salt Bridge Works, employed …` */
const ROLE_FIRST = new RegExp(`(?<![\\p{L}’'])${ROLE},\\s(${NAME})(?=\\s?[,.;–—]|$)`, 'gu');
/** `Maria Ferrandis, who has been mayor since 2019`, `Rosalind Tey, chief executive of the trust` */
const NAME_FIRST = new RegExp(
  `(?<!\\p{L})(${NAME}),\\s(?:(?:who|die|der|qui|que|che)\\s(?:\\p{L}+\\s){1,3}?)?(?:(?:the|its|our|a|an|der|die|das|le|la|l[’']|el|il|o|een|de)\\s?)?${ROLE}(?=\\s(?:since|of|at|for|in|seit|von|bei|der|des|depuis|de|du|desde|del|da|dal|di|sinds|van|od|sedan|på|i)\\s|[,.])`,
  'gu',
);

/**
 * Returns the names that sentences state for a role, e.g. `The contractor, Salt Bridge Works, …` for `contractor`. Words
 * of other languages match if they start alike, e.g. `apprentie` for `apprentice`.
 */
export function saidRoles({ name, kind }: Field, { view }: Evidence): readonly Sighting[] {
  const wanted = wordsOf(name).join(' ');
  if (kind !== 'string' || wanted.length < minRole || wanted.split(' ').length > 2) return [];
  const start = wanted.slice(0, minPrefix - 1);
  return view.lines.slice(view.headlineAt).flatMap(({ text, node, flags }): readonly Sighting[] => {
    if (flags & (OUTSIDE | flag.review) || text.length > maxLine || !text.toLowerCase().includes(start)) return [];
    const found = [
      ...[...text.matchAll(ROLE_FIRST)].map(([, role = '', person = '']) => ({ role, person, isLast: true })),
      ...[...text.matchAll(NAME_FIRST)].map(([, person = '', role = '']) => ({ role, person, isLast: false })),
    ];
    return found.flatMap(({ role, person, isLast }): readonly Sighting[] =>
      isRole(role, wanted, isLast)
        ? [{ raw: person.replace(/\.$/, ''), weight, kind: 'text', node, excerpt: excerptOf(text) }]
        : [],
    );
  });
}

/** True if the last (or first) words of a phrase name the role. */
function isRole(phrase: string, wanted: string, isLast: boolean): boolean {
  const words = phrase.toLowerCase().split(' ');
  const count = wanted.split(' ').length;
  const own = words.slice(-count).join(' ');
  const isNamed = (part: string) => part === wanted || part === `${wanted}s`;
  if (isNamed(own) || (!isLast && isNamed(words.slice(0, count).join(' ')))) return true;
  let shared = 0;
  while (shared < own.length && own[shared] === wanted[shared]) shared++;
  return (
    count === 1 && shared >= Math.max(minPrefix, wanted.length * 0.75) && Math.abs(own.length - wanted.length) <= 3
  );
}

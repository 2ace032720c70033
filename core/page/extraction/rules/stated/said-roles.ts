import { isPerson } from '../find/bylines';
import { excerptOf, type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { lowerLines } from './lower-lines';

const weight = 0.5;
const maxLine = 2000;
const minRole = 5;
const minPrefix = 6;

const WORD = "\\p{Lu}[\\p{L}\\d’'.&-]*";
const NAME = `${WORD}(?:\\s(?:(?:van|von|der|den|de|del|della|di|da|du|la|le|of|and|&)\\s){0,2}${WORD}){1,4}`;
const ROLE = '(\\p{L}[\\p{L}-]+(?:\\s\\p{L}[\\p{L}-]+)?)';
/** `the contractor, Salt Bridge Works, employed …` */
const ROLE_FIRST = new RegExp(
  `(?<![\\p{L}’'])${ROLE}(?:\\s(?:of|der|des|de|du|da|do|del|della|van|för)\\s(?:the\\s)?\\p{Ll}+)?,\\s(${NAME})(?=\\s?[,.;–—]|$)`,
  'gu',
);
/** `Maria Ferrandis, who has been mayor since 2019`, `Rosalind Tey, chief executive of the trust` */
const NAME_FIRST = new RegExp(
  `(?<!\\p{L})(${NAME}),\\s(?:(?:who|die|der|qui|que|che)\\s(?:\\p{L}+\\s){1,3}?)?(?:(?:the|its|our|a|an|der|die|das|le|la|l[’']|el|il|o|een|de)\\s?)?${ROLE}(?=\\s(?:since|of|at|for|in|seit|von|bei|der|des|depuis|de|du|desde|del|da|dal|di|sinds|van|od|sedan|på|i)\\s|[,.])`,
  'gu',
);

/** The name after a role, as in `says project leader Antje Kröger of the trust`. */
const AFTER_ROLE = new RegExp(`^\\s(${WORD}(?:\\s${WORD}){1,2})(?=\\s\\p{Ll}|[,.;]|$)`, 'u');
/** Endings of words for people who do something, in several languages. */
const AGENT =
  /(?:er|or|ist|ian|ant|ent|man|woman|chef|coach|mayor|captain|in|eur|euse|rice|ière|dora|ario|aria|tore|rzy|arz|are|ant[ae])$/u;
const minLine = 40;

/**
 * Returns the names that sentences state for a role, e.g. `The contractor, Salt Bridge Works, …` for `contractor`.
 * Words of other languages match if they start alike, e.g. `apprentie` for `apprentice`.
 */
export function saidRoles({ name, kind, description }: Field, evidence: Evidence): readonly Sighting[] {
  const { view } = evidence;
  const roles = [name, description].map((text) => wordsOf(text).join(' ')).filter(isShort);
  if (kind !== 'string' || roles.length === 0) return [];
  const starts = roles.map((role) => role.slice(0, minPrefix - 1));
  const lower = evidence.once(lowerLines);
  return view.lines.flatMap(({ text, node, flags }, at): readonly Sighting[] => {
    const isNear = at >= view.headlineAt && starts.some((start) => lower[at]?.includes(start));
    if (!isNear || flags & (OUTSIDE | flag.review) || text.length > maxLine) return [];
    return roles
      .flatMap((role) => namesOf(role, text, (flags & flag.heading) === 0))
      .map((raw) => ({ raw, weight, kind: 'text', node, excerpt: excerptOf(text) }));
  });
}

const isShort = (role: string): boolean => role.length >= minRole && role.split(' ').length <= 2;

/** Returns the names of a role in a text. */
function namesOf(role: string, text: string, isProse: boolean): readonly string[] {
  const isSentence = isProse && text.length >= minLine && AGENT.test(role);
  const found = [
    ...[...text.matchAll(ROLE_FIRST)].map(([, phrase = '', person = '']) => ({ phrase, person, isLast: true })),
    ...[...text.matchAll(NAME_FIRST)].map(([, person = '', phrase = '']) => ({ phrase, person, isLast: false })),
  ];
  const named = found.filter(({ phrase, isLast }) => isRole(phrase, role, isLast)).map(({ person }) => person);
  return [...named, ...(isSentence ? namesAfter(role, text) : [])].map((person) => person.replace(/\.$/, ''));
}

/** Returns the persons named directly after a role. */
function namesAfter(role: string, text: string): readonly string[] {
  const lower = text.toLowerCase();
  const found: string[] = [];
  for (let at = lower.indexOf(role); at >= 0; at = lower.indexOf(role, at + role.length)) {
    const person = /\p{L}/u.test(text[at - 1] ?? ' ') ? undefined : AFTER_ROLE.exec(text.slice(at + role.length))?.[1];
    if (person !== undefined && isPerson(person)) found.push(person);
  }
  return found;
}

const ARTICLES =
  /^(?:The|Our|Its|My|Der|Die|Das|Unsere?r?|Ihre?|Le|Les|Notre|Son|Sa|El|La|Su|Il|Lo|O|A|De|Het|Onze|Hun|Vår|Nasz[ae]?|An)$/;

/** True if the last (or first) words of a phrase name the role. A capitalized word before it makes another role. */
function isRole(phrase: string, wanted: string, isLast: boolean): boolean {
  const words = phrase.toLowerCase().split(' ');
  const count = wanted.split(' ').length;
  const qualifier = phrase.split(' ').at(-count - 1) ?? '';
  if (isLast && /^\p{Lu}/u.test(qualifier) && !ARTICLES.test(qualifier)) return false;
  const own = words.slice(-count).join(' ');
  const isNamed = (part: string) => part === wanted || part === `${wanted}s`;
  if (isNamed(own) || (!isLast && isNamed(words.slice(0, count).join(' ')))) return true;
  let shared = 0;
  while (shared < own.length && own[shared] === wanted[shared]) shared++;
  return (
    count === 1 && shared >= Math.max(minPrefix, wanted.length * 0.75) && Math.abs(own.length - wanted.length) <= 3
  );
}

import { isPerson, NAME } from '../find/bylines';
import { inLines } from '../find/in-lines';
import { excerptOf, type Sighting } from '../find/sighting';
import { conceptById } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Line } from '../page/view';
import type { Field } from '../schema/field';
import { lowerLines } from './lower-lines';
import { isPersonName, NAMES, personIn, personLines, TITLE } from './named-persons';

const IS =
  'is|are|was|ist|sind|est|sont|es|son|è|sono|é|são|zijn|jest|są|är|will be|wird|sera|será|sarà|wordt|będzie|blir';
const OUR =
  'the|our|unsere?|unser|der|die|das|notre|nos|le|la|les|nuestr[oa]s?|el|los|las|il|i|nostr[oaie]|o|a|os|as|n?osso|nossa|onze|de|het|nasz[ae]?|vår|våra';
/** A name after a role, e.g. `chef Ada Holm`, `Chair: Ada Holm`. */
const AFTER = new RegExp(`^:?\\s(?:(?:${IS})\\s)?${TITLE}(${NAMES})(?![\\p{L}])`, 'u');
/** A name after a role and a comma, e.g. `our founders, Ada Holm and Ben Lark`. */
const APART = new RegExp(`^(?:,|\\s[–—-])\\s${TITLE}(${NAMES})(?![\\p{L}])`, 'u');
/**
 * Matches the text before a role inside a sentence. At the start of a line, the name after a role may instead be a
 * company name.
 */
const IN_SENTENCE = new RegExp(
  `(?:\\p{Ll}|(?:^|\\s)(?:${OUR.replaceAll('?', '')}|Our|The|Unsere|Notre|Nuestra|Nostra))\\s$`,
  'u',
);
/** A name before a role, e.g. `Ada Holm, our ` or `Ada Holm is the `. */
const BEFORE = new RegExp(`(${NAME})(?:,\\s|\\s[–—-]\\s|\\s\\(|\\s(?:${IS})\\s)(?:(?:${OUR})\\s)?$`, 'u');
const STARTS = new RegExp(`^${TITLE}(${NAME})\\s\\p{Ll}`, 'u');
/** Matches a capitalized word that turns the next word into a different role, e.g. `Art ` before `Director`. */
const QUALIFIED =
  /(?:^|[\p{Ll},]\s)(?!(?:The|Our|Unsere?|Der|Die|Notre|La|Le|Nuestr[oa]|El|Il|Nostr[oa]|Onze|De|Nasz[ae]?|Vår|Prof|Dr)(?!\p{L}))\p{Lu}[\p{L}-]+\s$/u;
/** Matches text after a role that refers to another organization, e.g. ` of Acme` in `president of Acme`. */
const OF_OTHER = /^\s(?:of|for|at|von|bei|de|chez|di|da|van|bij|av|på)\s\p{Lu}/u;

const patterns = new Map<string, RegExp | undefined>();

function patternOf(roles: readonly string[]): RegExp | undefined {
  const key = roles.join('|');
  if (patterns.has(key)) return patterns.get(key);
  const words = roles.filter((role) => role.length > 3 && /^[\p{L}\s’'-]+$/u.test(role));
  const found = words.length === 0 ? undefined : new RegExp(`(?<![\\p{L}-])(?:${words.join('|')})(?![\\p{L}-])`, 'giu');
  if (patterns.size > 500) patterns.clear();
  patterns.set(key, found);
  return found;
}

/**
 * Returns the names of people next to a word for their role, e.g. `our chef Ada Holm` or `Ada Holm, chef`. Also returns
 * names at the start of the text below a heading with the role.
 */
export function namesByRole(evidence: Evidence, roles: readonly string[]): readonly Sighting[] {
  const pattern = patternOf(roles);
  if (!pattern) return [];
  return inLines(evidence, personLines, (text, line, at) => {
    const found = [...text.matchAll(pattern)].flatMap(
      ({ 0: role, index }) => personIn(besideRole(text, role, index), evidence) ?? [],
    );
    return found.length === 0 && line.flags & flag.heading
      ? belowHeading(line, evidence.view.lines[at + 1], pattern)
      : found;
  });
}

function besideRole(text: string, role: string, index: number): string | undefined {
  const before = text.slice(Math.max(0, index - 80), index);
  const isOther = QUALIFIED.test(before) && !/\s/.test(role);
  const rest = text.slice(index + role.length, index + role.length + 120);
  const first = OF_OTHER.test(rest) ? undefined : BEFORE.exec(before)?.[1];
  const last = AFTER.exec(rest)?.[1] ?? (IN_SENTENCE.test(before) ? APART.exec(rest)?.[1] : undefined);
  return isOther ? undefined : (first ?? last);
}

function belowHeading({ text }: Line, next: Line | undefined, pattern: RegExp) {
  const name = next && text.length < 60 && text.search(pattern) >= 0 ? STARTS.exec(next.text)?.[1] : undefined;
  return next && name !== undefined && isPersonName(name)
    ? [{ raw: name, node: next.node, excerpt: excerptOf(next.text) }]
    : [];
}

/** Returns the names next to the labels of a concept such as `chef`. */
export const namesOfConcept = (evidence: Evidence, id: string): readonly Sighting[] =>
  namesByRole(evidence, conceptById(id)?.labels ?? []);

const minRole = 5;
const minPrefix = 6;

const HOLDER_WORD = "\\p{Lu}[\\p{L}\\d’'.&-]*";
const HOLDER = `${HOLDER_WORD}(?:\\s(?:(?:van|von|der|den|de|del|della|di|da|du|la|le|of|and|&)\\s){0,2}${HOLDER_WORD}){1,4}`;
const ROLE = '(\\p{L}[\\p{L}-]+(?:\\s\\p{L}[\\p{L}-]+)?)';
/** A role before a name, e.g. `the contractor, Salt Bridge Works, employed …`. */
const ROLE_FIRST = new RegExp(
  `(?<![\\p{L}’'])${ROLE}(?:\\s(?:of|der|des|de|du|da|do|del|della|van|för)\\s(?:the\\s)?\\p{Ll}+)?,\\s(${HOLDER})(?=\\s?[,.;–—]|$)`,
  'gu',
);
/**
 * A name before a role, e.g. `Maria Ferrandis, who has been mayor since 2019` or `Rosalind Tey, chief executive of the
 * trust`.
 */
const NAME_FIRST = new RegExp(
  `(?<!\\p{L})(${HOLDER}),\\s(?:(?:who|die|der|qui|que|che)\\s(?:\\p{L}+\\s){1,3}?)?(?:(?:the|its|our|a|an|der|die|das|le|la|l[’']|el|il|o|een|de)\\s?)?${ROLE}(?=\\s(?:since|of|at|for|in|seit|von|bei|der|des|depuis|de|du|desde|del|da|dal|di|sinds|van|od|sedan|på|i)\\s|[,.])`,
  'gu',
);

/** The name after a role, as in `says project leader Antje Kröger of the trust`. */
const AFTER_ROLE = new RegExp(`^\\s(${HOLDER_WORD}(?:\\s${HOLDER_WORD}){1,2})(?=\\s\\p{Ll}|[,.;]|$)`, 'u');
/** Matches the endings of words for roles in several languages, e.g. `er` in `designer`. */
const AGENT =
  /(?:er|or|ist|ian|ant|ent|man|woman|chef|coach|mayor|captain|in|eur|euse|rice|ière|dora|ario|aria|tore|rzy|arz|are|ant[ae])$/u;
const minLine = 40;

/**
 * Returns the names that appear with a role in sentences, e.g. `The contractor, Salt Bridge Works, …` for `contractor`.
 * Words in other languages match if they have the same beginning, e.g. `apprentie` for `apprentice`.
 */
export function namesByField({ name, kind, description }: Field, evidence: Evidence): readonly Sighting[] {
  const roles = [name, description].map((text) => wordsOf(text).join(' ')).filter(isShort);
  if (kind !== 'string' || roles.length === 0) return [];
  const starts = roles.map((role) => role.slice(0, minPrefix - 1));
  const lower = evidence.once(lowerLines);
  const isNear = (at: number) => starts.some((start) => lower[at]?.includes(start));
  return inLines(
    evidence,
    { near: [0], maxChars: 2000, away: OUTSIDE | flag.review, weight: 0.5 },
    (text, { flags }, at) =>
      isNear(at) ? roles.flatMap((role) => namesOf(role, text, (flags & flag.heading) === 0)) : [],
  );
}

const isShort = (role: string): boolean => role.length >= minRole && role.split(' ').length <= 2;

/** Returns the names in a text that belong to a role. */
function namesOf(role: string, text: string, isProse: boolean): readonly string[] {
  const isSentence = isProse && text.length >= minLine && AGENT.test(role);
  const found = [
    ...[...text.matchAll(ROLE_FIRST)].map(([, phrase = '', person = '']) => ({ phrase, person, isLast: true })),
    ...[...text.matchAll(NAME_FIRST)].map(([, person = '', phrase = '']) => ({ phrase, person, isLast: false })),
  ];
  const named = found.filter(({ phrase, isLast }) => isRole(phrase, role, isLast)).map(({ person }) => person);
  return [...named, ...(isSentence ? namesAfter(role, text) : [])].map((person) => person.replace(/\.$/, ''));
}

/** Returns the people named directly after a role. */
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

/**
 * True if a phrase ends with the role or, unless `isLast` is set, starts with it. With `isLast`, a capitalized word
 * before the role makes it a different role.
 */
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

import { isFurniture } from '../../../documents/metadata/author';
import { isBelowOtherWorks, isOnOtherCard } from '../../../documents/metadata/other-works';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { parseDay } from '../values/dates';
import { inLines, type LineRule } from './in-lines';
import type { Sighting } from './sighting';

const WORD = "\\p{Lu}[\\p{L}'’.-]*";
const PARTICLE = '(?:van|von|der|den|de|del|della|di|da|du|la|le|zu|af|dos|bin|el)';
/** Pattern for a person's name of two to four words. */
export const NAME = `${WORD}(?:\\s(?:${PARTICLE}\\s){0,2}${WORD}){1,3}`;
/** Pattern for the words and punctuation marks between names. */
export const AND = '\\s(?:and|und|et|y|e|en|i|och|og)\\s|,\\s|\\s&\\s';
const LEAD =
  'written by|words by|text by|story by|posted by|published by|reported by|by|geschrieben von|verfasst von|von|publié par|écrit par|rédigé par|par|publicado por|escrito por|por|pubblicato da|scritto da|di|geschreven door|door|napisał[a]?|skriven av|skrivet av|av|af';
/** In words such as "by", the first letter may be a capital. Names must start with a capital. */
const LEADS = LEAD.replace(/(?<=^|\|)\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
const BYLINE = new RegExp(`(?<![\\p{L}\\p{N}])(${LEADS})[:\\s]\\s?(${NAME}(?:(?:${AND})${NAME}){0,3})(?!\\p{L})`, 'u');
/** Matches phrases of several words, such as "written by". A name after such a phrase may be anywhere on the page. */
const SURE = /\s/;
const SEPARATED = /(?:^|[|·•–—»,.]\s?)$/u;
const maxChars = 160;
/** Maximum number of lines between the headline and a byline above or below it. */
const [before, after] = [8, 25];

/**
 * Returns the names after a word such as "by" near the headline, or after a phrase such as "written by" anywhere on the
 * page.
 */
export const bylines = (evidence: Evidence): readonly Sighting[] => evidence.once(bylinesIn);

const rule: LineRule = { maxChars, away: (OUTSIDE & ~flag.footer) | flag.review, weight: 0, kind: 'label' };

const bylinesIn = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, rule, (text, { flags }, at) => {
    const found = BYLINE.exec(text);
    const [, lead = '', name] = found ?? [];
    if (!found || name === undefined || !/^\p{Lu}/u.test(name)) return [];
    const distance = at - evidence.view.headlineAt;
    const isNear = distance >= -before && distance <= after && !(flags & flag.footer);
    const isByline = SEPARATED.test(text.slice(0, found.index)) || parseDay(text) !== undefined;
    const isListed = (flags & flag.list) !== 0;
    const weight = SURE.test(lead) ? (isNear ? 0.65 : isListed ? 0 : 0.45) : isNear && isByline ? 0.6 : 0;
    return weight === 0 ? [] : { raw: name.replace(/\.$/, ''), weight };
  });

const STARTED =
  /^(?:(?:thread |topic )?(?:started|opened|asked|created) by|gestartet von|erstellt von|eröffnet von|démarré par|lancé par|iniciado por|iniziato da|aberto por|gestart door|geopend door|zaczęty przez|rozpoczęty przez|założony przez|startad av|skapad av|gefragt von|demandé par|posée par|preguntado por|pregunta de|chiesto da|domanda di|perguntado por|gevraagd door|gesteld door|pytanie od|fråga av|frågat av)\s([\p{L}\p{N}_.-]{2,30})(?=,\s|\s?[»·|]|\s\p{L}{0,3}\s?\d|$)/iu;

/** Returns the user name after a phrase such as `started by` near the headline. */
export const starters = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { near: [0, linesToFacts], away: OUTSIDE, weight: 0.66, kind: 'label' }, STARTED);

const SHORT_BYLINE = /^(?:(?:written|posted|published) )?(?:by|von|par|por|di|door|av)\s@?([\p{L}\p{N}_.-]{3,30})$/iu;

/** Returns the user name from a line that consists only of `by` and the name, directly below the headline. */
export const shortBylines = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { near: [1, linesToFacts + 1], away: OUTSIDE, weight: 0.5, kind: 'label' }, SHORT_BYLINE).slice(
    0,
    1,
  );

const BETWEEN_FACTS = /[·•|]/u;
const minFacts = 3;
const linesToFacts = 5;

/** Returns the name in a line of facts below the headline, e.g. `May 3, 2024 · 5 min · Ada Holm`. */
export const namesAmongFacts = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { near: [1, linesToFacts], maxChars, away: OUTSIDE, weight: 0.5 }, (text) => {
    const facts = text.split(BETWEEN_FACTS).map((fact) => fact.trim());
    const isDay = (fact: string) => parseDay(fact, evidence.place.dates) !== undefined;
    if (facts.length < minFacts || !facts.some(isDay)) return [];
    const [raw, ...others] = facts.filter((fact) => /\s/.test(fact) && isPerson(fact) && !isDay(fact));
    return raw === undefined || others.length === 0 ? raw : { raw, weight: 0.35 };
  });

const LABELLED = new RegExp(
  `^(?:[Tt]e[kx]t[eo]?|[Tt]esto|[Jj]ournalist|[Rr]eporter)\\s?:\\s?(${NAME}(?:(?:${AND})${NAME}){0,2})(?!\\p{L})`,
  'u',
);
const NAME_WORD = new RegExp(`^(?:${WORD},?|\\p{Lo}+|${PARTICLE}|[&,]|and|und|et|y|e|en|i|och|og)$`, 'u');
const isName = (text: string): boolean =>
  text.length <= maxName && text.split(/\s/).every((word) => word === '' || NAME_WORD.test(word));
const maxName = 80;

/** True for a first and last name, or for any name after a title such as `Mrs.`. */
export const isPerson = (text: string): boolean => {
  const bare = text.trim().replace(/^(?:frau|herr|mrs?\.|ms\.|mme|m\.|sra?\.|sig(?:\.|ra)|dhr\.|mevr\.)\s/iu, '');
  return isName(bare) && (/\s/.test(bare) || bare !== text.trim() || /^\p{Lo}/u.test(bare));
};

/** The role of an author after the name, e.g. `, Transport Correspondent`. */
const ROLE =
  /,\s(?:[\p{L}&-]+\s){0,4}(?:correspondent|reporter|editor|writer|columnist|journalist|critic|producer|redakteur(?:in)?|journaliste?|redactora?|giornalista|korrespondent(?:in)?)$/iu;

/**
 * Returns the name or names in an author element, without labels and photographers. Undefined if the text contains no
 * name.
 */
export function nameOf(text: string): string | undefined {
  const bare = text.trim().replace(ROLE, '');
  if (isName(bare) || (bare.length <= maxName && !/\s/.test(bare))) return bare;
  return (
    (LABELLED.exec(bare)?.[1] ?? BYLINE.exec(bare)?.[2])?.replace(/\.$/, '') ??
    (/\d|[.:]\s|[：[\]]/.test(bare) || bare.length > 60 ? undefined : bare)
  );
}

/** Splits text that contains several names, e.g. `Ada Holm and Ben Lark`. */
export const namesIn = (text: string): readonly string[] => text.split(new RegExp(AND, 'u')).map((name) => name.trim());

const DATE_AFTER_NAME =
  /(?<![\s,])[\s,]*(?<!\p{L})(?:last\s)?(?:updated|published|posted|on)(?!\p{L})[^\d]{0,40}\d.*$/isu;
const ROLE_AFTER_NAME =
  /\s[|•·⋅∙‧–—]\s[^|•·⋅∙‧–—]{0,60}?(?:\d|\b(?:editor|writer|reporter|author|journalist|correspondent|contributor|staff|redakt\w+|autor\w*|rédac\w+)\b).*$/isu;

/** Returns the author's name from a byline. Empty if the text contains no name or belongs to another article. */
export function nameSighting(one: Sighting, { metadata }: Evidence): readonly Sighting[] {
  if (one.node && (isBelowOtherWorks(one.node) || isOnOtherCard(one.node, String(metadata.title ?? '')))) return [];
  const raw = nameOf(nameInByline(String(one.raw)));
  return raw === undefined || isFurniture(raw) ? [] : [{ ...one, raw }];
}

/** Removes the role and the date from a byline such as `Mira Holm · Editor · Updated March 4, 2026`. */
const nameInByline = (text: string): string =>
  text
    .replace(/^(?:post(?:ed)?|pubblicato|publié|publicado|geschrieben)\s?(?:by|da|par|por|von)\s/iu, '')
    .replace(/\s[»›]\s.*$/su, '')
    .replace(DATE_AFTER_NAME, '')
    .replace(ROLE_AFTER_NAME, '')
    .replace(/(?<![\s|•·⋅∙‧–—])[\s|•·⋅∙‧–—]+$/u, '')
    .trim();

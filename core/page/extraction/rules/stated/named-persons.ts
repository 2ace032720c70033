import { AND, isPerson, NAME } from '../find/bylines';
import { inLines, type LineRule } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

/** Selects the lines whose sentences are searched for people's names. */
export const personLines: LineRule = { maxChars: 1200, away: OUTSIDE | flag.review | flag.form, weight: 0.5 };
/** Pattern for one or more names. */
export const NAMES = `${NAME}(?:(?:${AND})${NAME}){0,4}`;
/** Pattern for titles before a name, e.g. `Dr `. */
export const TITLE =
  '(?:(?:le docteur|la docteure?|Prof(?:essor|\\.)?|[Dd]r(?:\\.(?:ssa)?)?|[Dd]ott\\.(?:\\s?ssa)?|[Dd]ra\\.|Frau|Herrn?|Mrs?\\.?|Ms\\.?|Mme|M\\.)\\s)*';
const NO_PERSON =
  /(?<!\p{L})(?:service|team|office|support|sales|cent(?:er|re)|department|desk|us|now|today|form|page|company|ltd|inc|gmbh|llp|human|resources|customer|directors?|manager|head|lead|officer|chief|supervisor|coordinator|engineer|president|chair|email|senior|junior|instructor|job|description|interview|questions|consulting|group|university|college|school|foundation|council|institute|association|society|trust|club|agency|bank|museum|hospital|media|network|partners|systems|forum|abteilung|büro|verwaltung|sekretariat)(?!\p{L})/iu;

/** True for the name of a person, not of an office or company. */
export const isPersonName = (text: string): boolean => isPerson(text) && !NO_PERSON.test(text);

/** The year of graduation after a name, e.g. ` ’08`. */
const CLASS_OF = /\s[’']\d\d$/u;
const AT_START = new RegExp(`^${TITLE}(${NAME})(?:,\\s|\\s\\()`, 'u');

/** Returns the person's name at the start of a text, e.g. `Ada Holm` from `Dr Ada Holm, surgeon`. */
export function personAtStart(text: string): string | undefined {
  if (isPersonName(text)) return text;
  const graduate = text.replace(CLASS_OF, '');
  if (graduate !== text && isPersonName(graduate)) return graduate;
  const name = AT_START.exec(text)?.[1];
  return name !== undefined && isPersonName(name) ? name : undefined;
}

/** A name at the start of a line with a phone number or email address. */
const BEFORE_CONTACT = new RegExp(
  `^${TITLE}(${NAME})(?:,\\s|\\s[–—|]\\s|\\s\\().*(?:@[\\w-]+\\.|(?<!\\d)[+(]?\\d[\\d\\s()./-]{7,}\\d)`,
  'u',
);

const maxContact = 1200;

/** Returns the person at the start of a text with contact data, e.g. `Ada Holm, ada@acme.example`. */
export function personBeforeContact(text: string): string | undefined {
  const name = text.length > maxContact ? undefined : BEFORE_CONTACT.exec(text)?.[1];
  return name !== undefined && isPersonName(name) ? name : undefined;
}

/** True for the name of the site, which is a company rather than a person. */
const isSiteName = (name: string, { metadata, url }: Evidence): boolean => {
  const key = wordsOf(name).join('');
  const names = [metadata.siteName, metadata.ogSiteName, URL.parse(url)?.hostname];
  return names.some((one) =>
    wordsOf(String(one ?? ''))
      .join('')
      .includes(key),
  );
};

/** Removes the start of the next sentence from a name. */
const withoutNext = (name: string): string => name.replace(/(?<=\p{L}{3})\.(?:\s.*)?$/u, '');

/** Returns a person's name without the start of the next sentence. Undefined for other names. */
export function personIn(name: string | undefined, evidence: Evidence): string | undefined {
  const bare = withoutNext(name ?? '');
  return bare !== '' && isPersonName(bare) && !isSiteName(bare, evidence) ? bare : undefined;
}

/** Words before or after a person who leads a business, e.g. `run by`. */
export const LEADS = new RegExp(
  `(?<!\\p{L})(?:(?:run|led|managed|headed) by|gelei?tet von|geführt von|dirigée? par|dirigid[oa] por|(?:dirett|guidat|gestit)[oa] da(?:l|lla)?|geleid door|onder leiding van|(?:kierowan|prowadzon)[aey] przez|leds av|drivs av)\\s${TITLE}(${NAME})(?!\\p{L})|(?<!\\p{L})(?:leitet|führt)\\s(${NAME})\\s(?:das|den|die|unser(?:e|en)?)\\s\\p{Lu}`,
  'u',
);
/** Words before the person to whom a job reports. */
const REPORTS =
  /(?<!\p{L})(?:(?:report(?:s|ing)?|answer(?:s|ing)?) (?:directly )?to|berichte\p{L}* (?:direkt )?an|rattachée? à|reportar\p{L}* (?:directamente )?a|riporter\p{L}* a|rapporteert aan|podlega\p{L}*|rapporterar till)\s([^.;:!?]{0,100})/iu;
const NAMED = new RegExp(`(?<![\\p{L}])${NAME}(?![\\p{L}])`, 'gu');
const ASK = new RegExp(
  `(?<!\\p{L})(?:[ÀàAa] l['’]attention de |(?:Anmeldung(?:en)?|Bewerbung(?:en)?|Inscriptions?|Registration|Inscripciones|Iscrizioni|Inscrições|Aanmelden|Zapisy|Anmälan)[^!?]{0,30}?\\s(?:bei|an|with|auprès de|con|presso|com|bij|u|hos|till)\\s|[Bb]el (?:met|naar)\\s|(?:[Pp]lease )?(?:contact|ask(?: for)?|call|get in touch with)|(?:[Ff]ragen|[Rr]ückfragen) (?:beantwortet|an)\\s?(?:dir |Ihnen |euch )?(?:gern[e]? |gerne )?|(?:wende\\p{L}* (?:dich|Sie sich)|melde\\p{L}* (?:dich|Sie sich)) (?:bitte )?(?:an|bei)|[Cc]ontact(?:ez|er)|[Cc]ontact[ae]r? (?:con|a)?|[Rr]ivolgersi a|[Cc]ontatta(?:re|te)?|[Cc]ontacte|(?:contact op(?:nemen)? met)|(?:kontakt z|skontaktuj się z)|[Kk]ontakta)\\s?${TITLE}(${NAME})(?![\\p{L}])`,
  'u',
);

/** Words before the founders of a business. */
export const FOUNDED_BY = new RegExp(
  `(?<!\\p{L})(?:(?:[Ff]ounded|[Ee]stablished|[Cc]reated|[Ss]tarted)(?: in \\d{4})? by|[Gg]egründet(?: \\d{4})? von|\\d{4} von|(?:[Ff]ondée?|[Cc]réée?)(?: en \\d{4})? par|[Ff]undad[oa](?: en \\d{4}| em \\d{4})? por|[Ff]ondat[oa](?: nel \\d{4})? da(?:l|lla)?|[Oo]pgericht(?: in \\d{4})? door|[Zz]ałożon[aey](?: w \\d{4}(?: r\\.| roku)?)? przez|[Gg]rundad(?:es)?(?: \\d{4})? av)\\s${TITLE}(${NAMES})(?!\\p{L})`,
  'u',
);
/** Words before the designer of a thing. */
export const DESIGNED_BY = new RegExp(
  `(?<!\\p{L})(?:[Dd]esigned(?: in \\d{4})? by|(?:[Ee]ntworfen|[Gg]estaltet)(?: \\d{4})? von|(?:[Dd]essinée?|[Cc]onçue?)s?(?: en \\d{4})? par|[Dd]iseñad[oa]s?(?: en \\d{4})? por|(?:[Dd]isegnat|[Pp]rogettat)[oaie](?: nel \\d{4})? da|(?:[Dd]esenhad|[Cc]riad)[oa]s?(?: em \\d{4})? por|[Oo]ntworpen(?: in \\d{4})? door|[Zz]aprojektowan[aey](?: w \\d{4}(?: r\\.| roku)?)? przez|[Ff]ormgiven?(?: \\d{4})? av)\\s${TITLE}(${NAMES})(?!\\p{L})`,
  'u',
);
/** Words before the teacher of a course. */
export const TAUGHT_BY = new RegExp(
  `(?<!\\p{L})(?:[Tt]aught by|[Ll]ed by|[Uu]nter (?:der )?(?:Anleitung|Leitung) von|[Aa]nimée? par|[Ii]mpartido por|[Tt]enut[oa] da|[Ss]ob a orientação de|[Oo]nder (?:begeleiding|leiding) van|[Pp]rowadzi|[Ll]eds av)\\s${TITLE}(${NAME})(?!\\p{L})`,
  'u',
);

/** Returns the people named next to a phrase such as `founded by`. */
export const personsInPhrase = (evidence: Evidence, phrase: RegExp): readonly Sighting[] =>
  inLines(evidence, personLines, (text) => {
    const found = phrase.exec(text);
    return personIn(found?.[1] ?? found?.[2], evidence);
  });

/** Returns the names of the people to whom a job reports. */
export const supervisors = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, personLines, (text) => REPORTS.exec(text)?.[1]?.match(NAMED)?.find(isPersonName));

/** Returns the names of people to contact with questions. */
export const contactPersons = (evidence: Evidence): readonly Sighting[] => [
  ...personsInPhrase(evidence, ASK),
  ...personsInPhrase(evidence, BEFORE_CONTACT).map((one) => ({ ...one, weight: 0.45 })),
];

import { AND, isPerson, NAME } from '../find/bylines';
import { excerptOf, type Sighting } from '../find/sighting';
import { conceptById } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Line } from '../page/view';

const AWAY = OUTSIDE | flag.review | flag.form;
const maxChars = 1200;
const weight = 0.5;
const NAMES = `${NAME}(?:(?:${AND})${NAME}){0,4}`;
const TITLE =
  '(?:(?:le docteur|la docteure?|Prof(?:essor|\\.)?|[Dd]r(?:\\.(?:ssa)?)?|[Dd]ott\\.(?:\\s?ssa)?|[Dd]ra\\.|Frau|Herrn?|Mrs?\\.?|Ms\\.?|Mme|M\\.)\\s)*';
const IS =
  'is|are|was|ist|sind|est|sont|es|son|è|sono|é|são|zijn|jest|są|är|will be|wird|sera|será|sarà|wordt|będzie|blir';
const OUR =
  'the|our|unsere?|unser|der|die|das|notre|nos|le|la|les|nuestr[oa]s?|el|los|las|il|i|nostr[oaie]|o|a|os|as|n?osso|nossa|onze|de|het|nasz[ae]?|vår|våra';
/** A name after a role, e.g. `chef Ada Holm`, `Chair: Ada Holm`. */
const AFTER = new RegExp(`^:?\\s(?:(?:${IS})\\s)?${TITLE}(${NAMES})(?![\\p{L}])`, 'u');
/** A name after a role and a comma, e.g. `our founders, Ada Holm and Ben Lark`. */
const APART = new RegExp(`^(?:,|\\s[–—-])\\s${TITLE}(${NAMES})(?![\\p{L}])`, 'u');
/** The text before a role in the middle of a sentence. A role at the start of a line may precede a company. */
const IN_SENTENCE = new RegExp(
  `(?:\\p{Ll}|(?:^|\\s)(?:${OUR.replaceAll('?', '')}|Our|The|Unsere|Notre|Nuestra|Nostra))\\s$`,
  'u',
);
/** A name before a role, e.g. `Ada Holm, our ` or `Ada Holm is the `. */
const BEFORE = new RegExp(`(${NAME})(?:,\\s|\\s[–—-]\\s|\\s\\(|\\s(?:${IS})\\s)(?:(?:${OUR})\\s)?$`, 'u');
const STARTS = new RegExp(`^${TITLE}(${NAME})\\s\\p{Ll}`, 'u');
/** A capitalized word that makes another role of the next word, e.g. `Art ` before `Director`. */
const QUALIFIED =
  /(?:^|[\p{Ll},]\s)(?!(?:The|Our|Unsere?|Der|Die|Notre|La|Le|Nuestr[oa]|El|Il|Nostr[oa]|Onze|De|Nasz[ae]?|Vår|Prof|Dr)(?!\p{L}))\p{Lu}[\p{L}-]+\s$/u;
/** A complement that makes a role at another organization, e.g. `president of Acme`. */
const OF_OTHER = /^\s(?:of|for|at|von|bei|de|chez|di|da|van|bij|av|på)\s\p{Lu}/u;
const NO_PERSON =
  /(?<!\p{L})(?:service|team|office|support|sales|cent(?:er|re)|department|desk|us|now|today|form|page|company|ltd|inc|gmbh|llp|human|resources|customer|directors?|manager|head|lead|officer|chief|supervisor|coordinator|engineer|president|chair|email|senior|junior|instructor|job|description|interview|questions|consulting|group|university|college|school|foundation|council|institute|association|society|trust|club|agency|bank|museum|hospital|media|network|partners|systems|forum|abteilung|büro|verwaltung|sekretariat)(?!\p{L})/iu;

/** True for the name of a person, not of an office or company. */
export const isPersonName = (text: string): boolean => isPerson(text) && !NO_PERSON.test(text);

const AT_START = new RegExp(`^${TITLE}(${NAME})(?:,\\s|\\s\\()`, 'u');

/** Returns a text that is a person's name, or the name before further facts, e.g. `Dr Ada Holm, surgeon`. */
export function personAtStart(text: string): string | undefined {
  if (isPersonName(text)) return text;
  const name = AT_START.exec(text)?.[1];
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
 * Returns the names of people beside a word for their role, e.g. `our chef Ada Holm` or `Ada Holm, chef`, and names at
 * the start of the text below a heading with the role.
 */
export function namesByRole(evidence: Evidence, roles: readonly string[]): readonly Sighting[] {
  const { view } = evidence;
  const pattern = patternOf(roles);
  if (!pattern) return [];
  return view.lines.flatMap((line, at): readonly Sighting[] => {
    const { text, node, flags } = line;
    if (text.length > maxChars || flags & AWAY) return [];
    const found = [...text.matchAll(pattern)]
      .flatMap(({ 0: role, index }) => besideRole(text, role, index))
      .filter((name) => !isSiteName(name, evidence));
    if (found.length === 0 && flags & flag.heading) return belowHeading(line, view.lines[at + 1], pattern);
    return found.map((raw) => ({ raw, weight, kind: 'text', node, excerpt: excerptOf(text) }));
  });
}

/** Removes the start of the next sentence from a name. */
const withoutNext = (name: string): string => name.replace(/(?<=\p{L}{3})\.(?:\s.*)?$/u, '');

function besideRole(text: string, role: string, index: number): readonly string[] {
  const before = text.slice(Math.max(0, index - 80), index);
  const isOther = QUALIFIED.test(before) && !/\s/.test(role);
  const rest = text.slice(index + role.length, index + role.length + 120);
  const first = OF_OTHER.test(rest) ? undefined : BEFORE.exec(before)?.[1];
  const last = AFTER.exec(rest)?.[1] ?? (IN_SENTENCE.test(before) ? APART.exec(rest)?.[1] : undefined);
  const name = isOther ? undefined : (first ?? last);
  const bare = withoutNext(name ?? '');
  return bare !== '' && isPersonName(bare) ? [bare] : [];
}

function belowHeading({ text }: Line, next: Line | undefined, pattern: RegExp): readonly Sighting[] {
  const name = next && text.length < 60 && text.search(pattern) >= 0 ? STARTS.exec(next.text)?.[1] : undefined;
  return name !== undefined && isPersonName(name)
    ? [{ raw: name, weight, kind: 'text', node: next?.node, excerpt: excerptOf(next?.text ?? '') }]
    : [];
}

/** Returns the names beside the labels of a concept such as `chef`. */
export const namesOfConcept = (evidence: Evidence, id: string): readonly Sighting[] =>
  namesByRole(evidence, conceptById(id)?.labels ?? []);

const LEADS = new RegExp(
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

const inSentences = (evidence: Evidence, pattern: RegExp): readonly Sighting[] =>
  evidence.view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    const found = text.length > maxChars || flags & AWAY ? undefined : pattern.exec(text);
    const name = withoutNext(found?.[1] ?? found?.[2] ?? '');
    return name !== '' && isPersonName(name) && !isSiteName(name, evidence)
      ? [{ raw: name, weight, kind: 'text', node, excerpt: excerptOf(text) }]
      : [];
  });

/** Returns the names of people who lead a business, e.g. `run by Ada Holm`. */
export const leaders = (evidence: Evidence, id: string): readonly Sighting[] => [
  ...namesOfConcept(evidence, id),
  ...inSentences(evidence, LEADS),
];

/** Returns the names of the people to whom a job reports. */
export const supervisors = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    const after = text.length > maxChars || flags & AWAY ? undefined : REPORTS.exec(text)?.[1];
    const raw = after?.match(NAMED)?.find(isPersonName);
    return raw === undefined ? [] : [{ raw, weight, kind: 'text', node, excerpt: excerptOf(text) }];
  });

const FOUNDED_BY = new RegExp(
  `(?<!\\p{L})(?:(?:[Ff]ounded|[Ee]stablished|[Cc]reated|[Ss]tarted)(?: in \\d{4})? by|[Gg]egründet(?: \\d{4})? von|\\d{4} von|(?:[Ff]ondée?|[Cc]réée?)(?: en \\d{4})? par|[Ff]undad[oa](?: en \\d{4}| em \\d{4})? por|[Ff]ondat[oa](?: nel \\d{4})? da(?:l|lla)?|[Oo]pgericht(?: in \\d{4})? door|[Zz]ałożon[aey](?: w \\d{4}(?: r\\.| roku)?)? przez|[Gg]rundad(?:es)?(?: \\d{4})? av)\\s${TITLE}(${NAMES})(?!\\p{L})`,
  'u',
);
const TAUGHT_BY = new RegExp(
  `(?<!\\p{L})(?:[Tt]aught by|[Ll]ed by|[Uu]nter (?:der )?(?:Anleitung|Leitung) von|[Aa]nimée? par|[Ii]mpartido por|[Tt]enut[oa] da|[Ss]ob a orientação de|[Oo]nder (?:begeleiding|leiding) van|[Pp]rowadzi|[Ll]eds av)\\s${TITLE}(${NAME})(?!\\p{L})`,
  'u',
);
/** A name at the start of a line with a phone number or email address. */
const BEFORE_CONTACT = new RegExp(
  `^${TITLE}(${NAME})(?:,\\s|\\s[–—|]\\s|\\s\\().*(?:@[\\w-]+\\.|(?<!\\d)[+(]?\\d[\\d\\s()./-]{7,}\\d)`,
  'u',
);

/** Returns the person at the start of a text with contact data, e.g. `Ada Holm, ada@acme.example`. */
export function personBeforeContact(text: string): string | undefined {
  const name = text.length > maxChars ? undefined : BEFORE_CONTACT.exec(text)?.[1];
  return name !== undefined && isPersonName(name) ? name : undefined;
}

/** Returns the names of founders. */
export const foundersIn = (evidence: Evidence): readonly Sighting[] => [
  ...namesOfConcept(evidence, 'founders'),
  ...inSentences(evidence, FOUNDED_BY),
];

/** Returns the names of teachers. */
export const teachersIn = (evidence: Evidence): readonly Sighting[] => [
  ...namesOfConcept(evidence, 'teacher'),
  ...inSentences(evidence, TAUGHT_BY),
];

/** Returns the names of people to contact with questions. */
export const contactPersons = (evidence: Evidence): readonly Sighting[] => [
  ...inSentences(evidence, ASK),
  ...inSentences(evidence, BEFORE_CONTACT).map((one) => ({ ...one, weight: 0.45 })),
];

import { ownValue } from '../../../../common/values/own-value';
import type { MarkupItem } from '../../../../contract/markup-item';
import { inLines, inSentences, type LineRule } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { likeness } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { PLACES } from './organization-names';

const rule: LineRule = { maxChars: 1200, away: OUTSIDE | flag.review | flag.form, needs: /\d/, weight: 0.45 };
const COUNT = '(?<![\\d.,:/-])(\\d{1,3}(?:[\\s.,’]\\d{3})*)';
/** Excludes numbers that are limits rather than counts, e.g. after `at least`. */
const LIMIT = '(?<!(?:minimum|at least|up to|more than|mindestens|bis zu|jusqu’à|hasta|fino a|até|upp till)\\s)';
const MILLIONS = '(?!mill?ion|milliard|billion|thousand|tausend|mille|mil\\s|mln|mio|tys)';
const countOf = (nouns: string, others = '') =>
  new RegExp(
    `${LIMIT}${COUNT}\\s${MILLIONS}(?:\\p{Ll}+\\s)?(?:${nouns})(?!\\p{L})${others === '' ? '' : `|${others}`}`,
    'iu',
  );
const SURFACE =
  'm²|m2|sq\\.?\\s?(?:m|ft)|square (?:met(?:re|er)s?|feet)|quadratmetern?|mètres carrés|metros cuadrados|metri quadr(?:at)?i|metros quadrados|vierkante meter|metrów kwadratowych|kvadratmeter|kvm|㎡|平方メートル';

/**
 * Patterns for a number in a sentence, keyed by concept. The first group that matches captures the number. Covers ten
 * languages.
 */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  employeeCount: countOf(
    'employees|staff|colleagues|team members|mitarbeiter(?:innen|n)?|mitarbeitenden?|beschäftigten?|angestellten?|salariés|collaborateurs|employés|empleados|trabajadores|dipendenti|collaboratori|addetti|funcionários|colaboradores|trabalhadores|medewerkers|werknemers|pracowników|anställda|medarbetare',
    `(?<!\\p{L})(?:team of|team von|équipe de|equipo de|squadra di|team di|equip[ae] de|team van|zespół)\\s(\\d{1,6})(?!\\d)|(?<!\\d)(\\d{1,5})(?:名|人)の(?:社員|従業員|スタッフ)`,
  ),
  memberCount: countOf(
    'members|mitglieder(?:n)?|membres|adhérents|licenciés|socios|miembros|soci|iscritti|membros|sócios|leden|członków|medlemmar',
  ),
  spotsLeft: countOf(
    '(?:spots?|places?|seats?|tickets?) (?:left|remaining|available|free)|freie plätze|places restantes|plazas (?:libres|disponibles)|posti (?:disponibili|liberi)|vagas|lugares disponíveis|plaats(?:en)? vrij|vrije plaatsen|wolnych miejsc|wolne miejsca|lediga platser|platser kvar',
    `(?<!\\p{L})(?:noch|only|plus que|quedan|restano|restam|nog|zostało|endast)\\s(\\d{1,4})\\s(?:plätze|platz|places?|spots?|plazas|posti|lugares|plaats(?:en)?|miejsc\\p{L}?|platser)`,
  ),
  parkingSpaces: countOf(
    'parking (?:spaces|places)|parkplätzen?|stellplätzen?|places de (?:parking|stationnement)|plazas de aparcamiento|posti auto|lugares de estacionamento|parkeerplaatsen|miejsc(?:a)? parkingow(?:e|ych)|parkeringsplatser',
    '(?<!\\p{L})(?:parking|parkplatz|aparcamiento|parcheggio|estacionamento|car park) (?:de|of|with|mit|con|di|da|com|for) (\\d{1,4})(?!\\d)',
  ),
  area: countOf(SURFACE),
  capacity: countOf(
    'seats|sitzplätzen?|places assises|couverts|asientos|posti a sedere|coperti|lugares sentados|zitplaatsen|miejsc siedzących|sittplatser',
    '(?<!\\p{L})(?:seats|limited to|room for|space for|platz für|place pour|sitio para|posto per|lugar para|plaats voor|miejsce dla|plats för|max(?:imum|imal|imaal)?\\.?(?: of| de| di)?|auf|limité(?:e)? à|limitad[oa] a|(?:grupo )?máximo:?(?: de)?|massimo(?: di)?|no máximo|maksymalnie|högst)\\s(\\d{1,6})\\s(?:people|persons|participants|guests|attendees|teilnehmer(?:innen)?|personen|plätze|personnes|participants|personas|participantes|asistentes|persone|partecipanti|pessoas|deelnemers|osób|uczestników|personer|deltagare)|(?<!\\p{L})(?:room|space) for\\s(\\d{1,6})\\s\\p{L}+ers(?!\\p{L})',
  ),
  weeklyHours: countOf(
    '(?:hours|hrs) (?:per|a) week|wochenstunden|(?:stunden|std\\.?) (?:pro|in der) woche|heures (?:par semaine|hebdomadaires)|horas (?:semanales|a la semana|semanais|por semana)|ore (?:settimanali|alla settimana)|uur per week|godzin (?:tygodniowo|w tygodniu)|timmar (?:i|per) veckan?',
  ),
  vacationDays: countOf(
    'days of (?:paid )?(?:vacation|annual leave|holiday)|(?:vacation|holiday) days|urlaubstagen?|tagen? urlaub|jours de congés|días de vacaciones|giorni di ferie|dias de férias|vakantiedagen|dni urlopu|semesterdagar',
  ),
  rooms: countOf('(?:guest ?)?rooms|zimmer|gästezimmer|chambres|habitaciones|camere|quartos|kamers|pokoi|rum'),
  minimumAge:
    /(?<!\p{L})(?:(?:at least|minimum(?: age)?(?: of| is)?:?|over|from|must be|be|are)\s(\d{1,2})\s?(?:years? (?:old|of age)|(?:and|or) (?:over|older|above))|aged\s(\d{1,2})(?!\d)|^ages?:?\s(\d{1,2})\s?\+$|(?:ab|mindestens|à partir de|dès|a partir de(?: los)?|mayores de|dai|almeno|maiores de|vanaf|minimaal|minimum|powyżej|ukończone|från|minst)\s(\d{1,2})\s(?:jahren?|ans|años|anni|anos|jaar|lat|år)(?![\p{L}-])(?!\s(?:de\s|d[’']|di\s|als\s|som\s)?(?:(?:berufs)?erfahrung|exp[eé]ri[eê]nc\p{L}+|esperienza|ervaring|doświadczenia|erfarenhet|alt\s)))|(\d{1,2})歳以上/iu,
};

/** Concepts whose number may appear in a sentence. */
export const statedCounts: readonly string[] = Object.keys(PATTERNS);

/** Returns the numbers for a concept such as `employeeCount` from sentences, e.g. `about 230 members`. */
export const sentenceCounts = (evidence: Evidence, id: string): readonly Sighting[] =>
  inLines(evidence, rule, (text) =>
    ownValue(PATTERNS, id)
      ?.exec(text)
      ?.slice(1)
      .find(Boolean)
      ?.replace(/(?<=\d)\s(?=\d)/g, ''),
  );

const PLAIN = new Set(['of', 'per', 'the', 'a', 'in', 'for', 'number', 'count', 'total']);
const LONG: Readonly<Record<string, string>> = { max: 'maximum', min: 'minimum', avg: 'average' };
const minWords = 2;
const maxSentence = 200;
/** Matches the size of a ranking, e.g. `Top 10`, which is not a count. */
const RANKING = /(?<!\p{L})(?:top|best|first|last)\s\d/iu;

/**
 * Returns the only number in a sentence that contains all words of a field name, e.g. `a maximum of 6 tickets per
 * customer` for `max_tickets_per_customer`. For a name of two words, the last word must follow the number.
 */
export function numberAmongWords(evidence: Evidence, words: readonly string[]): readonly Sighting[] {
  const wanted = words.filter((word) => !PLAIN.has(word)).map((word) => ownValue(LONG, word) ?? word);
  if (wanted.length < minWords) return [];
  return inSentences(evidence, rule, (sentence) => {
    const [number, ...others] = sentence.match(/\d[\d.,]*/g) ?? [];
    if (sentence.length > maxSentence || number === undefined || others.length > 0 || RANKING.test(sentence)) return [];
    const said = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
    const areSaid = wanted.every((word) => said.some((one) => likeness([one], [word]) === 1));
    return areSaid && (wanted.length > 2 || isFollowed(sentence, number, wanted.at(-1) ?? '')) ? number : undefined;
  });
}

/** True if a word follows a number, possibly after another word. */
function isFollowed(sentence: string, number: string, word: string): boolean {
  const after = sentence.slice(sentence.indexOf(number) + number.length);
  const words =
    after
      .toLowerCase()
      .match(/^\s(\p{L}+)(?:\s(\p{L}+))?/u)
      ?.slice(1) ?? [];
  return words.some((one) => one !== undefined && likeness([one], [word]) === 1);
}

const FOUNDING =
  /(?<![\p{L}-])(?:(?:our|its|their|since|the) founding in|founded|established|gegründet|gründeten?|gründung|fondée?|créée?|fundad[oa]|fundó|nació|fondat[oa]|nacque|fundou|nasceu|opgericht|założon[aey]|założył[ay]?|powstał[aoy]?|grundades?|grundat|eröffnet|opened in|ouvert en|abrió|inaugur\p{L}+|abriu|geopend in|otwart[aey]|öppnades?)(?!\p{L})/iu;
const YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g;

/** Matches words such as `we` and `our`, which show that the organization describes itself. */
const OWN =
  /(?<!\p{L})(?:we|our|us|wir|unsere?|nous|notre|nosotros|nuestr[oa]|noi|nostr[oa]|nós|noss[oa]|wij|onze?|nasz[ae]?|vi|vår)(?!\p{L})/iu;

const isPlace = ({ types }: MarkupItem): boolean => types.some((type) => PLACES.test(type));

/**
 * Returns the year from a sentence about the founding of a business or event. The sentence must contain only one year.
 */
export const yearsOfFounding = (evidence: Evidence): readonly Sighting[] => {
  const { publishedTime, author } = evidence.metadata;
  if ((publishedTime ?? author) !== undefined && !evidence.items.some(isPlace)) return [];
  return inSentences(evidence, { ...rule, needs: FOUNDING, weight: 0.5 }, (sentence) => {
    const [year, other] = new Set(FOUNDING.test(sentence) ? sentence.match(YEAR) : []);
    if (other !== undefined || year === undefined) return undefined;
    return OWN.test(sentence) ? { raw: year, weight: 0.62 } : year;
  });
};

import { daysOfRange } from '../../../documents/metadata/day-ranges';
import { NAME } from '../find/bylines';
import { inLines, inSentences, type LineRule } from '../find/in-lines';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { clockIn, parseClock, parseDay } from '../values/dates';

const AWAY = OUTSIDE | flag.review;
const rule: LineRule = { maxChars: 1200, away: AWAY, weight: 0.45, kind: 'label' };
const TAKES_PLACE =
  'takes? place|will be held|is held|findet|aura lieu|a lieu|se celebra|tendrá lugar|si tiene|si terrà|realiza-se|decorre|terá lugar|vindt|odbędzie się|äger rum|hålls';
const PLACE = `(?:the\\s)?\\p{Lu}[\\p{L}’'.-]*(?:\\s(?:of|de|des|del|della|do|da|van|der|den|la|le|\\p{Lu}[\\p{L}’'.-]*)){1,4}`;
const HELD = new RegExp(
  `(?<!\\p{L})(?:${TAKES_PLACE})\\s[^.!?;]{0,60}?(?<!\\p{L})(?:in|at|im|am|au|dans|en|nel|nella|no|na|w|på|i)\\s(?:the\\s|der\\s|dem\\s|la\\s|le\\s|el\\s|de\\s|het\\s)?(?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(${PLACE})`,
  'u',
);
/** Parts of an event that may take place elsewhere. */
const SIDE_EVENT =
  /(?<!\p{L})(?:dinner|reception|party|social|abendessen|empfang|dîner|réception|cena|recepción|jantar|borrel|diner|kolacja|bankiet|middag)(?!\p{L})/iu;
const BEGINS =
  /(?<!\p{L})(?:begins?|starts?|beginnt|los geht(?:['’]s| es)|commence|débute|empieza|comienza|inizia|comincia|começa|begint|rozpoczyna się|początek|börjar)\s(?:at|um|à|a las?|alle|às|om|o(?: godz\.?)?|kl\.?|klockan)\s(\d[^,;!?]{0,14})/iu;
const DOORS =
  /(?<!\p{L})(?:doors|gates|einlass|türen|portes|puertas|porte|apertura|portas|deuren|drzwi|bramy|dörrarna|insläpp)(?!\p{L})|開場/iu;

/** Returns the venue in a sentence such as `The talk takes place in the Rowan Hall`. */
export const venuesInText = (evidence: Evidence): readonly Sighting[] =>
  inSentences(evidence, { ...rule, needs: HELD }, (sentence) => {
    const found = HELD.exec(sentence);
    return SIDE_EVENT.test(sentence.slice(0, found?.index)) ? undefined : found?.[1]?.replace(/^the\s/, '');
  });

/** Returns the start time in a sentence such as `The talk begins at 5.30pm`. */
export const startsInText = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, rule, (text) => clockIn(BEGINS.exec(text)?.[1] ?? '')?.replace(/(?<=[ap]m)\.$/iu, ''));

/** Returns the time at which doors open, from a short line or from the answer below a question. */
export const doorTimes = ({ view }: Evidence): readonly Sighting[] =>
  inLines({ view }, { maxChars: 120, away: AWAY, needs: DOORS, weight: 0.5 }, (text, own, at) => {
    const line = (/[?？]$/.test(text) ? view.lines[at + 1] : own) ?? own;
    const raw = line.text.length <= 300 && parseClock(line.text) ? clockIn(line.text) : undefined;
    return raw === undefined ? [] : { raw, node: line.node, excerpt: excerptOf(line.text) };
  });

const YEAR = /(?<!\d)20\d\d(?!\d)/g;
const nearHeadline: LineRule = { ...rule, near: [1, 7], maxChars: 120, weight: 0.55 };

/** Returns date ranges without a year if the headline or title contains the year of the event. */
export function rangesOfYear(evidence: Evidence): readonly Sighting[] {
  const { title, metadata } = evidence;
  const [year, other] = new Set(`${title} ${metadata.title ?? ''}`.match(YEAR) ?? []);
  if (year === undefined || other !== undefined) return [];
  const ranges = (text: string) => text.split(/\s[·|•]\s/).map((part) => `${part} ${year}`);
  return inLines(evidence, nearHeadline, (text) =>
    /20\d\d/.test(text) ? [] : ranges(text).filter((range) => daysOfRange(range)),
  );
}

/** Returns the names after a phrase such as `Support comes from`. */
export const supportActs = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { ...rule, kind: 'text' }, SUPPORT);

const SUPPORT = new RegExp(
  `(?<!\\p{L})(?:[Ss]upport (?:comes |is |will be )?(?:from|by)|[Ss]upported by|[Ss]pecial guests?:?|[Oo]pening act:?|[Vv]orband:?|(?:[Ee]n )?[Pp]remière partie ?:?|[Tt]eloneros?:?|[Ii]n apertura:?|[Nn]a primeira parte:?|[Vv]oorprogramma:?|[Ss]upport:|[Ff]örband:?)\\s(${NAME})`,
  'u',
);

const ENSEMBLE =
  /^(?:(?:the|le|la|el|il|das|das|het)\s)?(?:\p{Lu}[\p{L}'’-]*\s){0,4}(?:quartet|quartett|quatuor|cuarteto|quartetto|quarteto|kwartet|kvartett|trio|quintet\p{L}*|ensemble|orchest(?:er|ra|re)|philharmon\p{L}+|orquesta|orquestra|orkest|orkiestra|orkester|choir|chor|chœur|coro|koor|chór|kör|band|consort)(?:\s[\p{L}'’-]+){0,4}$/iu;

/** Returns the ensemble from a line below the headline that contains only its name, e.g. `Lindow Quartet`. */
export const ensembles = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { ...nearHeadline, maxChars: 60, weight: 0.45, kind: 'text' }, (text) =>
    /^\p{Lu}/u.test(text) && ENSEMBLE.test(text) ? text : undefined,
  );

const SPONSORED =
  /(?<!\p{L})(?:sponsored by|supported by|gesponsert von|unterstützt von|parrainée? par|soutenue? par|patrocinad[oa] por|sponsorizzat[oa] da(?:l|lla)?|gesponsord door|sponsorowan\p{L}+ przez|sponsras av)\s(?:the\s|der\s|die\s|dem\s|la\s|le\s|el\s)?(.{3,80})/iu;
const COMPANY =
  /^\p{Lu}[\p{L}\d&’'-]*(?:\s(?:&|and|und|et|y|e|of|\p{Lu}[\p{L}\d&’'-]*))*(?<!\s(?:and|und|et|y|e|of|&))/u;

/** Returns the sponsors mentioned in sentences. */
export const sponsors = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, rule, (text) => COMPANY.exec(SPONSORED.exec(text)?.[1] ?? '')?.[0]);

/** Words before the time of arrival at a hotel. */
export const CHECK_IN =
  /(?<!\p{L})(?:check-?\s?in|anreise|arrivée|llegada|entrada|arrivo|inchecken|zameldowanie|incheckning)(?!\p{L})([^.!?;]{0,60})/iu;
/** Words before the time of departure from a hotel. */
export const CHECK_OUT =
  /(?<!\p{L})(?:check-?\s?out|abreise|départ|salida|saída|partenza|uitchecken|wymeldowanie|utcheckning)(?!\p{L})([^.!?;]{0,60})/iu;

/** Returns the first time of day after a phrase. */
export const clocksBeside = (evidence: Evidence, phrase: RegExp): readonly Sighting[] =>
  inLines(evidence, rule, (text) => clockIn(phrase.exec(text)?.[1] ?? ''));

/** Returns the place next to the date in a line near the headline, e.g. `11 March 2027 · Kelham Hall`. */
export const placesBesideDate = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { ...nearHeadline, maxChars: 150, weight: 0.5 }, (text) => {
    const parts = text.split(/\s[·|•–—]\s/);
    const isDay = (part: string) =>
      /\d/.test(part) && (parseDay(part, evidence.place.dates) ?? daysOfRange(`${part} 2000`)) !== undefined;
    const [raw = '', ...others] = parts.filter((part) => !isDay(part) && parseClock(part) === undefined);
    return others.length === 0 && parts.some(isDay) && /^\p{Lu}[^\d]{2,80}$/u.test(raw) ? raw : undefined;
  });

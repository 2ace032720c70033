import { daysOfRange } from '../../../documents/metadata/day-ranges';
import { NAME } from '../find/bylines';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { sentencesIn } from '../sentences';
import { clockIn, parseClock, parseDay } from '../values/dates';

const AWAY = OUTSIDE | flag.review;
const maxChars = 1200;
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

const matched = ({ view }: Evidence, pattern: RegExp): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    const raw = text.length > maxChars || flags & AWAY ? undefined : pattern.exec(text)?.[1];
    return raw === undefined ? [] : [{ raw, weight: 0.45, kind: 'label', node, excerpt: excerptOf(text) }];
  });

/** Returns the venue in a sentence such as `The talk takes place in the Rowan Hall`. */
export const venuesInText = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > maxChars || flags & AWAY || !HELD.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const found = HELD.exec(sentence);
      const raw = found?.[1]?.replace(/^the\s/, '');
      return raw === undefined || SIDE_EVENT.test(sentence.slice(0, found?.index))
        ? []
        : [{ raw, weight: 0.45, kind: 'label', node, excerpt: excerptOf(sentence) }];
    });
  });

/** Returns the start time in a sentence such as `The talk begins at 5.30pm`. */
export const startsInText = (evidence: Evidence): readonly Sighting[] =>
  matched(evidence, BEGINS).flatMap((one) => {
    const raw = clockIn(String(one.raw))?.replace(/(?<=[ap]m)\.$/iu, '');
    return raw === undefined ? [] : [{ ...one, raw }];
  });

/** Returns the time at which doors open, from a short line or from the answer below a question. */
export const doorTimes = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, flags }, at): readonly Sighting[] => {
    if (text.length > 120 || flags & AWAY || !DOORS.test(text)) return [];
    const line = /[?？]$/.test(text) ? view.lines[at + 1] : view.lines[at];
    const raw = line && line.text.length <= 300 && parseClock(line.text) ? clockIn(line.text) : undefined;
    return raw === undefined
      ? []
      : [{ raw, weight: 0.5, kind: 'text', node: line?.node, excerpt: excerptOf(line?.text ?? '') }];
  });

const YEAR = /(?<!\d)20\d\d(?!\d)/g;
const linesOfEvent = 6;

/** Returns date ranges without a year below a headline or title that contains the year of the event. */
export function rangesOfYear({ view, title, metadata }: Evidence): readonly Sighting[] {
  const [year, other] = new Set(`${title} ${metadata.title ?? ''}`.match(YEAR) ?? []);
  if (year === undefined || other !== undefined) return [];
  return view.lines
    .slice(view.headlineAt + 1, view.headlineAt + 1 + linesOfEvent)
    .flatMap(({ text, node, flags }): readonly Sighting[] => {
      if (text.length > 120 || flags & AWAY || /20\d\d/.test(text)) return [];
      return text.split(/\s[·|•]\s/).flatMap((part): readonly Sighting[] => {
        const raw = `${part} ${year}`;
        return daysOfRange(raw) ? [{ raw, weight: 0.55, kind: 'label', node, excerpt: excerptOf(text) }] : [];
      });
    });
}

/** Returns the names that a phrase such as `Support comes from` introduces. */
export const supportActs = (evidence: Evidence): readonly Sighting[] =>
  matched(evidence, SUPPORT).map((one) => ({ ...one, kind: 'text' }));

const SUPPORT = new RegExp(
  `(?<!\\p{L})(?:[Ss]upport (?:comes |is |will be )?(?:from|by)|[Ss]upported by|[Ss]pecial guests?:?|[Oo]pening act:?|[Vv]orband:?|(?:[Ee]n )?[Pp]remière partie ?:?|[Tt]eloneros?:?|[Ii]n apertura:?|[Nn]a primeira parte:?|[Vv]oorprogramma:?|[Ss]upport:|[Ff]örband:?)\\s(${NAME})`,
  'u',
);

const ENSEMBLE =
  /^(?:(?:the|le|la|el|il|das|das|het)\s)?(?:\p{Lu}[\p{L}'’-]*\s){0,4}(?:quartet|quartett|quatuor|cuarteto|quartetto|quarteto|kwartet|kvartett|trio|quintet\p{L}*|ensemble|orchest(?:er|ra|re)|philharmon\p{L}+|orquesta|orquestra|orkest|orkiestra|orkester|choir|chor|chœur|coro|koor|chór|kör|band|consort)(?:\s[\p{L}'’-]+){0,4}$/iu;

/** Returns the ensemble in a line of its own below the headline, e.g. `Lindow Quartet`. */
export const ensembles = ({ view }: Evidence): readonly Sighting[] =>
  view.lines
    .slice(view.headlineAt + 1, view.headlineAt + 1 + linesOfEvent)
    .filter(({ text, flags }) => text.length <= 60 && !(flags & AWAY) && /^\p{Lu}/u.test(text) && ENSEMBLE.test(text))
    .map(({ text, node }) => ({ raw: text, weight: 0.45, kind: 'text', node, excerpt: excerptOf(text) }));

const SPONSORED =
  /(?<!\p{L})(?:sponsored by|supported by|gesponsert von|unterstützt von|parrainée? par|soutenue? par|patrocinad[oa] por|sponsorizzat[oa] da(?:l|lla)?|gesponsord door|sponsorowan\p{L}+ przez|sponsras av)\s(?:the\s|der\s|die\s|dem\s|la\s|le\s|el\s)?(.{3,80})/iu;
const COMPANY =
  /^\p{Lu}[\p{L}\d&’'-]*(?:\s(?:&|and|und|et|y|e|of|\p{Lu}[\p{L}\d&’'-]*))*(?<!\s(?:and|und|et|y|e|of|&))/u;

/** Returns the sponsors mentioned in sentences. */
export const sponsors = (evidence: Evidence): readonly Sighting[] =>
  matched(evidence, SPONSORED).flatMap((one) => {
    const raw = COMPANY.exec(String(one.raw))?.[0];
    return raw === undefined ? [] : [{ ...one, raw }];
  });

/** Words before the time of arrival at a hotel. */
export const CHECK_IN =
  /(?<!\p{L})(?:check-?\s?in|anreise|arrivée|llegada|entrada|arrivo|inchecken|zameldowanie|incheckning)(?!\p{L})([^.!?;]{0,60})/iu;
/** Words before the time of departure from a hotel. */
export const CHECK_OUT =
  /(?<!\p{L})(?:check-?\s?out|abreise|départ|salida|saída|partenza|uitchecken|wymeldowanie|utcheckning)(?!\p{L})([^.!?;]{0,60})/iu;

/** Returns the first time after a phrase. */
export const clocksBeside = (evidence: Evidence, phrase: RegExp): readonly Sighting[] =>
  matched(evidence, phrase).flatMap((one) => {
    const raw = clockIn(String(one.raw));
    return raw === undefined ? [] : [{ ...one, raw }];
  });

/** Returns the place beside the date in a line near the headline, e.g. `11 March 2027 · Kelham Hall`. */
export const placesBesideDate = ({ view, place }: Evidence): readonly Sighting[] =>
  view.lines
    .slice(view.headlineAt + 1, view.headlineAt + 1 + linesOfEvent)
    .flatMap(({ text, node, flags }): readonly Sighting[] => {
      const parts = text.length > 150 || flags & AWAY ? [] : text.split(/\s[·|•–—]\s/);
      const isDay = (part: string) =>
        /\d/.test(part) && (parseDay(part, place.dates) ?? daysOfRange(`${part} 2000`)) !== undefined;
      const others = parts.filter((part) => !isDay(part) && parseClock(part) === undefined);
      const [raw = ''] = others;
      return others.length === 1 && parts.some(isDay) && /^\p{Lu}[^\d]{2,80}$/u.test(raw)
        ? [{ raw, weight: 0.5, kind: 'label', node, excerpt: excerptOf(text) }]
        : [];
    });

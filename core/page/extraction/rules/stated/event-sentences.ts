import { daysOfRange } from '../../../documents/metadata/day-ranges';
import { NAME } from '../find/bylines';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { clockIn, parseClock } from '../values/dates';

const AWAY = OUTSIDE | flag.review;
const maxChars = 1200;
const TAKES_PLACE =
  'takes? place|will be held|is held|findet|aura lieu|a lieu|se celebra|tendrá lugar|si tiene|si terrà|realiza-se|decorre|terá lugar|vindt|odbędzie się|äger rum|hålls';
const PLACE = `(?:the\\s)?\\p{Lu}[\\p{L}’'.-]*(?:\\s(?:of|de|des|del|della|do|da|van|der|den|la|le|\\p{Lu}[\\p{L}’'.-]*)){1,4}`;
const HELD = new RegExp(
  `(?<!\\p{L})(?:${TAKES_PLACE})\\s[^.!?;]{0,60}?(?<!\\p{L})(?:in|at|im|am|au|dans|en|nel|nella|no|na|w|på|i)\\s(?:the\\s|der\\s|dem\\s|la\\s|le\\s|el\\s|de\\s|het\\s)?(?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(${PLACE})`,
  'u',
);
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
export const venuesInText = (evidence: Evidence): readonly Sighting[] =>
  matched(evidence, HELD).map((one) => ({ ...one, raw: String(one.raw).replace(/^the\s/, '') }));

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
export const supportActs = (evidence: Evidence): readonly Sighting[] => matched(evidence, SUPPORT);

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

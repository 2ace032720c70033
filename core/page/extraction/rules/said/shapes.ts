import { weekdayPattern } from '../../../documents/metadata/weekdays';
import { inLines, type LineRule } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';

/** A kind of value that is recognized by its form, with the names of fields that request it. */
interface Shape {
  readonly name: RegExp;
  readonly value: RegExp;
  /** Lines to search, if not all lines of the main part. */
  readonly rule?: Partial<LineRule>;
}

const rule: LineRule = { maxChars: 1200, away: OUTSIDE | flag.review, weight: 0.5 };
const MADE =
  '(?:made|manufactured|produced|built|hergestellt|gefertigt|produziert|fabriquée?s?|produite?s?|fabricad[oa]s?|hech[oa]s?|fabbricat[oaie]|prodott[oaie]|feit[oa]s?|gemaakt|geproduceerd|wyprodukowan[oaey]|tillverkade?)\\s(?:in|au|aux|en|em|no|na|w|we|i)\\s(?:the\\s)?';
const COUNTRY = "(\\p{Lu}[\\p{L}’'-]+(?:\\s\\p{Lu}[\\p{L}’'-]+){0,2})";

const SHAPES: readonly Shape[] = [
  {
    name: /^(?:ip|protection|ingress)[ _-]?(?:protection[ _-]?)?(?:rating|class|code|level|type|degree)$/i,
    value: /(?<![\p{L}\d])(IP\s?[0-6X]\dK?)(?![\p{L}\d])/u,
  },
  {
    name: /^(?:academic[ _-]?|school[ _-]?)?(?:term|semester)(?:[ _-]?name)?$/i,
    value:
      /^((?:spring|summer|fall|autumn|winter)(?:\s(?:semester|term|quarter))?,?\s20\d\d|(?:sommer|winter)semester\s20\d\d(?:\/\d\d)?)$/iu,
    rule: { maxChars: 40 },
  },
  {
    name: /^season$/i,
    value: /(?<!\d)((?:19|20)\d\d\s?[-–/]\s?(?:(?:19|20)\d\d|\d\d))(?!\d)/u,
    rule: { near: [0, 1] },
  },
  {
    name: /^(?:country[ _-]?of[ _-]?(?:manufacture|origin|production)|made[ _-]?in|manufactured[ _-]?in|production[ _-]?country)$/i,
    value: new RegExp(`(?<!\\p{L})${MADE}${COUNTRY}`, 'u'),
  },
  {
    name: /^(?:class|lesson|course|meeting|session|training|rehearsal|service)[ _-]?times?$/i,
    value:
      /^(?:\p{L}{3,12}\s(?:evenings?|mornings?|afternoons?)?,?\s?)?(\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?)?\s?(?:[-–]|to)\s?\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?|h|uhr)?)$/iu,
    rule: { maxChars: 50, needs: /:\d\d|[ap]\.?m/i },
  },
  {
    name: /^(?:time[ _-]?posted|posted[ _-]?time|post[ _-]?time|publication[ _-]?time|published[ _-]?time|time[ _-]?published)$/i,
    value:
      /(?:posted|published|veröffentlicht|publié|publicado|pubblicato)\s.{6,40}?\s(?:at|um|à|a las|alle|às)\s(\d{1,2}[:.h]\d\d)(?!\d)/iu,
    rule: { maxChars: 160 },
  },
  {
    name: /^(?:forum|blog|site|website|shop|wiki|cms)[ _-]?(?:software|platform|engine|system)$|^powered[ _-]?by$/i,
    value: /(?:powered by|betrieben (?:mit|von)|propulsé par|desarrollado con)\s(\p{L}[\w.+-]*(?:\s\d[\d.]*\d)?)/iu,
    rule: { away: 0, maxChars: 200 },
  },
  {
    name: /^corresponding[ _-]?author[ _-]?e?[ _-]?mail$/i,
    value: /(?<![\w.+-])([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)/u,
    rule: { away: flag.navigation | flag.footer | flag.related },
  },
];

/** Returns the values whose form identifies them, e.g. `IP44` for `protection_rating` or `Spring 2026` for `term`. */
export function shapedValues({ name, kind, format }: Field, evidence: Evidence): readonly Sighting[] {
  const shape = kind === 'string' && format === undefined ? SHAPES.find((one) => one.name.test(name)) : undefined;
  if (!shape) return [];
  const found = inLines(evidence, { ...rule, ...shape.rule }, shape.value);
  const isUnique = new Set(found.map(({ raw }) => raw)).size === 1;
  return /time|mail/i.test(name) && !isUnique ? [] : found;
}

/** City and date before the first sentence of a press release, e.g. `LONDON (January 24, 2017) — `. */
const DATELINE =
  /^\p{Lu}[\p{Lu}\s.’'-]{2,30}(?:,\s[\p{L}.\s]{2,20})?,?\s\(?(\p{L}{3,9}\.?\s\d{1,2},\s(?:19|20)\d\d|\d{1,2}\s\p{L}{3,9}\.?\s(?:19|20)\d\d)\)?\s(?:\/\p{L}+\/\s)?[—–-]/u;

/** Returns the date at the start of a press release. */
export const datelines = ({ name, description }: Field, evidence: Evidence): readonly Sighting[] =>
  /releas/i.test(name) || /dateline/i.test(description)
    ? inLines(evidence, { near: [0, 40], away: OUTSIDE, weight: 0.9, kind: 'label' }, DATELINE).slice(0, 1)
    : [];

const PER_100 = /(?<!\p{L})(?:per|pro|pour|por|je|na)\s100\s?(?:g|ml)(?!\p{L})/iu;
const NUTRIENT = /^(.+?)[ _-](?:(kcal|kj|mg|g|grams?)[ _-])?per[ _-]?100[ _-]?(?:g|ml|grams?)$/i;
const linesToHead = 30;

/** Returns the amount in a row of a nutrition table with amounts per 100 g, e.g. for `protein_per_100g`. */
export function nutrients({ name, kind }: Field, { pairs, view }: Evidence): readonly Sighting[] {
  const [, nutrient = '', unit = ''] = NUTRIENT.exec(name) ?? [];
  if (nutrient === '' || (kind !== 'number' && kind !== 'integer')) return [];
  const key = nutrient.replace(/[_-]/g, ' ').toLowerCase();
  const amount = /^kcal$|^kj$/i.test(unit) ? new RegExp(`(\\d[\\d.,]*)\\s?${unit}`, 'i') : /^<?\s?(\d[\d.,]*)/;
  return pairs.flatMap((pair): readonly Sighting[] => {
    if (pair.key !== key || pair.flags & (OUTSIDE | flag.review)) return [];
    const above = view.lines.slice(Math.max(0, pair.at - linesToHead), pair.at);
    const raw = amount.exec(pair.value)?.[1];
    return raw === undefined || !above.some(({ text }) => PER_100.test(text))
      ? []
      : [{ raw, weight: 0.7, kind: pair.kind, node: pair.node, excerpt: `${pair.label}: ${pair.value}` }];
  });
}

const WEEKDAY = /^(?:week[ _-]?day|day[ _-]?of[ _-]?(?:the[ _-]?)?week)$/i;
const minDay = 4;

/** Returns the weekday in a line near the headline, e.g. with the date of an event. */
export function weekdays({ name, kind }: Field, evidence: Evidence): readonly Sighting[] {
  if (!WEEKDAY.test(name) || kind !== 'string') return [];
  const day = new RegExp(`(?<!\\p{L})(${weekdayPattern()}s?)(?!\\p{L})`, 'iu');
  const rule: LineRule = { near: [-2, 30], maxChars: 400, away: OUTSIDE | flag.review, weight: 0.5 };
  return inLines(evidence, rule, day)
    .filter(({ raw }) => String(raw).length > minDay)
    .slice(0, 1);
}

const RETURN_DAYS = /^(?:free[ _-]?)?returns?[ _-]?(?:(?:period|window|policy|time)[ _-]?)?(?:in[ _-]?)?days$/i;
const DAYS = 'days?|jours|tagen?|tage|días|giorni|dias|dagen|dni|dagar';
const RETURNED = new RegExp(
  `(?<!\\p{L})(?:retours?|returns?|rückgabe\\p{L}*|umtausch|devoluci\\p{L}+|resi|reso|devoluç\\p{L}+|retourn\\p{L}*|zwrot\\p{L}*)(?!\\p{L})[^.\\d]{0,60}?(\\d{1,3})[\\s-](?:${DAYS})(?!\\p{L})|(?<!\\d)(\\d{1,3})[\\s-](?:${DAYS})\\s(?:[\\p{L}-]+\\s){0,3}(?:returns?|rückgabe\\p{L}*|retours?)(?!\\p{L})`,
  'iu',
);

/**
 * Returns the number of days within which goods can be returned. Also searches the header and footer, where shops often
 * state it.
 */
export const returnDays = ({ name, kind }: Field, evidence: Evidence): readonly Sighting[] =>
  RETURN_DAYS.test(name) && (kind === 'number' || kind === 'integer')
    ? inLines(evidence, { maxChars: 400, away: flag.related, needs: /\d/, weight: 0.5 }, RETURNED)
    : [];

const SCORE_WORDS = /[ _-](?:score|rating|grade|rank)$/i;

/** Returns the number above the name of a rating, e.g. `83` above `Critics` for `critics_score`. */
export function scoresAbove({ name, kind }: Field, { view }: Evidence): readonly Sighting[] {
  const subject = name.replace(SCORE_WORDS, '').replace(/[_-]/g, ' ').toLowerCase();
  if (!SCORE_WORDS.test(name) || subject.length < 4 || (kind !== 'number' && kind !== 'integer')) return [];
  return inLines({ view }, { near: [0], maxChars: 40, away: OUTSIDE | flag.review, weight: 0.55 }, (text, _, at) => {
    if (!text.toLowerCase().startsWith(subject)) return undefined;
    const [before = '', after = ''] = [view.lines[at - 1]?.text, view.lines[at + 1]?.text];
    const own = /^(\d{1,3}(?:[.,]\d)?)(?:\s?\/\s?\d+)?$/;
    return own.exec(before)?.[1] ?? (text.length <= subject.length + 8 ? own.exec(after)?.[1] : undefined);
  });
}

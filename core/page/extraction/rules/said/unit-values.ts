import { wordSet } from '../../../../common/values/words';
import { inLines } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { describedStems, inSentence, sentencesWith, shared, stemOf } from './page-sentences';

/** Units at the end of a field's name, as pages write them. Covers ten languages. */
const UNITS: Readonly<Record<string, string>> = {
  minutes: 'min(?:ute)?s?|minuten|minutos|minuti|minut[ay]?|minuter',
  hours: 'hours?|hrs?|h|stunden?|heures?|horas?|or[ae]|uur|uren|godzin[ay]?|timm(?:e|ar)',
  days: 'days?|tagen?|tage|jours?|días?|giorn[oi]|dias?|dagen|dni|dagar',
  weeks: 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|tygodni[ea]?|veckor',
  months: 'months?|monaten?|mois|meses|mesi|maanden|miesięcy|månader',
  years: 'years?|yrs?|jahren?|ans?|años?|anni|anos?|jaar|lat|år',
  feet: 'square[\\s-]f(?:ee|oo)t|sq\\.?\\s?ft\\.?|feet|foot|ft',
  sqft: 'square[\\s-]f(?:ee|oo)t|sq\\.?\\s?ft\\.?',
  ml: 'ml|millilit(?:er|re)s?',
  litres: 'l|lit(?:er|re)s?|litros|litri',
  grams: 'g|grams?|gramm|grammes|gramos|grammi',
  meters: 'm|met(?:er|re)s?|metros|metri|mètres',
  km: 'km|kilomet(?:er|re)s?',
  miles: 'miles?|mi',
  db: 'dB(?:\\(A\\))?',
};
const LONG: Readonly<Record<string, string>> = {
  minute: 'minutes',
  mins: 'minutes',
  min: 'minutes',
  hour: 'hours',
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
  metres: 'meters',
  liters: 'litres',
  kilometers: 'km',
};
/** Words of a name that the unit implies. */
const IMPLIED = wordSet('duration length period time total number of in the size area square long max maximum');
const NUMBER = '(?<![\\d.,:/-])(\\d{1,3}(?:[.,]\\d{3})+|\\d+(?:[.,]\\d+)?)';

interface Measure {
  readonly unit: string;
  readonly subjects: readonly string[];
  /** The word after `per`, e.g. `day` in `minutes_per_day`. */
  readonly per: string | undefined;
}

function measureOf(name: string): Measure | undefined {
  const words = wordsOf(name);
  const per = words.indexOf('per');
  const own = per > 0 ? words.slice(0, per) : words;
  const last = own.at(-1) ?? '';
  const unit = UNITS[LONG[last] ?? last];
  if (unit === undefined || (per > 0 && per !== words.length - 2)) return undefined;
  return {
    unit,
    subjects: own.slice(0, -1).filter((word) => !IMPLIED.has(word)),
    per: per > 0 ? words.at(-1) : undefined,
  };
}

/**
 * Returns a pattern for texts that consist only of a number and the unit at the end of a name, e.g. `9.4 mi` for
 * `miles`.
 */
export const measurePattern = (name: string): RegExp | undefined => {
  const asked = measureOf(name);
  return asked && asked.per === undefined && asked.subjects.length === 0
    ? new RegExp(`^${NUMBER}[\\s-]?(?:${asked.unit})$`, 'iu')
    : undefined;
};

const minDescribed = 2;

/**
 * Returns the number before the unit at the end of a name, e.g. `30` from `the trash keeps things for 30 days` for
 * `trash_retention_days`. The sentence must contain the other words of the name, or the first of these and at least 60
 * % of the words of the description.
 */
export function unitValues(field: Field, evidence: Evidence): readonly Sighting[] {
  const asked = measureOf(field.name);
  if (!asked) return [];
  const { unit, subjects, per } = asked;
  if (per !== undefined) return rates(evidence, unit, per);
  if (subjects.length === 0) return factsOf(evidence, unit);
  const stems = subjects.map(stemOf);
  const described = describedStems(field);
  const pattern = new RegExp(`${NUMBER}[\\s-]?(?:${unit})(?![\\p{L}\\d])`, 'iu');
  const isAbout = sentencesWith(evidence, stems);
  const near = sentencesWith(evidence, stems.slice(0, 1)).filter(
    (sentence) =>
      shared(sentence, described) >= Math.max(minDescribed, described.length * 0.6) && !isAbout.includes(sentence),
  );
  return [...isAbout, ...near].flatMap((sentence) => {
    const raw = pattern.exec(sentence.text)?.[1];
    return raw === undefined ? [] : [inSentence(sentence, raw, 0.48)];
  });
}

const maxFact = 30;

/** Returns the number from a short line that contains only a number and its unit. The unit may be on the next line. */
function factsOf({ view }: Evidence, unit: string): readonly Sighting[] {
  const whole = new RegExp(`^(\\d{1,5})[\\s-]?(?:${unit})$`, 'iu');
  return inLines(
    { view },
    { near: [0], maxChars: maxFact, away: OUTSIDE | flag.review, weight: 0.45 },
    (text, _, at) => {
      const next = /^\d{1,5}$/.test(text) ? (view.lines[at + 1]?.text ?? '') : '';
      return whole.exec(`${text} ${next}`.trim())?.[1];
    },
  ).slice(0, 1);
}

/** Returns the number in a rate, e.g. `15 minutes per day`. The text after `per` may be on the next line. */
function rates({ view }: Evidence, unit: string, per: string): readonly Sighting[] {
  const pattern = new RegExp(
    `${NUMBER}[\\s-]?(?:${unit})(?:\\s(?:a|an|per|each|every)\\s|\\s?/\\s?)${per}(?!\\p{L})`,
    'iu',
  );
  return inLines(
    { view },
    { near: [0], maxChars: 600, away: OUTSIDE | flag.review, needs: /\d/, weight: 0.5 },
    (text, _, at) => {
      const next = text.length <= maxFact ? (view.lines[at + 1]?.text ?? '').slice(0, maxFact) : '';
      return pattern.exec(`${text} ${next}`)?.[1];
    },
  );
}

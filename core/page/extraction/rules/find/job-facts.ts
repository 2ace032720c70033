import { isCountry } from '../../../../common/values/countries';
import { findMoney } from '../../../../common/values/money';
import { conceptsByLabel } from '../lexicon/lexicon';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { parseDay } from '../values/dates';
import { priceIn, withRange } from '../values/price-in';
import { inLines, inSentences } from './in-lines';
import { excerptOf, type Sighting } from './sighting';

const AWAY = OUTSIDE | flag.form;
const EMPLOYMENT =
  /(?<!\p{L})(?:full[- ]?time|part[- ]?time|vollzeit|teilzeit|temps plein|temps partiel|tiempo completo|jornada completa|media jornada|tiempo parcial|tempo pieno|part-time|tempo integral|período integral|meio período|tempo parcial|voltijd|fulltime|deeltijd|parttime|pełny etat|część etatu|heltid|deltid|internship|praktikum|stage|freelance)(?!\p{L})/iu;
const PAY =
  /salary|(?<!\p{L})pay(?!\p{L})|wage|gehalt|vergütung|lohn|salaire|rémunération|salario|sueldo|stipendio|retribuzione|salário|remuneração|salaris|loon|wynagrodzeni|lön(?!\p{L})|løn|(?<!\p{L})(?:gross|brutto|bruto|brut)\s(?:per|a|pro|im|par|al|por|om|w)\s\p{L}/iu;
const PER =
  /^\s?(?:(?:gross|brutto|bruto|brut)\s)?(?:(?:per|a|an|pro|im|par|al|por|all[’']|om|i)\s\p{L}+|\/\s?\p{L}+|miesięcznie|brutto)/iu;

/** Time units that are common in wages but rare in prices. */
const YEARLY =
  /year|annum|hour|jahr|stunde|(?<!\p{L})an(?!\p{L})|heure|año|hora|anno|ora(?!\p{L})|ano(?!\p{L})|jaar|uur|rok|godz|år|tim/iu;
/**
 * Maximum length, in characters, of a line in which an amount with a period such as "per year" counts as pay. In longer
 * lines, a word such as "salary" is required.
 */
const maxShort = 80;

const PERIODS: readonly (readonly [name: RegExp, period: RegExp])[] = [
  [/month/i, /month|monat|mois|mes(?!\p{L})|mensual|mensuel|mese|mensil|mês|mensal|maand|miesi|mies\.|månad|月/iu],
  [
    /annual|year/i,
    /year|annum|annual|jahr|(?<!\p{L})an(?!\p{L})|annuel|año|anual|anno|annu|ano(?!\p{L})|jaar|rok|år|年/iu,
  ],
];

/** If the field's name contains a period, e.g. `monthly_salary`, keeps only amounts with that period. */
export function payOfPeriod({ name }: Field, found: readonly Sighting[]): readonly Sighting[] {
  const period = PERIODS.find(([pattern]) => pattern.test(name))?.[1];
  return period ? found.filter(({ raw, excerpt }) => period.test(`${raw} ${excerpt}`)) : found;
}

/** A sentence that states when a job begins, e.g. `Wir besetzen die Stelle zum 1. März 2027`. */
const BEGINS =
  /(?<!\p{L})(?:to start|you (?:will |would )?start|start(?:s|ing)? (?:on|date)|the (?:job|position|role|post) (?:starts|begins)|besetz\p{L}*|stellenantritt|eintritt|arbeitsbeginn|prise de (?:poste|fonctions?)|à pourvoir|incorporación|entrata in servizio|assunzione|início|indiensttreding|start je|rozpoczęci\p{L}*|tillträde|börjar|startdatum)(?!\p{L})/iu;
const NOT_BEGINS = /interview|vorstellung|entretien|entrevista|colloqui|gesprek|rozmow|intervju/iu;

/** Returns the dates in sentences about the first day of a job. */
export const jobStarts = (evidence: Evidence): readonly Sighting[] =>
  inSentences(evidence, { maxChars: 800, away: AWAY, needs: BEGINS, weight: 0.5, kind: 'label' }, (sentence) =>
    BEGINS.test(sentence) && !NOT_BEGINS.test(sentence) ? parseDay(sentence, evidence.place.dates) : undefined,
  );

/** True if the entire text is an employment type. */
export const isEmploymentType = (text: string): boolean => EMPLOYMENT.exec(text)?.[0].length === text.trim().length;

/** Returns the employment type from a short line near the headline or from a sentence. */
export const employmentTypes = ({ view }: Evidence): readonly Sighting[] =>
  inLines({ view }, { maxChars: 400, away: AWAY, weight: 0.4 }, (text, _, at) => {
    const raw = EMPLOYMENT.exec(text)?.[0];
    const isNear = at > view.headlineAt && at <= view.headlineAt + 15 && text.length < 80;
    return raw !== undefined && isNear ? { raw, weight: 0.55 } : raw;
  });

/** Returns labelled pay ranges, for fields that request one end of the range. */
export const labelledRanges = ({ pairs, place }: Evidence): readonly Sighting[] =>
  pairs.flatMap(({ key, label, value, node, flags }): readonly Sighting[] => {
    const isPay = value.length <= maxShort && conceptsByLabel(key).some(({ id }) => id === 'salary');
    return isPay && !(flags & OUTSIDE) && priceIn(value, place.money?.decimalMark)?.high !== undefined
      ? [{ raw: value, weight: 0.7, kind: 'label', node, excerpt: excerptOf(`${label}: ${value}`) }]
      : [];
  });

const mayStatePay = (text: string): boolean => /\d/.test(text) && (text.length <= maxShort || PAY.test(text));

/** Returns the pay in a sentence or a short line, with its range and period. */
export const payInText = (evidence: Evidence): readonly Sighting[] =>
  inSentences(evidence, { maxChars: 600, away: AWAY, needs: mayStatePay, weight: 0.5 }, (sentence, { text, flags }) => {
    const isPay = PAY.test(sentence);
    if (!isPay && text.length > maxShort) return [];
    const marks = evidence.place.money?.decimalMark;
    const amounts = findMoney(sentence, marks);
    const [first] = amounts;
    if (!first) return [];
    const { written } = withRange(sentence, amounts, first, marks);
    // A list item without a word such as "salary" may describe a perk rather than the pay.
    const isRange = written.length > first.text.length;
    if (flags & flag.list && !isRange && !isPay) return [];
    const period = PER.exec(sentence.slice(sentence.indexOf(written) + written.length))?.[0] ?? '';
    if (!isPay && !YEARLY.test(period)) return [];
    return { raw: `${written}${period}`, weight: isRange ? 0.55 : 0.5 };
  });

/** A town with its state or country, e.g. `Aarhus, Denmark`. */
const PLACE = /^\p{Lu}[\p{L}.'’ -]{1,40},\s(?:[\p{L}.'’ -]{2,40},\s)?([\p{L}. ]{2,30})$/u;
const STATE =
  /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/;
const BETWEEN_PLACES = /\s[|·•–—]\s/u;
const nearLines = 8;

/** Replaces a place from markup with the visible place if the latter adds a region, e.g. `Denver` with `Denver, CO`. */
export const withRegion = (found: readonly Sighting[]): readonly Sighting[] =>
  found.map((one) => {
    const shown = found.find(({ kind, raw }) => kind === 'text' && String(raw).startsWith(`${one.raw}, `));
    return shown ? { ...one, raw: shown.raw, node: shown.node } : one;
  });

/** Returns the places of work in short lines near the headline. */
export const workPlaces = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { near: [1, 1 + nearLines], maxChars: 100, away: OUTSIDE | flag.heading, weight: 0.45 }, (text) =>
    text
      .split(BETWEEN_PLACES)
      .map((part) => part.trim())
      .filter((part) => {
        const region = PLACE.exec(part)?.[1];
        return region !== undefined && (STATE.test(region) || isCountry(region));
      }),
  );

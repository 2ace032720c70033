import { findMoney } from '../../../../common/values/money';
import { conceptsByLabel } from '../lexicon/lexicon';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { sentencesIn } from '../sentences';
import { parseDay } from '../values/dates';
import { priceIn, withRange } from '../values/price-in';
import { excerptOf, type Sighting } from './sighting';

const EMPLOYMENT =
  /(?<!\p{L})(?:full[- ]?time|part[- ]?time|vollzeit|teilzeit|temps plein|temps partiel|tiempo completo|jornada completa|media jornada|tiempo parcial|tempo pieno|part-time|tempo integral|período integral|meio período|tempo parcial|voltijd|fulltime|deeltijd|parttime|pełny etat|część etatu|heltid|deltid|internship|praktikum|stage|freelance)(?!\p{L})/iu;
const PAY =
  /salary|(?<!\p{L})pay(?!\p{L})|wage|gehalt|vergütung|lohn|salaire|rémunération|salario|sueldo|stipendio|retribuzione|salário|remuneração|salaris|loon|wynagrodzeni|lön(?!\p{L})|løn|(?<!\p{L})(?:gross|brutto|bruto|brut)\s(?:per|a|pro|im|par|al|por|om|w)\s\p{L}/iu;
const PER =
  /^\s?(?:(?:gross|brutto|bruto|brut)\s)?(?:(?:per|a|an|pro|im|par|al|por|all[’']|om|i)\s\p{L}+|\/\s?\p{L}+|miesięcznie|brutto)/iu;

/** Time units of wages, which are rare in prices. */
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

/** Keeps only amounts that state the period of a field such as `monthly_salary`. */
export function payOfPeriod({ name }: Field, found: readonly Sighting[]): readonly Sighting[] {
  const period = PERIODS.find(([pattern]) => pattern.test(name))?.[1];
  return period ? found.filter(({ raw, excerpt }) => period.test(`${raw} ${excerpt}`)) : found;
}

/** A sentence that states when a job begins, e.g. `Wir besetzen die Stelle zum 1. März 2027`. */
const BEGINS =
  /(?<!\p{L})(?:to start|you (?:will |would )?start|start(?:s|ing)? (?:on|date)|the (?:job|position|role|post) (?:starts|begins)|besetz\p{L}*|stellenantritt|eintritt|arbeitsbeginn|prise de (?:poste|fonctions?)|à pourvoir|incorporación|entrata in servizio|assunzione|início|indiensttreding|start je|rozpoczęci\p{L}*|tillträde|börjar|startdatum)(?!\p{L})/iu;
const NOT_BEGINS = /interview|vorstellung|entretien|entrevista|colloqui|gesprek|rozmow|intervju/iu;

/** Returns the dates in sentences about the first day of a job. */
export const jobStarts = ({ view, place }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > 800 || flags & (OUTSIDE | flag.form) || !BEGINS.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const day = BEGINS.test(sentence) && !NOT_BEGINS.test(sentence) ? parseDay(sentence, place.dates) : undefined;
      return day === undefined ? [] : [{ raw: day, weight: 0.5, kind: 'label', node, excerpt: excerptOf(sentence) }];
    });
  });

/** True if the entire text is an employment type. */
export const isEmploymentType = (text: string): boolean => EMPLOYMENT.exec(text)?.[0].length === text.trim().length;

/** Returns the employment type from a short line near the headline or from a sentence. */
export const employmentTypes = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }, at): readonly Sighting[] => {
    const found = text.length <= 400 && !(flags & (OUTSIDE | flag.form)) ? EMPLOYMENT.exec(text)?.[0] : undefined;
    const isNear = at > view.headlineAt && at <= view.headlineAt + 15 && text.length < 80;
    return found === undefined
      ? []
      : [{ raw: found, weight: isNear ? 0.55 : 0.4, kind: 'text', node, excerpt: excerptOf(text) }];
  });

/** Returns labelled ranges of pay, for fields that ask for an end of the range. */
export const labelledRanges = ({ pairs, place }: Evidence): readonly Sighting[] =>
  pairs.flatMap(({ key, label, value, node, flags }): readonly Sighting[] => {
    const isPay = value.length <= maxShort && conceptsByLabel(key).some(({ id }) => id === 'salary');
    return isPay && !(flags & OUTSIDE) && priceIn(value, place.money?.decimalMark)?.high !== undefined
      ? [{ raw: value, weight: 0.7, kind: 'label', node, excerpt: excerptOf(`${label}: ${value}`) }]
      : [];
  });

/** Returns the pay in a sentence or a short line, with its range and period. */
export const payInText = ({ view, place }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > 600 || flags & (OUTSIDE | flag.form) || !/\d/.test(text)) return [];
    const isShort = text.length <= maxShort;
    if (!isShort && !PAY.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const marks = place.money?.decimalMark;
      const amounts = findMoney(sentence, marks);
      const [first] = amounts;
      if (!first) return [];
      const { written } = withRange(sentence, amounts, first, marks);
      // An item of a list without a word such as "salary" may be a perk.
      const isRange = written.length > first.text.length;
      if (flags & flag.list && !isRange && !PAY.test(sentence)) return [];
      const at = sentence.indexOf(written) + written.length;
      const period = PER.exec(sentence.slice(at))?.[0] ?? '';
      if (!PAY.test(sentence) && (!isShort || !YEARLY.test(period))) return [];
      return [
        { raw: `${written}${period}`, weight: isRange ? 0.55 : 0.5, kind: 'text', node, excerpt: excerptOf(sentence) },
      ];
    });
  });

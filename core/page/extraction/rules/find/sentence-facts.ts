import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { excerptOf, type Sighting } from './sighting';

const NAME = "\\p{Lu}[\\p{L}.'’-]*";
const ENGLISH_STREET = `\\d{1,6}[a-z]?\\s(?:[NSEW]\\.?\\s)?(?:(?:${NAME}|\\d+(?:st|nd|rd|th)\\.?)\\s){0,4}(?:[Ss]t(?:reet)?|[Aa]ve(?:nue)?|[Rr](?:oa)?d|[Dd]r(?:ive)?|[Bb]lvd|[Bb]oulevard|[Ll]a?ne?|[Ww]ay|[Cc](?:our)?t|[Pp]l(?:ace)?|[Ss]q(?:uare)?|[Hh](?:igh)?wa?y|[Pp]ark?wa?y|[Tt]errace)\\b\\.?`;
const ROMANCE_STREET = `\\d{1,4}(?:\\s?(?:bis|ter))?,?\\s(?:[Rr]ue|[Aa]v(?:enue|\\.)|[Bb](?:oulevar)?d|[Pp]lace|[Qq]uai|[Cc]hemin|[Aa]llée|[Ii]mpasse)\\s[\\p{L}’' -]{2,40}`;
const STREET_WITH_NUMBER = `${NAME}(?:\\s(?:${NAME}|d[aeiou]l?|dell[ae]|van|de[nr]?)){0,4}\\s\\d{1,4}\\s?[a-z]?`;
/** A town name. Excludes full stops, because the name may end the sentence. */
const TOWN = "(?:(?:Ste?|Bad)\\.?\\s)?\\p{Lu}[\\p{L}'’]*(?:[\\s-]\\p{Lu}[\\p{L}'’]*){0,3}";
const CODE =
  '\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2}|[A-Z]\\d[A-Z]\\s?\\d[A-Z]\\d|\\d{4}\\s?[A-Z]{2}|(?!19|20)\\d{4}|\\d{2}-\\d{3}|\\d{3}\\s\\d{2}';
/** A street with a house number, and a postal code before or after the town. */
const ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ENGLISH_STREET}|${ROMANCE_STREET}|${STREET_WITH_NUMBER})(?:,\\s|\\s)(?:(?:${CODE})\\s${TOWN}|(?:[\\p{L}.’' -]{2,40},?\\s){1,2}(?:[A-Z]{2}\\.?,?\\s)?(?:${CODE}))(?![\\p{L}\\p{N}])`,
  'u',
);
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,3}(?![\w@])/;
const PHONE =
  /\+\d[\d\s()./-]{6,22}\d|(?<=(?:call|phone|tel|telephone|mobile|dial|telefon|telefonisch|anruf|téléphone|teléfono|telefono|telefone|telefoon|тел)[.:]?\s(?:us\s|uns\s)?(?:at\s|on\s|under\s|unter\s|au\s|al\s|op\s)?)\(?\d[\d\s()./-]{5,20}\d/iu;
const YEAR = '(?:19|20)\\d\\d';
const DAY = `\\d{1,2}(?:st|nd|rd|th|er|\\.)?\\s(?:of\\s|de\\s)?\\p{L}{3,12}\\.?,?\\s(?:de\\s)?${YEAR}|\\p{L}{3,9}\\.?\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s${YEAR}|\\d{1,2}[./]\\s?\\d{1,2}[./]\\s?${YEAR}|${YEAR}-\\d\\d-\\d\\d`;
/** A sentence that states the day of an event. */
const EVENT_DAY = new RegExp(
  `(?<!\\p{L})(?:takes? place|will be held|is held|findet|a lieu|aura lieu|se celebra|tendrá lugar|si tiene|si terrà|vindt)\\s[^.!?;\\d]{0,40}?(${DAY})`,
  'iu',
);
const AMOUNT = '((?:\\d+(?:[.,]\\d+)?)\\s?(?:UNITS)(?![\\p{L}]))';
const LENGTH = AMOUNT.replace('UNITS', 'mm|cm|m|km|ft|feet|inch(?:es)?|in|yd');
/** Measurements stated in a sentence. */
const MEASURES: Readonly<Record<string, RegExp>> = {
  weight: new RegExp(
    `(?<!\\p{L})(?:weighs?|wiegt|pèse|pesa|weegt|waży|väger|vejer|veier|весит)\\s(?:\\p{L}+\\s)?${AMOUNT.replace('UNITS', 'kg|g|mg|t|lbs?|oz|pounds?|ounces?|кг|г')}`,
    'iu',
  ),
  height: new RegExp(`${LENGTH}\\s(?:high|tall|hoch|de haut|de alto|di altezza|hoog|wysoko)`, 'iu'),
  width: new RegExp(`${LENGTH}\\s(?:wide|breit|de large|de ancho|di larghezza|breed)`, 'iu'),
  length: new RegExp(`${LENGTH}\\s(?:long|lang|de long|de largo|di lunghezza)`, 'iu'),
  depth: new RegExp(`${LENGTH}\\s(?:deep|tief|de profondeur|de profundidad|di profondità|diep)`, 'iu'),
  duration:
    /(?<!\p{L})(?:takes|lasts|dauert|dure|dura|duurt|trwa|varar|varer|длится)\s(?:about\s|around\s|etwa\s|rund\s|environ\s|circa\s)?((?:\d+(?:[.,]\d+)?|one|two|three|four|five|six)\s?(?:h(?:ours?|rs?)?|min(?:utes?|uten)?|days?|weeks?|stunden?|tage?|wochen?|heures?|jours?|horas?|minutos?|días?|or[ae]|minuti|uur|uren|minuten)(?!\p{L})(?:\s(?:and|und|et|y|e|en)\s\d+\s?\p{L}+)?)/iu,
};
/** Weight of a value in a sentence, which is lower than in a labelled line or in a dedicated element. */
const weight = 0.45;

/** Returns postal addresses in the text of the page, including its footer. */
export const postalAddresses = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    const found = text.length <= 400 && !(flags & flag.related) ? ADDRESS.exec(text)?.[0] : undefined;
    return found === undefined ? [] : [{ raw: found, weight, kind: 'text', node, excerpt: excerptOf(text) }];
  });

/** Finds email addresses or phone numbers in sentences. */
export const contactsInText = (evidence: Evidence, kind: 'email' | 'phone'): readonly Sighting[] =>
  matches(evidence, kind === 'email' ? EMAIL : PHONE);

/** Returns the days of events stated in sentences; the verb serves as the label of the day. */
export const eventDays = (evidence: Evidence): readonly Sighting[] =>
  matches(evidence, EVENT_DAY).map((one) => ({ ...one, kind: 'label' }));

/** Returns weights, lengths and durations in sentences. */
export function measuresInText(evidence: Evidence, name: string): readonly Sighting[] {
  const pattern = MEASURES[name.toLowerCase()];
  return pattern ? matches(evidence, pattern) : [];
}

const matches = ({ view }: Evidence, pattern: RegExp): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    if (text.length > 600 || flags & ((OUTSIDE & ~flag.footer) | flag.review)) return [];
    const found = pattern.exec(text);
    const raw = found?.[1] ?? found?.[0];
    return raw === undefined ? [] : [{ raw, weight, kind: 'text', node, excerpt: excerptOf(text) }];
  });

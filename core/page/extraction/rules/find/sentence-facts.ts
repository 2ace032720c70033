import { ownValue } from '../../../../common/values/own-value';
import { daysOfRange } from '../../../documents/metadata/day-ranges';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { parseDay } from '../values/dates';
import { inLines, type LineRule } from './in-lines';
import { calendarFacts } from './page-facts';
import { excerptOf, type Sighting } from './sighting';

const NAME = "\\p{Lu}[\\p{L}.'’-]*";
const ENGLISH_STREET = `\\d{1,6}[a-z]?\\s(?:[NSEW]\\.?\\s)?(?:(?:${NAME}|\\d+(?:st|nd|rd|th)\\.?)\\s){0,4}(?:[Ss]t(?:reet)?|[Aa]ve(?:nue)?|[Rr](?:oa)?d|[Dd]r(?:ive)?|[Bb]lvd|[Bb]oulevard|[Ll]a?ne?|[Ww]ay|[Cc](?:our)?t|[Pp]l(?:ace)?|[Ss]q(?:uare)?|[Hh](?:igh)?wa?y(?:\\s\\d{1,4}[NSEW]?)?|[Pp]ark?wa?y|[Tt]errace|[Mm]ews|[Cc]lose|[Cc]rescent|[Gg]ardens|[Gg]rove|[Qq]uay|[Rr]ow|[Pp]arade|[Ww]harf)\\b\\.?`;
const ROMANCE_STREET = `\\d{1,4}(?:\\s?(?:bis|ter))?,?\\s(?:[Rr]ue|[Aa]v(?:enue|\\.)|[Bb](?:oulevar)?d|[Pp]lace|[Qq]uai|[Cc]hemin|[Aa]llée|[Ii]mpasse)\\s[\\p{L}’' -]{2,40}`;
/** A street with a comma before its number, e.g. `Via Roma, 27`. */
const STREET_COMMA_NUMBER = `(?:Via|Viale|Vicolo|Lungo\\p{Ll}+|Piazz(?:a|ale)|Corso|Largo|Strada|Calle|C\\/|Avenida|Avda\\.?|Plaza|Paseo|Camino|Rua|R\\.|Praça|Travessa|Estrada)\\s[\\p{L}’'. -]{2,40},\\s\\d{1,4}(?:\\/\\d{1,3})?[a-z]?`;
const STREET_WITH_NUMBER = `(?:(?:ul|al|pl|os|c|av|r)\\.\\s)?${NAME}(?:\\s(?:${NAME}|d[aeiou]l?|dell[ae]|van|de[nr]?)){0,4}\\s\\d{1,4}(?:/\\d{1,3})?\\s?[a-z]?`;
/** A town name. Excludes a full stop that ends the sentence. */
const TOWN = "(?:(?:Ste?|Bad)\\.?\\s)?\\p{Lu}[\\p{L}'’]*(?:[\\s-]\\p{Lu}[\\p{L}'’]*){0,3}";
const LONG_CODE =
  '\\d{5}(?:-\\d{4})?|[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2}|[A-Z]\\d[A-Z]\\s?\\d[A-Z]\\d|\\d{4}\\s?[A-Z]{2}|\\d{4}-\\d{3}|\\d{2}-\\d{3}|\\d{3}\\s\\d{2}';
const CODE = `${LONG_CODE}|(?!19|20)\\d{4}`;
/** A floor, door or suite number between the street and the town. */
const FLOOR =
  ',\\s\\d{1,2}\\.?\\s?[ºª°](?:\\s\\p{L}{1,5}\\.?)?|,?\\s(?:(?:[Ss]uite|[Ss]te\\.?|[Uu]nit|[Aa]pt\\.?|[Ff]loor|[Rr]oom)\\s#?|#\\s?)\\d{0,4}[A-Z]?\\d{0,3}';
const CODE_FIRST = `(?:${CODE})\\s${TOWN}`;
/** Words before a phone number, which are not a town. */
const NO_TOWN = '(?!(?:[Tt][eé]l(?:e[fph]\\p{L}*|éf\\p{L}*)?|[Ff]ax|[Pp]hone|[Mm]ob\\p{L}*|[Hh]andy)(?!\\p{L}))';
const townFirst = (code: string): string =>
  `(?:${NO_TOWN}[\\p{L}.’' -]{2,40},?\\s){1,2}(?:[A-Z]{2}\\.?,?\\s)?(?:${code})`;
/**
 * A street with its number, and a town with a postal code before or after its name. If the house number follows the
 * street, a four-digit postal code must precede the town. Otherwise, product lists would match, e.g. `Philips 881, Sony
 * 4100`.
 */
const ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${ROMANCE_STREET}|${STREET_COMMA_NUMBER}|${ENGLISH_STREET})(?:${FLOOR})?(?:,\\s|\\s)(?:${CODE_FIRST}|${townFirst(CODE)})|${STREET_WITH_NUMBER}(?:${FLOOR})?(?:,\\s|\\s)(?:${CODE_FIRST}|${townFirst(LONG_CODE)}))(?:\\s\\(\\p{Lu}[\\p{L} ]{1,20}\\))?(?![\\p{L}\\p{N}])`,
  'u',
);
/** A British address without a house number, e.g. `The Boathouse, Weir Lane, Lancaster LA2 6ZZ`. */
const HOUSE_NAME = "\\p{Lu}[\\p{L}'’&-]*(?:\\s(?:\\p{Lu}[\\p{L}'’&-]*|of|the|on|upon|le|by|in)){0,4}";
const NAMED_ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N},])(?:${HOUSE_NAME},\\s){1,4}${TOWN},?\\s[A-Z]{1,2}\\d[A-Z\\d]?\\s\\d[A-Z]{2}(?![\\p{L}\\p{N}])`,
  'u',
);
const EMAIL =
  /(?<![\w.+-])[\w.+-]{1,64}(?:@|\s?[[({]\s?(?:at|@|ät|arobase|chiocciola|arroba)\s?[\])}]\s?)[\w-]{1,63}(?:\.[\w-]{2,63}){1,3}(?![\w@])/;
const PHONE =
  /\+\d[\d\s()./-]{6,22}\d|(?<=(?:call|phone|tel|telephone|mobile|dial|telefon|telefonisch|anruf|téléphone|teléfono|telefono|telefone|telefoon|тел|pod numerem|au numéro|al número|al numero|unter der nummer|pelo número|op nummer)[.:]?\s(?:us\s|uns\s)?(?:at\s|on\s|under\s|unter\s|au\s|al\s|op\s)?)\(?\d[\d\s()./-]{5,20}\d/iu;
const YEAR = '(?:19|20)\\d\\d';
const DAY = `\\d{1,2}(?:st|nd|rd|th|er|\\.)?\\s(?:of\\s|de\\s)?\\p{L}{3,12}\\.?,?\\s(?:de\\s)?${YEAR}|\\p{L}{3,9}\\.?\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s${YEAR}|\\d{1,2}[./]\\s?\\d{1,2}[./]\\s?${YEAR}|${YEAR}-\\d\\d-\\d\\d`;
/** A national phone number, which starts with a zero or with an area code in brackets. */
const NATIONAL = /(?<![\d.,/-])(?:\(\d{2,5}\)|0\d{1,4})[\s/.-]?\d{2,4}(?:[\s.-]?\d{2,4}){1,4}(?!\d|[.,]\d)/u;
const ASKS =
  /contact|appel|(?<!\p{L})llam|chiam|lig(?:ue|ar)|dzwoń|kontakt|renseign|info|frag|vrag|(?<!\p{L})(?:bel|tel|call|ring|cell?)(?!\p{L})|anruf|prenot|réserv|reserv|anmäl|question|help|phone|telef|téléph/iu;
/** Matches a sentence that states when something takes place. */
const EVENT_DAY = new RegExp(
  `(?<!\\p{L})(?:takes? place|will be held|is held|(?:starts|begins) on|findet|beginnt|startet|a lieu|aura lieu|débute|commence|se celebra|tendrá lugar|empieza|comienza|si tiene|si terrà|inizia|começa|vindt|begint|rozpoczyna się|börjar)\\s[^.!?;\\d]{0,40}?(${DAY})`,
  'iu',
);
const AMOUNT = '((?:\\d+(?:[.,]\\d+)?)\\s?(?:UNITS)(?![\\p{L}]))';
const LENGTH = AMOUNT.replace('UNITS', 'mm|cm|m|km|met(?:re|er)s?|mètres?|metros?|metr[oi]|ft|feet|inch(?:es)?|in|yd');
/** A height above sea level, e.g. `2 150 m d’altitude`. */
const ALTITUDE =
  /(?<![\d.,])((?:\d{1,2}[\u00a0\u202f .,']?\d{3}|\d{1,4})\s?(?:m|ft|met(?:re|er)s?|mètres|metros|metri|feet))\s(?:above sea level|a\.\s?s\.\s?l\.?|ü\.\s?(?:M|NN|d\.\s?M)\.?|über (?:dem )?Meer|d[’']altitude|de altitud|sul livello del mare|s\.\s?l\.\s?m\.?|de altitude|n\.\s?p\.\s?m\.)/iu;
/** Measurements in a sentence. */
const MEASURES: Readonly<Record<string, RegExp>> = {
  weight: new RegExp(
    `(?<!\\p{L})(?:weighs?|wiegt|pèse|pesa|weegt|waży|váží|väger|vejer|veier|весит)\\s(?:\\p{L}+\\s){0,2}?${AMOUNT.replace('UNITS', 'kg|g|mg|t|lbs?|oz|pounds?|ounces?|кг|г')}`,
    'iu',
  ),
  height: new RegExp(
    `(?:alto|alta|haute? de|hoog|hög)\\s(?:circa\\s)?${LENGTH}|${LENGTH}\\s(?:high|tall|hoch|de haut|de alto|di altezza|hoog|wysoko|hög|høy)`,
    'iu',
  ),
  width: new RegExp(`${LENGTH}\\s(?:wide|breit|de large|de ancho|di larghezza|breed)`, 'iu'),
  length: new RegExp(`${LENGTH}\\s(?:long|lang|de long|de largo|di lunghezza)`, 'iu'),
  depth: new RegExp(`${LENGTH}\\s(?:deep|tief|de profondeur|de profundidad|di profondità|diep)`, 'iu'),
  altitude: ALTITUDE,
  elevation: ALTITUDE,
  duration:
    /(?<!\p{L})(?:takes?|lasts?|dauer[nt]|dure(?:nt)?|dura[n]?|dur[ao]no|duurt|duren|(?:po)?trwa(?:ją)?|varar|varer|длится|длятся)\s(?:about\s|around\s|etwa\s|rund\s|environ\s|circa\s|około\s|ongeveer\s|unos\s)?((?:\d+(?:[.,]\d+)?|one|two|three|four|five|six)\s?(?:h(?:ours?|rs?)?|min(?:utes?|uten|ut[ay]?)?|days?|weeks?|stunden?|tage?|wochen?|heures?|jours?|horas?|minutos?|días?|or[ae]|minuti|uur|uren|minuten)(?!\p{L})(?:\s(?:and|und|et|y|e|en)\s\d+\s?\p{L}+|\s?\d{1,2}(?:\s?min\p{L}*|(?![\p{L}\d]))(?!\s\p{L}))?)/iu,
};
const ORGANIZER =
  /(?<!\p{L})(?:organi[sz]ed by|hosted by|presented by|veranstaltet von|organisiert von|organisée? par|proposée? par|organizad[oa] por|organizzat[oa] da(?:l|lla|llo|i|gli)?|georganiseerd door|organizowan[aey] przez|arrangeras av)\s(.{3,60}?)(?:[.,;(]|$)/iu;
const READING =
  /(?<![\p{L}\d])(\d{1,3}[\s-]?min(?:ute)?s?\.?\s(?:read|lesezeit|de lecture|de lectura|di lettura|de leitura|leestijd|czytania|läsning))(?!\p{L})/iu;
const CLOCK = '\\d{1,2}(?:[:.h]\\d\\d|\\s?h)?\\s?(?:[ap]\\.?m\\.?|uhr|uur|h)?';
/** A time range. The group captures the end of the range. */
const TIME_RANGE = new RegExp(
  `(?<![\\d.:/])\\d{1,2}(?:[:.h]\\d\\d|\\s?(?:h(?![a-z])|[ap]\\.?m))\\s?(?:[ap]?\\.?m\\.?|uhr|uur|h)?\\s?(?:[-–—]|to|until|bis|à|a|alle|till|tot|às|do)\\s?(${CLOCK})(?![\\d.:/]\\d)`,
  'iu',
);
/** Weight of a value found in a sentence. Values that have a label or an element of their own have a higher weight. */
const weight = 0.45;

/** Returns postal addresses in the text of the page, including its footer. */
export const postalAddresses = ({ view }: Evidence): readonly Sighting[] =>
  inLines({ view }, { maxChars: 400, away: flag.related, weight }, (text, _, at) => {
    const next = view.lines[at + 1]?.text ?? '';
    const raw =
      ADDRESS.exec(text)?.[0] ??
      NAMED_ADDRESS.exec(text)?.[0] ??
      (text.length + next.length > 120 ? undefined : splitAddress(text, next));
    return raw === undefined ? [] : { raw, excerpt: excerptOf(raw) };
  });

/** Returns the first postal address in a text, with its index. */
export const postalAddressIn = (text: string): RegExpExecArray | undefined => ADDRESS.exec(text) ?? undefined;

/** True if the entire text is a postal address. */
export const isPostalAddress = (text: string): boolean =>
  text.length <= 120 && ADDRESS.exec(text)?.[0].length === text.trim().length;

/** Joins a street with the town on the next line. Undefined if the result is not an address. */
function splitAddress(street: string, town: string): string | undefined {
  const whole = `${street.replace(/,$/, '')}, ${town}`;
  const found = ADDRESS.exec(whole);
  return found && found.index === 0 && found[0].length > street.length + 2 ? found[0] : undefined;
}

/** Finds email addresses or phone numbers in sentences. */
export const contactsInText = (evidence: Evidence, kind: 'email' | 'phone'): readonly Sighting[] =>
  kind === 'email'
    ? matches(evidence, EMAIL)
    : [
        ...matches(evidence, PHONE),
        ...nationalNumbers(evidence),
        ...numbersAmongFacts(evidence),
        ...bareNumbers(evidence),
      ];

const AMERICAN = /^(?:\+?1[\s.-])?\(?\d{3}\)?[\s.-]\d{3}[.-]\d{4}$/;

/**
 * Returns the American phone number from a line whose facts are separated by dots or bars, e.g. `PO Box 12 • Salem •
 * 541-555-0110`.
 */
const numbersAmongFacts = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { maxChars: 160, away: flag.related, needs: /\d{4}/, weight: 0.4 }, (text) =>
    text.split(/\s[•·|]\s/).find((part, _, parts) => parts.length > 1 && AMERICAN.test(part)),
  );

/** Returns an American phone number without separators that has its own element next to an email address. */
const bareNumbers = ({ view }: Evidence): readonly Sighting[] =>
  inLines({ view }, { maxChars: 300, away: flag.related, needs: /@/, weight: 0.4 }, (text, { segments }) =>
    EMAIL.test(text.replace(/\d{10}/, ' '))
      ? segments.find((one) => /^\s*[2-9]\d{9}\s*$/.test(one.text))?.text.trim()
      : undefined,
  );

const nationalNumbers = (evidence: Evidence): readonly Sighting[] =>
  matches(evidence, NATIONAL).filter(
    ({ raw, excerpt }) =>
      (ASKS.test(excerpt) || excerpt.includes('@')) &&
      String(raw).replace(/\D/g, '').length >= 9 &&
      parseDay(String(raw)) === undefined,
  );

/** Returns event dates from sentences. The verb serves as the label, e.g. `takes place`. */
export const eventDays = (evidence: Evidence): readonly Sighting[] =>
  matches(evidence, EVENT_DAY).map((one) => ({ ...one, kind: 'label' }));

const BORN = new RegExp(
  `(?<!\\p{L})(?:born(?: on)?|geboren(?: am)?|née?(?: le)?|nacid[oa](?: el)?|nat[oa](?: il)?|nascid[oa](?: em)?|född(?: den)?|født(?: den)?|urodzon[ya]|\\*)\\s?(${DAY})(?:\\s?(?:,|in|à|en|a|em|i|w|te)\\s(\\p{Lu}[\\p{L}'’-]*(?:[\\s-]\\p{Lu}[\\p{L}'’-]*){0,2}))?`,
  'u',
);

const PLACE = "\\p{Lu}[\\p{L}'’-]*(?:[\\s-]\\p{Lu}[\\p{L}'’-]*){0,2}";
/** Matches a place of birth and an optional date after it, e.g. `born in Bergen on 5 May 1961`. */
const BORN_IN = new RegExp(
  `(?<!\\p{L})(?:born|geboren|née?|nació|nacid[oa]|nat[oa]|nasceu|nascid[oa]|född|født|urodził[ay]? się|urodzon[ya])\\s(?:in|à|en|a|em|i|te|w)\\s(${PLACE})(?:,?\\s(?:on|am|le|el|il|em|op|den|a)?\\s?(${DAY}))?`,
  'u',
);

/** Returns the date or place of birth from sentences such as `born 5 May 1961 in Bergen`. */
export const births = (evidence: Evidence, part: 'day' | 'place'): readonly Sighting[] =>
  inLines(evidence, { maxChars: 2000, away: OUTSIDE, weight }, (text) => {
    const start = text.slice(0, 600);
    return BORN.exec(start)?.[part === 'day' ? 1 : 2] ?? BORN_IN.exec(start)?.[part === 'day' ? 2 : 1];
  });

const LICENSE =
  /(?<!\p{L})(?:released|licensed|available|published|lizenziert|veröffentlicht|sous|bajo|con|sotto)\s(?:under|unter|der|la|licence|licencia|licenza)\s(?:the\s|der\s|la\s|licence\s|terms of the\s)?(\p{Lu}[\w.-]*(?:\s(?:\p{Lu}|\d)[\w.-]*){0,3}?)(?:\s(?:licen[cs]e|lizenz))?(?:[.,;]\s?|\s|$)/iu;

/**
 * Matches a license name of several words after a phrase such as `released under`, e.g. `Mozilla Public License 2.0`.
 */
const LONG_LICENSE =
  /(?:[Rr]eleased|[Ll]icensed|[Aa]vailable|[Pp]ublished|[Dd]istributed)\sunder\s(?:the\s)?(?:terms of the\s)?(\p{Lu}[\w.-]*(?:\s(?:\p{Lu}|\d)[\w.-]*){1,6}?\s[Ll]icen[cs]e(?:\s(?:[Vv]ersion\s)?\d(?:\.\d)?)?)(?![\p{L}\d])/u;

/** Returns the licenses mentioned in sentences. */
export function licenses(evidence: Evidence): readonly Sighting[] {
  const long = matches(evidence, LONG_LICENSE);
  return long.length > 0 ? long : matches(evidence, LICENSE);
}

/** Returns lines near the headline that contain a date range. */
export const dayRanges = (evidence: Evidence): readonly Sighting[] =>
  inLines(
    evidence,
    { near: [Number.NEGATIVE_INFINITY, 21], maxChars: 120, away: OUTSIDE, weight: 0.55, kind: 'label' },
    (text) => (daysOfRange(text) ? text : undefined),
  );

/** Returns the organizers mentioned in sentences about an event. */
export const organizers = (evidence: Evidence): readonly Sighting[] =>
  matches(evidence, ORGANIZER).map((one) => ({
    ...one,
    raw: String(one.raw).split(/\s(?:and|und|et|y|e|en|i|och)\s(?=\p{Ll})/u)[0] ?? '',
  }));

/** Returns the reading time of an article. */
export const readingTimes = (evidence: Evidence): readonly Sighting[] => matches(evidence, READING);

/** Returns the end times of time ranges, e.g. `7:30 pm – 9:15 pm`. */
export const endsOfTimes = (evidence: Evidence): readonly Sighting[] => [
  ...calendarFacts(evidence, 'end'),
  ...matches(evidence, TIME_RANGE).map((one) => ({ ...one, raw: clockOf(String(one.raw)) })),
];

/** Converts a time to hours and minutes separated by a colon, e.g. `7` to `7:00` and `7.30` to `7:30`. */
const clockOf = (text: string): string =>
  text.trim().replace(/^(\d{1,2})(?:\.(\d\d))?$/, (_, hour, minute = '00') => `${hour}:${minute}`);

/** Returns the values of a measure, such as `weight` or `duration`, found in sentences. */
export function measuresInText(evidence: Evidence, name: string): readonly Sighting[] {
  const pattern = ownValue(MEASURES, name.toLowerCase());
  return pattern ? matches(evidence, pattern) : [];
}

const rule: LineRule = { maxChars: 600, away: (OUTSIDE & ~flag.footer) | flag.review, weight };

const matches = (evidence: Evidence, pattern: RegExp): readonly Sighting[] =>
  inLines(evidence, rule, pattern).filter(({ node }) => node?.name !== 'pre');

import { LRUCache } from 'lru-cache';
import { perTag } from './per-tag';

/** Month names and abbreviations that are recognized on pages in any language. */
const COMMON: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'enero', 'janvier', 'gennaio', 'janeiro', 'januari', 'stycznia'],
  ['february', 'feb', 'februar', 'febrero', 'février', 'febbraio', 'fevereiro', 'februari', 'lutego'],
  ['march', 'mar', 'märz', 'maerz', 'mär', 'marzo', 'mars', 'março', 'maart', 'marca'],
  ['april', 'apr', 'abril', 'avril', 'aprile', 'kwietnia', 'abr', 'avr'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei', 'maja'],
  ['june', 'jun', 'juni', 'junio', 'juin', 'giugno', 'junho', 'czerwca'],
  ['july', 'jul', 'juli', 'julio', 'juillet', 'luglio', 'julho', 'lipca'],
  ['august', 'aug', 'agosto', 'août', 'augustus', 'sierpnia', 'ago'],
  ['september', 'sep', 'sept', 'septiembre', 'setiembre', 'septembre', 'settembre', 'setembro', 'września', 'set'],
  ['october', 'oct', 'oktober', 'okt', 'octubre', 'octobre', 'ottobre', 'outubro', 'października', 'out'],
  ['november', 'nov', 'noviembre', 'novembre', 'novembro', 'listopada'],
  ['december', 'dec', 'dezember', 'dez', 'diciembre', 'décembre', 'dicembre', 'dezembro', 'grudnia', 'dic'],
];
/** Languages whose full month names are also recognized on pages in other languages. */
const OTHERS = 'ru uk bg cs sk sl hr sr hu ro el tr fi et lv lt da nb sv id vi ca eu he ar fa hi th'.split(' ');
/** Regions and scripts whose month names differ from those of the language itself (CLDR). */
const VARIANTS =
  'ar-DZ ar-IQ ar-MA ar-MR az-Cyrl bn-IN bs-Cyrl de-AT en-AT es-MX es-PE fa-AF fr-CA fr-MA hi-Latn kk-CN pa-PK sd-IN sr-Latn sr-ME sr-XK uz-AF uz-Cyrl'.split(
    ' ',
  );
/**
 * Minimum length, in characters, of month names recognized on pages in other languages. Shorter names are often other
 * words.
 */
const minForeignChars = 4;

type Names = ReadonlyMap<string, number>;

const common: Names = new Map(COMMON.flatMap((names, at) => names.map((name) => [name, at + 1] as const)));

/**
 * Returns the number (1–12) of the month with the given name. Names in the page's language take precedence, then
 * those of its regions. Undefined if the name is unknown.
 */
export function monthOf(word: string, language: string): number | undefined {
  const key = keyOf(word);
  const known = namesIn(language).get(key) ?? monthOfRegion(key, language) ?? common.get(key);
  return known ?? (key.length < minForeignChars ? undefined : foreignNames().get(key));
}

function monthOfRegion(key: string, language: string): number | undefined {
  const prefix = `${language.split('-', 1)[0]}-`.toLowerCase();
  for (const variant of VARIANTS) {
    const month = variant.startsWith(prefix) ? namesIn(variant).get(key) : undefined;
    if (month !== undefined) return month;
  }
  return undefined;
}

/** Returns the number of a month, given its name, the language and the calendar (e.g. `persian`). */
export const monthInCalendar = (word: string, language: string, calendar: string): number | undefined =>
  namesIn(language, calendar).get(keyOf(word));

/** Returns the default calendar of a language, e.g. `gregory`, `buddhist` or `persian`. */
export const calendarOf = perTag((language) => new Intl.DateTimeFormat(language || 'en').resolvedOptions().calendar);

const keyOf = (word: string): string => word.normalize('NFKC').toLowerCase().replaceAll('.', '');

const tables = new LRUCache<string, Names>({ max: 500 });

/** Returns the month names of a language: standalone and inflected, long and short. */
function namesIn(language: string, calendar = 'gregory', styles: readonly ('long' | 'short')[] = bothStyles): Names {
  const id = `${language} ${calendar} ${styles}`;
  const known = tables.get(id);
  if (known) return known;
  const names = new Map<string, number>();
  for (const style of language === '' ? [] : styles) {
    const shared = { month: style, calendar, timeZone: 'UTC' } as const;
    const alone = new Intl.DateTimeFormat(language, shared);
    const inDate = new Intl.DateTimeFormat(language, { ...shared, day: 'numeric', year: 'numeric' });
    for (const [number, day] of daysOfMonths(calendar)) {
      const month = inDate.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '';
      const stem = month.split(' ').at(-1) ?? '';
      // In dates, Hebrew adds a prefix to the month name, and Basque a suffix.
      const written = inDate.format(day).split(/\s+/);
      for (const name of [alone.format(day), stem, ...written.filter((word) => stem !== '' && word.includes(stem))])
        if (/^[\p{L}\p{M}.]{2,}$/u.test(name)) names.set(keyOf(name), number);
    }
  }
  tables.set(id, names);
  return names;
}

const bothStyles = ['long', 'short'] as const;

function daysOfMonths(calendar: string): ReadonlyMap<number, Date> {
  const format = new Intl.DateTimeFormat('en-u-nu-latn', { calendar, month: 'numeric', timeZone: 'UTC' });
  const days = new Map<number, Date>();
  for (let at = 0; at < 366; at += 10) {
    const day = new Date(Date.UTC(2024, 0, 5 + at));
    days.set(Number.parseInt(format.format(day), 10), day);
  }
  return days;
}

let foreign: Names | undefined;

/**
 * Merges the full month names of all languages in `OTHERS`. Omits names that mean different months in different
 * languages.
 */
function foreignNames(): Names {
  if (foreign) return foreign;
  const names = new Map<string, number>();
  const disputed = new Set<string>();
  for (const language of OTHERS)
    for (const [name, month] of namesIn(language, 'gregory', ['long'])) {
      if ((names.get(name) ?? month) !== month) disputed.add(name);
      names.set(name, month);
    }
  for (const name of disputed) names.delete(name);
  foreign = names;
  return names;
}

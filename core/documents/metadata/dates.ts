const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'enero', 'janvier', 'gennaio', 'janeiro', 'januari', 'stycznia'],
  ['february', 'feb', 'februar', 'febrero', 'février', 'febbraio', 'fevereiro', 'februari', 'lutego'],
  ['march', 'mar', 'märz', 'maerz', 'mär', 'marzo', 'mars', 'março', 'maart', 'marca'],
  ['april', 'apr', 'abril', 'avril', 'aprile', 'kwietnia', 'abr', 'avr'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei', 'maja'],
  ['june', 'jun', 'juni', 'junio', 'juin', 'giugno', 'junho', 'czerwca'],
  ['july', 'jul', 'juli', 'julio', 'juillet', 'luglio', 'julho', 'lipca'],
  ['august', 'aug', 'agosto', 'août', 'augustus', 'sierpnia', 'ago'],
  ['september', 'sep', 'sept', 'septiembre', 'septembre', 'settembre', 'setembro', 'września', 'set'],
  ['october', 'oct', 'oktober', 'okt', 'octubre', 'octobre', 'ottobre', 'outubro', 'października', 'out'],
  ['november', 'nov', 'noviembre', 'novembre', 'novembro', 'listopada'],
  ['december', 'dec', 'dezember', 'dez', 'diciembre', 'décembre', 'dicembre', 'dezembro', 'grudnia', 'dic'],
];
const monthNumbers = new Map(MONTHS.flatMap((names, i) => names.map((name) => [name, i + 1] as const)));
const MONTH = [...monthNumbers.keys()].sort((a, b) => b.length - a.length).join('|');
/** Every form of a day has a year in it. */
const YEAR = /(?:19|20)\d\d/;
const ISO = /\b((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}])(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+((?:19|20)\\d\\d)`,
  'iu',
);
const DAY_FIRST = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|º)?\\.?(?:\\s+(?:de|of))?[\\s-]+(${MONTH})\\.?,?(?:\\s+(?:de|del|of))?[\\s-]+((?:19|20)\\d\\d)`,
  'iu',
);
const YEAR_FIRST = new RegExp(`\\b((?:19|20)\\d\\d)\\s+(${MONTH})\\.?\\s+(\\d{1,2})(?!\\d)`, 'iu');
const DOTTED = /\b(\d{1,2})\.\s?(\d{1,2})\.((?:19|20)\d\d)\b/;
const SLASHED = /\b(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)\b/;
const CJK = /((?:19|20)\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})/;

function iso(year: string | undefined, month: number, day: string | undefined): string | undefined {
  const date = Number(day);
  if (year === undefined || month < 1 || month > 12 || date < 1 || date > 31) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** The day a text names, as `YYYY-MM-DD`; texts that leave month or year open name none. */
export function findDay(text: string): string | undefined {
  const head = text.slice(0, 400);
  if (!YEAR.test(head)) return undefined;
  const named = NAMED.exec(head);
  if (named) return iso(named[3], monthNumbers.get(named[1]?.toLowerCase() ?? '') ?? 0, named[2]);
  const dayFirst = DAY_FIRST.exec(head);
  if (dayFirst) return iso(dayFirst[3], monthNumbers.get(dayFirst[2]?.toLowerCase() ?? '') ?? 0, dayFirst[1]);
  const yearFirst = YEAR_FIRST.exec(head);
  if (yearFirst) return iso(yearFirst[1], monthNumbers.get(yearFirst[2]?.toLowerCase() ?? '') ?? 0, yearFirst[3]);
  const plain = ISO.exec(head) ?? CJK.exec(head);
  if (plain) return iso(plain[1], Number(plain[2]), plain[3]);
  const dotted = DOTTED.exec(head);
  if (dotted) return iso(dotted[3], Number(dotted[2]), dotted[1]);
  const slashed = SLASHED.exec(head);
  if (!slashed) return undefined;
  // 3/4/2024 may be March or April; only a number above 12 tells.
  return Number(slashed[1]) > 12
    ? iso(slashed[3], Number(slashed[2]), slashed[1])
    : iso(slashed[3], Number(slashed[1]), slashed[2]);
}

/** A machine-given date, kept as written when it starts as ISO, else turned into a day. */
export function normalDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const text = value.trim();
  if (/^(19|20)\d\d-\d\d-\d\d/.test(text)) return text.slice(0, 40);
  if (/^1\d{9}(\d{3})?$/.test(text)) return new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString();
  return findDay(text);
}

/** The day in an address such as `/2024/05/12/`. */
export function dayInUrl(url: string): string | undefined {
  const match = /\/((?:19|20)\d\d)[/-](\d{2})[/-](\d{2})(?!\d)/.exec(url);
  return match === null ? undefined : iso(match[1], Number(match[2]), match[3]);
}

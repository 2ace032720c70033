import { engineName, locale, numberFormat, t, tCount } from '../texts/i18n';

const acronyms = new Set(['html', 'url', 'pdf', 'json', 'tls', 'id', 'css', 'api', 'utc', 'pii']);
const acronymPlurals = new Set(['pdfs', 'urls', 'tlds']);
const names: Readonly<Record<string, string>> = {
  skipTlsVerification: 'Skip TLS verification',
  rawHtml: 'Raw HTML',
  executeJavascript: 'Run script',
  scrapeOptions: 'Every page',
  strictConstrainToURLs: 'Only the given pages',
  ocrLanguages: 'OCR languages',
  ocrFolder: 'OCR language folder',
  ocrDownload: 'Download OCR languages',
  maxCredits: 'Limit on pages and searches',
  monthlyCredits: 'Monthly page limit',
  secret: 'Password',
  secrets: 'Passwords',
};

/** Converts a name to English words, e.g. `onlyMainContent` → `Only main content`. */
export function humanName(name: string): string {
  if (names[name]) return names[name];
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_-]+/);
  const text = words
    .map((word) => word.toLowerCase())
    .map((word) => (acronymPlurals.has(word) ? `${word.slice(0, -1).toUpperCase()}s` : word))
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the label for an API name in the display language. */
export const shownName = (name: string): string => engineName(name, humanName(name));

/** Formats a number in the reader's locale. */
export const numberText = (amount: number): string => numberFormat().format(amount);

/** Decimal separators by locale. */
const decimals = new Map<string | undefined, string>();
function decimalOf(place: string | undefined): string {
  const known = decimals.get(place);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(place).formatToParts(1.5);
  const found = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  decimals.set(place, found);
  return found;
}

/** Replaces the decimal point of a number in text with the reader's decimal separator, e.g. `−12.5%` → `−12,5%`. */
export const withDecimal = (text: string): string =>
  text.replace(/^([+−-]?\d+)\.(\d+%?)$/, (_, whole: string, rest: string) => whole + decimalOf(locale()) + rest);

/** Formats a number with all its digits, the reader's decimal separator and no thousands separators, e.g. `3,2`. */
export const plainNumber = (amount: number): string => withDecimal(String(amount));

/** Formats a change as a signed percentage with at most one decimal place, e.g. `−12.5%`. */
export const percentText = (change: number): string =>
  numberFormat({ style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 }).format(change);

/** Formats a date such as `2026-04-03`, with the month spelled out. */
export const longDay = (day: string): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'long', timeZone: 'UTC' });

/** Returns a text with a capital first letter. */
export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);

/** Prevents line breaks in a short text, e.g. `7:00 AM`. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

/** Formats a time of day for the reader's locale, e.g. `07:00` or `7:00 AM`. */
export const timeOfDay = (at: Date, timeZone?: string): string =>
  unbroken(at.toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit', timeZone }));

/** Formats a date and a time without line breaks, e.g. `Nov 29, 5:00 PM`. */
export function momentText(iso: string, { timeZone, weekday }: MomentOptions = {}): string {
  const at = new Date(iso);
  const date = at.toLocaleDateString(locale(), { weekday, day: 'numeric', month: 'short', timeZone });
  return unbroken(t('units.moment', { date, time: timeOfDay(at, timeZone) }));
}

interface MomentOptions {
  readonly timeZone?: string;
  /** Adds the weekday. */
  readonly weekday?: 'short';
}

/** Formats a number with a fixed number of decimal places and no thousands separators. */
export const fractionText = (amount: number, digits: number): string =>
  numberFormat({
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(amount);

const units = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Formats a duration given in milliseconds, e.g. `172800000` → `2 days`, `340` → `340 ms`. */
export function durationText(milliseconds: number): string {
  for (const [unit, size] of units) {
    if (milliseconds < size) continue;
    const amount = Number((milliseconds / size).toFixed(milliseconds % size === 0 ? 0 : 1));
    return unit === 'days' || unit === 'hours' ? tCount(`units.${unit}`, amount) : `${numberText(amount)}\u00a0${unit}`;
  }
  return `${Math.round(milliseconds)}\u00a0ms`;
}

/** Formats the approximate time that has passed since an ISO timestamp. */
export function agoText(iso: string, now: number = Date.now()): string {
  const elapsed = now - Date.parse(iso);
  if (Number.isNaN(elapsed)) return '';
  if (elapsed < 45_000) return t('units.justNow');
  if (elapsed < 3_600_000) return t('units.minutesAgo', { n: Math.max(1, Math.round(elapsed / 60_000)) });
  if (elapsed < 86_400_000) return t('units.hoursAgo', { n: Math.round(elapsed / 3_600_000) });
  return unbroken(new Date(iso).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' }));
}

/** Formats an ISO timestamp for the reader's locale. */
export function timeText(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : unbroken(time.toLocaleString(locale()));
}

/** Formats a size given in bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0B`;
  if (bytes < 1_000_000) return `${fractionText(bytes / 1000, 1)}\u00a0kB`;
  return bytes < 1e9 ? `${fractionText(bytes / 1e6, 1)}\u00a0MB` : `${fractionText(bytes / 1e9, 1)}\u00a0GB`;
}

/** Formats the size of a text in UTF-8. */
export const textSize = (text: string): string => sizeText(new TextEncoder().encode(text).length);

/** Formats the default value of a field. A number looks as in its field, which does not group digits. */
export function defaultText(value: unknown, duration: boolean): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? t('units.on') : t('units.off');
  if (typeof value === 'number')
    return duration && value >= 1000 ? `${plainNumber(value)} (${durationText(value)})` : plainNumber(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
    return value.join(', ');
  return undefined;
}

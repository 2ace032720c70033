import { wordSet } from '../../common/values/words';

/** Matches an entire URL, because every part of it may be secret. */
const address = /\b(https?|socks[45]?|wss?):\/\/[^\s"'<>`]+/gi;

/** Reduces every URL to its scheme and host, because paths and queries may contain tokens or page content. */
export const redactUrls = (text: string): string =>
  text.replaceAll(address, (found) => {
    const url = URL.parse(found);
    return url ? `${url.protocol}//${url.host}/…` : '…';
  });

/**
 * Fields whose strings are retained, because they contain predefined values or names rather than text from the user.
 */
const plain = wordSet('plugin tier country events model search file sha256 type setting entry');

/**
 * Redacts settings. Retains numbers, booleans and predefined values. Reduces URLs to their host, and replaces all
 * remaining strings with their length.
 */
export function redactTexts(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return plain.has(field) ? value : described(value);
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactTexts(one, name)]));
}

function described(text: string): string {
  if (text === '') return text;
  return URL.canParse(text) ? redactUrls(text) : `(${text.length} letters)`;
}

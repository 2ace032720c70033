import { wordSet } from '../../common/values/words';

/** An address of the web with everything that may be a secret in it. */
const address = /\b(https?|socks[45]?|wss?):\/\/[^\s"'<>`]+/gi;

/** The text with every address cut down to scheme and host: paths and queries may carry tokens and words of a page. */
export const onlyHosts = (text: string): string =>
  text.replaceAll(address, (found) => {
    const url = URL.parse(found);
    return url ? `${url.protocol}//${url.host}/…` : '…';
  });

/** Fields whose texts are choices or names, not something a user wrote. */
const plain = wordSet('plugin tier country events model search file sha256 type setting entry');

/** Settings for others to read: numbers, switches and choices stay, addresses keep their host, other texts say their length. */
export function withoutTexts(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return plain.has(field) ? value : described(value);
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutTexts(one, name)]));
}

function described(text: string): string {
  if (text === '') return text;
  return URL.canParse(text) ? onlyHosts(text) : `(${text.length} letters)`;
}

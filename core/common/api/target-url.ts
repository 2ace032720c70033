import { z } from 'zod';

const dotted = /\.(?:[a-z0-9]{2,}|xn--[a-z0-9-]+)\.?$/i;

/**
 * Returns the error message for a URL that cannot be fetched. Undefined when the URL is valid. `schemeTyped` is true
 * when the caller typed the scheme.
 */
function urlProblem(text: string, schemeTyped: boolean): string | undefined {
  if (/^[a-z]+:\/\/[a-z]+:\/\//i.test(text)) return 'Invalid URL: it has two protocols.';
  if (!URL.canParse(text)) return 'Invalid URL.';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `Invalid URL: unsupported protocol "${url.protocol}"; use http or https.`;
  }
  const host = url.hostname;
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
  if (!schemeTyped && !isAddress && host !== 'localhost' && !dotted.test(host)) {
    return 'Invalid URL: the host must have a valid top-level domain.';
  }
  return undefined;
}

const hasScheme = (typed: string): boolean => /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(typed);

/** Returns the URL to fetch. Prepends `http://` if the caller typed no scheme. */
export const withScheme = (typed: string): string => (hasScheme(typed) ? typed : `http://${typed}`);

/** Matches hosts on a local network, which rarely have a certificate. */
const localHost = /^(?:localhost|[^.]+|.+\.(?:localhost|local|lan|internal|test|home\.arpa)|[\d.]+|\[.*\])$/i;
const securePorts = new Set(['', '443', '8443']);

/**
 * Adds a missing scheme to a URL typed by a person. Local hosts, IP addresses, and ports other than 443 and 8443 get
 * `http://`. All other URLs get `https://`.
 */
export function withWebScheme(typed: string): string {
  const text = typed.trim();
  if (text === '' || hasScheme(text)) return text;
  const bare = text.replace(/^\/\//, '');
  const url = URL.parse(`https://${bare}`);
  const isSecure = !url || (!localHost.test(url.hostname) && securePorts.has(url.port));
  return `${isSecure ? 'https' : 'http'}://${bare}`;
}

/** Returns the complete URL for text typed by a person. Undefined when the text is not a URL. */
export function webAddress(typed: string): string | undefined {
  const url = withWebScheme(typed);
  const isTyped = hasScheme(typed.trim());
  if (/\s/.test(url) || !URL.canParse(url)) return undefined;
  // Accepts a host without a top-level domain if it is followed by a port, as in `server:8080`.
  const isWord = !isTyped && new URL(url).port !== '';
  return urlProblem(url, isTyped || isWord) === undefined ? url : undefined;
}

/** A page URL exactly as the caller typed it. */
export const typedUrl = z
  .string()
  .trim()
  .min(1)
  .max(8192)
  .superRefine((typed, context) => {
    const problem = urlProblem(withScheme(typed), hasScheme(typed));
    if (problem) context.addIssue({ code: 'custom', message: problem, input: typed });
  })
  .meta({ description: 'URL of the page; `http://` is assumed when no scheme is given.', format: 'uri' });

/** A page URL. The scheme is added if missing. */
export const targetUrl = typedUrl.transform(withScheme).meta({
  description: 'URL of the page; `http://` is assumed when no scheme is given.',
  format: 'uri',
});

import { z } from 'zod';

const dotted = /\.(?:[a-z0-9]{2,}|xn--[a-z0-9-]+)\.?$/i;

/** Why a text is no address we can fetch; undefined when it is one. `schemeTyped` tells whether the caller typed the scheme. */
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

/** The address to fetch for what a caller typed: `http://` is put in front when there is no scheme. */
export const withScheme = (typed: string): string => (hasScheme(typed) ? typed : `http://${typed}`);

/** Hosts of a local network, which rarely have a certificate. */
const localHost = /^(?:localhost|[^.]+|.+\.(?:localhost|local|lan|internal|test|home\.arpa)|[\d.]+|\[.*\])$/i;
const securePorts = new Set(['', '443', '8443']);

/**
 * The URL a person means: `https://` is assumed, and `http://` for IP addresses, hosts of the local network and ports other
 * than those of https.
 */
export function withWebScheme(typed: string): string {
  const text = typed.trim();
  if (text === '' || hasScheme(text)) return text;
  const bare = text.replace(/^\/\//, '');
  const url = URL.parse(`https://${bare}`);
  const isSecure = !url || (!localHost.test(url.hostname) && securePorts.has(url.port));
  return `${isSecure ? 'https' : 'http'}://${bare}`;
}

/** The URL a person means; undefined for text that is not a web address. */
export function webAddress(typed: string): string | undefined {
  const url = withWebScheme(typed);
  const isTyped = hasScheme(typed.trim());
  if (/\s/.test(url) || !URL.canParse(url)) return undefined;
  // A single word with a port is a host of the local network.
  const isWord = !isTyped && new URL(url).port !== '';
  return urlProblem(url, isTyped || isWord) === undefined ? url : undefined;
}

/** A page address as callers type it, kept so. */
export const typedUrl = z
  .string()
  .trim()
  .min(1)
  .max(8192)
  .superRefine((typed, context) => {
    const problem = urlProblem(withScheme(typed), hasScheme(typed));
    if (problem) context.addIssue({ code: 'custom', message: problem, input: typed });
  })
  .meta({ description: 'Address of the page; `http://` is assumed when no scheme is given.', format: 'uri' });

/** A page address with its scheme, put in front where the caller typed none. */
export const targetUrl = typedUrl.transform(withScheme).meta({
  description: 'Address of the page; `http://` is assumed when no scheme is given.',
  format: 'uri',
});

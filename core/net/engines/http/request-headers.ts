import { AppError } from '../../../common/errors';
import type { FetchPlan } from '../../../common/model';
import { percentDecoded } from '../../../common/values/percent-decoded';
import type { CookieJar } from './cookie-jar';

/** Headers that callers cannot set, because these headers control the connection. */
const ours = new Set(
  'host connection content-length transfer-encoding keep-alive upgrade te trailer expect proxy-authorization proxy-connection'.split(
    ' ',
  ),
);

/** Headers with secrets, which are sent only to the requested origin. */
const secrets = new Set(['authorization', 'cookie']);

/** Returns the headers for a request. `sameOrigin` is false once a redirect has led to another origin. */
export function requestHeaders(
  plan: FetchPlan,
  url: URL,
  sameOrigin: boolean,
  jar: CookieJar,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': acceptLanguage(plan.location?.languages),
    'accept-encoding': 'gzip, deflate, br, zstd',
    'user-agent': plan.userAgent,
    'upgrade-insecure-requests': '1',
  };
  for (const [key, value] of Object.entries(callerHeaders(plan.headers)))
    if (sameOrigin || !secrets.has(key)) headers[key] = value;
  if (url.username !== '' && headers.authorization === undefined) headers.authorization = basic(url);
  const cookies = jar.header(url, headers.cookie);
  if (cookies !== undefined) headers.cookie = cookies;
  return headers;
}

/**
 * Returns the caller's headers with lower-case names. Omits headers that a caller cannot set. Throws BAD_REQUEST for an
 * invalid header.
 */
export function callerHeaders(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    checkHeader(name, value);
    if (!ours.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/**
 * Returns an `Accept-Language` header such as `de-DE, de;q=0.9` for languages in order of preference. The default is
 * English.
 */
export function acceptLanguage(languages: readonly string[] | undefined): string {
  const wanted = languages && languages.length > 0 ? languages : ['en-US'];
  const widened = wanted.flatMap((language) => [language, language.split('-')[0] ?? language]);
  const unique = [...new Set(widened)].slice(0, 9);
  return unique
    .map((language, index) => (index === 0 ? language : `${language};q=${(1 - index / 10).toFixed(1)}`))
    .join(',');
}

function checkHeader(name: string, value: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\u0000-\u0008\u000a-\u001f\u007f\u0100-\uffff]/.test(value)) return;
  throw new AppError('BAD_REQUEST', `The header \`${name}\` contains characters that HTTP does not allow.`);
}

function basic(url: URL): string {
  const pair = `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

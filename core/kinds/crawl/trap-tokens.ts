/** Query parameters for sessions, campaigns and return URLs, which do not change the page. */
const noiseNames = new Set(
  (
    'sid sess sessid session sessionid session_id phpsessid jsessionid aspsessionid cfid cftoken zenid oscsid sessiontoken ' +
    'fbclid gclid msclkid yclid igshid mc_cid mc_eid _ga _gl ' +
    'next return returnurl return_url returnto return_to redirect redirect_to redirecturl redirect_url continue referer referrer backurl'
  ).split(' '),
);

/** Parameter names whose long random values probably identify a page. */
const idNames = /^(?:p|q|v|f|doc|file|item|article|post|page|hash|uuid|guid|[a-z_]*id)$/i;

/** True for a query parameter that does not change the page. */
export const isNoiseName = (name: string): boolean => {
  const lower = name.toLowerCase();
  return noiseNames.has(lower) || lower.startsWith('utm_') || lower.startsWith('aspsessionid');
};

/** True for a parameter whose value may be the ID of a page. */
export const isIdName = (name: string): boolean => idNames.test(name);

/** True for a random-looking string: a UUID, a long hex string, or a long mix of letters and digits. */
export function isToken(text: string): boolean {
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)) return true;
  if (text.length < 16 || !/^[\w~-]+$/.test(text)) return false;
  if (/^[\da-f]+$/i.test(text)) return /\d/.test(text);
  const digits = text.replace(/\D/g, '').length;
  return text.length >= 20 && digits >= 3 && !/[a-z]{7}/i.test(text);
}

const sessionWords = /^(?:s|sid|sess|session|sessions?id)$/i;

/**
 * Returns a path without its probable session ID, or undefined if no ID was found. `certain` is true when the path
 * labels the removed part as a session ID.
 */
export function withoutSession(pathname: string): { readonly path: string; readonly certain: boolean } | undefined {
  const plain = pathname.replace(/;[a-z]*sess(?:ion)?id=[^/;]*/gi, '').replace(/\/\([a-z]\([^)/]*\)\)/gi, '');
  if (plain !== pathname) return { path: plain, certain: true };
  const segments = pathname.split('/');
  for (let index = 1; index < segments.length - 1; index++) {
    if (!isToken(segments[index] ?? '') || segments[index + 1] === '') continue;
    const certain = sessionWords.test(segments[index - 1] ?? '');
    if (!certain && index > 1) continue;
    return { path: segments.with(index, '*').join('/'), certain };
  }
  return undefined;
}

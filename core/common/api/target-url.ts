import { z } from 'zod';

const dotted = /\.(?:[a-z0-9]{2,}|xn--[a-z0-9-]+)\.?$/i;

/** Why a text is no address we can fetch; undefined when it is one. `hasScheme` tells whether the caller typed one. */
function urlProblem(text: string, hasScheme: boolean): string | undefined {
  if (/^[a-z]+:\/\/[a-z]+:\/\//i.test(text)) return 'Invalid URL: it has two protocols.';
  if (!URL.canParse(text)) return 'Invalid URL.';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `Invalid URL: unsupported protocol "${url.protocol}"; use http or https.`;
  }
  const host = url.hostname;
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
  if (!hasScheme && !isAddress && host !== 'localhost' && !dotted.test(host)) {
    return 'Invalid URL: the host must have a valid top-level domain.';
  }
  return undefined;
}

/** A page address as callers type it: `http://` is put in front when there is no scheme. */
export const targetUrl = z
  .string()
  .trim()
  .min(1)
  .max(8192)
  .transform((typed, context) => {
    const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:\/|$))/i.test(typed);
    const text = hasScheme ? typed : `http://${typed}`;
    const problem = urlProblem(text, hasScheme);
    if (!problem) return text;
    context.addIssue({ code: 'custom', message: problem, input: typed });
    return z.NEVER;
  })
  .meta({ description: 'Address of the page; `http://` is assumed when no scheme is given.', format: 'uri' });

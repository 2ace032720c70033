import { AppError } from '../../../common/errors';

/** Maximum number of redirects per scrape. */
export const maxRedirects = 20;

/** Returns the target of a redirect. Undefined when the response is not a redirect. */
export function redirectTarget(status: number, location: string | undefined, base: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined || location === '') return undefined;
  // Headers are decoded as Latin-1, but non-ASCII bytes in a path are usually UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const reference = text.includes('\ufffd') ? location : text;
  if (!URL.canParse(reference, base.href)) {
    throw siteError(`\`${base.host}\` redirects to an invalid URL: ${reference.slice(0, 200)}`);
  }
  const target = new URL(reference, base);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw siteError(`\`${base.host}\` redirects to a \`${target.protocol}\` URL, which is never followed`);
  }
  if (target.hash === '') target.hash = base.hash;
  return target;
}

/** Redirect chain of a scrape: counts redirects and detects loops. */
export class RedirectChain {
  private readonly seen = new Set<string>();
  private hops = 0;

  /**
   * Records a request. Throws if the same URL was already requested with the same cookies, because this indicates a
   * loop.
   */
  visit(url: URL, cookies: string | undefined): void {
    const key = `${url.href} ${cookies ?? ''}`;
    if (this.seen.has(key)) throw tooMany(`\`${url.host}\` redirects in a loop, back to ${url.pathname}.`);
    this.seen.add(key);
  }

  /** True when the URL was already requested, regardless of cookies. */
  knows(url: URL): boolean {
    return [...this.seen].some((key) => key.startsWith(`${url.href} `));
  }

  hop(from: URL): void {
    this.hops += 1;
    if (this.hops > maxRedirects) throw tooMany(`\`${from.host}\` redirects more than ${maxRedirects} times.`);
  }
}

function tooMany(message: string): AppError {
  return new AppError('SCRAPE_TOO_MANY_REDIRECTS', message);
}

function siteError(message: string): AppError {
  return new AppError('SCRAPE_SITE_ERROR', `${message}.`);
}

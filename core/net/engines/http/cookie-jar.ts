import { Cookie, CookieJar as ToughJar } from 'tough-cookie';
import { cookieUrl, type StoredCookie } from '../../../common/page-session';

/** Maximum number of cookies sent with a request. */
const maxCookies = 100;

/**
 * Cookies of a single scrape (RFC 6265). Needed because some redirects set cookies that the next request must send.
 * Discarded after the scrape.
 */
export class CookieJar {
  /** Created when the first cookie is stored, because most pages set none. */
  #jar: ToughJar | undefined;

  /** Creates a jar that contains the cookies from a session. */
  constructor(cookies: readonly StoredCookie[] = []) {
    for (const cookie of cookies) this.#put(toTough(cookie), cookieUrl(cookie));
  }

  /** Stores the cookies set by a response from `url`. Skips invalid cookies and those that the site must not set. */
  store(url: URL, setCookie: string | readonly string[] | undefined): void {
    for (const line of setCookie === undefined ? [] : [setCookie].flat()) this.#put(line, url.href);
  }

  /**
   * Returns the `Cookie` header for a request to `url`. The site's cookies take precedence over the caller's cookies
   * (`given`).
   */
  header(url: URL, given = ''): string | undefined {
    const fitting = this.#jar?.getCookiesSync(url.href).slice(0, maxCookies) ?? [];
    const names = new Set(fitting.map(({ key }) => key));
    const kept = given.split(/;\s*/).filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0] ?? ''));
    return [...kept, ...fitting.map((cookie) => cookie.cookieString())].join('; ') || undefined;
  }

  /** Returns all cookies, e.g. to create another jar. */
  kept(): readonly StoredCookie[] {
    const { cookies = [] } = this.#jar?.serializeSync() ?? {};
    return cookies.flatMap((plain) => toKept(Cookie.fromJSON(plain)) ?? []);
  }

  #put(cookie: string | Cookie, url: string): void {
    this.#jar ??= new ToughJar();
    this.#jar.setCookieSync(cookie, url, { ignoreError: true });
  }
}

function toTough({ name, value, domain, hostOnly, expiresAt, sameSite, ...same }: StoredCookie): Cookie {
  const expires = expiresAt === undefined ? 'Infinity' : new Date(expiresAt);
  const ofSites = sameSite ? { sameSite: sameSite.toLowerCase() } : {};
  return new Cookie({ ...same, ...ofSites, key: name, value, expires, domain: hostOnly ? null : domain });
}

const sameSites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

/** Converts a cookie for storage. Undefined if the cookie has no domain or has expired. */
function toKept(cookie: Cookie | undefined): StoredCookie | undefined {
  if (!cookie?.domain) return undefined;
  const { key: name, value, domain, hostOnly, path, secure, httpOnly } = cookie;
  const expiresAt = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
  const sameSite = sameSites[cookie.sameSite as keyof typeof sameSites];
  return {
    ...{ name, value, domain, hostOnly: hostOnly ?? false, path: path ?? '/', secure, httpOnly },
    ...(sameSite ? { sameSite } : {}),
    ...(Number.isFinite(expiresAt) ? { expiresAt } : {}),
  };
}

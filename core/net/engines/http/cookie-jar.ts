import { Cookie, CookieJar as ToughJar } from 'tough-cookie';
import { addressOf, type KeptCookie } from '../../../common/page-session';

/** Most cookies sent with a request. */
const mostCookies = 100;

/** The cookies of one scrape (RFC 6265), so that redirects which set cookies work; gone with the scrape. */
export class CookieJar {
  /** Made with the first cookie: most pages set none. */
  #jar: ToughJar | undefined;

  /** Begins with the cookies of a session. */
  constructor(cookies: readonly KeptCookie[] = []) {
    for (const cookie of cookies) this.#put(toTough(cookie), addressOf(cookie));
  }

  /** Keeps the cookies of an answer from `url`; lines that are no cookies, or not the site's to set, are passed over. */
  store(url: URL, setCookie: string | readonly string[] | undefined): void {
    for (const line of setCookie === undefined ? [] : [setCookie].flat()) this.#put(line, url.href);
  }

  /** The `Cookie` header for a request to `url`; what the site has set wins over what the caller had `given`. */
  header(url: URL, given = ''): string | undefined {
    const fitting = this.#jar?.getCookiesSync(url.href).slice(0, mostCookies) ?? [];
    const names = new Set(fitting.map(({ key }) => key));
    const kept = given.split(/;\s*/).filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0] ?? ''));
    return [...kept, ...fitting.map((cookie) => cookie.cookieString())].join('; ') || undefined;
  }

  /** All its cookies, to begin another jar with. */
  kept(): readonly KeptCookie[] {
    const { cookies = [] } = this.#jar?.serializeSync() ?? {};
    return cookies.flatMap((plain) => toKept(Cookie.fromJSON(plain)) ?? []);
  }

  #put(cookie: string | Cookie, url: string): void {
    this.#jar ??= new ToughJar();
    this.#jar.setCookieSync(cookie, url, { ignoreError: true });
  }
}

function toTough({ name, value, domain, hostOnly, expiresAt, sameSite, ...same }: KeptCookie): Cookie {
  const expires = expiresAt === undefined ? 'Infinity' : new Date(expiresAt);
  const ofSites = sameSite ? { sameSite: sameSite.toLowerCase() } : {};
  return new Cookie({ ...same, ...ofSites, key: name, value, expires, domain: hostOnly ? null : domain });
}

const sameSites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

/** Undefined for a cookie without a domain, and for one whose time is over. */
function toKept(cookie: Cookie | undefined): KeptCookie | undefined {
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

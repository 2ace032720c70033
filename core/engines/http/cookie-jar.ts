import { CookieJar as ToughJar } from 'tough-cookie';

/** Most cookies sent with a request. */
const mostCookies = 100;

/** The cookies of one scrape (RFC 6265), so that redirects which set cookies work; gone with the scrape. */
export class CookieJar {
  /** Made with the first cookie: most pages set none. */
  #jar: ToughJar | undefined;

  /** Keeps the cookies of an answer from `url`; lines that are no cookies, or not the site's to set, are passed over. */
  store(url: URL, setCookie: string | readonly string[] | undefined): void {
    for (const line of setCookie === undefined ? [] : [setCookie].flat()) {
      this.#jar ??= new ToughJar();
      this.#jar.setCookieSync(line, url.href, { ignoreError: true });
    }
  }

  /** The `Cookie` header for a request to `url`; what the site has set wins over what the caller had `given`. */
  header(url: URL, given = ''): string | undefined {
    const fitting = this.#jar?.getCookiesSync(url.href).slice(0, mostCookies) ?? [];
    const names = new Set(fitting.map(({ key }) => key));
    const kept = given.split(/;\s*/).filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0] ?? ''));
    return [...kept, ...fitting.map((cookie) => cookie.cookieString())].join('; ') || undefined;
  }
}

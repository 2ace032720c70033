import { getPublicSuffix } from 'tldts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
}

/** The cookies of one scrape: enough of RFC 6265 that redirects which set cookies work; gone with the scrape. */
export class CookieJar {
  private readonly cookies = new Map<string, Cookie>();

  /** Keeps the cookies of an answer from `url`. */
  store(url: URL, setCookie: string | readonly string[] | undefined): void {
    for (const line of setCookie === undefined ? [] : [setCookie].flat()) {
      const parsed = parse(line, url);
      if (!parsed) continue;
      const key = `${parsed.cookie.domain} ${parsed.cookie.path} ${parsed.cookie.name}`;
      if (parsed.expired) this.cookies.delete(key);
      else if (this.cookies.has(key) || this.cookies.size < 100) this.cookies.set(key, parsed.cookie);
    }
  }

  /** The `Cookie` header for a request to `url`; what the site has set wins over what the caller had `given`. */
  header(url: URL, given = ''): string | undefined {
    const fitting = [...this.cookies.values()].filter(
      (cookie) =>
        (cookie.hostOnly ? url.hostname === cookie.domain : underDomain(url.hostname, cookie.domain)) &&
        underPath(url.pathname, cookie.path) &&
        (!cookie.secure || url.protocol === 'https:'),
    );
    const set = fitting.map(({ name, value }) => `${name}=${value}`);
    const names = new Set(fitting.map(({ name }) => name));
    const kept = given.split(/;\s*/).filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0] ?? ''));
    return [...kept, ...set].join('; ') || undefined;
  }
}

function parse(line: string, url: URL): { readonly cookie: Cookie; readonly expired: boolean } | undefined {
  const [pair = '', ...attributes] = line.split(';');
  const equals = pair.indexOf('=');
  if (equals < 1) return undefined;
  const fields = new Map(attributes.map((attribute) => splitAttribute(attribute)));
  const domain = fields.get('domain')?.toLowerCase().replace(/^\./, '') ?? '';
  // A site may widen a cookie to its parent domain, never to a whole registry such as `co.uk`.
  if (domain !== '' && (!underDomain(url.hostname, domain) || isRegistry(domain, url.hostname))) return undefined;
  const path = fields.get('path') ?? '';
  const cookie = {
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    domain: domain === '' ? url.hostname : domain,
    hostOnly: domain === '',
    path: path.startsWith('/') ? path : url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/',
    secure: fields.has('secure'),
  };
  return { cookie, expired: hasExpired(fields) };
}

function splitAttribute(attribute: string): readonly [string, string] {
  const [name = '', ...value] = attribute.split('=');
  return [name.trim().toLowerCase(), value.join('=').trim()];
}

function hasExpired(fields: ReadonlyMap<string, string>): boolean {
  const maxAge = fields.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const expires = Date.parse(fields.get('expires') ?? '');
  return !Number.isNaN(expires) && expires <= Date.now();
}

function underDomain(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !/^[\d.]+$/.test(host));
}

function isRegistry(domain: string, host: string): boolean {
  return domain !== host && getPublicSuffix(domain) === domain;
}

function underPath(path: string, base: string): boolean {
  return path === base || path.startsWith(base.endsWith('/') ? base : `${base}/`);
}

/** A cookie as it is kept between pages (RFC 6265). */
export interface KeptCookie {
  readonly name: string;
  readonly value: string;
  /** Host or domain in lower case, without a leading dot and without brackets. */
  readonly domain: string;
  /** True when it goes to that very host only. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /** End of its life, in milliseconds since 1970; absent for one that ends with the browser. */
  readonly expiresAt?: number;
}

/** An address a cookie may be set from. */
export function addressOf({ domain, path, secure }: KeptCookie): string {
  return `${secure ? 'https' : 'http'}://${domain.includes(':') ? `[${domain}]` : domain}${path}`;
}

/** One entry of a local storage. */
export interface KeptItem {
  readonly origin: string;
  readonly key: string;
  readonly value: string;
}

/** What a site knows a visitor by. */
export interface SessionState {
  readonly cookies: readonly KeptCookie[];
  readonly items: readonly KeptItem[];
}

/** What a page began with, and what it has left. */
export interface SessionChange {
  readonly before: SessionState;
  readonly after: SessionState;
  /** Address of the page in the end. */
  readonly url: string;
}

/** A session, and the sites it belongs to: registrable domains, or hosts that have none. */
export interface KeptSession {
  readonly sites: readonly string[];
  readonly state: SessionState;
}

/** A session that pages share: each begins with its cookies and local storage, and gives back what it has changed. */
export interface PageSession {
  /** What a page begins with; cookies whose time is over are left out. */
  load(): Promise<SessionState>;
  /** Takes what a page has changed; what belongs to other sites is left out. */
  keep(change: SessionChange): Promise<void>;
}

/** A session in which nothing is known yet. */
export const emptySession: SessionState = { cookies: [], items: [] };

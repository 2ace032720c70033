/** A cookie as stored between pages (RFC 6265). */
export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  /** Host or domain in lower case, without a leading dot or brackets. */
  readonly domain: string;
  /** True when the cookie is sent only to this exact host. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /** Expiry time in milliseconds since 1970. Absent for a session cookie. */
  readonly expiresAt?: number;
}

/** Returns a URL that is allowed to set the cookie. */
export function cookieUrl({ domain, path, secure }: StoredCookie): string {
  return `${secure ? 'https' : 'http'}://${domain.includes(':') ? `[${domain}]` : domain}${path}`;
}

/** An entry of local storage. */
export interface StoredItem {
  readonly origin: string;
  readonly key: string;
  readonly value: string;
}

/** State of a visitor's session: cookies and local storage. */
export interface SessionState {
  readonly cookies: readonly StoredCookie[];
  readonly items: readonly StoredItem[];
}

/** Session state before and after a page was fetched. */
export interface SessionChange {
  readonly before: SessionState;
  readonly after: SessionState;
  readonly url: string;
}

/**
 * A session and the sites to which it applies. A site is a registrable domain, or a host without a registrable domain,
 * such as `localhost`.
 */
export interface StoredSession {
  readonly sites: readonly string[];
  readonly state: SessionState;
}

/**
 * A session shared by pages. Each page starts with the session's cookies and local storage, and saves its changes to
 * the session.
 */
export interface PageSession {
  /** Returns the initial state for a page, without expired cookies. */
  load(): Promise<SessionState>;
  /** Saves the changes that a page made. Ignores changes for sites to which the session does not apply. */
  keep(change: SessionChange): Promise<void>;
}

/** An empty session. */
export const emptySession: SessionState = { cookies: [], items: [] };

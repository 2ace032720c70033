import { getDomain } from 'tldts';
import type { SessionState, StoredCookie } from '../../common/page-session';

/**
 * Returns the site of a host name: its registrable domain if it has one, and otherwise the host name itself. Uses the
 * public suffix list, including private suffixes.
 */
function siteOfHost(hostname: string): string {
  const bare = hostname.replace(/\.$|[[\]]/g, '').toLowerCase();
  return getDomain(bare, { allowPrivateDomains: true }) ?? bare;
}

/** Returns the site of a URL. Ports are ignored, as they are for cookies. */
export const siteOf = (address: string): string => siteOfHost(new URL(address).hostname);

/** True when a URL is on one of the sites. */
export const isOn = (address: string, sites: readonly string[]): boolean =>
  URL.canParse(address) && sites.includes(siteOf(address));

/** Returns the part of a session that belongs to the given sites, without expired cookies. */
export function partOf({ cookies, items }: SessionState, sites: readonly string[], now = Date.now()): SessionState {
  const isAlive = ({ expiresAt }: StoredCookie) => expiresAt === undefined || expiresAt > now;
  return {
    cookies: cookies.filter((cookie) => isAlive(cookie) && sites.includes(siteOfHost(cookie.domain))),
    items: items.filter(({ origin }) => isOn(origin, sites)),
  };
}

import { getDomain } from 'tldts';
import type { KeptCookie, SessionState } from '../../common/page-session';

/** The site of a host name: its registrable domain (public suffix list, private part included), else the name itself. */
function siteOfHost(hostname: string): string {
  const bare = hostname.replace(/\.$|[[\]]/g, '').toLowerCase();
  return getDomain(bare, { allowPrivateDomains: true }) ?? bare;
}

/** The site of an address; ports make no difference, as cookies know none. */
export const siteOf = (address: string): string => siteOfHost(new URL(address).hostname);

/** True when an address is on one of the sites. */
export const isOn = (address: string, sites: readonly string[]): boolean =>
  URL.canParse(address) && sites.includes(siteOf(address));

/** The part of a session that belongs to the sites, without cookies whose time is over. */
export function partOf({ cookies, items }: SessionState, sites: readonly string[], now = Date.now()): SessionState {
  const isAlive = ({ expiresAt }: KeptCookie) => expiresAt === undefined || expiresAt > now;
  return {
    cookies: cookies.filter((cookie) => isAlive(cookie) && sites.includes(siteOfHost(cookie.domain))),
    items: items.filter(({ origin }) => isOn(origin, sites)),
  };
}

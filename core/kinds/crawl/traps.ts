import { pathDepth } from '../../common/api/crawl-request';
import { Quotas } from './quota';
import type { Denial } from './scope';
import { siteOf } from './scope';
import { dateOf } from './trap-dates';
import { FolderWatch } from './trap-folders';
import { GrowthWatch } from './trap-growth';
import { circleIn, numbersInRow, segmentsOf } from './trap-paths';
import { QueryWatch } from './trap-queries';
import { withoutSession } from './trap-tokens';

/** Which trap an address leads into, as a short word for machines. */
export type TrapReason =
  | 'trap-length'
  | 'trap-depth'
  | 'trap-spiral'
  | 'trap-folders'
  | 'trap-session'
  | 'trap-query'
  | 'trap-calendar';

/** What a trap guard is made for. */
export interface TrapGuardOptions {
  readonly startUrl: string;
  /** Most pages of the job; traps get a small share of it. */
  readonly limit: number;
  /** Today; calendars far beyond it are endless. */
  readonly now?: Date;
}

const maxUrlLength = 2048;

/** Segments below the start URL's own: from the first number on pages are counted, from the second on refused. */
const deepSegments = 7;
const deepestSegments = 18;

/** Months ahead that a calendar may hold real dates for. */
const monthsAhead = 24;

const calendarWords = /cal(?:endar)?|event|agenda|schedule|booking|month|week|day|date/i;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(Math.floor(value), low), high);

/**
 * Keeps one job out of the endless parts of sites. It knows addresses only, its memory has a bound, and the same
 * addresses in the same order get the same answers. An address that was admitted once is admitted again.
 */
export class TrapGuard {
  readonly #quotas = new Quotas();
  readonly #queries: QueryWatch;
  readonly #folders = new FolderWatch();
  readonly #growth = new GrowthWatch();
  readonly #startDepth: number;
  readonly #thisMonth: number;
  /** Pages any one doubtful kind of address may cost. */
  readonly #share: number;
  readonly #archiveShare: number;

  constructor({ startUrl, limit, now = new Date() }: TrapGuardOptions) {
    this.#startDepth = pathDepth(new URL(startUrl).pathname);
    this.#share = clamp(limit / 50, 50, 2000);
    this.#archiveShare = clamp(limit / 10, 500, 10_000);
    this.#thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
    this.#queries = new QueryWatch(this.#share);
  }

  /** Learns what a page links to; call it before its links are checked. Another guard that is given the page and the links that come back learns the same. */
  learn(page: URL, links: readonly URL[]): readonly URL[] {
    const site = siteOf(page);
    const taught = new Set(this.#folders.learn(site, page, links));
    const further = this.#growth.learn(site, page, links);
    return [...(further ? taught.add(further) : taught)];
  }

  /** Says which trap an address leads into; undefined when it seems to be a page. */
  check(url: URL): Denial<TrapReason> | undefined {
    const site = siteOf(url);
    return (
      this.#checkPath(url, site) ??
      this.#checkSession(url, site) ??
      this.#checkDate(url, site) ??
      this.#checkQuery(url, site)
    );
  }

  #checkPath(url: URL, site: string): Denial<TrapReason> | undefined {
    if (url.href.length > maxUrlLength) return deny('trap-length', `The URL is ${url.href.length} characters long.`);
    const segments = segmentsOf(url.pathname);
    const depth = segments.length - this.#startDepth;
    if (depth > deepestSegments) return deny('trap-depth', `${url.href} has ${segments.length} path segments.`);
    const circle = circleIn(segments);
    if (circle) return deny('trap-spiral', `${url.href} repeats "${circle}" in its path.`);
    if (this.#folders.isEcho(site, url)) {
      return deny('trap-folders', `${url.href} is in a folder that only repeats its parent folders.`);
    }
    const doubtful = depth > deepSegments || numbersInRow(segments) > 3;
    if (doubtful && !this.#quotas.admit(`deep ${site}`, url.href, this.#share)) {
      return deny('trap-depth', `${url.href} is one of very many URLs at that depth.`);
    }
    const bottomless = this.#growth.isBottomless(site, segments);
    if (bottomless && !this.#quotas.admit(`bottomless ${site}`, url.href, this.#share / 4)) {
      return deny('trap-folders', `${url.href} is in folders that seem endless.`);
    }
    return undefined;
  }

  #checkSession(url: URL, site: string): Denial<TrapReason> | undefined {
    const found = withoutSession(url.pathname);
    if (!found) return undefined;
    const key = `session ${site}${found.path}${url.search}`;
    return this.#quotas.admit(key, url.pathname, found.certain ? 1 : 3)
      ? undefined
      : deny('trap-session', `${url.href} differs from another URL only by a session in its path.`);
  }

  #checkDate(url: URL, site: string): Denial<TrapReason> | undefined {
    const date = dateOf(url);
    if (!date) return undefined;
    if (date.month > this.#thisMonth + monthsAhead) {
      return deny('trap-calendar', `${url.href} is about a date more than two years ahead.`);
    }
    const isCalendar = date.place === 'query' || calendarWords.test(date.area);
    const admitted = isCalendar
      ? this.#quotas.admit('calendars', url.href, this.#share)
      : this.#quotas.admit(`archive ${site}${date.area}`, url.href, this.#archiveShare);
    return admitted ? undefined : deny('trap-calendar', `${url.href} is one of very many dates of a calendar.`);
  }

  #checkQuery(url: URL, site: string): Denial<TrapReason> | undefined {
    const why = this.#queries.check(url, site);
    return why === undefined ? undefined : deny('trap-query', `${url.href} was skipped: ${why}.`);
  }
}

const deny = (reason: TrapReason, message: string): Denial<TrapReason> => ({ reason, message });

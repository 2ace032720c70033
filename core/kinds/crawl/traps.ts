import { pathDepth } from '../../common/api/crawl-request';
import { Quotas } from './quota';
import type { Denial } from './scope';
import { siteOf } from './scope';
import { dateOf } from './trap-dates';
import { FolderWatch, type TaughtLink } from './trap-folders';
import { GrowthWatch } from './trap-growth';
import { circleIn, numbersInRow, segmentsOf } from './trap-paths';
import { QueryWatch } from './trap-queries';
import { withoutSession } from './trap-tokens';

export type { TaughtLink };

/** Machine-readable reason for refusing a URL as a trap. */
export type TrapReason =
  | 'trap-length'
  | 'trap-depth'
  | 'trap-spiral'
  | 'trap-folders'
  | 'trap-session'
  | 'trap-query'
  | 'trap-calendar';

/** Options for a trap guard. */
export interface TrapGuardOptions {
  readonly startUrl: string;
  /** Maximum number of pages in the job. Suspicious URLs get only a small share of these pages. */
  readonly limit: number;
  /** Current date. Dates far in the future indicate an endless calendar. */
  readonly now?: Date;
}

const maxUrlLength = 2048;

/**
 * Limits for the number of path segments below the start URL. URLs with more than `deepSegments` segments are limited
 * in number. URLs with more than `deepestSegments` segments are refused.
 */
const deepSegments = 7;
const deepestSegments = 18;

/** Maximum number of months by which a date in a URL can be in the future. URLs with later dates are refused. */
const monthsAhead = 24;

const calendarWords = /cal(?:endar)?|event|agenda|schedule|booking|month|week|day|date/i;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(Math.floor(value), low), high);

/**
 * Protects a job from endless parts of sites. Looks only at URLs, uses bounded memory, and is deterministic for a given
 * sequence of URLs. A URL that was admitted once stays admitted.
 */
export class TrapGuard {
  readonly #quotas = new Quotas();
  readonly #queries: QueryWatch;
  readonly #folders = new FolderWatch();
  readonly #growth = new GrowthWatch();
  readonly #startDepth: number;
  readonly #thisMonth: number;
  /** Maximum number of pages for each kind of suspicious URL. */
  readonly #share: number;
  readonly #archiveShare: number;

  constructor({ startUrl, limit, now = new Date() }: TrapGuardOptions) {
    this.#startDepth = pathDepth(new URL(startUrl).pathname);
    this.#share = clamp(limit / 50, 50, 2000);
    this.#archiveShare = clamp(limit / 10, 500, 10_000);
    this.#thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
    this.#queries = new QueryWatch(this.#share);
  }

  /**
   * Learns from the links on a page. Must be called before these links are checked. Returns the new links, so that the
   * guards of other processes can also learn from them.
   */
  learn(page: URL, links: readonly TaughtLink[]): readonly TaughtLink[] {
    const site = siteOf(page);
    const taught = new Set(this.#folders.learn(site, page, links));
    const further = this.#growth.learn(site, page, links);
    return [...(further ? taught.add(further) : taught)];
  }

  /** Returns a denial for a URL that seems to lead to a trap, or undefined for any other URL. */
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
      return deny('trap-depth', `${url.href} is one of too many URLs at the same depth.`);
    }
    const bottomless = this.#growth.isBottomless(site, segments);
    if (bottomless && !this.#quotas.admit(`bottomless ${site}`, url.href, this.#share / 4)) {
      return deny('trap-folders', `${url.href} is in a folder structure that seems endless.`);
    }
    return undefined;
  }

  #checkSession(url: URL, site: string): Denial<TrapReason> | undefined {
    const found = withoutSession(url.pathname);
    if (!found) return undefined;
    const key = `session ${site}${found.path}${url.search}`;
    return this.#quotas.admit(key, url.pathname, found.certain ? 1 : 3)
      ? undefined
      : deny('trap-session', `${url.href} differs from another URL only by a session id in its path.`);
  }

  #checkDate(url: URL, site: string): Denial<TrapReason> | undefined {
    const date = dateOf(url);
    if (!date) return undefined;
    if (date.month > this.#thisMonth + monthsAhead) {
      return deny('trap-calendar', `${url.href} is for a date more than two years ahead.`);
    }
    const isCalendar = date.place === 'query' || calendarWords.test(date.area);
    const admitted = isCalendar
      ? this.#quotas.admit('calendars', url.href, this.#share)
      : this.#quotas.admit(`archive ${site}${date.area}`, url.href, this.#archiveShare);
    return admitted ? undefined : deny('trap-calendar', `${url.href} is one of too many dates in a calendar.`);
  }

  #checkQuery(url: URL, site: string): Denial<TrapReason> | undefined {
    const why = this.#queries.check(url, site);
    return why === undefined ? undefined : deny('trap-query', `${url.href} was skipped: ${why}.`);
  }
}

const deny = (reason: TrapReason, message: string): Denial<TrapReason> => ({ reason, message });

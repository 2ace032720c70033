import { RecentMap } from './recent';
import type { TaughtLink } from './trap-folders';
import { segmentsOf } from './trap-paths';

/** Number of pages on a level, and number of these pages that link to deeper pages. */
interface Level {
  visited: number;
  grown: number;
}

/** A hierarchy counts as endless if nearly all pages on this number of consecutive levels link to deeper pages. */
const maxLevels = 4;

/** Minimum number of pages visited on the last of the `maxLevels` levels. */
const minVisited = 12;

const maxDepth = 24;

/**
 * Detects endless folder hierarchies. In real hierarchies most pages are leaves. In generated hierarchies, pages on
 * every level lead to new folders.
 */
export class GrowthWatch {
  readonly #areas = new RecentMap<string, Level[]>(500);

  /** Learns from the links on a page. Returns a link to a deeper page, if any. */
  learn(site: string, page: URL, links: readonly TaughtLink[]): TaughtLink | undefined {
    const segments = segmentsOf(page.pathname);
    if (segments.length === 0 || segments.length > maxDepth || segments.at(-1)?.includes('.')) return undefined;
    const levels = this.#areas.open(`${site}/${segments[0]}`, () => []);
    const level = levels[segments.length] ?? { visited: 0, grown: 0 };
    levels[segments.length] = level;
    const below = page.pathname.endsWith('/') ? page.pathname : `${page.pathname}/`;
    const pageHost = page.host;
    const further = links.find(
      ({ host, pathname }) => host === pageHost && pathname.length > below.length && pathname.startsWith(below),
    );
    level.visited++;
    if (further) level.grown++;
    return further;
  }

  /** True for a URL within an apparently endless hierarchy. */
  isBottomless(site: string, segments: readonly string[]): boolean {
    const levels = this.#areas.get(`${site}/${segments[0]}`);
    if (!levels) return false;
    let run = 0;
    for (let depth = 1; depth < segments.length; depth++) {
      const level = levels[depth];
      run = level && level.grown * 20 >= level.visited * 19 ? run + 1 : 0;
      if (run >= maxLevels && level && level.visited >= minVisited) return true;
    }
    return false;
  }
}

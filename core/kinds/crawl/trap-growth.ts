import { RecentMap } from './recent';
import { segmentsOf } from './trap-paths';

/** Pages of one level, and how many of them led further down. */
interface Level {
  visited: number;
  grown: number;
}

/** From that many levels in a row on, where nearly every page leads further down, there is no ground. */
const maxLevels = 4;

/** Pages of the lowest of them that must have been seen. */
const minVisited = 12;

const maxDepth = 24;

/**
 * Watches whether the folders of a site ever end. In real ones, most pages are leaves; where page after page leads
 * into folders of its own, level below level, the site makes them up.
 */
export class GrowthWatch {
  readonly #areas = new RecentMap<string, Level[]>(500);

  /** Learns what a page links to; gives back a link further down, if there is one. */
  learn(site: string, page: URL, links: readonly URL[]): URL | undefined {
    const segments = segmentsOf(page.pathname);
    if (segments.length === 0 || segments.length > maxDepth || segments.at(-1)?.includes('.')) return undefined;
    const levels = this.#areas.open(`${site}/${segments[0]}`, () => []);
    const level = levels[segments.length] ?? { visited: 0, grown: 0 };
    levels[segments.length] = level;
    const below = page.pathname.endsWith('/') ? page.pathname : `${page.pathname}/`;
    const further = links.find(
      ({ host, pathname }) => host === page.host && pathname.length > below.length && pathname.startsWith(below),
    );
    level.visited++;
    if (further) level.grown++;
    return further;
  }

  /** True when an address is below folders that seem to have no end. */
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

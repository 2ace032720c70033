import { LRUCache } from 'lru-cache';
import type { Completion, NewTask, RefusedUrl } from '../../ports/jobs/frontier';

/** Links on a page. Some become tasks, and the others are refused. */
type Links = Pick<Completion, 'discovered' | 'refused'>;

/**
 * Maximum number of cached links of each kind (tasks and refused links). This is enough for menus and footers, which
 * every page repeats.
 */
const maxRemembered = 10_000;

/** Caches recent links in a job's frontier, so that links that were already found on earlier pages need no lookup. */
export class KnownLinks {
  readonly #tasks = new LRUCache<string, true>({ max: maxRemembered });
  readonly #refused = new LRUCache<string, true>({ max: maxRemembered });

  /** Returns the links that may be new to the frontier. */
  unknownOf({ discovered = [], refused = [] }: Links): Required<Links> {
    return {
      discovered: discovered.filter((task) => !this.#tasks.get(keyOf(task))),
      refused: refused.filter(({ url }) => !this.#refused.get(url)),
    };
  }

  /**
   * Caches links that the frontier contains. Does not cache links beyond the job's limit, because they may be added
   * later.
   */
  learn({ discovered, refused }: Required<Links>, overLimit: readonly NewTask[]): void {
    const left = new Set(overLimit.map(keyOf));
    for (const task of discovered) if (!left.has(keyOf(task))) this.#tasks.set(keyOf(task), true);
    for (const { url } of refused) this.#refused.set(url, true);
  }
}

const keyOf = ({ key, url }: NewTask | RefusedUrl): string => key ?? url;

import { LRUCache } from 'lru-cache';
import type { Completion, NewTask, RefusedUrl } from '../../ports/jobs/frontier';

/** Links of a page, sorted into those that become tasks and those that do not. */
type Links = Pick<Completion, 'discovered' | 'refused'>;

/** Links remembered of each sort: menus and footers, which are on every page, stay among them. */
const mostRemembered = 10_000;

/** The links that the frontier of a job has had lately: most links of a page were on pages before it and need not be looked up again. */
export class KnownLinks {
  readonly #tasks = new LRUCache<string, true>({ max: mostRemembered });
  readonly #refused = new LRUCache<string, true>({ max: mostRemembered });

  /** Those that the frontier may not have yet. */
  unknownOf({ discovered = [], refused = [] }: Links): Required<Links> {
    return {
      discovered: discovered.filter((task) => !this.#tasks.get(keyOf(task))),
      refused: refused.filter(({ url }) => !this.#refused.get(url)),
    };
  }

  /** Remembers what the frontier has taken in; what was over the limit may be taken later. */
  learn({ discovered, refused }: Required<Links>, overLimit: readonly NewTask[]): void {
    const left = new Set(overLimit.map(keyOf));
    for (const task of discovered) if (!left.has(keyOf(task))) this.#tasks.set(keyOf(task), true);
    for (const { url } of refused) this.#refused.set(url, true);
  }
}

const keyOf = ({ key, url }: NewTask | RefusedUrl): string => key ?? url;

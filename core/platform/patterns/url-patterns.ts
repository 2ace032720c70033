import { isQuick } from '../../contract/search-pattern';
import { PatternThread } from './pattern-thread';

/** Result of a search: matched, not matched, or stopped because it took too long. */
export type PatternVerdict = 'match' | 'none' | 'slow';

/** One thread for all jobs, because patterns that need the thread are rare. */
const thread = new PatternThread();

/** Maximum total length of the patterns, in characters, for a search on the calling thread. */
const maxPatternChars = 1000;

/** Number of slow searches after which searching stops. Otherwise, the patterns would use up the job's time. */
const maxSlowSearches = 12;

/**
 * Searches strings for any of the regular expressions given by a caller. Potentially slow patterns run on a separate
 * thread. If a string takes longer than 250 ms twice, its verdict is `slow`.
 */
export class UrlPatterns {
  readonly #patterns: readonly RegExp[];
  readonly #isShort: boolean;
  #slowSearches = 0;

  /** Throws a SyntaxError if one of the sources is not a valid regular expression. */
  constructor(sources: readonly string[], flags = '') {
    this.#patterns = sources.filter((source) => source.trim() !== '').map((source) => new RegExp(source, flags));
    this.#isShort = sources.join('').length <= maxPatternChars;
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  /** True if no further searches are run, because too many searches were slow. */
  get isBroken(): boolean {
    return this.#slowSearches >= maxSlowSearches;
  }

  /** Returns a verdict for each string. */
  async search(texts: readonly string[]): Promise<readonly PatternVerdict[]> {
    if (this.isEmpty || texts.length === 0) return texts.map(() => 'none');
    if (this.#isShort && texts.every((text) => this.#patterns.every((one) => isQuick(one, text))))
      return texts.map((text) => (this.#patterns.some((one) => one.test(text)) ? 'match' : 'none'));
    return this.#searchOnThread(texts);
  }

  async #searchOnThread(texts: readonly string[]): Promise<readonly PatternVerdict[]> {
    const at = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const found = new Uint8Array(new SharedArrayBuffer(texts.length));
    const search = { patterns: this.#patterns, texts, at, found };
    const slow = new Set<number>();
    let [reached, stalledAt] = [0, -1];
    while (reached < texts.length && !this.isBroken) {
      reached = await thread.search(search, reached);
      if (reached === texts.length) break;
      this.#slowSearches++;
      // Searches the string a second time, because other programs using the CPU may have caused the first delay.
      if (reached === stalledAt) slow.add(reached++);
      else stalledAt = reached;
    }
    return texts.map((_, index) => {
      if (index >= reached || slow.has(index)) return 'slow';
      return found[index] === 1 ? 'match' : 'none';
    });
  }
}

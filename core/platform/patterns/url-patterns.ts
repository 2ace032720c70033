import { PatternThread } from './pattern-thread';

/** Outcome of a search: matched, not matched, or given up because it took too long. */
export type PatternVerdict = 'match' | 'none' | 'slow';

/** One thread for all jobs, since patterns that need it are rare. */
const thread = new PatternThread();

/** Maximum total length of patterns that are searched on the calling thread. */
const maxPlainChars = 1000;

/** Number of slow searches after which nothing is searched any more: the patterns would use up the job's time. */
const maxSlowSearches = 12;

/** True when a pattern cannot be slow: it has no groups or alternatives, and repeats at most one character. */
function isPlain(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, 'x').replace(/\[[^[\]]*\]/g, 'x');
  const quantifiers = bare.match(/[*+?{]/g) ?? [];
  return quantifiers.length <= 1 && !/[()|]/.test(bare);
}

/**
 * Searches texts for any of a caller's regular expressions. Potentially slow patterns are searched on a separate thread; a text
 * that takes longer than 250 ms twice counts as `slow`.
 */
export class UrlPatterns {
  readonly #patterns: readonly RegExp[];
  readonly #plain: boolean;
  #slowSearches = 0;

  /** Throws a SyntaxError when a source is not a regular expression. */
  constructor(sources: readonly string[], flags = '') {
    this.#patterns = sources.filter((source) => source.trim() !== '').map((source) => new RegExp(source, flags));
    this.#plain = sources.every(isPlain) && sources.join('').length <= maxPlainChars;
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  /** True when so many searches were slow that no more are made. */
  get isBroken(): boolean {
    return this.#slowSearches >= maxSlowSearches;
  }

  /** Returns a verdict for each text. */
  async search(texts: readonly string[]): Promise<readonly PatternVerdict[]> {
    if (this.isEmpty || texts.length === 0) return texts.map(() => 'none');
    if (this.#plain) return texts.map((text) => (this.#patterns.some((one) => one.test(text)) ? 'match' : 'none'));
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
      // The first delay may be due to another program on the processor.
      if (reached === stalledAt) slow.add(reached++);
      else stalledAt = reached;
    }
    return texts.map((_, index) => {
      if (index >= reached || slow.has(index)) return 'slow';
      return found[index] === 1 ? 'match' : 'none';
    });
  }
}

import { type Context, createContext, Script } from 'node:vm';

/** What became of a search: found, not found, or given up because it took too long. */
export type PatternVerdict = 'match' | 'none' | 'slow';

const verdicts: readonly PatternVerdict[] = ['none', 'match', 'slow'];

/** Longest all patterns together may take for one text. */
const textLimitMs = 50;

/** Tries of a text whose time went by while other programs had the processor. */
const maxTries = 4;

/** Longest one call may take unless its texts are quick; the texts that are left count as slow. */
const callLimitMs = 100;

/** Longest a quick text takes on average. */
const quickTextMs = 0.03;

/** Patterns are searched without a time limit up to this length of all together. */
const maxPlainChars = 1000;

/** After that many slow texts, nothing is searched any more: the patterns would eat the job's time. */
const maxSlowTexts = 20;

const search = new Script(`
  for (; state.at < texts.length; state.at++) {
    state.found[state.at] = patterns.some((pattern) => pattern.test(texts[state.at])) ? 1 : 0;
  }
`);

/** True when a pattern cannot take long: it has no groups or alternatives, and repeats at most one character. */
function isPlain(pattern: string): boolean {
  const bare = pattern.replace(/\\./gs, 'x').replace(/\[[^[\]]*\]/g, 'x');
  const quantifiers = bare.match(/[*+?{]/g) ?? [];
  return quantifiers.length <= 1 && !/[()|]/.test(bare);
}

/**
 * Searches texts for any of some regular expressions of a caller. Patterns that may run away are searched in a
 * context whose time is limited by the runtime, many texts per call; a text that takes too long counts as `slow`.
 */
export class UrlPatterns {
  readonly #patterns: readonly RegExp[];
  readonly #plain: boolean;
  #slowTexts = 0;
  #context: Context | undefined;

  constructor(sources: readonly string[], flags = '') {
    this.#patterns = sources.filter((source) => source.trim() !== '').map((source) => new RegExp(source, flags));
    this.#plain = sources.every(isPlain) && sources.join('').length <= maxPlainChars;
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  /** True when so many texts took too long that the search was given up. */
  get isBroken(): boolean {
    return this.#slowTexts >= maxSlowTexts;
  }

  /** A verdict for each text. */
  search(texts: readonly string[]): readonly PatternVerdict[] {
    if (this.isEmpty) return texts.map(() => 'none');
    if (this.#plain) return texts.map((text) => (this.#patterns.some((one) => one.test(text)) ? 'match' : 'none'));
    return this.#searchWithinTime(texts);
  }

  #searchWithinTime(texts: readonly string[]): readonly PatternVerdict[] {
    const state = { at: 0, found: new Uint8Array(texts.length).fill(2) };
    const context = this.#openContext();
    Object.assign(context, { texts, state });
    const before = process.threadCpuUsage();
    const mayGoOn = (): boolean => {
      const tookMs = cpuMsSince(before);
      return tookMs < callLimitMs || tookMs < state.at * quickTextMs;
    };
    while (state.at < texts.length && !this.isBroken && mayGoOn()) {
      const before = state.at;
      if (runWithin(context, state)) break;
      // Only a text that alone used up the time is slow; many quick ones merely need another call.
      if (state.at === before) {
        state.at++;
        this.#slowTexts++;
      }
    }
    Object.assign(context, { texts: [], state: undefined });
    return Array.from(state.found, (code) => verdicts[code] ?? 'slow');
  }

  #openContext(): Context {
    this.#context ??= createContext({ patterns: this.#patterns });
    return this.#context;
  }
}

/** Runs the search until it ends (true) or a text has used up its time (false). */
function runWithin(context: Context, state: { readonly at: number }): boolean {
  for (let attempt = 1; ; attempt++) {
    const [{ at }, before] = [state, process.threadCpuUsage()];
    if (hasEnded(context)) return true;
    if (state.at > at || cpuMsSince(before) > textLimitMs / 2 || attempt === maxTries) return false;
  }
}

/** Processor time of this thread, which other programs do not use up. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function hasEnded(context: Context): boolean {
  try {
    search.runInContext(context, { timeout: textLimitMs });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw thrown;
  }
}

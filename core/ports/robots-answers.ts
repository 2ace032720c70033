/**
 * Outcome of fetching a robots.txt file: the bytes of the file, or the reason for refusing all URLs. Both are absent
 * when there are no rules.
 */
export interface RobotsAnswer {
  readonly body?: Uint8Array;
  readonly refusal?: string;
}

/** Reply to a process that needs an origin's rules. */
export type RobotsLookup =
  | { readonly known: RobotsAnswer; readonly freshMs: number }
  /** The caller must fetch the file. */
  | { readonly isMine: true }
  /** Another process is fetching the file. The caller should poll again after this delay. */
  | { readonly waitMs: number };

/** Outcomes of fetching robots.txt by origin, shared by processes that use the same database. */
export interface RobotsAnswers {
  /**
   * Returns the outcome if it is known. Otherwise returns who must fetch the file. A caller that must fetch it has
   * about ten seconds to store the outcome.
   */
  find(origin: string): Promise<RobotsLookup>;
  /** Stores an outcome for a number of milliseconds. */
  store(origin: string, answer: RobotsAnswer, freshMs: number): Promise<void>;
}

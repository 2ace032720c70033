/**
 * Outcome of fetching a robots.txt file: the file's bytes, or the reason for refusing all URLs. Both are absent when no
 * rules apply.
 */
export interface RobotsAnswer {
  readonly body?: Uint8Array;
  readonly refusal?: string;
}

/** Result of `RobotsAnswers.find`. */
export type RobotsLookup =
  | { readonly known: RobotsAnswer; readonly freshMs: number }
  /** The caller must fetch the file. */
  | { readonly isMine: true }
  /** Another process is fetching the file. The caller should poll after this delay. */
  | { readonly waitMs: number };

/** Outcomes of fetching robots.txt, keyed by origin and shared by all processes that use the same database. */
export interface RobotsAnswers {
  /**
   * Returns the outcome if it is known. Otherwise, the result indicates whether the caller must fetch the file or
   * another process is fetching it. A caller that must fetch the file has about ten seconds to store the outcome.
   */
  find(origin: string): Promise<RobotsLookup>;
  /** Stores an outcome for `freshMs` milliseconds. */
  store(origin: string, answer: RobotsAnswer, freshMs: number): Promise<void>;
}

/** Outcome of a robots.txt: its bytes, or the reason for refusing everything; neither when there are no rules. */
export interface RobotsAnswer {
  readonly body?: Uint8Array;
  readonly refusal?: string;
}

/** Answer to a process that needs the rules of an origin. */
export type RobotsLookup =
  | { readonly known: RobotsAnswer; readonly freshMs: number }
  /** The caller must fetch the file. */
  | { readonly isMine: true }
  /** Another process is fetching the file; poll again after some milliseconds. */
  | { readonly waitMs: number };

/** Outcomes of robots.txt files that processes of one database share, by origin. */
export interface RobotsAnswers {
  /** Returns the known outcome, or who fetches it. A caller that must fetch has about ten seconds to store the outcome. */
  find(origin: string): Promise<RobotsLookup>;
  /** Stores an outcome for some milliseconds. */
  store(origin: string, answer: RobotsAnswer, freshMs: number): Promise<void>;
}

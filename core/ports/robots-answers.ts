/** What a robots.txt came to: its bytes, or why everything is refused; neither where there are no rules. */
export interface RobotsAnswer {
  readonly body?: Uint8Array;
  readonly refusal?: string;
}

/** What a process learns that needs the rules of an origin. */
export type RobotsLook =
  | { readonly known: RobotsAnswer; readonly freshMs: number }
  /** The caller is the one to ask the site. */
  | { readonly isMine: true }
  /** Another process asks; look again after some milliseconds. */
  | { readonly waitMs: number };

/** Answers to robots.txt that processes of one database share, by origin. */
export interface RobotsAnswers {
  /** What is known, or who asks. Who is told to ask has about ten seconds to keep what came of it. */
  look(origin: string): Promise<RobotsLook>;
  /** Keeps an answer for some milliseconds. */
  keep(origin: string, answer: RobotsAnswer, freshMs: number): Promise<void>;
}

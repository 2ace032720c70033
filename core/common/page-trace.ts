import type { ErrorCode } from './errors';

/** A part of the work on a page. */
export type Stage = 'planning' | 'fetching' | 'rendering' | 'reading' | 'deriving' | 'storing';

/** What each stage of one try of a page cost. */
export interface PageTrace {
  /** Milliseconds by stage; a page that was fetched twice has both times added up. */
  readonly stages: Readonly<Partial<Record<Stage, number>>>;
  /** Why the try failed, if it did. */
  readonly error?: ErrorCode;
}

import { isFinal, type Job } from './job';

/** A job that waits for a person: a page asked for a log-in, or whether a person is there. */
export interface NeedsPerson {
  /** Address of the first page that asked; the live page is opened there. */
  readonly url: string;
  /** One sentence: which page asks for what, and what to do. */
  readonly message: string;
  /** ISO time since when pages wait. */
  readonly since: string;
  /** ISO time at which they are read once more; those that still ask then fail. */
  readonly until: string;
  /** Pages that wait. */
  readonly pages: number;
}

/** What an open job needs a person for; undefined when it needs none, or when the time for it is over. */
export function needsPersonOf({ state, options }: Pick<Job, 'state' | 'options'>): NeedsPerson | undefined {
  const { needsPerson } = options as { readonly needsPerson?: NeedsPerson };
  const isOver = needsPerson === undefined || Date.parse(needsPerson.until) <= Date.now();
  return isFinal(state) || isOver ? undefined : needsPerson;
}

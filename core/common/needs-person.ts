import { z } from 'zod';
import type { Answer } from './answer';
import { isFinal, type Job } from './job';

/** Schema of the information about a job's waiting pages. */
export const needsPerson = z.object({
  url: z.string().describe('URL of the first page that is waiting.'),
  message: z.string().describe('Why the first page is waiting, and what to do.'),
  since: z.iso.datetime().describe('When the first page started to wait.'),
  until: z.iso.datetime().describe('When the pages are retried. Pages that still need a person then fail.'),
  pages: z.int().describe('Number of waiting pages.'),
});

/**
 * Information about the pages of a job that are waiting for a person, because they require a login or show a captcha.
 */
export type NeedsPerson = Answer<typeof needsPerson>;

/**
 * Returns information about the pages of an open job that are waiting for a person. Undefined when no page is waiting
 * or the wait has timed out.
 */
export function needsPersonOf({ state, options }: Pick<Job, 'state' | 'options'>): NeedsPerson | undefined {
  const { needsPerson } = options as { readonly needsPerson?: NeedsPerson };
  const isOver = needsPerson === undefined || Date.parse(needsPerson.until) <= Date.now();
  return isFinal(state) || isOver ? undefined : needsPerson;
}

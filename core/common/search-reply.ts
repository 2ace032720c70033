import type { z } from 'zod';
import { AppError } from './errors';
import { parseJson } from './values/json';

/** Search service that sent a response, for use in error messages. */
export interface ReplyFrom {
  /** Name of the service, e.g. `Brave Search`. */
  readonly service: string;
  /** Advice for certain HTTP statuses, worded as the end of a sentence. Overrides the default advice. */
  readonly advice?: Readonly<Record<number, string>>;
}

const usual: Readonly<Record<number, string>> = {
  401: 'enter its key again in Settings',
  402: 'its quota is used up; raise the quota at the service, or choose another search service in Settings',
  403: 'its key does not allow this; enter another key in Settings',
  429: 'its rate limit has been reached; wait, or choose another search service in Settings',
};

/**
 * Parses the JSON response from a search service. For an error status or an unexpected response, throws SEARCH_FAILED
 * with advice for the user.
 */
export async function readReply<Schema extends z.ZodType>(
  answer: Response,
  schema: Schema,
  { service, advice }: ReplyFrom,
): Promise<z.output<Schema>> {
  const text = await answer.text();
  if (!answer.ok) {
    const next = { ...usual, ...advice }[answer.status] ?? 'try again later';
    throw new AppError('SEARCH_FAILED', `${service} returned status ${answer.status}; ${next}.`);
  }
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const what = issue && issue.path.length > 0 ? ` (${issue.path.join('.')}: ${issue.message})` : '';
  throw new AppError('SEARCH_FAILED', `${service} did not return search results${what}.`);
}

const spans = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const;

/** Returns the maximum age of results for a `tbs` value such as `qdr:w`. Undefined if the age is not limited. */
export function spanOf(tbs: string | undefined): (typeof spans)[keyof typeof spans] | undefined {
  const letter = /^qdr:([hdwmy])/.exec(tbs ?? '')?.[1];
  return letter === undefined ? undefined : spans[letter as keyof typeof spans];
}

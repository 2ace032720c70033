import { z } from 'zod';
import type { Answer } from './answer';
import type { FormatRequest } from './model';

/** Schema of a format's cost and time limit per page. */
export const formatCost = z.object({
  credits: z
    .number()
    .optional()
    .describe('Credits per page. If a request has several formats, the most expensive format counts. Defaults to 1.'),
  timeoutMs: z
    .number()
    .optional()
    .describe(
      'Default timeout in milliseconds. If a request has several formats, the longest timeout counts. Defaults to 30000.',
    ),
  when: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'Option values for which the cost applies. An option matches if it equals the value, or is a list that contains it. If omitted, the cost always applies.',
    ),
});
/** A format's cost and time limit per page. */
export type FormatCost = Answer<typeof formatCost>;

/** Cost and time limit for scraping a page in all requested formats. */
export interface PageCost {
  readonly credits: number;
  readonly timeoutMs: number;
}

const standardCost: PageCost = { credits: 1, timeoutMs: 30_000 };

/** Returns the cost and time limit for scraping a page in the requested formats. */
export function costOf(requests: readonly FormatRequest[], costs: (type: string) => FormatCost | undefined): PageCost {
  return requests.reduce((sum, request) => {
    const cost = costs(request.type);
    if (!cost || !holds(cost, request)) return sum;
    return {
      credits: Math.max(sum.credits, cost.credits ?? 0),
      timeoutMs: Math.max(sum.timeoutMs, cost.timeoutMs ?? 0),
    };
  }, standardCost);
}

const holds = ({ when = {} }: FormatCost, request: FormatRequest): boolean =>
  Object.entries(when).every(([option, value]) => {
    const given = request[option];
    return Array.isArray(given) ? given.includes(value) : given === value;
  });

/** Number of tokens per credit. */
export const tokensPerCredit = 15;

/** Returns the number of tokens billed for a response, based on its length and the model's token usage. */
export const tokensOf = (data: unknown, modelTokens: number): number =>
  Math.floor(2 * (JSON.stringify(data)?.length ?? 0) + 300) + modelTokens;

/** Returns the number of tokens that a model used for a response, given the billed tokens. */
export const modelTokensOf = (data: unknown, tokensUsed: number): number => Math.max(0, tokensUsed - tokensOf(data, 0));

/** Returns the number of credits for a number of tokens. */
export const creditsOfTokens = (tokens: number): number => Math.ceil(tokens / tokensPerCredit);

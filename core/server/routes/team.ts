import { z } from 'zod';
import {
  concurrencyAnswer,
  creditHistoryAnswer,
  creditUsageAnswer,
  creditUsageAnswerV1,
  queueStatusAnswer,
  tokenHistoryAnswer,
  tokenUsageAnswer,
  tokenUsageAnswerV1,
} from '../../common/api/job-answers';
import { tokensPerCredit } from '../../common/format-cost';
import { Usage } from '../../jobs/usage';
import { route, routeGroup } from '../route';

const query = z.object({
  byApiKey: z
    .stringbool()
    .default(false)
    .describe('If true, returns one period per API key and month instead of one per month.'),
});
const credits = 'Credits left this month.';
const tokens = 'Tokens left this month; one credit covers 15 tokens.';

/** Routes for the team's credits, tokens, queue and concurrency. */
export const teamRoutes = routeGroup([Usage], (usage) => {
  const get = (path: string, answer: z.ZodType, description: string, handle: () => Promise<unknown>) =>
    route('GET', path, { tag: path.slice(1, 3), answer, description }, handle);
  const history = (version: string, unit: 'credit' | 'token', answer: z.ZodType, factor: number) => {
    const description = `${unit === 'credit' ? 'Credits' : 'Tokens'} used per month.`;
    const facts = { tag: version, query, answer, description };
    return route('GET', `/${version}/team/${unit}-usage/historical`, facts, async ({ query: { byApiKey } }) => {
      const months = await usage.months(byApiKey);
      const periods = months.map(({ credits, ...month }) => ({ ...month, [`${unit}sUsed`]: credits * factor }));
      return { success: true, periods };
    });
  };
  return [
    get('/v2/team/credit-usage', creditUsageAnswer, credits, async () => camel('Credits', await usage.balance())),
    get('/v1/team/credit-usage', creditUsageAnswerV1, credits, async () => snake('credits', await usage.balance())),
    get('/v2/team/token-usage', tokenUsageAnswer, tokens, async () =>
      camel('Tokens', await usage.balance(tokensPerCredit)),
    ),
    get('/v1/team/token-usage', tokenUsageAnswerV1, tokens, async () =>
      snake('tokens', await usage.balance(tokensPerCredit)),
    ),
    ...['v1', 'v2'].flatMap((version) => [
      get(
        `/${version}/team/queue-status`,
        queueStatusAnswer,
        'Number of pages that are waiting or in progress.',
        async () => ({
          success: true,
          ...(await usage.queue()),
        }),
      ),
      get(
        `/${version}/concurrency-check`,
        concurrencyAnswer,
        'Number of pages in progress, and the maximum.',
        async () => ({
          success: true,
          ...usage.concurrency(),
        }),
      ),
      history(version, 'credit', creditHistoryAnswer, 1),
      history(version, 'token', tokenHistoryAnswer, tokensPerCredit),
    ]),
  ];
});

interface Balance {
  readonly remaining: number;
  readonly plan: number;
  readonly start: string;
  readonly end: string;
}

const camel = (unit: 'Credits' | 'Tokens', { remaining, plan, start, end }: Balance) => ({
  success: true,
  data: {
    [`remaining${unit}`]: remaining,
    [`plan${unit}`]: plan,
    billingPeriodStart: start,
    billingPeriodEnd: end,
  },
});

const snake = (unit: 'credits' | 'tokens', { remaining, plan, start, end }: Balance) => ({
  success: true,
  data: {
    [`remaining_${unit}`]: remaining,
    [`plan_${unit}`]: plan,
    billing_period_start: start,
    billing_period_end: end,
  },
});

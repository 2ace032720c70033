import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
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
import { errorAnswers } from '../../common/api/responses';
import { tokensPerCredit } from '../../common/format-cost';
import { Usage } from '../../jobs/usage';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const historyQuery = z.object({
  byApiKey: z.stringbool().default(false).describe('One period per API key and month.'),
});

/** Credits, tokens, the queue and how many pages are in work. */
@injectable()
export class TeamRoutes implements Routes {
  constructor(@inject(Usage) private readonly usage: Usage) {}

  register(app: FastifyInstance): void {
    const { usage } = this;
    const get = (path: string, answer: z.ZodType, description: string, handler: () => Promise<unknown>) =>
      app.get(
        path,
        { schema: { response: { 200: answer, ...errorAnswers }, tags: [path.slice(1, 3)], description } },
        handler,
      );
    const credits = 'Credits left this month.';
    const tokens = 'Tokens left this month; a credit is worth 15.';
    get('/v2/team/credit-usage', creditUsageAnswer, credits, async () => ({
      success: true,
      data: camel('Credits', await usage.balance()),
    }));
    get('/v1/team/credit-usage', creditUsageAnswerV1, credits, async () => ({
      success: true,
      data: snake('credits', await usage.balance()),
    }));
    get('/v2/team/token-usage', tokenUsageAnswer, tokens, async () => ({
      success: true,
      data: camel('Tokens', await usage.balance(tokensPerCredit)),
    }));
    get('/v1/team/token-usage', tokenUsageAnswerV1, tokens, async () => ({
      success: true,
      data: snake('tokens', await usage.balance(tokensPerCredit)),
    }));
    for (const version of ['v1', 'v2']) {
      get(`/${version}/team/queue-status`, queueStatusAnswer, 'How full the queue is.', async () => ({
        success: true,
        ...(await usage.queue()),
      }));
      get(`/${version}/concurrency-check`, concurrencyAnswer, 'Pages in work.', async () => ({
        success: true,
        ...usage.concurrency(),
      }));
    }
    this.#history(app, 'credit', creditHistoryAnswer, 1);
    this.#history(app, 'token', tokenHistoryAnswer, tokensPerCredit);
  }

  #history(app: FastifyInstance, unit: 'credit' | 'token', answer: z.ZodType, factor: number): void {
    const description = `${unit === 'credit' ? 'Credits' : 'Tokens'} used by month.`;
    const schema = { querystring: historyQuery, response: { 200: answer, ...errorAnswers }, tags: ['v2'], description };
    app.withTypeProvider<ZodRequests>().get(`/v2/team/${unit}-usage/historical`, { schema }, async ({ query }) => {
      const months = await this.usage.months(query.byApiKey);
      const periods = months.map(({ credits, ...month }) => ({ ...month, [`${unit}sUsed`]: credits * factor }));
      return { success: true, periods };
    });
  }
}

interface Balance {
  readonly remaining: number;
  readonly plan: number;
  readonly start: string;
  readonly end: string;
}

const camel = (unit: 'Credits' | 'Tokens', { remaining, plan, start, end }: Balance) => ({
  [`remaining${unit}`]: remaining,
  [`plan${unit}`]: plan,
  billingPeriodStart: start,
  billingPeriodEnd: end,
});

const snake = (unit: 'credits' | 'tokens', { remaining, plan, start, end }: Balance) => ({
  [`remaining_${unit}`]: remaining,
  [`plan_${unit}`]: plan,
  billing_period_start: start,
  billing_period_end: end,
});

import { z } from 'zod';
import type { Answer } from '../answer';
import { needsPerson } from '../needs-person';
import { jobStarted } from './params';
import { documentAnswer } from './responses';

const success = z.literal(true);

/** The `success` field of a status response. */
export const statusSuccess = success.describe('Always true; `status` and `error` report a failed job.');
const jobId = z.string().describe('ID of the job.');

/** The `needsPerson` field of a status response. */
export const needsPersonField = needsPerson
  .optional()
  .describe(
    'Present while pages of the job wait for a person to log in or solve a captcha. To retry these pages, call `POST /local/jobs/{id}/resume`.',
  );

/** Response to a request that starts a crawl. */
export const crawlStartAnswer = jobStarted
  .extend({
    promptGeneratedOptions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Crawl options derived from the prompt.'),
    finalCrawlerOptions: z.record(z.string(), z.unknown()).optional().describe('Crawl options in effect.'),
    warning: z.string().optional().describe('Warning about parts of the prompt that had no effect.'),
  })
  .meta({ id: 'CrawlStartResponse' });

/** Response to a request that starts a batch scrape. */
export const batchStartAnswer = jobStarted
  .extend({
    invalidURLs: z
      .array(z.string())
      .optional()
      .describe('Invalid URLs that were skipped; only with ignoreInvalidURLs.'),
  })
  .meta({ id: 'BatchStartResponse' });

/** Status and results of a crawl or a batch. */
export const jobStatusAnswer = z
  .object({
    success: statusSuccess,
    status: z.enum(['scraping', 'completed', 'failed', 'cancelled']).describe('State of the job.'),
    completed: z.int().describe('Number of pages with a result.'),
    total: z
      .int()
      .describe('Number of pages that are waiting, in progress or completed. Failed pages are not counted.'),
    failed: z.int().describe('Number of pages that failed.'),
    skipped: z.int().describe('Number of URLs that were found but skipped (out of scope, robots.txt, traps).'),
    creditsUsed: z.int().describe('Credits used by the job.'),
    expiresAt: z.iso.datetime().describe('When the results are deleted.'),
    createdAt: z.iso.datetime().optional().describe('When the job was accepted.'),
    completedAt: z.iso.datetime().optional().describe('When the job ended.'),
    next: z
      .string()
      .optional()
      .describe('URL of the next page of results; absent if no more results are available yet.'),
    data: z.array(documentAnswer).describe('Results in completion order.'),
    warning: z.string().optional().describe('Warning about the results.'),
    error: z.string().optional().describe('Why the job failed.'),
    needsPerson: needsPersonField,
  })
  .meta({ id: 'JobStatusResponse' });

/** Schema of a job's status without results. */
export const jobFacts = jobStatusAnswer.omit({ data: true, next: true });
/** Job status without results. */
export type JobFacts = Answer<typeof jobFacts>;

/** Response to a request that cancels a single-result job, such as an extraction. */
export const cancelledAnswer = z.object({ success }).meta({ id: 'CancelledResponse' });

/** Response to a request that cancels a job with pages, such as a crawl. */
export const cancelAnswer = z.object({ status: z.literal('cancelled') }).meta({ id: 'CancelResponse' });

/** Failed and refused pages of a job, and the URLs blocked by robots.txt. */
export const jobErrorsAnswer = z
  .object({
    errors: z
      .array(
        z.object({
          id: z.string().describe('ID of the task. A task reads one URL of the job.'),
          timestamp: z.iso.datetime().optional().describe('When the page failed.'),
          url: z.string().describe('URL of the page.'),
          code: z.string().optional().describe('Error code, e.g. `SCRAPE_TIMEOUT`.'),
          error: z.string().describe('Error message.'),
          reason: z.string().optional().describe('Why the page was refused, e.g. `path` or `robots`.'),
        }),
      )
      .describe('Pages that failed or were refused.'),
    robotsBlocked: z.array(z.string()).describe('URLs that robots.txt disallows.'),
  })
  .meta({ id: 'JobErrorsResponse' });

/** Running crawls. */
export const activeCrawlsAnswer = z
  .object({
    success,
    crawls: z.array(
      z.object({
        id: jobId,
        teamId: z.string().describe('Always `local`.'),
        url: z.string().describe('Start URL.'),
        created_at: z.iso.datetime().describe('When the crawl was accepted.'),
        options: z.record(z.string(), z.unknown()).describe('Crawl options, including scrapeOptions.'),
      }),
    ),
  })
  .meta({ id: 'ActiveCrawlsResponse' });

/** Crawl options derived from a prompt. */
export const paramsPreviewAnswer = z
  .object({
    success,
    data: z.looseObject({ url: z.string().describe('Start URL.') }),
    warning: z.string().optional().describe('Warning about parts of the prompt that had no effect.'),
  })
  .meta({ id: 'CrawlParamsPreviewResponse' });

/** URLs found on a site, as returned by v1. */
export const mapAnswerV1 = z
  .object({ success, links: z.array(z.string()).describe('URLs of the site, best match first.') })
  .meta({ id: 'MapResponseV1' });

/** URLs found on a site, as returned by v2. */
export const mapAnswerV2 = z
  .object({
    success,
    links: z
      .array(
        z.object({
          url: z.string().describe('URL of the page.'),
          title: z.string().optional().describe('Title, if known.'),
          description: z.string().optional().describe('Description, if known.'),
        }),
      )
      .describe('URLs of the site, best match first.'),
  })
  .meta({ id: 'MapResponse' });

/** Number of pages that are waiting or in progress. */
export const queueStatusAnswer = z
  .object({
    success,
    jobsInQueue: z.int().describe('Number of pages that are waiting or in progress, across all jobs.'),
    activeJobsInQueue: z.int().describe('Number of pages in progress.'),
    waitingJobsInQueue: z.int().describe('Number of waiting pages.'),
    maxConcurrency: z.int().describe('Maximum number of pages fetched at the same time.'),
    mostRecentSuccess: z.iso.datetime().nullable().describe('When a page was last completed.'),
  })
  .meta({ id: 'QueueStatusResponse' });

/** Number of concurrency slots in use. */
export const concurrencyAnswer = z
  .object({
    success,
    concurrency: z.int().describe('Number of pages in progress.'),
    maxConcurrency: z.int().describe('Maximum number of pages fetched at the same time.'),
  })
  .meta({ id: 'ConcurrencyResponse' });

const period = {
  billingPeriodStart: z.iso.datetime().nullable().describe('Start of the current month.'),
  billingPeriodEnd: z.iso.datetime().nullable().describe('End of the current month.'),
};

/** Credits left this month, as returned by v2. */
export const creditUsageAnswer = z
  .object({
    success,
    data: z.object({
      remainingCredits: z.int().describe('Credits left this month.'),
      planCredits: z.int().describe('Credits per month.'),
      ...period,
    }),
  })
  .meta({ id: 'CreditUsageResponse' });

/** Tokens left this month, as returned by v2. One credit equals 15 tokens. */
export const tokenUsageAnswer = z
  .object({
    success,
    data: z.object({
      remainingTokens: z.int().describe('Tokens left this month.'),
      planTokens: z.int().describe('Tokens per month.'),
      ...period,
    }),
  })
  .meta({ id: 'TokenUsageResponse' });

const snakePeriod = {
  billing_period_start: z.iso.datetime().nullable().describe('Start of the current month.'),
  billing_period_end: z.iso.datetime().nullable().describe('End of the current month.'),
};

/** Credits left this month, as returned by v1. */
export const creditUsageAnswerV1 = z
  .object({
    success,
    data: z.object({
      remaining_credits: z.int().describe('Credits left this month.'),
      plan_credits: z.int().describe('Credits per month.'),
      ...snakePeriod,
    }),
  })
  .meta({ id: 'CreditUsageResponseV1' });

/** Tokens left this month, as returned by v1. */
export const tokenUsageAnswerV1 = z
  .object({
    success,
    data: z.object({
      remaining_tokens: z.int().describe('Tokens left this month.'),
      plan_tokens: z.int().describe('Tokens per month.'),
      ...snakePeriod,
    }),
  })
  .meta({ id: 'TokenUsageResponseV1' });

const months = {
  startDate: z.iso.datetime().describe('Start of the month.'),
  endDate: z.iso.datetime().nullable().describe('End of the month; null for the current month.'),
  apiKey: z.string().optional().describe('Name of the API key; only with `byApiKey`.'),
};

/** Credits used in past months. */
export const creditHistoryAnswer = z
  .object({
    success,
    periods: z.array(z.object({ ...months, creditsUsed: z.int().describe('Credits used in the month.') })),
  })
  .meta({ id: 'CreditHistoryResponse' });

/** Tokens used in past months. */
export const tokenHistoryAnswer = z
  .object({
    success,
    periods: z.array(z.object({ ...months, tokensUsed: z.int().describe('Tokens used in the month.') })),
  })
  .meta({ id: 'TokenHistoryResponse' });

/** Query parameters that select the results in a status response. */
export const pageQuery = z.object({
  skip: z.coerce.number().int().min(0).default(0).describe('Number of results to skip.'),
  limit: z.coerce.number().int().min(1).max(1000).optional().describe('Maximum number of results to return.'),
});

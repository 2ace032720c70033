import { z } from 'zod';
import type { AgentSpec } from '../job-specs';
import type { ScrapeSpec } from '../model';
import { asJobScrape, maxPromptLength, toRequestFacts } from './crawl-request';
import type { ApiParts } from './parts';
import { originFields } from './scrape-options';
import { dataScrapeOptions } from './scrape-request';
import { targetUrl } from './target-url';
import { webhookField } from './webhook';

/** Agent job events that can be sent to webhooks. */
export const agentEvents = ['started', 'action', 'completed', 'failed', 'cancelled'] as const;

/** Returns a schema that converts the body of an agent request into a spec. */
export function agentRequest(parts: ApiParts) {
  return z
    .strictObject({
      prompt: z.string().trim().min(1).max(maxPromptLength).describe('What to find, in plain words.'),
      urls: z.array(targetUrl).max(100).default([]).describe('Start pages; found by a web search if omitted.'),
      schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema that the returned data must match.'),
      maxCredits: z
        .number()
        .min(0)
        .optional()
        .describe(
          'Limit on the pages and searches of the run: each page counts as 2 to 5, each search as 1. Defaults to the limit of the model profile (2500 unless changed in Settings).',
        ),
      strictConstrainToURLs: z.boolean().default(false).describe('Read only the pages in `urls`.'),
      model: z.enum(['spark-1-mini', 'spark-1-pro', 'spark-2']).optional().meta({
        description:
          'Model profile: the model to use and the limits of the run. If the model is `spark-2`, `effort` selects the profile.',
        default: 'spark-1-mini',
      }),
      effort: z
        .enum(['low', 'medium', 'high'])
        .optional()
        .describe('`low` uses spark-1-mini, `medium` spark-1-pro, `high` spark-1-pro with twice the pages and steps.'),
      mode: z.enum(['extract', 'chat']).optional().describe('`chat` adds a text answer, `message`, to the data.'),
      threadId: z
        .guid()
        .optional()
        .describe('ID of a thread of earlier runs. This run can use their pages and answers.'),
      auditMetadata: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Accepted for compatibility with published clients; has no effect.'),
      exchange: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Accepted for compatibility with published clients; has no effect.'),
      zeroDataRetention: z.boolean().default(false).describe('Store nothing from this run on disk.'),
      webhook: webhookField('agent', agentEvents),
      ...originFields,
    })
    .transform(({ auditMetadata: _, exchange: __, origin, integration, zeroDataRetention, ...body }): AgentSpec => {
      const facts = toRequestFacts('v2', { origin, integration });
      const scrape: ScrapeSpec = dataScrapeOptions('v2', parts).parse({});
      return {
        ...facts,
        ...body,
        profile: profileOf(body),
        scrape: asJobScrape(scrape, facts, zeroDataRetention),
        zeroDataRetention,
      };
    });
}

/** Returns the model profile for a model and an effort level. An effort level without a model implies `spark-2`. */
function profileOf({ model, effort }: Pick<AgentSpec, 'model' | 'effort'>): AgentSpec['profile'] {
  if (model !== undefined && model !== 'spark-2') return model as AgentSpec['profile'];
  if (model === undefined && effort === undefined) return 'spark-1-mini';
  return effort === 'low' ? 'spark-1-mini' : 'spark-1-pro';
}

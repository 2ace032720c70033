import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { paramsPreviewRequest } from '../../../common/api/crawl-request';
import { activeCrawlsAnswer, paramsPreviewAnswer } from '../../../common/api/job-answers';
import { errorAnswers } from '../../../common/api/responses';
import { openStates } from '../../../common/job';
import { toCrawlOptions } from '../../../jobs/to-crawl-options';
import { CrawlPrompts } from '../../../kinds/crawl/prompt/crawl-prompts';
import { JobStore } from '../../../ports/jobs/job-store';
import { abortOnDisconnect } from '../../callers';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

/** Most crawls that are listed. */
const mostListed = 1000;

/** Crawls that run, and crawl options made of a prompt. */
@injectable()
export class CrawlRoutes implements Routes {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(CrawlPrompts) private readonly prompts: CrawlPrompts,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    for (const version of ['v1', 'v2']) {
      const response = { 200: activeCrawlsAnswer, ...errorAnswers };
      const schema = { response, tags: [version], description: 'Crawls that are running.' };
      for (const path of ['active', 'ongoing']) {
        routes.get(`/${version}/crawl/${path}`, { schema }, async () => ({
          success: true,
          crawls: await this.#active(),
        }));
      }
    }
    const response = { 200: paramsPreviewAnswer, ...errorAnswers };
    const description = 'Crawl options made of a prompt: by a model, else by rules.';
    const schema = { body: paramsPreviewRequest, response, tags: ['v2'], description };
    const example = { url: 'https://example.com/', prompt: 'Only the blog, at most 20 pages' };
    routes.post('/v2/crawl/params-preview', { schema, config: { example } }, async ({ body }, reply) => {
      const { options, warning } = await this.prompts.options(body, abortOnDisconnect(reply));
      return { success: true, data: { url: body.url, ...options }, ...(warning === undefined ? {} : { warning }) };
    });
  }

  async #active() {
    const running = await this.jobs.list({ kinds: ['crawl'], states: openStates, limit: mostListed });
    return running.map(({ job }) => ({
      id: job.id,
      teamId: 'local',
      url: job.url,
      created_at: job.createdAt,
      options: toCrawlOptions(job),
    }));
  }
}

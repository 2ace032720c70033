import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { jobIdParams } from '../../common/api/params';
import { AppError } from '../../common/errors';
import type { Task } from '../../common/model';
import { newId } from '../../common/values/ids';
import { JobReader } from '../../jobs/job-reader';
import { PageRunner } from '../../jobs/page-runner';
import { abortOnDisconnect } from '../callers';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const query = z.object({ url: z.string().max(10_000) });

/** The text of pages that values were read from, for the window. */
@injectable()
export class PageTextRoutes implements Routes {
  constructor(
    @inject(JobReader) private readonly reader: JobReader,
    @inject(PageRunner) private readonly pages: PageRunner,
  ) {}

  register(app: FastifyInstance): void {
    app
      .withTypeProvider<ZodRequests>()
      .get(
        '/local/jobs/:id/text',
        { schema: { hide: true, params: jobIdParams, querystring: query } },
        async (request, reply) => this.#text(request.params.id, request.query.url, abortOnDisconnect(reply)),
      );
  }

  /** The markdown of the whole page: the copy that was kept, else the page as it is now. */
  async #text(jobId: string, url: string, signal: AbortSignal) {
    const { spec, outcome, zeroDataRetention } = await this.reader.job(jobId);
    const { sources = [] } = (outcome ?? {}) as { readonly sources?: readonly { readonly url: string }[] };
    if (!sources.some((source) => source.url === url)) {
      throw new AppError('NOT_FOUND', `No value of this job was read from ${url}.`);
    }
    const whole = { formats: [{ type: 'markdown' }], onlyMainContent: false, maxAgeMs: Number.MAX_SAFE_INTEGER };
    const id = newId();
    const task: Task = {
      ...{ id, jobId: id, kind: 'scrape', followsLinks: false, depth: 0, attempt: 1 },
      spec: { ...spec, ...whole, url, zeroDataRetention },
    };
    const { document, page } = await this.pages.run(task, signal);
    return { markdown: document.markdown ?? '', isKept: page.cached, keptAt: document.metadata.cachedAt };
  }
}

import { z } from 'zod';
import { pageTextAnswer } from '../../common/api/local-jobs';
import { jobIdParams } from '../../common/api/params';
import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { Task } from '../../common/model';
import { newId } from '../../common/values/ids';
import { JobReader } from '../../jobs/job-reader';
import { PageRunner } from '../../jobs/page-runner';
import { abortOnDisconnect } from '../callers';
import { route, routeGroup } from '../route';

const query = z.object({ url: z.string().max(10_000) });

/** Route that returns the text of a page from which a job extracted values. Used by the UI. */
export const pageTextRoutes = routeGroup([JobReader, PageRunner], (reader, pages) => [
  route(
    'GET',
    '/local/jobs/:id/text',
    { params: jobIdParams, query, answer: pageTextAnswer },
    async ({ params, query: { url } }, reply) => {
      const task = wholePage(await reader.job(params.id), url);
      const { document, page } = await pages.run(task, abortOnDisconnect(reply));
      const { markdown = '' } = document as { readonly markdown?: string };
      const { cachedAt } = document.metadata as { readonly cachedAt?: string };
      return { markdown, isKept: page.cached, keptAt: cachedAt };
    },
  ),
]);

/** Returns a task that reads the Markdown of the entire page, from a cached copy if possible. */
function wholePage({ spec, outcome, zeroDataRetention }: Job, url: string): Task {
  const { sources = [] } = (outcome ?? {}) as { readonly sources?: readonly { readonly url: string }[] };
  if (!sources.some((source) => source.url === url)) {
    throw new AppError('NOT_FOUND', `No value of this job was read from ${url}.`);
  }
  const whole = { formats: [{ type: 'markdown' }], onlyMainContent: false, maxAgeMs: Number.MAX_SAFE_INTEGER };
  const id = newId();
  return {
    ...{ id, jobId: id, kind: 'scrape', followsLinks: false, depth: 0, attempt: 1 },
    spec: { ...spec, ...whole, url, zeroDataRetention },
  };
}

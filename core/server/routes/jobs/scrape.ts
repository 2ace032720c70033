import { jobIdParams } from '../../../common/api/params';
import { scrapeAnswer } from '../../../common/api/responses';
import { AppError } from '../../../common/errors';
import { ScrapeStore } from '../../../ports/jobs/history';
import { route, routeGroup } from '../../route';

const facts = { params: jobIdParams, answer: scrapeAnswer, description: 'Result of a past scrape.' };

/** Routes for past scrapes: GET `/v1/scrape/:id` and `/v2/scrape/:id`. */
export const scrapeRoutes = routeGroup([ScrapeStore], (store: ScrapeStore) =>
  ['v1', 'v2'].map((tag) =>
    route('GET', `/${tag}/scrape/:id`, { ...facts, tag }, async ({ params }) => {
      const result = await store.result(params.id);
      if (!result) throw new AppError('JOB_NOT_FOUND');
      return { success: true as const, data: result.document };
    }),
  ),
);

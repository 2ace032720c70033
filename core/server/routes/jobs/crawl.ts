import { paramsPreviewRequest } from '../../../common/api/crawl-request';
import { activeCrawlsAnswer, paramsPreviewAnswer } from '../../../common/api/job-answers';
import { openStates } from '../../../common/job';
import { toCrawlOptions } from '../../../jobs/to-crawl-options';
import { CrawlPrompts } from '../../../kinds/crawl/prompt/crawl-prompts';
import { JobStore } from '../../../ports/jobs/job-store';
import { abortOnDisconnect } from '../../callers';
import { route, routeGroup } from '../../route';

/** Maximum number of crawls in the list. */
const maxListed = 1000;

const preview = {
  tag: 'v2',
  body: paramsPreviewRequest,
  answer: paramsPreviewAnswer,
  description: 'Derives crawl options from a prompt, using a model if one is set up, otherwise using rules.',
  example: { url: 'https://example.com/', prompt: 'Only the blog, at most 20 pages' },
};

/** Routes that list crawls in progress and derive crawl options from a prompt. */
export const crawlRoutes = routeGroup([JobStore, CrawlPrompts], (jobs: JobStore, prompts: CrawlPrompts) => [
  ...['v1', 'v2'].flatMap((tag) =>
    ['active', 'ongoing'].map((path) =>
      route(
        'GET',
        `/${tag}/crawl/${path}`,
        { tag, answer: activeCrawlsAnswer, description: 'Running crawls.' },
        async () => ({ success: true as const, crawls: await activeCrawls(jobs) }),
      ),
    ),
  ),
  route('POST', '/v2/crawl/params-preview', preview, async ({ body }, reply) => {
    const { options, warning } = await prompts.preview(body, abortOnDisconnect(reply));
    return {
      success: true as const,
      data: { url: body.url, ...options },
      ...(warning === undefined ? {} : { warning }),
    };
  }),
]);

async function activeCrawls(jobs: JobStore) {
  const running = await jobs.list({ kinds: ['crawl'], states: openStates, limit: maxListed });
  return running.map(({ job }) => ({
    id: job.id,
    teamId: 'local',
    url: job.url,
    created_at: job.createdAt,
    options: toCrawlOptions(job as Parameters<typeof toCrawlOptions>[0]),
  }));
}

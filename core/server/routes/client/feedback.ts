import { z } from 'zod';
import { endpointFeedback, feedbackAnswer, searchFeedback } from '../../../common/api/client/feedback';
import { maskSecrets, maskText } from '../../../common/values/mask-secrets';
import { noticeId } from '../../../jobs/delivery/notice-id';
import { ActivityStore } from '../../../ports/jobs/history';
import { route, routeGroup } from '../../route';

/** Value of `kind` for feedback entries in the activity log. */
const kind = 'feedback';
const params = z.object({ id: z.string().min(1).max(200).describe('ID of the search.') });
const facts = { tag: 'v2', answer: feedbackAnswer };

/**
 * Routes for feedback on API responses. Feedback is stored in the activity log of this machine and never sent
 * elsewhere.
 */
export const feedbackRoutes = routeGroup([ActivityStore], (activity: ActivityStore) => {
  /** Stores feedback. Replaces earlier feedback on the same response. */
  const keep = async (about: z.output<typeof endpointFeedback>, keyId: string) => {
    const { endpoint, jobId, url = '', rating: state } = about;
    const feedbackId = noticeId(jobId, kind, endpoint);
    const at = new Date().toISOString();
    const { origin: _, integration: __, ...feedback } = maskSecrets(about);
    await activity.add({
      ...{ jobId: feedbackId, kind, url: maskText(url), state, keyId, at, feedback },
      ...{ pages: 0, credits: 0 },
    });
    return { success: true as const, feedbackId, creditsRefunded: 0 };
  };
  return [
    route(
      'POST',
      '/v2/feedback',
      {
        ...facts,
        body: endpointFeedback,
        example: { endpoint: 'scrape', jobId: '1', rating: 'good' },
        description: 'Records feedback on an answer in the activity log.',
      },
      ({ body, keyId }) => keep(body, keyId),
    ),
    route(
      'POST',
      '/v2/search/:id/feedback',
      {
        ...facts,
        params,
        body: searchFeedback,
        example: { rating: 'good' },
        description: 'Records feedback on a search in the activity log.',
      },
      ({ params: { id: jobId }, body, keyId }) => keep({ ...body, endpoint: 'search', jobId }, keyId),
    ),
  ];
});

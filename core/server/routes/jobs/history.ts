import { z } from 'zod';
import { activityAnswer, historyAnswer, historyRecord } from '../../../common/api/local-jobs';
import { idParams } from '../../../common/api/params';
import { done, doneAnswer } from '../../../common/api/responses';
import { AppError } from '../../../common/errors';
import { maskSecrets } from '../../../common/values/mask-secrets';
import { SavedRuns } from '../../../jobs/saved-runs';
import { toRequestBody } from '../../../jobs/to-request-body';
import { ActivityStore, type ScrapeRecord, ScrapeStore } from '../../../ports/jobs/history';
import { route, routeGroup } from '../../route';

const query = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().optional(),
  search: z.string().max(200).optional(),
});

/** Time span shown in the usage view, in ms. */
const shownMs = 31 * 24 * 3600 * 1000;

/** Converts a record to a list entry for the UI. Masks passwords and tokens in URLs, as in the list of jobs. */
const toItem = ({ spec, ...record }: ScrapeRecord) =>
  maskSecrets({
    ...record,
    formats: spec.formats.map(({ type }) => type),
    durationMs: Date.parse(record.finishedAt) - Date.parse(record.createdAt),
  });

/** Routes for past scrapes and for the usage of all jobs. Used by the UI. */
export const historyRoutes = routeGroup(
  [ScrapeStore, ActivityStore, SavedRuns],
  (store: ScrapeStore, activity: ActivityStore, runs: SavedRuns) => [
    route('GET', '/local/history', { query, answer: historyAnswer }, async ({ query }) => ({
      items: (await store.list(query)).map(toItem),
    })),
    route('GET', '/local/activity', { query, answer: activityAnswer }, async ({ query: { limit, before } }) => {
      const [entries, names] = await Promise.all([activity.list({ limit, before }), runs.names()]);
      return {
        items: entries.map((entry) => (names.get(entry.jobId)?.isCheck ? { ...entry, isCheck: true as const } : entry)),
        days: await activity.days(new Date(Date.now() - shownMs).toISOString()),
      };
    }),
    route('GET', '/local/history/:id', { params: idParams, answer: historyRecord }, async ({ params }) => {
      const record = await store.record(params.id);
      if (!record) throw new AppError('JOB_NOT_FOUND');
      return { ...toItem(record), request: maskSecrets(toRequestBody(record.spec)) };
    }),
    route('DELETE', '/local/history/:id', { params: idParams, answer: doneAnswer }, async ({ params }) => {
      if (!(await store.remove(params.id))) throw new AppError('JOB_NOT_FOUND');
      return done;
    }),
  ],
);

import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { idParams } from '../../../common/api/params';
import { AppError } from '../../../common/errors';
import { toRequestBody } from '../../../jobs/to-request-body';
import { ActivityStore, type ScrapeRecord, ScrapeStore } from '../../../ports/jobs/history';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().optional(),
  search: z.string().max(200).optional(),
});

/** How far back the days of the usage view go. */
const shownMs = 31 * 24 * 3600 * 1000;

/** A record as the window lists it. */
const toItem = ({ spec, ...record }: ScrapeRecord) => ({
  ...record,
  formats: spec.formats.map(({ type }) => type),
  durationMs: Date.parse(record.finishedAt) - Date.parse(record.createdAt),
});

/** Past single scrapes and what all jobs have used, for the window. */
@injectable()
export class HistoryRoutes implements Routes {
  constructor(
    @inject(ScrapeStore) private readonly store: ScrapeStore,
    @inject(ActivityStore) private readonly activity: ActivityStore,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    routes.get('/local/history', { schema: { hide: true, querystring: listQuery } }, async ({ query }) => ({
      items: (await this.store.list(query)).map(toItem),
    }));
    routes.get('/local/activity', { schema: { hide: true, querystring: listQuery } }, async ({ query }) => ({
      items: await this.activity.list({ limit: query.limit, before: query.before }),
      days: await this.activity.days(new Date(Date.now() - shownMs).toISOString()),
    }));
    routes.get('/local/history/:id', { schema: { hide: true, params: idParams } }, async ({ params }) => {
      const record = await this.store.record(params.id);
      if (!record) throw new AppError('JOB_NOT_FOUND');
      return { ...toItem(record), request: toRequestBody(record.spec) };
    });
    routes.delete('/local/history/:id', { schema: { hide: true, params: idParams } }, async ({ params }) => {
      if (!(await this.store.remove(params.id))) throw new AppError('JOB_NOT_FOUND');
      return { success: true };
    });
  }
}

import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { jobIdParams } from '../../../common/api/params';
import { errorAnswers } from '../../../common/api/responses';
import { JobKeeping } from '../../../jobs/job-keeping';
import { JobPauses } from '../../../jobs/job-pauses';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

const done = z.object({ success: z.literal(true) });
const success = { success: true } as const;
const schemaOf = (description: string) => ({
  params: jobIdParams,
  response: { 200: done, ...errorAnswers },
  tags: ['jobs'],
  description,
});

/** What can be done to a job of any kind: pause, resume, keep, release, delete. */
@injectable()
export class JobCareRoutes implements Routes {
  constructor(
    @inject(JobPauses) private readonly pauses: JobPauses,
    @inject(JobKeeping) private readonly keeping: JobKeeping,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const path = '/local/jobs/:id';
    const pause = schemaOf('Pauses a job: no more pages are begun, those under way end.');
    routes.post(`${path}/pause`, { schema: pause }, async ({ params: { id } }) => {
      await this.pauses.pause(id);
      return success;
    });
    const resume = schemaOf(
      'Goes on with a job that is paused, or was cancelled with pages left; pages that wait for a person are read again.',
    );
    routes.post(`${path}/resume`, { schema: resume }, async ({ params: { id } }) => {
      await this.pauses.resume(id);
      return success;
    });
    const keep = schemaOf('Keeps a job beyond 24 hours.');
    routes.put(`${path}/keep`, { schema: keep }, async ({ params: { id } }) => {
      await this.keeping.keep(id, 'person');
      return success;
    });
    const release = schemaOf('Lets a job that was kept go 24 hours after its end.');
    routes.delete(`${path}/keep`, { schema: release }, async ({ params: { id } }) => {
      await this.keeping.release(id);
      return success;
    });
    const remove = schemaOf('Removes an ended job and its results.');
    routes.delete(path, { schema: remove }, async ({ params: { id } }) => {
      await this.keeping.remove(id);
      return success;
    });
  }
}

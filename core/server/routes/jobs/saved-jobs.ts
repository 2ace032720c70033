import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { jobIdParams } from '../../../common/api/params';
import { savedDetails, savedRun, scheduleNote } from '../../../common/saved-job';
import { type SavedJob, SavedJobs } from '../../../jobs/saved-jobs';
import { SavedRuns } from '../../../jobs/saved-runs';
import { abortOnDisconnect } from '../../callers';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';
import { ownAddress } from './jobs';
import { answering, done, doneAnswer, nameParams as params, savedFields, savedRequest } from './saved-answers';

const saved = z.object(savedFields).meta({ id: 'SavedJob' });
const putBody = z.strictObject({ ...savedRequest, ...savedDetails.shape });
const started = z.looseObject({
  success: z.literal(true),
  id: z.string().describe('Id of the new job.'),
  url: z.string().describe('Address the job can be read at.'),
});
const timeline = z.object({
  runs: z.array(savedRun).describe('Runs, newest first.'),
  notes: z.array(scheduleNote).describe('Times at which the schedule started no run, newest first.'),
});
const path = '/local/saved/:name';

/** Jobs saved by name, for the window, the command line and whoever runs them again. */
@injectable()
export class SavedJobRoutes implements Routes {
  constructor(
    @inject(SavedJobs) private readonly saved: SavedJobs,
    @inject(SavedRuns) private readonly runs: SavedRuns,
  ) {}

  register(app: FastifyInstance): void {
    this.#registerSaving(app);
    this.#registerRuns(app);
  }

  #registerSaving(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const save = { ...answering('Saves a completed job by name.', saved), params: jobIdParams, body: params };
    routes.post('/local/jobs/:id/save', { schema: save }, ({ params: { id }, body }): Promise<SavedJob> => {
      return this.saved.save(id, body.name);
    });
    routes.get(
      '/local/jobs/:id/saved',
      { schema: { hide: true, params: jobIdParams } },
      async ({ params: { id } }) => ({
        name: await this.runs.nameOf(id),
      }),
    );
    const list = answering('Saved jobs.', z.object({ items: z.array(saved) }));
    routes.get('/local/saved', { schema: list }, async () => ({ items: await this.saved.list() }));
    const one = { ...answering('A saved job.', saved), params };
    routes.get(path, { schema: one }, ({ params: { name } }) => this.saved.get(name));
    const put = { ...answering('Saves a request by name.', saved), params, body: putBody };
    routes.put(path, { schema: put }, ({ params: { name }, body: { kind, request, ...details } }) =>
      this.saved.put(name, { kind, request }, details),
    );
    const details = { ...answering('Says what a saved job is for, and how many of its runs are kept.', saved), params };
    routes.patch(path, { schema: { ...details, body: savedDetails } }, async ({ params: { name }, body }) => {
      await this.runs.prune(await this.saved.change(name, () => body));
      return this.saved.get(name);
    });
    const rename = { ...answering('Gives a saved job another name.', saved), params, body: params };
    routes.post(`${path}/rename`, { schema: rename }, ({ params: { name }, body }) =>
      this.saved.rename(name, body.name),
    );
    const remove = { ...answering('Removes a saved job; its runs go 24 hours after their end.', doneAnswer), params };
    routes.delete(path, { schema: remove }, async ({ params: { name } }) => {
      await this.runs.remove(name);
      return done;
    });
  }

  #registerRuns(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const run = { ...answering('Starts a saved job anew.', started), params };
    routes.post(`${path}/run`, { schema: run }, async (request, reply) => {
      const call = { keyId: request.keyId, signal: abortOnDisconnect(reply) };
      const { job, path: place, answer } = await this.runs.run(request.params.name, 'person', call);
      return { success: true, id: job.id, url: ownAddress(request) + place, ...answer };
    });
    const runs = { ...answering('Runs of a saved job.', timeline), params };
    routes.get(`${path}/runs`, { schema: runs }, ({ params: { name } }) => this.runs.timeline(name));
  }
}

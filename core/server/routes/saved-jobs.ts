import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { jobIdParams } from '../../common/api/params';
import { errorAnswers } from '../../common/api/responses';
import { type SavedJob, SavedJobs } from '../../jobs/saved-jobs';
import { abortOnDisconnect } from '../abort-on-disconnect';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';
import { ownAddress } from './jobs';

const name = z.string().trim().min(1).max(80).describe('Name of the saved job.');
const params = z.object({ name });
const success = z.literal(true);
const lastRun = z.object({
  id: z.string().describe('Id of the job.'),
  at: z.iso.datetime().describe('When it was started.'),
});
const request = {
  kind: z.string().describe('Kind of job.'),
  request: z.record(z.string(), z.unknown()).describe('The request that is sent when it runs, in its v2 form.'),
};
const saved = z
  .object({
    name,
    ...request,
    savedAt: z.iso.datetime().describe('When it was saved.'),
    lastRun: lastRun.optional().describe('The job it started last; absent before it ever ran.'),
  })
  .meta({ id: 'SavedJob' });
const started = z.looseObject({
  success,
  id: z.string().describe('Id of the new job.'),
  url: z.string().describe('Address the job can be read at.'),
});
const gone = z.object({ success });
const tags = ['saved jobs'];
const answers = (schema: z.ZodType) => ({ response: { 200: schema, ...errorAnswers }, tags });

/** Jobs saved by name, for the window, the command line and whoever runs them again. */
@injectable()
export class SavedJobRoutes implements Routes {
  constructor(@inject(SavedJobs) private readonly saved: SavedJobs) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const save = {
      ...answers(saved),
      params: jobIdParams,
      body: params,
      description: 'Saves a completed job by name.',
    };
    routes.post('/local/jobs/:id/save', { schema: save }, ({ params: { id }, body }): Promise<SavedJob> => {
      return this.saved.save(id, body.name);
    });
    const list = { ...answers(z.object({ items: z.array(saved) })), description: 'Saved jobs.' };
    routes.get('/local/saved', { schema: list }, async () => ({ items: await this.saved.list() }));
    const path = '/local/saved/:name';
    const one = { ...answers(saved), params, description: 'A saved job.' };
    routes.get(path, { schema: one }, ({ params: { name: wanted } }) => this.saved.get(wanted));
    const put = { ...answers(saved), params, body: z.strictObject(request), description: 'Saves a request by name.' };
    routes.put(path, { schema: put }, ({ params: { name: wanted }, body }) => this.saved.put(wanted, body));
    const rename = { ...answers(saved), params, body: params, description: 'Gives a saved job another name.' };
    routes.post(`${path}/rename`, { schema: rename }, ({ params: { name: wanted }, body }) =>
      this.saved.rename(wanted, body.name),
    );
    const remove = { ...answers(gone), params, description: 'Removes a saved job; jobs it has started stay.' };
    routes.delete(path, { schema: remove }, async ({ params: { name: wanted } }) => {
      await this.saved.remove(wanted);
      return { success: true };
    });
    const run = { ...answers(started), params, description: 'Starts a saved job anew.' };
    routes.post(`${path}/run`, { schema: run }, async (request, reply) => {
      const call = { keyId: request.keyId, signal: abortOnDisconnect(reply) };
      const { job, path: place, answer } = await this.saved.run(request.params.name, call);
      return { success: true, id: job.id, url: ownAddress(request) + place, ...answer };
    });
  }
}

import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { monitorRequest, savedRun, scheduleNote } from '../../../common/saved-job';
import { Monitors } from '../../../jobs/monitors/monitors';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';
import { answering, done, doneAnswer, nameParams as params, savedFields } from './saved-answers';

const path = '/local/saved/:name/monitor';
const row = z.record(z.string(), z.unknown());
const rows = z.array(row);
const count = z.int();
const cell = z.object({ column: z.string(), before: z.unknown(), after: z.unknown() });
const changedRow = z.object({
  key: z.string().describe('What tells the row apart: the value of its key, the address of a page.'),
  cells: z.array(cell).describe('Values that are no longer what they were.'),
  diff: z.string().optional().describe('Changed lines of a page, as a unified diff.'),
});
const difference = z
  .object({
    run: z.int().describe('Number of the run.'),
    against: z.int().describe('Number of the earlier run.'),
    counts: z.object({ added: count, removed: count, changed: count }).describe('How many rows there are of each.'),
    added: rows.describe('Rows that are new, 500 at most.'),
    removed: rows.describe('Rows that are gone, 500 at most.'),
    changed: z.array(changedRow).describe('Rows with other values, 500 at most.'),
    note: z.string().optional().describe('What else is to be known.'),
  })
  .meta({ id: 'RunDifference' });
const monitors = z.object({
  items: z.array(
    z.object({
      ...savedFields,
      latest: savedRun.optional().describe('The last run.'),
      lastChange: savedRun.optional().describe('The last run in which something had changed.'),
      lastNote: scheduleNote.optional().describe('The last time at which the schedule started no run.'),
    }),
  ),
});
const runParams = params.extend({ number: z.coerce.number().int().min(1).describe('Number of the run.') });
const against = z.object({
  against: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Number of the earlier run; the one it was compared with when absent.'),
});

/** What changes between the runs of saved jobs. */
@injectable()
export class MonitorRoutes implements Routes {
  constructor(@inject(Monitors) private readonly monitors: Monitors) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const tag = 'monitors';
    const list = answering('Saved jobs whose runs are compared.', monitors, tag);
    routes.get('/local/monitors', { schema: list }, async () => ({ items: await this.monitors.list() }));
    const watch = { ...answering('Compares the runs of a saved job, and tells of changes.', doneAnswer, tag), params };
    routes.put(path, { schema: { ...watch, body: monitorRequest } }, async ({ params: { name }, body }) => {
      await this.monitors.watch(name, body);
      return done;
    });
    const unwatch = { ...answering('Compares the runs of a saved job no longer.', doneAnswer, tag), params };
    routes.delete(path, { schema: unwatch }, async ({ params: { name } }) => {
      await this.monitors.unwatch(name);
      return done;
    });
    const changes = {
      ...answering('What is different between two runs of a saved job.', difference, tag),
      params: runParams,
    };
    routes.get(
      '/local/saved/:name/runs/:number/changes',
      { schema: { ...changes, querystring: against } },
      ({ params: { name, number }, query }) => this.monitors.difference(name, number, query.against),
    );
  }
}

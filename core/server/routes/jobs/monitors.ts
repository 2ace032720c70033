import { z } from 'zod';
import { done, doneAnswer } from '../../../common/api/responses';
import { monitorsAnswer, nameParams, runDifference } from '../../../common/api/saved-answers';
import { monitorRequest } from '../../../common/saved-job';
import { Monitors } from '../../../jobs/monitors/monitors';
import { route, routeGroup } from '../../route';

const path = '/local/saved/:name/monitor';
const tag = 'monitors';
const one = { tag, params: nameParams, answer: doneAnswer };
const runParams = nameParams.extend({ number: z.coerce.number().int().min(1).describe('Number of the run.') });
const against = z.object({
  against: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Number of the earlier run; defaults to the baseline of the comparison.'),
});

/** Routes for monitors of saved jobs, and for the changes between runs. */
export const monitorRoutes = routeGroup([Monitors], (monitors) => [
  route(
    'GET',
    '/local/monitors',
    { tag, answer: monitorsAnswer, description: 'Saved jobs whose runs are compared by a monitor.' },
    async () => ({ items: await monitors.list() }),
  ),
  route(
    'PUT',
    path,
    { ...one, body: monitorRequest, description: 'Compares the runs of a saved job and reports changes.' },
    async ({ params: { name }, body }) => {
      await monitors.watch(name, body);
      return done;
    },
  ),
  route(
    'DELETE',
    path,
    { ...one, description: 'Stops comparing the runs of a saved job.' },
    async ({ params: { name } }) => {
      await monitors.unwatch(name);
      return done;
    },
  ),
  route(
    'GET',
    '/local/saved/:name/runs/:number/changes',
    {
      tag,
      params: runParams,
      query: against,
      answer: runDifference,
      description: 'Differences between two runs of a saved job.',
    },
    ({ params: { name, number }, query }) => monitors.difference(name, number, query.against),
  ),
]);

import { z } from 'zod';
import { savedNameAnswer } from '../../../common/api/local-jobs';
import { jobIdParams } from '../../../common/api/params';
import { done, doneAnswer } from '../../../common/api/responses';
import {
  nameParams,
  runsAnswer,
  savedJob,
  savedJobsAnswer,
  savedRequest,
  savedRunRequest,
  startedAnswer,
} from '../../../common/api/saved-answers';
import { savedDetails } from '../../../common/saved-job';
import { ColumnUrls } from '../../../jobs/rows/column-urls';
import { SavedJobs } from '../../../jobs/saved-jobs';
import { SavedRuns } from '../../../jobs/saved-runs';
import { abortOnDisconnect } from '../../callers';
import { route, routeGroup } from '../../route';
import { ownAddress } from './jobs';

const putBody = z.strictObject({ ...savedRequest, ...savedDetails.shape });
const path = '/local/saved/:name';
const tag = 'saved jobs';
const one = { tag, params: nameParams };

/** Routes for saved jobs. Used by the UI, the command line and API clients. */
export const savedJobRoutes = routeGroup([SavedJobs, SavedRuns], (saved, runs) => [
  route(
    'POST',
    '/local/jobs/:id/save',
    {
      tag,
      params: jobIdParams,
      body: nameParams,
      answer: savedJob,
      description: 'Saves a completed job under a name.',
    },
    ({ params: { id }, body: { name } }) => saved.save(id, name),
  ),
  route('GET', '/local/jobs/:id/saved', { params: jobIdParams, answer: savedNameAnswer }, async ({ params }) => ({
    name: await runs.nameOf(params.id),
  })),
  route('GET', '/local/saved', { tag, answer: savedJobsAnswer, description: 'Saved jobs.' }, async () => ({
    items: await saved.list(),
  })),
  route('GET', path, { ...one, answer: savedJob, description: 'A saved job.' }, ({ params: { name } }) =>
    saved.get(name),
  ),
  route(
    'PUT',
    path,
    { ...one, body: putBody, answer: savedJob, description: 'Saves a job request under a name.' },
    ({ params: { name }, body: { kind, request, ...details } }) => saved.put(name, { kind, request }, details),
  ),
  route(
    'PATCH',
    path,
    {
      ...one,
      body: savedDetails,
      answer: savedJob,
      description: 'Sets the description of a saved job and how many of its runs are kept.',
    },
    async ({ params: { name }, body }) => {
      await runs.prune(await saved.change(name, () => body));
      return saved.get(name);
    },
  ),
  route(
    'POST',
    `${path}/rename`,
    { ...one, body: nameParams, answer: savedJob, description: 'Renames a saved job.' },
    ({ params, body }) => saved.rename(params.name, body.name),
  ),
  route(
    'DELETE',
    path,
    { ...one, answer: doneAnswer, description: 'Deletes a saved job; its runs are deleted 24 hours after they end.' },
    async ({ params: { name } }) => {
      await runs.remove(name);
      return done;
    },
  ),
]);

/** Routes for starting and listing runs of saved jobs. */
export const savedRunRoutes = routeGroup([SavedJobs, SavedRuns, ColumnUrls], (saved, runs, columns) => [
  route(
    'POST',
    `${path}/run`,
    {
      ...one,
      body: savedRunRequest,
      answer: startedAnswer,
      description: 'Runs a saved job, optionally with other URLs.',
    },
    async ({ params: { name }, body, keyId, protocol, headers }, reply) => {
      const call = { keyId, signal: abortOnDisconnect(reply) };
      const urls = body?.urlsFrom ? await columns.read(body.urlsFrom) : body?.urls;
      const started = urls ? saved.start(name, call, urls) : runs.run(name, 'person', call);
      const { job, path: place, answer } = await started;
      return { success: true as const, id: job.id, url: ownAddress({ protocol, headers }) + place, ...answer };
    },
  ),
  route(
    'GET',
    `${path}/runs`,
    { ...one, answer: runsAnswer, description: 'Runs of a saved job.' },
    ({ params: { name } }) => runs.timeline(name),
  ),
]);

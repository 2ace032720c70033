import { jobIdParams } from '../../../common/api/params';
import { done, doneAnswer } from '../../../common/api/responses';
import { JobPauses } from '../../../jobs/job-pauses';
import { JobRetention } from '../../../jobs/job-retention';
import { route, routeGroup } from '../../route';

const path = '/local/jobs/:id';
const resume =
  'Resumes a paused job, or a cancelled one that has pages left; pages that wait for a person are read again.';

/** Routes for pausing, resuming, pinning, unpinning and deleting jobs of any kind. */
export const jobActionRoutes = routeGroup([JobPauses, JobRetention], (pauses, keeping) => {
  const care = (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    description: string,
    act: (id: string) => Promise<unknown>,
  ) =>
    route(
      method,
      url,
      { tag: 'jobs', params: jobIdParams, answer: doneAnswer, description },
      async ({ params: { id } }) => {
        await act(id);
        return done;
      },
    );
  return [
    care('POST', `${path}/pause`, 'Pauses a job: no new pages are started, and pages in progress are finished.', (id) =>
      pauses.pause(id),
    ),
    care('POST', `${path}/resume`, resume, (id) => pauses.resume(id)),
    care('PUT', `${path}/keep`, 'Keeps a job for more than 24 hours.', (id) => keeping.keep(id, 'person')),
    care('DELETE', `${path}/keep`, 'Stops keeping a job; it is deleted 24 hours after it ended.', (id) =>
      keeping.release(id),
    ),
    care('DELETE', path, 'Deletes a finished job and its results.', (id) => keeping.remove(id)),
  ];
});

import { workersAnswer } from '../../common/api/workspace-answers';
import { JobNotifier } from '../../ports/jobs/job-notifier';
import { Storage } from '../../ports/storage';
import { route, routeGroup } from '../route';

const description = 'Processes that share the database, each with its current work.';

/** Routes for the processes that share the database. */
export const workerRoutes = routeGroup([Storage, JobNotifier], (storage: Storage, wakes: JobNotifier) => [
  route('GET', '/local/workers', { tag: 'workers', answer: workersAnswer, description }, async () => ({
    isShared: wakes.isShared,
    items: await storage.nodes.list(),
  })),
]);

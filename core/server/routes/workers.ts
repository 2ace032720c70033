import { workersAnswer } from '../../common/api/workspace-answers';
import { JobWakes } from '../../ports/jobs/job-wakes';
import { Storage } from '../../ports/storage';
import { route, routeGroup } from '../route';

const description = 'The processes that share the database, and the work of each.';

/** The processes that share the database. */
export const workerRoutes = routeGroup([Storage, JobWakes], (storage: Storage, wakes: JobWakes) => [
  route('GET', '/local/workers', { tag: 'workers', answer: workersAnswer, description }, async () => ({
    isShared: wakes.isShared,
    items: await storage.nodes.list(),
  })),
]);

import type { workersAnswer } from '../../core/common/api/workspace-answers';
import { call } from './client';

/** API calls for the processes that share the database. */
export const workersApi = {
  list: () => call<typeof workersAnswer>('GET', '/local/workers'),
};

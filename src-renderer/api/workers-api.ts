import type { FleetNode } from '../../core/common/fleet-node';
import { call } from './client';

/** What is asked about the processes that share the database. */
export const workersApi = {
  list: () => call<{ readonly isShared: boolean; readonly items: readonly FleetNode[] }>('GET', '/local/workers'),
};

import type { FleetNode, NodeFacts } from '../common/fleet-node';

/**
 * Name of the format for results in the object store. The format is used only if every process that shares the database
 * can read it.
 */
export const storedResults = 'results in the object store';

/** Registry of the processes that share a database. */
export interface Nodes {
  /** Sends a heartbeat with information about this process. */
  heartbeat(facts: NodeFacts): Promise<void>;
  /**
   * Returns every process, oldest first, with the number of jobs, slots and deliveries that it holds. Includes
   * processes that were lost within the last hour.
   */
  list(): Promise<readonly FleetNode[]>;
  /** Counts the processes that run jobs on a machine, i.e. those with the role `all` or `worker`. */
  workersOn(host: string): Promise<number>;
  /** Removes this process at shutdown. */
  leave(): Promise<void>;
}

import type { FleetNode, NodeFacts } from '../common/fleet-node';

/**
 * Name of the result format in the object store. The format is used only while every process that shares the database
 * can read it.
 */
export const storedResults = 'results in the object store';

/** Processes that share a database. */
export interface Nodes {
  /** Sends a heartbeat with information about this process. */
  heartbeat(facts: NodeFacts): Promise<void>;
  /**
   * Returns every process, oldest first, with the number of its jobs, slots and deliveries. Lost processes are listed
   * for an hour.
   */
  list(): Promise<readonly FleetNode[]>;
  /** Returns the number of processes on a host that work on jobs. These have the role `all` or `worker`. */
  workersOn(host: string): Promise<number>;
  /** Removes this process at shutdown. */
  leave(): Promise<void>;
}

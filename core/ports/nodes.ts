import type { FleetNode, NodeFacts } from '../common/fleet-node';

/** Storage format of results in the object store: written only while every process of the database can read it. */
export const storedResults = 'results in the object store';

/** Processes that share a database. */
export interface Nodes {
  /** Sends a heartbeat with the facts of this process. */
  heartbeat(facts: NodeFacts): Promise<void>;
  /** Returns every process with what it holds, oldest first; lost ones are listed for an hour. */
  list(): Promise<readonly FleetNode[]>;
  /** Returns the number of running processes on a host that work on jobs: those of the roles `all` and `worker`. */
  workersOn(host: string): Promise<number>;
  /** Removes this process at shutdown. */
  leave(): Promise<void>;
}

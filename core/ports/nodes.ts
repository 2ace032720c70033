import type { FleetNode, NodeFacts } from '../common/fleet-node';

/** Results of jobs that are in the object store: written only while every process of the database reads them. */
export const storedResults = 'results in the object store';

/** The processes that share a database. */
export interface Nodes {
  /** Says that this process is there, and what it does. */
  beat(facts: NodeFacts): Promise<void>;
  /** Every process with what it holds, the oldest first; one that was lost is there for an hour. */
  list(): Promise<readonly FleetNode[]>;
  /** Number of running processes on a host that work on jobs: those of the roles `all` and `worker`. */
  workersOn(host: string): Promise<number>;
  /** This process ends. */
  leave(): Promise<void>;
}

import type { FleetNode, NodeFacts } from '../common/fleet-node';

/** The processes that share a database. */
export interface Nodes {
  /** Says that this process is there, and what it does. */
  beat(facts: NodeFacts): Promise<void>;
  /** Every process with what it holds, the oldest first; one that was lost is there for an hour. */
  list(): Promise<readonly FleetNode[]>;
  /** This process ends. */
  leave(): Promise<void>;
}

import type { GleanerEvent } from '../common/events';

/** An event of another process. Numbers increase, but an event may become visible after a higher one. */
export interface LoggedEvent {
  readonly number: number;
  readonly event: GleanerEvent;
}

/** Event log of processes that share a database; events are retained for a few minutes. */
export interface EventLog {
  /** Sends events to every other process. */
  append(events: readonly GleanerEvent[]): Promise<void>;
  /** Returns the number of the latest event; 0 without events. */
  last(): Promise<number>;
  /** Returns events of other processes after a number, oldest first. */
  after(number: number): Promise<readonly LoggedEvent[]>;
  removeJob(id: string): Promise<void>;
}

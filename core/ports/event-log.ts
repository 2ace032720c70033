import type { GleanerEvent } from '../common/events';

/**
 * An event from another process. Events may become visible out of order: an event with a lower number can appear after
 * an event with a higher number.
 */
export interface LoggedEvent {
  readonly number: number;
  readonly event: GleanerEvent;
}

/** Event log for processes that share a database. Events are retained for a few minutes. */
export interface EventLog {
  /** Makes events available to every other process. */
  append(events: readonly GleanerEvent[]): Promise<void>;
  /** Returns the number of the latest event. 0 if there are no events. */
  last(): Promise<number>;
  /** Returns the events from other processes whose number is greater than `number`, oldest first. */
  after(number: number): Promise<readonly LoggedEvent[]>;
  removeJob(id: string): Promise<void>;
}

import type { GleanerEvent } from '../common/events';

/** An event that another process told; numbers grow, but one may be seen after a higher one. */
export interface ToldEvent {
  readonly number: number;
  readonly event: GleanerEvent;
}

/** Events that processes of one database tell each other; they are kept for a few minutes. */
export interface ToldEvents {
  /** Tells events to every other process. */
  tell(events: readonly GleanerEvent[]): Promise<void>;
  /** The number of the last event that anybody told; 0 when there is none. */
  last(): Promise<number>;
  /** What other processes told after a number, oldest first. */
  after(number: number): Promise<readonly ToldEvent[]>;
  /** Removes what was told of a job. */
  removeJob(id: string): Promise<void>;
}

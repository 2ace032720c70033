import type { DeliveryState, DeliveryTry } from '../../common/api/delivery-answers';

/** An event on its way to a sink. */
export interface Delivery {
  /** The `webhookId`; the same on every try. */
  readonly id: string;
  readonly jobId: string;
  /** Event name. */
  readonly type: string;
  /** Id of the sink plugin. */
  readonly sink: string;
  /** Settings of the sink for this delivery (address, headers). */
  readonly config: Readonly<Record<string, unknown>>;
  /** Who gets it (host and path of an address); deliveries to one receiver share its pace. The sink when absent. */
  readonly receiver?: string;
  readonly state: DeliveryState;
  readonly createdAt: string;
  /** When the next try is due, ISO. */
  readonly nextAt: string;
  readonly tries: readonly DeliveryTry[];
}

/** Who gets a delivery. */
export const receiverOf = ({ receiver, sink }: Pick<Delivery, 'receiver' | 'sink'>): string => receiver ?? sink;

/** A delivery to be made: exactly these bytes, on every try. */
export type NewDelivery = Pick<Delivery, 'id' | 'jobId' | 'type' | 'sink' | 'config' | 'receiver'> & {
  readonly body: Uint8Array;
};

/** What a try changed. */
export interface DeliveryChange {
  readonly state: DeliveryState;
  /** Milliseconds until the next try; a clock that is set back makes it no longer. */
  readonly waitMs?: number;
  readonly attempt?: DeliveryTry;
}

/** Which deliveries of all jobs: those that fit everything that is given. */
export interface DeliveryFilter {
  readonly state?: DeliveryState;
  /** Part of the event's name. */
  readonly event?: string;
  /** Part of who gets it. */
  readonly receiver?: string;
}

/** Events that wait to be delivered, and the log of those that were. */
export interface Outbox {
  /** Adds a delivery, due now; false when its id is there already. */
  add(delivery: NewDelivery): Promise<boolean>;
  /** Pending deliveries whose time has come, the longest due first; none for the receivers in `except`. */
  due(limit: number, except?: ReadonlySet<string>): Promise<readonly Delivery[]>;
  /** Milliseconds until the next pending delivery is due; undefined when none is pending. */
  nextDueIn(): Promise<number | undefined>;
  body(id: string): Promise<Uint8Array | undefined>;
  get(id: string): Promise<Delivery | undefined>;
  /** Takes a delivery that is due for one try; undefined when it is not due, or when another process has it. The lease is longer than any try. */
  claim(id: string): Promise<Delivery | undefined>;
  /** Gives a delivery back that was claimed and not tried; it is due again. */
  unclaim(id: string): Promise<void>;
  /** Notes a try or a change of state; undefined when there is no such delivery, or when another process has claimed it since. */
  update(id: string, change: DeliveryChange): Promise<Delivery | undefined>;
  /** Deliveries of a job, oldest first. */
  list(
    jobId: string,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }>;
  /** Deliveries of all jobs, newest first. */
  find(
    filter: DeliveryFilter,
    options: { readonly skip: number; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }>;
  /** Makes a delivery due again, with the same id and bytes. */
  replay(id: string): Promise<Delivery | undefined>;
  removeJob(jobId: string): Promise<void>;
}

/** Token of the outbox. */
export const Outbox = Symbol('Outbox');

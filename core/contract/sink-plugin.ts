import type { z } from 'zod';
import type { DesktopNotice } from '../common/desktop/bridge';
import type { PluginBase, PluginServices } from './plugin-base';

/** A delivery of an event, with the exact bytes of the body and the signature headers. */
export interface SinkDelivery {
  /** Webhook ID. The same for all delivery attempts of an event. */
  readonly webhookId: string;
  readonly type: string;
  readonly jobId: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** URL for which the job was started. Absent for jobs with zero retention. */
  readonly url?: string;
  /** True if the event reports the end of a job that has no rows and only failed pages. */
  readonly hasNoResults?: boolean;
}

/** Outcome of a delivery attempt. `disable` stops further deliveries of the job's events to the receiver. */
export interface SinkOutcome {
  readonly result: 'delivered' | 'retry' | 'disable';
  readonly statusCode?: number;
  readonly message?: string;
  /** Delay in ms requested by the receiver. */
  readonly retryAfterMs?: number;
}

/**
 * Services passed to the `create` function of a sink plugin. `notify` shows a desktop notification if a window is open.
 */
export type SinkServices = PluginServices & { notify(notice: DesktopNotice): Promise<void> };

/**
 * An instance of a sink. A failed `deliver` call is retried, unless it fails with BAD_REQUEST or
 * PRIVATE_ADDRESS_BLOCKED.
 */
export interface Sink {
  deliver(delivery: SinkDelivery, signal: AbortSignal): Promise<SinkOutcome>;
}

/** A sink plugin sends events to a receiver, e.g. a webhook or a file. */
export interface SinkPlugin extends PluginBase {
  readonly kind: 'sink';
  readonly id: string;
  readonly config: z.ZodObject;
  create(config: never, services: SinkServices): Sink;
}

/** Defines a sink. */
export function defineSink<Config extends z.ZodObject>(
  definition: Omit<SinkPlugin, 'kind' | 'config' | 'create'> & {
    readonly config: Config;
    create(config: z.output<Config>, services: SinkServices): Sink;
  },
): SinkPlugin {
  return { kind: 'sink', ...definition } as unknown as SinkPlugin;
}

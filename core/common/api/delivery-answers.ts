import { z } from 'zod';
import type { Answer } from '../answer';
import { testReport } from './workspace-answers';

const time = z.iso.datetime();
const count = z.int().min(0);

/** Schema of a delivery's state. */
export const deliveryState = z
  .enum(['pending', 'delivered', 'failed', 'disabled'])
  .describe('State of the delivery; `disabled` means that the job no longer sends deliveries.');

/** State of a delivery. */
export type DeliveryState = z.output<typeof deliveryState>;

const deliveryTry = z.object({
  at: time,
  durationMs: z.number(),
  statusCode: z.int().optional(),
  error: z.string().optional(),
});

/** One delivery attempt. */
export type DeliveryTry = Answer<typeof deliveryTry>;

const delivery = z.object({
  id: z.string(),
  jobId: z.string(),
  type: z.string().describe('Name of the event.'),
  sink: z.string().describe('ID of the sink, the plugin that sends the event.'),
  receiver: z.string().optional().describe('Host and path of the receiver’s URL.'),
  target: z.string().describe('Target URL with secrets masked, or the name of the sink.'),
  state: deliveryState,
  createdAt: time,
  nextAt: time.optional().describe('When the next attempt is due; absent unless the delivery is pending.'),
  tries: z.array(deliveryTry),
});
/** A delivery with its attempts. */
export type DeliveryItem = Answer<typeof delivery>;

/** Deliveries in the requested range, and the total number of matching deliveries. */
export const deliveriesAnswer = z.object({ items: z.array(delivery), total: count });

/** Response with the delivery that will be resent. */
export const replayAnswer = z.object({ item: delivery });

/** Response with the number of deliveries that will be resent. */
export const replayedAnswer = z.object({ replayed: count });

/** Body of a delivery. */
export const payloadAnswer = z.object({ payload: z.string() });

/** Webhook signing secret, and whether it was set by an option or generated. */
export const webhookSecretAnswer = z.object({ secret: z.string(), source: z.string() });

/** Schema of the result of sending a test event. */
export const webhookTestReport = testReport.extend({
  statusCode: z.int().optional().describe('HTTP status of the receiver’s response.'),
});
/** Result of sending a test event. */
export type WebhookTestReport = Answer<typeof webhookTestReport>;

import { z } from 'zod';
import type { Answer } from '../answer';
import { testReport } from './workspace-answers';

const time = z.iso.datetime();
const count = z.int().min(0);

/** State of a delivery. */
export const deliveryState = z
  .enum(['pending', 'delivered', 'failed', 'disabled'])
  .describe('`disabled`: its job no longer sends deliveries.');

/** State of a delivery. */
export type DeliveryState = z.output<typeof deliveryState>;

const deliveryTry = z.object({
  at: time,
  durationMs: z.number(),
  statusCode: z.int().optional(),
  error: z.string().optional(),
});

/** One attempt to deliver. */
export type DeliveryTry = Answer<typeof deliveryTry>;

const delivery = z.object({
  id: z.string(),
  jobId: z.string(),
  type: z.string().describe('Name of the event.'),
  sink: z.string().describe('Id of the sink plugin.'),
  receiver: z.string().optional().describe('Host and path of the receiving URL.'),
  target: z.string().describe('Target URL with secrets masked, or the sink.'),
  state: deliveryState,
  createdAt: time,
  nextAt: time.optional().describe('When the next attempt is due; absent unless the delivery is pending.'),
  tries: z.array(deliveryTry),
});
/** A delivery with its attempts. */
export type DeliveryItem = Answer<typeof delivery>;

/** Deliveries, and the number of all that match. */
export const deliveriesAnswer = z.object({ items: z.array(delivery), total: count });

/** A delivery that is sent again. */
export const replayAnswer = z.object({ item: delivery });

/** Number of deliveries that are sent again. */
export const replayedAnswer = z.object({ replayed: count });

/** Body of a delivery. */
export const payloadAnswer = z.object({ payload: z.string() });

/** The secret that signs webhooks, and its origin. */
export const webhookSecretAnswer = z.object({ secret: z.string(), source: z.string() });

/** Result of a test event. */
export const webhookTestReport = testReport.extend({
  statusCode: z.int().optional().describe('Status of the receiver’s response.'),
});
/** Result of a test event. */
export type WebhookTestReport = Answer<typeof webhookTestReport>;

import { z } from 'zod';
import type { WebhookSpec } from '../job';
import { headersField } from '../options/headers-field';

/** Crawl and batch job events that can be sent to webhooks. */
export const pageJobEvents = ['started', 'page', 'completed', 'failed'] as const;

const address = z
  .string()
  .trim()
  .max(8192)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    message: 'Invalid webhook URL: it must be a complete http or https URL.',
  })
  .meta({ description: 'URL that receives the notifications.', format: 'uri' });

/**
 * Returns the `webhook` field, which accepts a URL, or an object with `url`, `headers`, `metadata` and `events`.
 * Accepts event names in short form (`page`) and in full form (`crawl.page`). The spec contains the short form.
 */
export function webhookField(kind: string, events: readonly string[] = pageJobEvents) {
  const names = z.enum([...events, ...events.map((event) => `${kind}.${event}`)]);
  const short = (name: string) => name.slice(name.lastIndexOf('.') + 1);
  const object = z.strictObject({
    url: address,
    headers: headersField('Additional headers for each notification.'),
    metadata: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Custom data, included unchanged in each notification.'),
    events: z
      .array(names)
      .default([...events])
      .describe('Events to send; all by default.'),
  });
  return z
    .union([address, object])
    .transform((given): WebhookSpec => {
      if (typeof given === 'string') return { url: given, headers: {}, metadata: {}, events: [...events] };
      return { ...given, events: [...new Set(given.events.map(short))] };
    })
    .optional()
    .describe('Where to send notifications about the job: a URL, or an object with options.');
}

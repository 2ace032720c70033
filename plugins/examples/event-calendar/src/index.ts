import { defineFormat, z } from '@gleaner/plugin';
import { calendarOf } from './calendar.ts';

/** Schema of the data that Gleaner's rules extract from the page. */
const schema = {
  type: 'object',
  properties: {
    events: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Name of the event.' },
          startDate: { type: 'string', format: 'date-time', description: 'Start of the event.' },
          endDate: { type: 'string', format: 'date-time', description: 'End of the event.' },
          location: { type: 'string', description: 'Location of the event.' },
          description: { type: 'string' },
          url: { type: 'string', format: 'uri' },
        },
      },
    },
  },
};

const text = z.string().nullish();
const event = z.object({
  ...{ name: z.string().min(1), startDate: z.string().min(1), endDate: text },
  ...{ location: text, description: text, url: text },
});
const found = z.object({ events: z.array(z.unknown()).nullish() });

/** `eventCalendar`: events on the page as an iCalendar file. */
export default defineFormat({
  id: 'eventCalendar',
  summary: 'The events on the page as an iCalendar file.',
  needs: ['rules'],
  options: z.object({
    schema: z.record(z.string(), z.unknown()).default(schema).describe('Schema used to extract the events.'),
  }),
  derive({ rules }, { url, warn }) {
    const all = found.safeParse(rules.data).data?.events ?? [];
    const events = all.flatMap((one) => event.safeParse(one).data ?? []);
    if (events.length < all.length) warn(`${all.length - events.length} events have no name or date.`);
    if (events.length === 0) return undefined;
    const bytes = new TextEncoder().encode(calendarOf(events, url, new Date()));
    return { bytes, mediaType: 'text/calendar' };
  },
});

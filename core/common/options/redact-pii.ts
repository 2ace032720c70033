import { z } from 'zod';

/** Kinds of personal data that can be redacted. */
export const piiEntities = ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET'] as const;

/** A kind of personal data. */
export type PiiEntity = (typeof piiEntities)[number];

const redactionOptions = z.strictObject({
  mode: z
    .enum(['accurate', 'aggressive', 'fast'])
    .default('accurate')
    .describe('`aggressive` also redacts numbers and strings that only look like personal data.'),
  entities: z.array(z.enum(piiEntities)).min(1).optional().describe('Kinds of data to redact; all by default.'),
  replaceStyle: z
    .enum(['tag', 'mask', 'remove'])
    .default('tag')
    .describe(
      '`tag` replaces a value with its kind, `mask` replaces it with asterisks of the same length, and `remove` deletes it.',
    ),
});

/** The `redactPII` field: personal data to remove from the response. */
export const redactPiiField = z
  .union([redactionOptions, z.boolean()])
  .optional()
  .describe('Redact personal data in Markdown, structured data, summaries and answers, using rules.');

/** Kinds of personal data to redact, and how to replace them. */
export interface Redaction {
  readonly mode: 'accurate' | 'aggressive' | 'fast';
  readonly entities: readonly PiiEntity[];
  readonly replaceStyle: 'tag' | 'mask' | 'remove';
}

/** Returns the redaction that a field value requests. Undefined if no redaction is requested. */
export function redactionOf(field: z.output<typeof redactPiiField>): Redaction | undefined {
  if (!field) return undefined;
  const { entities = piiEntities, ...rest } = field === true ? redactionOptions.parse({}) : field;
  return { ...rest, entities };
}

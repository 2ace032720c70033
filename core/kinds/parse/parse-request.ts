import { z } from 'zod';
import type { ApiParts } from '../../common/api/parts';
import { originFields, scrapeFieldsV2 } from '../../common/api/scrape-options';
import { checkScrapeFields, scrapeSpecOf } from '../../common/api/scrape-request';
import type { ScrapeSpec } from '../../common/model';

/** Maximum size of an uploaded file in bytes. */
export const maxFileBytes = 50 * 1024 * 1024;

/** A file to read, with its scrape options. */
export interface ParseSpec extends ScrapeSpec {
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
}

const unused = 'Accepted for compatibility; a file is not fetched.';

/** Content of a file: bytes from a form, or base64 in JSON. */
const content = z
  .unknown()
  .transform((value, context): Uint8Array => {
    if (value instanceof Uint8Array) return value;
    const text = typeof value === 'string' ? value.replace(/\s+/g, '') : '';
    if (text !== '' && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
    context.addIssue({ code: 'custom', message: 'Send the file base64-encoded.', input: value });
    return z.NEVER;
  })
  .meta({ type: 'string', contentEncoding: 'base64', description: 'Content of the file, base64-encoded.' });

const file = z
  .strictObject({ name: z.string().min(1).max(500).describe('Name of the file, e.g. report.pdf.'), content })
  .describe('The file, at most 50 MB.');

/**
 * Returns the schema for a file upload, with the scrape options that apply to files. The schema converts a request to a
 * spec.
 */
export function parseRequest(parts: ApiParts) {
  return z
    .strictObject(scrapeFieldsV2(parts))
    .omit({ waitFor: true, mobile: true, actions: true, location: true, maxAge: true, storeInCache: true })
    .omit({ minAge: true, lockdown: true, threatProtection: true, toolDetail: true })
    .extend({ file, proxy: z.enum(['basic', 'auto']).optional().describe(unused), ...originFields })
    .superRefine((body, context) => checkScrapeFields('v2', parts, { ...body, ...fixed }, context))
    .transform((body): ParseSpec => {
      const { name, content: bytes } = body.file;
      const spec = scrapeSpecOf('v2', parts, { ...body, ...fixed });
      return { ...spec, url: `file:///${encodeURIComponent(name)}`, typedUrl: name, file: { name, bytes } };
    });
}

/** Fixed values for options that affect only fetching, and thus do not apply to files. */
const fixed = {
  waitFor: 0,
  actions: [],
  headers: {},
  mobile: false,
  maxAge: 0,
  storeInCache: false,
  proxy: 'basic',
  profile: undefined,
};

import { z } from 'zod';

const maxHeaders = 1000;

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: header values must not contain control characters
const badHeaderValue = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/**
 * Returns the schema of a field with HTTP headers. It accepts at most 1,000 headers, and at most 16,384 characters per
 * value (RFC 9110 §5.1, §5.5).
 */
export const headersField = (text: string) =>
  z
    .record(z.string(), z.string().max(16_384))
    .superRefine((record, context) => {
      const entries = Object.entries(record);
      const add = (message: string, path: string[]) =>
        context.addIssue({ code: 'custom', message, path, input: record });
      if (entries.length > maxHeaders) return add(`At most ${maxHeaders} headers are allowed.`, []);
      for (const [name, value] of entries) {
        if (!headerName.test(name) || badHeaderValue.test(value)) add(`"${name}" is not a valid HTTP header.`, [name]);
      }
    })
    .default({})
    .describe(text);

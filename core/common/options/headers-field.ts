import { z } from 'zod';

const maxHeaders = 1000;

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: header values must not contain control characters
const badHeaderValue = /[\u0000-\u0008\u000a-\u001f\u007f]/;

const headers = z.record(z.string(), z.string().max(16_384)).superRefine((record, context) => {
  for (const [name, value] of Object.entries(record))
    if (!headerName.test(name) || badHeaderValue.test(value))
      context.addIssue({
        code: 'custom',
        message: `"${name}" is not a valid HTTP header.`,
        path: [name],
        input: record,
      });
});

/**
 * Returns the schema of a field with HTTP headers. The schema accepts at most 1,000 headers, and at most 16,384
 * characters per value (RFC 9110 §5.1, §5.5). It checks the number of headers first, because validating many headers is
 * slow.
 */
export const headersField = (text: string) =>
  z
    .preprocess((input, context) => {
      if (typeof input !== 'object' || input === null || Object.keys(input).length <= maxHeaders) return input;
      context.addIssue({ code: 'custom', message: `At most ${maxHeaders} headers are allowed.`, input });
      return z.NEVER;
    }, headers)
    .prefault({})
    .describe(text);

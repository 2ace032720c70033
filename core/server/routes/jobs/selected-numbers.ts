import { z } from 'zod';
import { readRanges } from '../../../common/values/ranges';

/** Query parameter with the numbers of selected rows, e.g. `0-4,7`. */
export const selectedNumbers = z
  .string()
  .max(20_000)
  .optional()
  .transform((text, context) => {
    const read = text === undefined ? undefined : readRanges(text);
    if (read === undefined && text !== undefined)
      context.addIssue({ code: 'custom', message: 'numbers must be row numbers or ranges, e.g. 0-4,7.' });
    return read;
  });

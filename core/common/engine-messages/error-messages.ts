import { type ErrorCode, type ErrorRow, errorTable } from '../errors';

/** Key of the default message, or of the message prefix, for an error code. */
export type ErrorMessageKey = `error.${ErrorCode}` | `begins.${ErrorCode}`;

const rows = Object.entries(errorTable) as [ErrorCode, ErrorRow][];

/** Default messages and message prefixes from the error table, by key. */
export const errorMessages: Readonly<Partial<Record<ErrorMessageKey, string>>> = Object.fromEntries(
  rows.flatMap(([code, { sentence, begins }]) => [
    [`error.${code}`, sentence],
    ...(begins === undefined ? [] : [[`begins.${code}`, `${begins}: {rest}`]]),
  ]),
);

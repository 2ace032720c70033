import { type ErrorCode, type ErrorRow, errorTable } from '../errors';

/** Key of a default message in the error table, or of the words that begin every message with an error code. */
export type ErrorMessageKey = `error.${ErrorCode}` | `begins.${ErrorCode}`;

const rows = Object.entries(errorTable) as [ErrorCode, ErrorRow][];

/** Default messages of the error table, and the words that begin every other message with the same code. */
export const errorMessages: Readonly<Partial<Record<ErrorMessageKey, string>>> = Object.fromEntries(
  rows.flatMap(([code, { sentence, begins }]) => [
    [`error.${code}`, sentence],
    ...(begins === undefined ? [] : [[`begins.${code}`, `${begins}: {rest}`]]),
  ]),
);

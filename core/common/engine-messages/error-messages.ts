import { type ErrorCode, type ErrorRow, errorTable } from '../errors';

/** Key of a sentence of the error table, or of the words with which messages of a code begin. */
export type ErrorMessageKey = `error.${ErrorCode}` | `begins.${ErrorCode}`;

const rows = Object.entries(errorTable) as [ErrorCode, ErrorRow][];

/** Sentences of the error table, and the words that come before other messages of the same code. */
export const errorMessages: Readonly<Partial<Record<ErrorMessageKey, string>>> = Object.fromEntries(
  rows.flatMap(([code, { sentence, begins }]) => [
    [`error.${code}`, sentence],
    ...(begins === undefined ? [] : [[`begins.${code}`, `${begins}: {rest}`]]),
  ]),
);

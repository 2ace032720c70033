import { z } from 'zod';
import type { Answer } from './answer';

/** Kinds of rows in a job. A `data` row is an extracted record, and a `pages` row describes a page. */
export const rowKinds = ['data', 'pages'] as const;

/** A kind of row. */
export type RowKind = (typeof rowKinds)[number];

const columnType = z.enum(['text', 'number', 'truth', 'date', 'link', 'list']);
/**
 * Type of the values in a column. `list` covers lists and objects. `text` also covers columns with values of different
 * types.
 */
export type ColumnType = z.output<typeof columnType>;

const rowColumn = z.object({
  id: z.string().describe('Path of the field, e.g. `address.city`.'),
  name: z.string(),
  type: columnType,
  decimal: z
    .enum(['.', ','])
    .optional()
    .describe('Decimal separator of a column of numbers whose values are texts; absent in all other columns.'),
  isContent: z
    .literal(true)
    .optional()
    .describe('True for a column that contains whole documents. Such columns appear only in exports.'),
});
/** A column in a job's rows. */
export type RowColumn = Answer<typeof rowColumn>;

const gridRow = z.object({
  number: z.int().describe('Index among all rows of the job, starting at 0.'),
  page: z
    .int()
    .optional()
    .describe('Index of the row’s page in completion order; absent when the row comes from several pages.'),
  values: z.record(z.string(), z.unknown()).describe('Non-empty values of the row, by column ID.'),
  currencies: z
    .record(z.string(), z.string())
    .optional()
    .describe('Currencies of the row’s amounts, by column ID; absent when the pages state none.'),
});
/** A row of a job. */
export type GridRow = Answer<typeof gridRow>;

/** Schema of a slice of a job's rows, for display in a grid. */
export const rowSlice = z.object({
  columns: z.array(rowColumn),
  rows: z.array(gridRow),
  total: z.int().describe('Number of matching rows.'),
  all: z.int().describe('Total number of rows, including rows that do not match.'),
  searched: z
    .int()
    .optional()
    .describe('Number of pages whose text was searched; absent if the text of all pages was searched.'),
  isComplete: z.boolean().describe('False while rows are still being read; repeat the request to get the rest.'),
  revision: z.string().describe('Version of the row numbers; changes when rows are renumbered.'),
});
/** A slice of a job's rows, for display in a grid. */
export type RowSlice = Answer<typeof rowSlice>;

/** Response with the row numbers of all rows that match a filter. */
export const rowNumbers = z.object({ numbers: z.array(z.int()), revision: z.string() });

/** Distinct URLs in one column, taken from all rows that match a filter. */
export const rowUrls = z.object({ urls: z.array(z.string()) });

const bound = z.union([z.number(), z.string().max(100)]);

/** Schema of a condition on a column. If several conditions are given, a row must meet all of them. */
export const rowFilter = z.strictObject({
  column: z.string().max(500).describe('ID of the column.'),
  contains: z.string().max(500).optional().describe('Text to find in the value, ignoring case and accents.'),
  min: bound.optional().describe('Smallest number, or earliest date.'),
  max: bound.optional().describe('Largest number, or latest date.'),
  empty: z.boolean().optional().describe('`true` keeps only rows without a value, `false` only rows with a value.'),
});

/** A condition on rows. */
export type RowFilter = z.output<typeof rowFilter>;

const filters = z.array(rowFilter).max(50);

/** Parses the filters in a query string. */
const filterText = z
  .string()
  .max(10_000)
  .transform((text, context): readonly RowFilter[] => {
    try {
      const read = filters.safeParse(JSON.parse(text));
      if (read.success) return read.data;
    } catch {
      // Invalid JSON is reported below.
    }
    context.addIssue({
      code: 'custom',
      message: 'filter must be a JSON list of conditions, e.g. [{"column":"price","min":10}].',
    });
    return z.NEVER;
  });

/** Query parameters that filter and sort the rows of a job. */
export const rowQuery = z.object({
  of: z
    .enum(rowKinds)
    .default('pages')
    .describe('`data` for the records that the job has read, `pages` for the pages.'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Words that the row must contain, in any of its values; for pages, also in their text.'),
  sort: z
    .string()
    .max(501)
    .optional()
    .describe('ID of the column to sort by; a leading `-` sorts in descending order.'),
  filter: filterText.optional().describe('JSON list of conditions, e.g. `[{"column":"price","min":10}]`.'),
});

/** Filter and order of rows. */
export type RowQuery = z.output<typeof rowQuery>;

/** Schema of a reference to a column in a finished job's rows. Another job scrapes the URLs in this column. */
export const columnChoice = z.strictObject({
  jobId: z.guid().describe('ID of the finished job.'),
  column: z.string().min(1).max(500).describe('ID of the column with the URLs.'),
  of: z.enum(rowKinds).default('data').describe('`data` for the records the job has read, `pages` for its pages.'),
  search: rowQuery.shape.search,
  filter: filters.optional().describe('Conditions on the rows, e.g. `[{"column":"price","min":10}]`.'),
});
/** Reference to a column in a finished job's rows. Another job scrapes the URLs in this column. */
export type ColumnChoice = z.output<typeof columnChoice>;

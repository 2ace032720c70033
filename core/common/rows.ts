import { z } from 'zod';

/** What a job's rows are: `data` are the records it has read, `pages` its pages. */
export const rowKinds = ['data', 'pages'] as const;

/** One of these kinds. */
export type RowKind = (typeof rowKinds)[number];

/** What the values of a column are; `list` is a list or an object, `text` also holds mixed values. */
export type ColumnType = 'text' | 'number' | 'truth' | 'date' | 'link' | 'list';

/** A column of a job's rows. */
export interface RowColumn {
  /** Path of the field: `address.city`. */
  readonly id: string;
  readonly name: string;
  readonly type: ColumnType;
  /** True when it is only in exports, as its values are whole documents. */
  readonly isContent?: true;
}

/** A row: `values` holds those of its columns that are not empty. */
export interface GridRow {
  /** Its place among all rows of the job, from 0 on. */
  readonly number: number;
  /** Place in completion order of the page it was read from; absent when it comes of several. */
  readonly page?: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Some rows of a job, as a grid shows them. */
export interface RowSlice {
  readonly columns: readonly RowColumn[];
  readonly rows: readonly GridRow[];
  /** Rows that match. */
  readonly total: number;
  /** All rows. */
  readonly all: number;
  /** False while rows are still being read; ask again. */
  readonly isComplete: boolean;
  /** Changes when the rows were numbered anew. */
  readonly revision: string;
}

const bound = z.union([z.number(), z.string().max(100)]);

/** One condition on a column; a row has to meet all that are given. */
export const rowFilter = z.strictObject({
  column: z.string().max(500).describe('Id of the column.'),
  contains: z.string().max(500).optional().describe('Found in the value, in any case and without accents.'),
  min: bound.optional().describe('Smallest number, or first date.'),
  max: bound.optional().describe('Largest number, or last date.'),
  empty: z.boolean().optional().describe('`true` keeps rows without a value, `false` those with one.'),
});

/** A condition of rows. */
export type RowFilter = z.output<typeof rowFilter>;

const filters = z.array(rowFilter).max(50);

/** Reads the filters of a query string. */
const filterText = z
  .string()
  .max(10_000)
  .transform((text, context): readonly RowFilter[] => {
    try {
      const read = filters.safeParse(JSON.parse(text));
      if (read.success) return read.data;
    } catch {
      // Said below.
    }
    context.addIssue({
      code: 'custom',
      message: 'filter is a JSON list of conditions, e.g. [{"column":"price","min":10}].',
    });
    return z.NEVER;
  });

/** Which rows of a job, and in which order; as a query string says it. */
export const rowQuery = z.object({
  of: z.enum(rowKinds).default('pages').describe('`data` for the records the job has read, `pages` for its pages.'),
  search: z.string().max(200).optional().describe('Words that have to be in the row, each in any of its values.'),
  sort: z.string().max(501).optional().describe('Id of the column to sort by; with `-` in front from the largest on.'),
  filter: filterText.optional().describe('JSON list of conditions, e.g. `[{"column":"price","min":10}]`.'),
});

/** Which rows are asked for, in which order. */
export type RowQuery = z.output<typeof rowQuery>;

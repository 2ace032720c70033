import { z } from 'zod';
import { recipeField, recipeShape } from '../recipe';

const node = z.int().min(1);

const chosen = {
  picks: z.array(node).max(50),
  without: z.array(node).max(50),
  level: z.int().min(-20).max(20),
};

/** Request fields for turning a live page into a table. `fields` and `recipe` are validated separately. */
export const tablePicks = {
  picks: chosen.picks
    .default([])
    .describe(
      'IDs of elements clicked in the mirror, the streamed copy of the page. The first element determines what counts as a record.',
    ),
  without: chosen.without
    .default([])
    .describe('IDs of elements in the mirror. Records that contain one of them are excluded.'),
  level: chosen.level
    .default(0)
    .describe(
      'Record size relative to the automatic choice (0): positive values select larger records, negative values select smaller records.',
    ),
  before: z
    .strictObject(chosen)
    .optional()
    .describe(
      'Previous values of `picks`, `without` and `level`, from which `fields` was built. Set this field if the values have changed, so that edits to `fields` are preserved.',
    ),
  single: z
    .boolean()
    .default(false)
    .describe('If true, the page is read as one record, and each clicked element becomes a field.'),
  grows: z.boolean().default(false).describe('Set to true if the list loads more records when scrolled to its end.'),
  next: node.optional().describe('ID of the link or button that leads to more records, if the user chose one.'),
  repairs: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Name of a column with wrong values. In every row, the column is then read from the same place as the `clicked` element.',
    ),
  clicked: node
    .optional()
    .describe(
      'ID of the element clicked last. An element inside a record becomes a field; any other element is added to `picks`.',
    ),
  taken: z
    .array(z.string().max(200))
    .max(100)
    .optional()
    .describe('Names that new columns must not use, e.g. the column names of the list that links to this detail page.'),
  name: z.string().max(80).optional().describe('Name of the recipe; derived from the page URL if omitted.'),
};

/** Schema of a table built from a live page. */
export const liveTable = z.object({
  address: z.string().describe('URL of the page that the table was built from.'),
  outlines: z
    .array(z.object({ id: node, kind: z.enum(['record', 'field', 'next']) }))
    .describe(
      'Elements to outline in the mirror (the streamed copy of the page): records, field values, and the control that loads more.',
    ),
  picks: z
    .array(node)
    .describe(
      'IDs of the elements picked so far, including the last clicked element if it was added. If `recipe` was sent, contains one element that selects the same records.',
    ),
  level: z
    .int()
    .describe(
      'Record size relative to the automatic choice (0): positive values select larger records, negative values select smaller records.',
    ),
  canWiden: z.boolean().describe('True if a higher `level` selects larger records.'),
  canNarrow: z.boolean().describe('True if a lower `level` selects smaller records.'),
  fields: z.array(recipeField).describe('Columns of the table, with the sources of their values.'),
  more: z.array(recipeField).describe('Fields found in the records, except fields that are already columns.'),
  why: z
    .record(z.string(), z.enum(['group', 'constant']))
    .describe(
      'Why a field in `more` is not a column by default, by field name. `group`: the field is the heading of a group of records. `constant`: its value is the same in every record.',
    ),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .describe('Rows that `recipe` reads from the page, as objects keyed by column name.'),
  fill: z.record(z.string(), z.number()).describe('Share of rows that have a value, 0–1, by column name.'),
  cells: z
    .record(z.string(), z.array(node.nullable()))
    .describe(
      'IDs of the elements that contain the values in the first rows, by column name. Empty unless each row belongs to exactly one record.',
    ),
  about: z
    .int()
    .optional()
    .describe('Estimated number of rows on all pages of the list; absent if the page gives no indication.'),
  next: z
    .object({
      id: node.optional().describe('ID of the link or button in the mirror; absent for scrolling.'),
      kind: z
        .enum(['link', 'button', 'scroll'])
        .describe('How more records are loaded: with a link, with a button, or by scrolling.'),
      label: z.string().describe('Label of the link or button; empty for scrolling.'),
      why: z.string().describe('How the control was recognized, in one sentence.'),
    })
    .optional()
    .describe('How to load more records; absent if no way was found.'),
  offer: z
    .object({
      id: node,
      label: z.string(),
      isNext: z.boolean().describe('True if the table already loads more records with this control.'),
    })
    .optional()
    .describe(
      'Clicked link or button that may lead to more records. The click did not change the table. To use the link or button, send its `id` as `next`.',
    ),
  unclear: z
    .array(
      z.object({
        field: z.string(),
        text: z.string().describe('Example of an ambiguous date, as written on the page.'),
        dayFirst: z.string().describe('Date (YYYY-MM-DD) if the day comes first.'),
        monthFirst: z.string().describe('Date (YYYY-MM-DD) if the month comes first.'),
      }),
    )
    .describe("Columns with ambiguous dates such as 03/04/2026. To resolve them, set the field's `dateOrder`."),
  alike: z.array(z.string()).describe('URLs of similar pages that this page links to. Empty unless `single` is set.'),
  recipe: recipeShape
    .optional()
    .describe('Recipe that reads these rows from the page; absent if the table has no columns.'),
  warnings: z.array(z.string()).describe('Warnings to show to the user, one sentence each.'),
});

/** A table built from a live page. */
export type LiveTable = z.output<typeof liveTable>;

/** Choices that the user has made so far to turn a live page into a table. */
export interface TablePicks {
  readonly picks: readonly number[];
  readonly without: readonly number[];
  readonly level: number;
  /**
   * Earlier values of `picks`, `without` and `level`, from which `fields` was derived. Absent if they have not changed.
   */
  readonly before?: Pick<TablePicks, 'picks' | 'without' | 'level'>;
  readonly single: boolean;
  /** True if the list loads more records when it is scrolled to its end. */
  readonly grows?: boolean;
  readonly clicked?: number;
  /** ID of the element that loads more records, as chosen by the user. */
  readonly next?: number;
  /**
   * Name of the column to repair. In every row, the column is then read from the same position as the `clicked`
   * element.
   */
  readonly repairs?: string;
  readonly fields?: LiveTable['fields'];
  /** Recipe for reading the page. If absent, records are detected. */
  readonly recipe?: LiveTable['recipe'];
  /**
   * Recipe of the list that continues on this page. The new recipe inherits this recipe's URL patterns and pagination.
   */
  readonly continues?: LiveTable['recipe'];
  /** Reserved column names. */
  readonly taken?: readonly string[];
  readonly name?: string;
}

/** Response that indicates whether scrolling loaded more records. */
export const grownAnswer = z.object({
  grows: z.boolean().describe('True if scrolling to the end of the list loaded more records.'),
});

const pageList = z.object({
  pick: node.describe(
    'ID of an element of the list in the mirror, the streamed copy of the page. As the only entry of `picks`, it selects the list.',
  ),
  name: z.string().optional().describe('Caption, label or heading of the list, if any.'),
  count: z.int().describe('Number of rows on this page.'),
  about: z
    .int()
    .optional()
    .describe('Estimated number of rows on all pages of the list; absent if the page gives no indication.'),
  columns: z.array(z.string()).describe('Column names.'),
  rows: z.array(z.record(z.string(), z.unknown())).describe('First rows of the list, as objects keyed by column name.'),
  currencies: z
    .record(z.string(), z.string())
    .optional()
    .describe('Currency of each price column, by column name; only for columns whose currency is known.'),
});

/** A list on a live page, with its columns and first rows. */
export type PageList = z.output<typeof pageList>;

/** Response with the most probable lists on a live page. */
export const listsAnswer = z.object({
  version: z.int().describe('Version number of the page, which increases with every change to the page.'),
  lists: z.array(pageList).describe('Lists found on the page, most probable first, at most five.'),
});

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
    .describe('Mirror IDs of elements clicked in records; the first one determines the records.'),
  without: chosen.without.default([]).describe('Mirror IDs of elements that must not be in any record.'),
  level: chosen.level.default(0).describe('How many steps to widen (positive) or narrow (negative) the records.'),
  before: z
    .strictObject(chosen)
    .optional()
    .describe(
      'Picks that `fields` were built from, if they differ from the current picks; edits to the fields are preserved.',
    ),
  single: z
    .boolean()
    .default(false)
    .describe('If true, the page is treated as one record, and clicked elements become its fields.'),
  grows: z.boolean().default(false).describe('If true, the list loads more records when scrolled to its end.'),
  next: node.optional().describe('Element that leads to more records, chosen by the user.'),
  repairs: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Column to correct: the clicked element holds its value. The column is then read from the same position in every row.',
    ),
  clicked: node
    .optional()
    .describe('Element that was clicked last. Inside a record, it becomes a field; elsewhere, it becomes a pick.'),
  taken: z
    .array(z.string().max(200))
    .max(100)
    .optional()
    .describe('Reserved column names, e.g. those of the list that a detail page belongs to.'),
  name: z.string().max(80).optional().describe('Name of the recipe; derived from the URL if omitted.'),
};

/** Schema of a table built from a live page. */
export const liveTable = z.object({
  address: z.string().describe('URL of the page the table was made from.'),
  outlines: z
    .array(z.object({ id: node, kind: z.enum(['record', 'field', 'next']) }))
    .describe('Mirror IDs of the elements to outline.'),
  picks: z
    .array(node)
    .describe(
      'Elements picked so far, including the last click if it picked one. For a recipe, one element that selects its records.',
    ),
  level: z
    .int()
    .describe('Number of steps by which the selection of records has been widened (positive) or narrowed (negative).'),
  canWiden: z.boolean().describe('True if each record can be widened to a larger element.'),
  canNarrow: z.boolean().describe('True if each record can be narrowed to a smaller element.'),
  fields: z.array(recipeField).describe('Columns with their sources.'),
  more: z.array(recipeField).describe('Fields of the records that are not columns yet.'),
  why: z
    .record(z.string(), z.enum(['group', 'constant']))
    .describe('Why a field in `more` is only offered: it is the heading of a group, or the same in every record.'),
  rows: z.array(z.record(z.string(), z.unknown())).describe('Rows that the recipe reads from the page.'),
  fill: z.record(z.string(), z.number()).describe('Share of rows with each field, 0–1.'),
  cells: z
    .record(z.string(), z.array(node.nullable()))
    .describe('Mirror IDs of the elements of each field in the first rows; empty if rows and records differ.'),
  about: z.int().optional().describe('Estimated number of rows on all pages, if the page states it.'),
  next: z
    .object({
      id: node.optional().describe('ID of the control in the mirror.'),
      kind: z.enum(['link', 'button', 'scroll']).describe('How the next records are loaded.'),
      label: z.string().describe('Label of the control.'),
      why: z.string().describe('How the control was recognized.'),
    })
    .optional()
    .describe('How to load the next records, if any.'),
  offer: z
    .object({
      id: node,
      label: z.string(),
      isNext: z.boolean().describe('True if the control is already used to load more records.'),
    })
    .optional()
    .describe('Clicked control that may lead to more records; the table is unchanged.'),
  unclear: z
    .array(
      z.object({
        field: z.string(),
        text: z.string().describe('The date as written.'),
        dayFirst: z.string().describe('Day, if the text starts with the day.'),
        monthFirst: z.string().describe('Day, if the text starts with the month.'),
      }),
    )
    .describe('Columns with dates that can be read in two ways; `dateOrder` of the field decides.'),
  alike: z.array(z.string()).describe('URLs of linked pages of the same kind, if the page is treated as one record.'),
  recipe: recipeShape.optional().describe('Recipe that reads the rows; absent while there are no fields.'),
  warnings: z.array(z.string()).describe('Warnings for the user, as sentences.'),
});

/** A table built from a live page. */
export type LiveTable = z.output<typeof liveTable>;

/** Elements that the user has picked in a live page so far. */
export interface TablePicks {
  readonly picks: readonly number[];
  readonly without: readonly number[];
  readonly level: number;
  /** Earlier picks from which `fields` were derived. Set if they differ from the current picks. */
  readonly before?: Pick<TablePicks, 'picks' | 'without' | 'level'>;
  readonly single: boolean;
  /** True for a list that loads more records when it is scrolled to its end. */
  readonly grows?: boolean;
  readonly clicked?: number;
  /** Element that leads to more records, chosen by the user. */
  readonly next?: number;
  /** Name of the column to repair. The column's value is read from the clicked element. */
  readonly repairs?: string;
  readonly fields?: LiveTable['fields'];
  /** Recipe used to read the page, instead of detecting records. */
  readonly recipe?: LiveTable['recipe'];
  /** Recipe of a list that continues on this page. The URLs and the pagination of the recipe are preserved. */
  readonly continues?: LiveTable['recipe'];
  /** Reserved column names. */
  readonly taken?: readonly string[];
  readonly name?: string;
}

/** Response that says whether scrolling loaded more records. */
export const grownAnswer = z.object({ grows: z.boolean().describe('True when more records were loaded.') });

const pageList = z.object({
  pick: node.describe('Mirror ID of a value in the list. If it is the only pick, it selects the whole list.'),
  name: z.string().optional().describe('Caption, label or heading of the list, if any.'),
  count: z.int().describe('Number of rows.'),
  about: z.int().optional().describe('Estimated number of rows on all pages, if the page states it.'),
  columns: z.array(z.string()).describe('Names of the columns.'),
  rows: z.array(z.record(z.string(), z.unknown())).describe('The first rows.'),
  currencies: z.record(z.string(), z.string()).optional().describe('Currencies of the price columns, if known.'),
});

/** A list on a live page, as a small table. */
export type PageList = z.output<typeof pageList>;

/** Response with the best lists on a live page. */
export const listsAnswer = z.object({
  version: z.int().describe('Version of the page, which increases with every change.'),
  lists: z.array(pageList).describe('The most probable list first, at most five.'),
});

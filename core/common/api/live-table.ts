import { z } from 'zod';
import { recipeField, recipeShape } from '../recipe';

const node = z.int().min(1);

const chosen = {
  picks: z.array(node).max(50),
  without: z.array(node).max(50),
  level: z.int().min(-20).max(20),
};

/** Fields of a request for a table of a live page; `fields` and `recipe` are validated separately. */
export const tablePicks = {
  picks: chosen.picks
    .default([])
    .describe(
      'Elements that were clicked in records, by their ids in the mirror; the records are found from the first.',
    ),
  without: chosen.without.default([]).describe('Elements that are in no record.'),
  level: chosen.level.default(0).describe('Steps to wider (above 0) or narrower records.'),
  before: z
    .strictObject(chosen)
    .optional()
    .describe('What was picked when `fields` were made, where that was something else: their changes are kept.'),
  single: z.boolean().default(false).describe('True takes the page as one record; its fields are what is clicked.'),
  grows: z.boolean().default(false).describe('True for a list that was found to grow when it is scrolled to its end.'),
  clicked: node.optional().describe('Element clicked last: inside a record a further field, elsewhere a further pick.'),
  taken: z
    .array(z.string().max(200))
    .max(100)
    .optional()
    .describe('Names that no column may get, e.g. those of the list a detail page belongs to.'),
  name: z.string().max(80).optional().describe('Name of the recipe; made of the address when absent.'),
};

/** Schema of a table of a live page. */
export const liveTable = z.object({
  address: z.string().describe('Address of the page the table was made of.'),
  outlines: z
    .array(z.object({ id: node, kind: z.enum(['record', 'field', 'next']) }))
    .describe('Elements to be outlined, by their ids in the mirror.'),
  picks: z
    .array(node)
    .describe('The picks, with what was clicked last where it is one; of a recipe one that means its records.'),
  level: z.int().describe('Steps from the likeliest records to these; also of records that a recipe finds.'),
  canWiden: z.boolean().describe('Whether there are wider records around these.'),
  canNarrow: z.boolean().describe('Whether there are narrower records inside these.'),
  fields: z.array(recipeField).describe('Columns, with the places they are read from.'),
  more: z.array(recipeField).describe('Further fields of the records, which are no columns yet.'),
  rows: z.array(z.record(z.string(), z.unknown())).describe('The rows as the recipe reads them.'),
  fill: z.record(z.string(), z.number()).describe('Share of the rows that have each field, 0–1.'),
  next: z
    .object({
      id: node.optional().describe('Element of the control in the mirror.'),
      kind: z.enum(['link', 'button', 'scroll']).describe('What brings the next records.'),
      label: z.string().describe('What the control says.'),
      why: z.string().describe('What it was known by.'),
    })
    .optional()
    .describe('What brings the next records, where something does.'),
  alike: z
    .array(z.string())
    .describe('Addresses of further pages of the kind that the page links to, where it is taken as one record.'),
  recipe: recipeShape.optional().describe('The recipe that reads these rows; absent while there are no fields.'),
  warnings: z.array(z.string()).describe('What a person should know, in sentences.'),
});

/** A table of a live page. */
export type LiveTable = z.output<typeof liveTable>;

/** Picks that a person has made in a live page so far. */
export interface TablePicks {
  readonly picks: readonly number[];
  readonly without: readonly number[];
  readonly level: number;
  /** Picks from which the fields were derived, when they differ. */
  readonly before?: Pick<TablePicks, 'picks' | 'without' | 'level'>;
  readonly single: boolean;
  /** True for a list that grows when scrolled to its end. */
  readonly grows?: boolean;
  readonly clicked?: number;
  readonly fields?: LiveTable['fields'];
  /** Recipe that reads the page instead of a search for records. */
  readonly recipe?: LiveTable['recipe'];
  /** Recipe of a list that continues on this page: its URLs and pagination stay. */
  readonly continues?: LiveTable['recipe'];
  /** Reserved column names. */
  readonly taken?: readonly string[];
  readonly name?: string;
}

/** Whether a list of a live page grows when it is scrolled. */
export const grownAnswer = z.object({ grows: z.boolean().describe('True when further records came.') });

import { z } from 'zod';

/** Name of the column that contains the page text. */
export const textColumn = 'text';

/**
 * Schema of one change between two runs. `before` is absent for a new row or line, `after` for a removed row or line.
 */
export const changeLine = z.object({
  key: z.string().describe('Value that identifies the row, or the URL of the page.'),
  column: z
    .string()
    .optional()
    .describe('Changed column. `text` if a line of a page has changed, absent if an entire row was added or removed.'),
  before: z.string().optional().describe('Value before the change.'),
  after: z.string().optional().describe('Value after the change.'),
});
/** One change between two runs. */
export type ChangeLine = z.output<typeof changeLine>;

const english = {
  valueChanged: '{column} of {key} changed from {before} to {after}',
  textChanged: 'The text of {key} changed from “{before}” to “{after}”',
  textAdded: 'The text of {key} now contains “{after}”',
  textRemoved: 'The text of {key} no longer contains “{before}”',
  textMoved: 'The text of {key} changed',
  rowAdded: 'New: {key}',
  rowRemoved: 'Removed: {key}',
  andMore: '{sentence}, and {more} more changes.',
  andOne: '{sentence}, and 1 more change.',
} as const;

/** Key of a sentence that describes a change. */
export type ChangeSentence = keyof typeof english;

type Values = Readonly<Record<string, string | number>>;

/** Replaces the placeholders in an English sentence with values. */
const inEnglish = (name: ChangeSentence, values: Values): string =>
  english[name].replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));

function sentenceName({ column, before, after }: ChangeLine): ChangeSentence {
  if (column === undefined) return before === undefined ? 'rowAdded' : 'rowRemoved';
  if (column !== textColumn) return 'valueChanged';
  if (before === undefined) return after === undefined ? 'textMoved' : 'textAdded';
  return after === undefined ? 'textRemoved' : 'textChanged';
}

/** Returns the first of several changes as a sentence, followed by the number of further changes. */
export function changeSentence(
  [first]: readonly ChangeLine[],
  total: number,
  words: (name: ChangeSentence, values: Values) => string = inEnglish,
): string | undefined {
  if (!first) return undefined;
  const { key, column = '', before = '–', after = '–' } = first;
  const quoted = (text: string) => (column === textColumn ? text.replace(/\.$/, '') : text);
  const sentence = words(sentenceName(first), { key, column, before: quoted(before), after: quoted(after) });
  const more = total - 1;
  if (more < 1) return `${sentence}.`;
  return words(more === 1 ? 'andOne' : 'andMore', { sentence, more });
}

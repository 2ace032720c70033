import { open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { defineSink, z } from '@gleaner/plugin';
import { csvLine, valueAt } from './csv-line.ts';

const event = z.object({ data: z.array(z.unknown()).catch([]) });

/** Latest write to each file. The next write waits for it, so that rows are not interleaved. */
const turns = new Map<string, Promise<void>>();

/** `csv-rows`: appends a row to a CSV file for each page of a job. */
export default defineSink({
  id: 'csv-rows',
  summary: 'Appends a row to a CSV file for each page of a job.',
  config: z.object({
    folder: z
      .string()
      .refine(isAbsolute, 'enter the full path')
      .describe('Existing folder in which to store the file.'),
    name: z
      .string()
      .regex(/^\w[\w.-]{0,99}\.csv$/, 'a plain name that ends in .csv')
      .default('pages.csv')
      .describe('Name of the file within the folder, ending in .csv.'),
    columns: z
      .array(z.string().min(1))
      .min(1)
      .default(['metadata.sourceURL', 'metadata.title', 'metadata.statusCode'])
      .describe('Fields of a page, one for each column, such as metadata.title.'),
  }),
  create: ({ folder, name, columns }) => ({
    async deliver({ body }) {
      const { data } = event.parse(JSON.parse(new TextDecoder().decode(body)));
      const rows = data.map((page) => csvLine(columns.map((column) => valueAt(page, column))));
      const path = join(folder, name);
      const turn = (turns.get(path) ?? Promise.resolve()).then(() => append(path, csvLine(columns), rows));
      turns.set(
        path,
        turn.catch(() => undefined),
      );
      await turn;
      return { result: 'delivered' };
    },
  }),
});

/** Appends rows to a file in a single write. Writes the header first if the file is new. */
async function append(path: string, header: string, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const file = await open(path, 'a');
  try {
    const isNew = (await file.stat()).size === 0;
    await file.write([...(isNew ? [header] : []), ...rows].join(''));
  } finally {
    await file.close();
  }
}

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../common/errors';
import type { StorageContext } from './context';
import { isoNow } from './context';
import { onDisk, systemCode } from './storage-error';

/** One step from the format before to this one; it may run twice when the process dies in between. */
export interface MigrationStep {
  readonly to: number;
  run(dir: string): Promise<void>;
}

/** The format this version writes. */
export const currentFormat = 2;

/** Steps between formats, oldest first. */
export const migrations: readonly MigrationStep[] = [
  // Cached pages moved from one blob each into packs; a cache may begin anew, and the sweep takes the old blobs.
  // NeDB takes up `pages.db~` (what a rewrite left that was interrupted) when there is no `pages.db`, so that goes first.
  {
    to: 2,
    run: async (dir) => {
      for (const name of ['pages.db~', 'pages.db']) await rm(join(dir, name), { force: true });
    },
  },
];

/** What is known about the formats; tests bring their own. */
export interface FormatTable {
  readonly current: number;
  readonly steps: readonly MigrationStep[];
}

/** Brings a folder to the current format, or refuses one that a newer version wrote. */
export async function ensureFormat(
  dir: string,
  context: StorageContext,
  warnings: string[],
  table: FormatTable = { current: currentFormat, steps: migrations },
): Promise<void> {
  const path = join(dir, 'format.json');
  const found = await readFormat(path, context, warnings);
  if (found === table.current) return;
  if (found !== undefined && found > table.current) {
    throw new AppError(
      'STORAGE_ERROR',
      `The data folder ${dir} was written by a newer Gleaner (format ${found}; this one knows ${table.current}). Update Gleaner, or choose another folder with --data-dir.`,
    );
  }
  for (const step of found === undefined ? [] : table.steps.filter(({ to }) => to > found)) {
    context.log.info(`Bringing the data folder to format ${step.to}.`);
    await onDisk(dir, () => step.run(dir));
    await writeFormat(path, step.to, context);
  }
  await writeFormat(path, table.current, context);
}

async function readFormat(path: string, context: StorageContext, warnings: string[]): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    if (systemCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  });
  if (text === undefined) return undefined;
  const format = formatIn(text);
  if (format !== undefined) return format;
  const aside = `${path}.damaged-${isoNow(context.clock).replaceAll(/[:.]/g, '-')}`;
  await onDisk(path, () => rename(path, aside));
  const message = `format.json is damaged and was set aside as ${aside}; the folder is taken to be of the current format.`;
  warnings.push(message);
  context.log.warn(message);
  return undefined;
}

function formatIn(text: string): number | undefined {
  try {
    const { format } = JSON.parse(text) as { readonly format?: unknown };
    return typeof format === 'number' && Number.isInteger(format) ? format : undefined;
  } catch {
    return undefined;
  }
}

async function writeFormat(path: string, format: number, context: StorageContext): Promise<void> {
  const draft = `${path}.new`;
  await onDisk(path, async () => {
    try {
      await writeFile(draft, `${JSON.stringify({ format, since: isoNow(context.clock) })}\n`, { mode: 0o600 });
      await rename(draft, path);
    } catch (thrown) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw thrown;
    }
  });
}

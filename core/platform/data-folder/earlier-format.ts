import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ActivityEntry } from '../../common/api/local-jobs';
import { AppError } from '../../common/errors';
import type { StorageContext } from '../../ports/context';
import type { ScrapeRecord } from '../../ports/jobs/history';
import type { Storage } from '../../ports/storage';
import { onDisk } from './storage-error';

/** Data format written by this version: one SQL database, plus the user documents. */
const currentFormat = 3;

/** Matches files in earlier formats, which are moved aside. API keys and settings remain in place. */
const earlier =
  /^(jobs|blobs|page-packs|lock|lock\.takeover|(jobs|files|scrapes|pages|tracking|activity|outbox|idempotency)\.db.*)$/;

/** Age after which a lock counts as stale, in ms. Earlier versions update their lock file every ten seconds. */
const lockSilentMs = 60_000;

/**
 * Moves data in an earlier format to a separate directory and returns the path of that directory. Undefined if there is
 * no such data. Throws STORAGE_ERROR if a newer version of Gleaner wrote the directory.
 */
export async function archiveEarlierFormat(dir: string): Promise<string | undefined> {
  return onDisk(dir, async () => {
    const format = await readFormat(join(dir, 'format.json'));
    if (format === currentFormat) return undefined;
    if (format !== undefined && format > currentFormat) throw newerFormatError(dir, format);
    const names = (await readdir(dir)).filter((name) => earlier.test(name));
    if (names.includes('lock')) await assertEnded(dir);
    const backup = join(dir, `format-${format ?? 'unknown'}`);
    if (names.length > 0) await mkdir(backup, { recursive: true, mode: 0o700 });
    for (const name of names) await rename(join(dir, name), join(backup, name));
    return names.length > 0 ? backup : undefined;
  });
}

/** Marks the directory as having the current format, so that earlier versions of Gleaner refuse to use it. */
export async function markFormat(dir: string): Promise<void> {
  const path = join(dir, 'format.json');
  if ((await readFormat(path)) === currentFormat) return;
  const draft = `${path}.new`;
  await onDisk(path, async () => {
    try {
      await writeFile(draft, `${JSON.stringify({ format: currentFormat })}\n`, { mode: 0o600 });
      await rename(draft, path);
    } catch (thrown) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw thrown;
    }
  });
}

/** Imports the activity log and the scrape records from a directory with an earlier format. */
export async function importHistory(
  backup: string,
  { activity, scrapes }: Pick<Storage, 'activity' | 'scrapes'>,
  { log }: StorageContext,
): Promise<string> {
  const entries = await readRows<ActivityEntry & Row>(join(backup, 'activity.db'));
  for (const { _id, ...entry } of entries) await activity.add(entry);
  const records = await readRows<Row & { readonly text: string }>(join(backup, 'scrapes.db'));
  for (const { text } of records) await scrapes.put(JSON.parse(text) as ScrapeRecord);
  const message = `Data from an earlier version of Gleaner was kept in ${backup}; delete it when you no longer need it. API keys, settings, ${entries.length} lines of the activity log and ${records.length} records of past scrapes were migrated; results and unfinished jobs were not.`;
  log.info(message);
  return message;
}

interface Row {
  readonly _id: string;
}

/** Parses the documents in a NeDB file. If an ID occurs several times, the last line with that ID takes precedence. */
async function readRows<T extends Row>(path: string): Promise<readonly T[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const rows = new Map<string, T>();
  for (const line of text.split('\n')) {
    const row = parse(line) as (T & { readonly $$deleted?: boolean }) | undefined;
    if (row?.$$deleted) rows.delete(row._id);
    else if (row?._id) rows.set(row._id, row);
  }
  return [...rows.values()];
}

async function readFormat(path: string): Promise<number | undefined> {
  const { format } = (parse(await readFile(path, 'utf8').catch(() => '')) ?? {}) as { readonly format?: unknown };
  return typeof format === 'number' ? format : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function assertEnded(dir: string): Promise<void> {
  // A lock time far in the future is meaningless and must not block startup.
  if (Math.abs(Date.now() - (await stat(join(dir, 'lock'))).mtimeMs) > lockSilentMs) return;
  throw new AppError(
    'CONFLICT',
    `An earlier version of Gleaner is using the data folder ${dir} or has only just stopped. Stop that version and try again in a minute, or choose another folder with --data-dir.`,
  );
}

const newerFormatError = (dir: string, format: number): AppError =>
  new AppError(
    'STORAGE_ERROR',
    `The data folder ${dir} was written by a newer version of Gleaner (format ${format}; this version reads up to ${currentFormat}). Update Gleaner, or choose another folder with --data-dir.`,
  );

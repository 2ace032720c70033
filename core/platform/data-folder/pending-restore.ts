import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writePrivateFile } from './private-file';
import { onDisk } from './storage-error';

/** Name of the directory that contains a verified backup until the next start. */
export const stagingName = 'restore-new';
const stepName = 'restore.json';

/** Matches files in a data directory that a restore replaces. */
const replaced =
  /^(?:gleaner\.db(?:-wal|-shm)?|(?!lock\.)[a-z][a-z-]*\.db~?|(?:commits|documents)\.json|settings(?:\.backup)?\.json|plugins)$/;
/** Matches files that a restore replaces only if the backup contains secrets. */
const secretFiles = /^(?:vault\.json|vault\.key|vault-places\.json|webhook-secret\.json)$/;

/** Progress of a restore. It is recorded before each step, so that the restore can be resumed after a crash. */
interface Step {
  readonly step: 'ready' | 'moved';
  /** Directory that receives the previous data. */
  readonly aside: string;
  readonly bringsSecrets: boolean;
  /** SHA-256 of each staged file. Absent in a backup that was staged by an earlier version. */
  readonly checksums?: Readonly<Record<string, string>>;
}

/** A restore whose files are in place. It is completed only after the data has been opened. */
export interface StartedRestore {
  /** Message about the outcome, e.g. that the backup was restored and where the previous data is. */
  readonly sentence: string;
  /** Completes the restore. Called after the data was opened. */
  finish(): Promise<void>;
  /** Puts the previous data back. Called if the restored data cannot be opened. */
  undo(): Promise<void>;
}

/** Marks a staged backup as complete. It will be applied at the next start. */
export async function markReady(dir: string, bringsSecrets: boolean): Promise<void> {
  const aside = `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await writeStep(dir, { step: 'ready', aside, bringsSecrets, checksums: await checksumsOf(join(dir, stagingName)) });
}

/** True when a backup will be applied at the next start. */
export const isRestorePending = (dir: string): boolean => existsSync(join(dir, stagingName, stepName));

/** Deletes a staged backup, whether complete or not. */
export const discardRestore = (dir: string): Promise<void> =>
  rm(join(dir, stagingName), { recursive: true, force: true });

/**
 * Applies the staged backup, if any. Discards a backup that was damaged after staging. The directory must be locked,
 * and its files must be closed.
 */
export async function beginRestore(dir: string): Promise<StartedRestore | undefined> {
  const found = await readStep(dir);
  if (!found) {
    await discardRestore(dir);
    return undefined;
  }
  if (found.step === 'ready' && !(await isIntact(dir, found))) {
    return { sentence: damagedSentence, finish: () => discardRestore(dir), undo: async () => undefined };
  }
  const aside = join(dir, found.aside);
  await onDisk(dir, async () => {
    if (found.step === 'ready') {
      await mkdir(aside, { recursive: true, mode: 0o700 });
      await moveAll(dir, aside, (name) => isReplaced(name, found));
      await writeStep(dir, { ...found, step: 'moved' });
    }
    await moveAll(join(dir, stagingName), dir, (name) => name !== stepName);
  });
  return {
    sentence: `A backup was restored. The previous data is kept in ${aside}; delete it when you no longer need it.`,
    finish: () => discardRestore(dir),
    undo: async () => {
      for (const name of await readdir(dir)) {
        if (isReplaced(name, found)) await rm(join(dir, name), { recursive: true, force: true });
      }
      await moveAll(aside, dir, () => true);
      await rm(aside, { recursive: true, force: true });
      await discardRestore(dir);
    },
  };
}

const damagedSentence =
  'The backup was not restored, because its files were damaged after Gleaner had checked them. Your data is unchanged; restore the backup again.';

async function isIntact(dir: string, { checksums }: Step): Promise<boolean> {
  return !checksums || isDeepStrictEqual(checksums, await checksumsOf(join(dir, stagingName)));
}

/** Returns the SHA-256 of each file in a directory, keyed by path. A file that cannot be read has no checksum. */
async function checksumsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const sums: Record<string, string> = {};
  for (const path of paths.filter((one) => one !== join(folder, stepName)).sort()) {
    const hash = createHash('sha256');
    try {
      for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
      sums[relative(folder, path)] = hash.digest('hex');
    } catch {
      // An unreadable file gets no checksum, so the comparison reports it.
    }
  }
  return sums;
}

const isReplaced = (name: string, { bringsSecrets }: Step): boolean =>
  replaced.test(name) || (bringsSecrets && secretFiles.test(name));

async function moveAll(from: string, to: string, which: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(from)).filter(which)) await rename(join(from, name), join(to, name));
}

async function readStep(dir: string): Promise<Step | undefined> {
  try {
    return JSON.parse(await readFile(join(dir, stagingName, stepName), 'utf8')) as Step;
  } catch {
    return undefined;
  }
}

const writeStep = (dir: string, step: Step): Promise<void> =>
  writePrivateFile(join(dir, stagingName, stepName), JSON.stringify(step));

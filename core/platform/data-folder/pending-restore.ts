import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from './private-file';
import { onDisk } from './storage-error';

/** Directory that holds a verified backup until the next start. */
export const stagingName = 'restore-new';
const stepName = 'restore.json';

/** Matches files in a data directory that a restore replaces. */
const replaced =
  /^(?:gleaner\.db(?:-wal|-shm)?|(?!lock\.)[a-z][a-z-]*\.db~?|(?:commits|documents)\.json|settings(?:\.backup)?\.json|plugins)$/;
/** Matches files that a restore replaces only if the backup contains secrets. */
const secretFiles = /^(?:vault\.json|vault\.key|vault-places\.json|webhook-secret\.json)$/;

/** Progress of a restore, recorded before each step, so that the restore can be resumed after a crash. */
interface Step {
  readonly step: 'ready' | 'moved';
  /** Directory that receives the previous data. */
  readonly aside: string;
  readonly bringsSecrets: boolean;
}

/** A restore whose files are in place, but which is completed only after the data has been opened. */
export interface StartedRestore {
  /** Message that says where the previous data is. */
  readonly sentence: string;
  /** Completes the restore; called after the data was opened. */
  finish(): Promise<void>;
  /** Restores the previous data; called if the restored data cannot be opened. */
  undo(): Promise<void>;
}

/** Marks a staged backup as complete; it will be applied at the next start. */
export async function markReady(dir: string, bringsSecrets: boolean): Promise<void> {
  const aside = `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await writeStep(dir, { step: 'ready', aside, bringsSecrets });
}

/** True when a backup will be applied at the next start. */
export const isRestorePending = (dir: string): boolean => existsSync(join(dir, stagingName, stepName));

/** Deletes a staged backup, whether complete or not. */
export const discardRestore = (dir: string): Promise<void> =>
  rm(join(dir, stagingName), { recursive: true, force: true });

/** Applies the staged backup, if any. The directory must be locked, and its files must be closed. */
export async function beginRestore(dir: string): Promise<StartedRestore | undefined> {
  const found = await readStep(dir);
  if (!found) {
    await discardRestore(dir);
    return undefined;
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

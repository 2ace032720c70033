import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivately } from './private-file';
import { onDisk } from './storage-error';

/** Folder in which a checked backup waits for the next start. */
export const stagingName = 'restore-new';
const stepName = 'restore.json';

/** Files of a data folder that a restored backup takes the place of. */
const replaced =
  /^(?:gleaner\.db(?:-wal|-shm)?|(?!lock\.)[a-z][a-z-]*\.db~?|(?:commits|documents)\.json|settings(?:\.backup)?\.json|plugins)$/;
/** Those that go, too, when the backup brought secrets. */
const secretFiles = /^(?:vault\.json|vault\.key|vault-places\.json|webhook-secret\.json)$/;

/** How far a restore has come; written before each step, so that a start after a crash goes on from there. */
interface Step {
  readonly step: 'ready' | 'moved';
  /** Folder the previous data goes to. */
  readonly aside: string;
  readonly bringsSecrets: boolean;
}

/** A restore whose files are in place, until the data was opened. */
export interface BegunRestore {
  /** Where the previous data is, in a sentence. */
  readonly sentence: string;
  /** The data opened well. */
  finish(): Promise<void>;
  /** The data did not open: puts back what was there before. */
  undo(): Promise<void>;
}

/** Marks a staged backup as whole; the next start puts it in place. */
export async function markReady(dir: string, bringsSecrets: boolean): Promise<void> {
  const aside = `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await writeStep(dir, { step: 'ready', aside, bringsSecrets });
}

/** True when a backup waits for the next start. */
export const isRestorePending = (dir: string): boolean => existsSync(join(dir, stagingName, stepName));

/** Takes a backup away that waits, or the rest of one that was never whole. */
export const discardRestore = (dir: string): Promise<void> =>
  rm(join(dir, stagingName), { recursive: true, force: true });

/** Puts a backup that waits in place of the data; undefined when none waits. The folder must be locked and closed. */
export async function beginRestore(dir: string): Promise<BegunRestore | undefined> {
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
    sentence: `A backup was restored. The previous data is kept in ${aside}; delete it when you need it no more.`,
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
  writePrivately(join(dir, stagingName, stepName), JSON.stringify(step));

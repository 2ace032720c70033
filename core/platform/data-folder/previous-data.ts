import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { onDisk } from './storage-error';

/** Data that was moved aside by a restore. */
export interface PreviousData {
  /** Name of the subdirectory that contains the data. */
  readonly name: string;
  readonly bytes: number;
}

const names = /^before-restore-[\dTZ-]+$/;

/** Lists the directories that contain pre-restore data, oldest first. */
export async function listPreviousData(dataDir: string): Promise<readonly PreviousData[]> {
  const found = (await readdir(dataDir)).filter((name) => names.test(name)).sort();
  return Promise.all(found.map(async (name) => ({ name, bytes: await sizeOf(join(dataDir, name)) })));
}

/** Deletes all pre-restore data. Returns the number of directories deleted. */
export function removePreviousData(dataDir: string): Promise<number> {
  return onDisk(dataDir, async () => {
    const found = (await readdir(dataDir)).filter((name) => names.test(name));
    for (const name of found) await rm(join(dataDir, name), { recursive: true, force: true });
    return found.length;
  });
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const names = /^(?:backup|export)-[0-9a-f]{16}$/;

/** Path of a folder inside the data folder where a file is made before it is sent; `id` is 16 hexadecimal digits. */
export const workingFolder = (dataDir: string, kind: 'backup' | 'export', id: string): string =>
  join(dataDir, `${kind}-${id}`);

/** Removes the working folders that an earlier run left behind. */
export async function removeLeftFolders(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => names.test(name));
  for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true });
}

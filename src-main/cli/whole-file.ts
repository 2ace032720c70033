import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that is written bit by bit and stands under its name only when it is whole. */
export interface GrowingFile {
  add(content: string | Uint8Array): Promise<void>;
  /** Puts it in place. */
  finish(): Promise<void>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

const unfinished = (path: string): string => `${path}.${process.pid}.part`;

/** Starts a file; one that stood under the name stays until the new one is whole. */
export async function growFile(path: string): Promise<GrowingFile> {
  await mkdir(dirname(path), { recursive: true });
  const part = unfinished(path);
  const file = await open(part, 'w');
  return {
    add: async (content) => void (await file.writeFile(content)),
    async finish() {
      await file.sync();
      await file.close();
      await rename(part, path);
    },
    async discard() {
      await file.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** Writes a file in one go, so that it is there whole or not at all. */
export async function writeWholeFile(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = unfinished(path);
  try {
    await writeFile(part, content);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

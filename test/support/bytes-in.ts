import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the bytes of all files in a folder, concatenated. Skips files that are deleted during the call. */
export function bytesIn(folder: string): Buffer {
  const parts = readdirSync(folder).map((name) => {
    const path = join(folder, name);
    try {
      return statSync(path).isDirectory() ? bytesIn(path) : readFileSync(path);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
      throw thrown;
    }
  });
  return Buffer.concat(parts);
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a folder for files that test processes reuse, and deletes it after the last test. Global setup for Vitest.
 */
export default async function makeRunFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-run-'));
  // The user that runs PostgreSQL needs access to the files in this folder.
  await chmod(folder, 0o711);
  process.env.GLEANER_TEST_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}

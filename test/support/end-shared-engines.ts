import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Stops the engines of `shared-engine.ts` after the last test file, and deletes their data. Global setup for Vitest.
 */
export default async function endSharedEngines(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-shared-'));
  process.env.GLEANER_SHARED_ENGINES = folder;
  return async () => {
    const pids = await readdir(folder);
    for (const pid of pids) {
      try {
        process.kill(Number(pid), 'SIGTERM');
      } catch {
        // The engine has already exited, together with the test process that started it.
      }
    }
    const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 };
    for (const pid of pids) await rm(await readFile(join(folder, pid), 'utf8'), options);
    await rm(folder, { recursive: true, force: true });
  };
}

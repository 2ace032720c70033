import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Global setup of vitest: ends the engines of `shared-engine.ts`, which outlive the test processes that start them. */
export default async function endSharedEngines(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-shared-'));
  process.env.GLEANER_SHARED_ENGINES = folder;
  return async () => {
    for (const pid of await readdir(folder)) {
      try {
        process.kill(Number(pid), 'SIGTERM');
      } catch {
        // It has ended already.
      }
      await rm(await readFile(join(folder, pid), 'utf8'), {
        recursive: true,
        force: true,
        maxRetries: 5,
        retryDelay: 200,
      });
    }
    await rm(folder, { recursive: true, force: true });
  };
}

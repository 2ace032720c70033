import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startTestEngine as startOne, type TestEngine } from './engine';
import { isFleet, startTestEngine } from './start-engine';

let engine: Promise<TestEngine> | undefined;

/**
 * Returns an engine with default options. All test files in this process share it, so `stop` does nothing. Tests must
 * expect jobs and history from other files, and must reset settings that they change. `end-shared-engines.ts` stops the
 * engine.
 */
export async function sharedTestEngine(): Promise<TestEngine> {
  if (isFleet) return startTestEngine();
  engine ??= startShared();
  return engine;
}

async function startShared(): Promise<TestEngine> {
  const folder = process.env.GLEANER_SHARED_ENGINES;
  if (!folder) throw new Error('shared engines need the global setup of vitest.config.ts');
  const started = await startOne();
  writeFileSync(join(folder, String(started.process.pid)), started.dataDir);
  const settingsOf = async () => (await started.call('GET', '/local/settings')).body.settings;
  const defaults = await settingsOf();
  const stop = async () => {
    const { status } = await started.call('PATCH', '/local/settings', defaults);
    expect([status, await settingsOf()]).toEqual([200, defaults]);
    return null;
  };
  return { ...started, stop };
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const engineState = z.object({ url: z.url(), pid: z.int(), localToken: z.string().min(1) });

/** State that a running engine stores in its data directory for use by the CLI. */
export type EngineState = z.output<typeof engineState>;

/**
 * Returns the engine registered in a data directory. Undefined if no engine is registered, or if the registered engine
 * does not respond.
 */
export async function findRunningEngine(dataDir: string, signal: AbortSignal): Promise<EngineState | undefined> {
  const state = await readEngineState(dataDir);
  return state && (await isHealthy(state.url, signal)) ? state : undefined;
}

/** Returns the content of `engine.json`, even if the engine has exited. */
export async function readEngineState(dataDir: string): Promise<EngineState | undefined> {
  try {
    return engineState.parse(JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')));
  } catch {
    // The file is missing, or the engine was killed while writing it. In either case, no engine is running.
    return undefined;
  }
}

async function isHealthy(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/health', url), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

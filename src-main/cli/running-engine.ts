import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const engineState = z.object({ url: z.url(), pid: z.int(), localToken: z.string().min(1) });

/** What a running engine writes into its data folder for the command line. */
export type EngineState = z.output<typeof engineState>;

/** The engine that says it runs on a data folder; undefined when none does or none answers. */
export async function findRunningEngine(dataDir: string, signal: AbortSignal): Promise<EngineState | undefined> {
  const state = await readEngineState(dataDir);
  return state && (await isHealthy(state.url, signal)) ? state : undefined;
}

/** The content of `engine.json`, also of an engine that is gone. */
export async function readEngineState(dataDir: string): Promise<EngineState | undefined> {
  try {
    return engineState.parse(JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')));
  } catch {
    // No file, or one of an engine that was killed while writing: there is no engine to find.
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

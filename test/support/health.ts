import type { RunningTestEngine } from './engine';

/** Returns the longest response time of `/health` while the given work runs, ms. */
export async function maxHealthMs(engine: Pick<RunningTestEngine, 'url'>, work: Promise<unknown>): Promise<number> {
  let [isDone, longest] = [false, 0];
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const started = performance.now();
    await fetch(`${engine.url}/health`);
    longest = Math.max(longest, performance.now() - started);
  }
  await end;
  return longest;
}

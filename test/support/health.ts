import { readFile } from 'node:fs/promises';
import type { TestEngine } from './engine';

/**
 * Returns the longest time in ms that `/health` waits for the engine's main thread while the given work runs. On Linux,
 * counts only the CPU time of that thread, because other processes on a busy machine delay responses, too.
 */
export async function maxHealthMs(
  engine: Pick<TestEngine, 'url' | 'process'>,
  work: Promise<unknown>,
): Promise<number> {
  let [isDone, longest] = [false, 0];
  const end = work.finally(() => {
    isDone = true;
  });
  const { pid } = engine.process;
  while (!isDone) {
    const started = await mainThreadMs(pid);
    await fetch(`${engine.url}/health`);
    longest = Math.max(longest, (await mainThreadMs(pid)) - started);
  }
  await end;
  return longest;
}

/** Returns the CPU time of a process's main thread on Linux, or the current time on other systems, in ms. */
async function mainThreadMs(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux') return performance.now();
  // The 12th and 13th fields after the name of the program are user and system time, in ticks of 10 ms.
  const [user, system] = (await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8'))
    .split(') ')
    .at(-1)!
    .split(' ')
    .slice(11);
  return (Number(user) + Number(system)) * 10;
}

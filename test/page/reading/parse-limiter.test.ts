import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CpuShare } from '../../../core/page/reading/cpu-share';
import { ParseLimiter } from '../../../core/page/reading/parse-limiter';

const { signal } = new AbortController();

/** Creates tasks for the limiter. Tests can count the started tasks, and end the first one. */
function works(turns: ParseLimiter) {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((end) => ends.push(end));
  return {
    begin: (stop = signal) => turns.run(work, stop),
    begun: () => ends.length,
    endFirst: () => ends[0]?.(),
  };
}

it('limits concurrent reads, starts the next when one ends, and exceeds the limit when one is slow', async () => {
  let usual = 2;
  const { begin, begun, endFirst } = works(new ParseLimiter(() => usual));
  const [first] = [begin(), begin(), begin(), begin()];
  await pause(20);
  expect(begun()).toBe(2);
  endFirst();
  await first;
  await pause(20);
  expect(begun()).toBe(3);
  await pause(600);
  expect(begun()).toBe(4);
  usual = 8;
  void begin();
  await pause(20);
  expect(begun()).toBe(5);
});

it('releases the place of work aborted while waiting', async () => {
  const { begin, begun, endFirst } = works(new ParseLimiter(() => 1));
  const first = begin();
  const stop = new AbortController();
  const cancelled = begin(stop.signal);
  const third = begin();
  stop.abort(new Error('cancelled'));
  await expect(cancelled).rejects.toThrow('cancelled');
  endFirst();
  await first;
  await pause(20);
  expect(begun()).toBe(2);
  void third;
});

it('divides the cores between processes', () => {
  const cores = availableParallelism();
  const share = new CpuShare();
  const alone = Math.max(2, cores - 1);
  expect(share.readers()).toBe(alone);
  share.setProcesses(cores);
  expect(share.readers()).toBe(cores === 1 ? alone : 1);
  share.setProcesses(100 * cores);
  expect(share.readers()).toBe(1);
  share.setProcesses(0);
  expect(share.readers()).toBe(alone);
});

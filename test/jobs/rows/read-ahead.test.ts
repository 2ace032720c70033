import { expect, it } from 'vitest';
import { readAhead } from '../../../core/jobs/rows/read-ahead';

/** Yields values, and counts how many have been requested. With `fails`, throws instead of yielding the third value. */
function source(fails = false) {
  const state = { asked: 0, ended: false };
  async function* values(): AsyncGenerator<number> {
    try {
      for (let n = 1; n <= 4; n++) {
        state.asked = n;
        if (fails && n === 3) throw new Error('The disk failed.');
        yield n;
      }
    } finally {
      state.ended = true;
    }
  }
  return { state, values: values() };
}

it('requests one value in advance, and no more', async () => {
  const { state, values } = source();
  const seen: (readonly [number, number])[] = [];
  for await (const value of readAhead(values)) seen.push([value, state.asked]);
  expect(seen).toEqual([1, 2, 3, 4].map((n) => [n, Math.min(n + 1, 4)]));
});

it('rejects at the position of a failure, and ends the source when the reader leaves', async () => {
  const failing = source(true);
  const seen: number[] = [];
  const reading = (async () => {
    for await (const value of readAhead(failing.values)) seen.push(value);
  })();
  await expect(reading).rejects.toThrow('The disk failed.');
  expect(seen).toEqual([1, 2]);
  const left = source();
  for await (const _ of readAhead(left.values)) break;
  expect(left.state.ended).toBe(true);
});

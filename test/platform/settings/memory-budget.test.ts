import { describe, expect, it } from 'vitest';
import { memoryBytes, withinMemory } from '../../../core/platform/settings/memory-budget';

const megabyte = 1024 * 1024;
const wanted = { concurrency: 8, browserPages: 6 };

describe('a memory limit', () => {
  it.each([
    [256, { concurrency: 2, browserPages: 1 }],
    [512, { concurrency: 4, browserPages: 1 }],
    [1024, { concurrency: 8, browserPages: 5 }],
    [4096, wanted],
  ])('of %i MB limits the concurrency', (limit, expected) => {
    expect(withinMemory(wanted, limit * megabyte)).toEqual(expected);
  });

  it('never exceeds the requested concurrency', () => {
    const few = { concurrency: 1, browserPages: 1 };
    expect(withinMemory(few, 64 * 1024 * megabyte)).toEqual(few);
  });

  it('is at most the memory of the machine', () => {
    expect(memoryBytes()).toBeGreaterThan(100 * megabyte);
    expect(Number.isFinite(memoryBytes())).toBe(true);
  });
});

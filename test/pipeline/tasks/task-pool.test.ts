import { expect, it } from 'vitest';
import { minConcurrency } from '../../../core/pipeline/tasks/task-pool';

it.each([
  [8, 2, 4],
  [8, 4, 4],
  [8, 64, 4],
  [64, 4, 8],
  [1, 16, 1],
])('limited to %i pages on %i cores keeps at least %i and scales in between', (most, cores, fewest) => {
  expect(minConcurrency(most, cores)).toBe(fewest);
});

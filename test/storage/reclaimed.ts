import { expect } from 'vitest';
import type { FrontierTask } from '../../core/ports/jobs/frontier';

/** A reclaimed task: the same task with a greater fence, and with the given changes. */
export const reclaimed = (task: FrontierTask | undefined, change: Partial<FrontierTask> = {}) => ({
  ...task,
  ...change,
  fence: expect.toSatisfy((fence: number) => fence > (task?.fence ?? Number.NaN)),
});

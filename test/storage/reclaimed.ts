import { expect } from 'vitest';
import type { FrontierTask } from '../../core/ports/jobs/frontier';

/** Returns a reclaimed task: the same task with a higher fence and the given changes. */
export const reclaimed = (task: FrontierTask | undefined, change: Partial<FrontierTask> = {}) => ({
  ...task,
  ...change,
  fence: expect.toSatisfy((fence: number) => fence > (task?.fence ?? Number.NaN)),
});

import { expect } from 'vitest';
import type { FrontierTask } from '../../core/ports/jobs/frontier';

/** A task that was claimed anew: the same with a greater fence, and with what has changed. */
export const reclaimed = (task: FrontierTask | undefined, change: Partial<FrontierTask> = {}) => ({
  ...task,
  ...change,
  fence: expect.toSatisfy((fence: number) => fence > (task?.fence ?? Number.NaN)),
});

import { startTestEngine as startOne, type TestEngine, type TestEngineOptions } from '../support/engine';
import { startTestFleet } from '../support/fleet';

/** Whether the windows of the tests belong to an API node with a worker beside it, on PostgreSQL, in place of one engine. */
export const isFleet = process.env.GLEANER_TEST_FLEET === '1';

/** Starts what a window belongs to. */
export const startTestEngine = (options?: TestEngineOptions): Promise<TestEngine> =>
  isFleet ? startTestFleet(options) : startOne(options);

import { startTestEngine as startOne, type TestEngine, type TestEngineOptions } from './engine';
import { startTestFleet } from './fleet';

/** Whether tests of the window and of the published clients use an API node with a worker beside it, on PostgreSQL, in place of one engine. */
export const isFleet = process.env.GLEANER_TEST_FLEET === '1';

/** Starts what such a test uses. */
export const startTestEngine = (options?: TestEngineOptions): Promise<TestEngine> =>
  isFleet ? startTestFleet(options) : startOne(options);

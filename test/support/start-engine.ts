import { startTestEngine as startOne, type TestEngine, type TestEngineOptions } from './engine';
import { startTestFleet } from './fleet';

/** How many workers stand beside an API node, on PostgreSQL, in place of one engine, in tests of the window and of the published clients. */
const workers = Number(process.env.GLEANER_TEST_FLEET ?? 0);

/** True if such a test uses a fleet. */
export const isFleet = workers > 0;

/** Starts what such a test uses. */
export const startTestEngine = (options?: TestEngineOptions): Promise<TestEngine> =>
  isFleet ? startTestFleet(options, workers) : startOne(options);

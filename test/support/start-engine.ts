import { startTestEngine as startOne, type TestEngine, type TestEngineOptions } from './engine';
import { startTestFleet } from './fleet';

/**
 * Number of workers of a fleet that replaces the single engine in tests of the UI and of the published clients. Without
 * it, there is no fleet.
 */
const workers = Number(process.env.GLEANER_TEST_FLEET ?? 0);

/** True if such a test uses a fleet. */
export const isFleet = workers > 0;

/** Starts the fleet or the engine of such a test. */
export const startTestEngine = (options?: TestEngineOptions): Promise<TestEngine> =>
  isFleet ? startTestFleet(options, workers) : startOne(options);

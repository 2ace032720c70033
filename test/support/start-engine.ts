import { startTestEngine as startOne, type TestEngine, type TestEngineOptions } from './engine';
import { startTestFleet } from './fleet';

/**
 * Number of workers in the fleet for tests of the UI and the published clients. If 0, these tests use a single engine.
 */
const workers = Number(process.env.GLEANER_TEST_FLEET ?? 0);

/** True if tests of the UI and of the published clients use a fleet. */
export const isFleet = workers > 0;

/** Starts a fleet or an engine for tests of the UI and of the published clients. */
export const startTestEngine = (options?: TestEngineOptions): Promise<TestEngine> =>
  isFleet ? startTestFleet(options, workers) : startOne(options);

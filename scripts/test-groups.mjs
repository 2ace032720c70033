/** Which tests need the built app, and which of them Playwright runs. */

/** Tests that run what `npm run build` made; a test compares this list with what the tests import. */
export const engineTests = [
  'test/api',
  'test/bench/faults.test.ts',
  'test/bench/fleet.test.ts',
  'test/cli',
  'test/contracts/one-file.test.ts',
  'test/contracts/third-party.test.ts',
  'test/docs/docs.test.ts',
  'test/jobs/delivery/crash.test.ts',
  'test/jobs/fleet/migrate.test.ts',
  'test/jobs/fleet/two-engines.test.ts',
  'test/jobs/sync-job.test.ts',
  'test/ports/wakes.test.ts',
  'test/scripts/dev.test.ts',
  'test/scripts/renderer-size.test.ts',
  'test/src-renderer/engine-texts.test.ts',
];

/** Tests that Playwright runs, on the built app. */
export const browserTests = ['test/e2e', 'test/desktop'];

const isIn = (path, place) => path === place || `${path}/`.startsWith(`${place}/`);

/** True when a test file or a folder is for Playwright. */
export const isBrowserTest = (path) => browserTests.some((place) => isIn(path, place));

/** True when a test file, or any file in a folder of tests, needs the built app. */
export const needsBuild = (path) => {
  const tests = [...engineTests, ...browserTests];
  return tests.some((place) => isIn(path, place) || isIn(place, path.replace(/\/$/, '')));
};

/** The files of places in the tree, as patterns of vitest. */
export const patternsOf = (places) => places.map((place) => (place.endsWith('.ts') ? place : `${place}/**/*.test.ts`));

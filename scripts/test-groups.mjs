/** Test groups: tests that need the built app, and tests that run in Playwright. */

/** Tests that run the output of `npm run build`. `test-groups.test.ts` checks this list against the tests' imports. */
export const engineTests = [
  'test/api',
  'test/bench/faults.test.ts',
  'test/bench/fleet.test.ts',
  'test/cli',
  'test/contracts/one-file.test.ts',
  'test/contracts/third-party.test.ts',
  'test/docs/docs.test.ts',
  'test/docs/examples.test.ts',
  'test/jobs/delivery/crash.test.ts',
  'test/jobs/fleet/migrate.test.ts',
  'test/jobs/fleet/two-engines.test.ts',
  'test/jobs/sync-job.test.ts',
  'test/platform/sandbox/guest-globals.test.ts',
  'test/platform/sandbox/plugin-sandbox.test.ts',
  'test/platform/sandbox/sandboxed-actions.test.ts',
  'test/platform/sandbox/sandboxed-parsers.test.ts',
  'test/platform/sandbox/sandboxed-services.test.ts',
  'test/ports/notifications.test.ts',
  'test/scripts/dev.test.ts',
  'test/scripts/renderer-size.test.ts',
  'test/server/local-answers.test.ts',
  'test/src-renderer/engine-texts.test.ts',
];

/** Tests that Playwright runs against the built app. */
export const browserTests = ['test/e2e', 'test/desktop'];

const isIn = (path, place) => path === place || `${path}/`.startsWith(`${place}/`);

/** True if a test file or directory is run by Playwright. */
export const isBrowserTest = (path) => browserTests.some((place) => isIn(path, place));

/** True if a test file, or any file in a test directory, needs the built app. */
export const needsBuild = (path) => {
  const tests = [...engineTests, ...browserTests];
  return tests.some((place) => isIn(path, place) || isIn(place, path.replace(/\/$/, '')));
};

/** Returns vitest patterns for files and directories. */
export const patternsOf = (places) => places.map((place) => (place.endsWith('.ts') ? place : `${place}/**/*.test.ts`));

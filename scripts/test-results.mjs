/** Adding up what the test runners report. */
import { existsSync, readFileSync } from 'node:fs';

/** Nothing ran, or the report cannot be read: that is one failure, never a silent zero. */
const unreadable = { passed: 0, failed: 1, skipped: 0 };

function read(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Counts of a vitest JSON report; a file that fails to load counts as one failure. */
export function vitestCounts(file) {
  const report = read(file);
  if (!report) return unreadable;
  const brokenFiles = report.testResults.filter(
    (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of a Playwright JSON report; an error outside of any test counts as one failure. */
export function playwrightCounts(file) {
  const report = read(file);
  if (!report) return unreadable;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

/** The counts of a step that either works or does not. */
export function stepCounts(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** A run that ended badly without a failed test (a crash, a lost report) is a failure all the same. */
export function withExitCode(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The sum of several counts. */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  return total;
}

/** Combines the test runners' reports. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Counts a missing or unreadable report as one failure. Otherwise, the run would appear to have no tests. */
function unreadable(file) {
  return { passed: 0, failed: 1, skipped: 0, failures: [`${file}: no test report`] };
}

/** Returns the first lines of a failed test's message for the list at the end of a run. */
function excerpt(message = '') {
  return stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n    ');
}

function read(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the counts in a vitest JSON report. A file that fails to load counts as one failure. */
export function vitestCounts(file) {
  const report = read(file);
  if (!report) return unreadable(file);
  const brokenFiles = report.testResults.filter(
    (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = report.testResults.flatMap((result) =>
    result.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${result.name}: ${test.fullName}\n    ${excerpt(test.failureMessages[0])}`),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failures, ...brokenFiles.map(({ name, message }) => `${name}\n    ${excerpt(message)}`)],
  };
}

/** Returns the counts in a Playwright JSON report. An error outside of tests counts as one failure. */
export function playwrightCounts(file) {
  const report = read(file);
  if (!report) return unreadable(file);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = [
    ...report.suites.flatMap(failedSpecs),
    ...report.errors.map(({ message }) => `outside of any test: ${excerpt(message)}`),
  ];
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped, failures };
}

function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  const said = failed.map(({ file, title, tests }) => {
    const results = tests.flatMap((test) => test.results);
    return `${file}: ${title}\n    ${excerpt(results.find(({ error }) => error)?.error.message)}`;
  });
  return [...said, ...suites.flatMap(failedSpecs)];
}

/** Returns the counts for a step that either succeeds or fails. */
export function stepCounts(name, code) {
  const ok = code === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : [name] };
}

/** Counts a nonzero exit code as a failure if no test has failed, e.g. if the runner crashed or wrote no report. */
export function withExitCode(counts, code) {
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [`the tests exited with code ${code} but no test failed`] };
}

/** Adds up several counts and merges their failures. */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const counts of all) {
    for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key];
    total.failures.push(...counts.failures);
  }
  return total;
}

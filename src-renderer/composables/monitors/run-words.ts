import type { SavedJob } from '../../api/saved-api';
import type { TextKey } from '../../texts/catalogue';
import { type TextValues, t } from '../../texts/i18n';

/** Texts about the runs of a saved job, and the same texts about the checks of a monitor. */
const words = {
  runs: ['saved.runs', 'monitors.checks'],
  runNow: ['monitors.runNow', 'monitors.checkNow'],
  run: ['common.run', 'monitors.check'],
  runNamed: ['saved.runNamed', 'monitors.checkNamed'],
  nthRun: ['monitors.nthRun', 'monitors.nthCheck'],
  changesOf: ['monitors.changesOf', 'monitors.changesOfCheck'],
  resultsOf: ['monitors.resultsOf', 'monitors.resultsOfCheck'],
  noRuns: ['monitors.noRuns', 'monitors.noChecks'],
  skippedRuns: ['monitors.skippedRuns', 'monitors.skippedChecks'],
  comparedRuns: ['monitors.comparedRuns', 'monitors.comparedChecks'],
  runOption: ['monitors.runOption', 'monitors.checkOption'],
  curveRuns: ['monitors.curveRuns', 'monitors.curveChecks'],
  curvesCut: ['monitors.curvesCut', 'monitors.curvesCutChecks'],
  noCurves: ['monitors.noCurves', 'monitors.noCurvesCheck'],
  nextAt: ['monitors.nextAt', 'monitors.nextCheckAt'],
  runsToKeep: ['monitors.runsToKeep', 'monitors.checksToKeep'],
  ranAt: ['saved.ranAt', 'monitors.checkedAt'],
  notRunYet: ['saved.notRunYet', 'monitors.notCheckedYet'],
  runsOfNamed: ['saved.runsOfNamed', 'monitors.checksOfNamed'],
  runOf: ['jobs.runOf', 'monitors.checkOf'],
} as const satisfies Readonly<Record<string, readonly [run: TextKey, check: TextKey]>>;

/** Name of a text about runs or checks. */
export type RunWord = keyof typeof words;

/** Returns the key of a text about the runs of a saved job. The runs of a monitor are called checks. */
export const runKey = (word: RunWord, isMonitor: boolean): TextKey => words[word][isMonitor ? 1 : 0];

/** Returns a text about the runs of a saved job. The runs of a monitor are called checks. */
export const runWord = (word: RunWord, { monitor }: Pick<SavedJob, 'monitor'>, values: TextValues = {}): string =>
  t(runKey(word, monitor !== undefined), values);

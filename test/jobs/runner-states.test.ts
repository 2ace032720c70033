import { expect, it } from 'vitest';
import { type RunnerEvent, type RunnerState, transitions } from '../../core/jobs/runner-states';

const events: readonly RunnerEvent[] = ['ready', 'wait', 'starve', 'drain', 'pause', 'resume', 'finish', 'end'];
/** Next state for each event, in the order of `events`. A dash means that the event has no effect. */
const table: Readonly<Record<RunnerState, string>> = {
  running: 'running waiting seeding drained paused - - ended',
  waiting: 'running waiting seeding drained paused - - ended',
  seeding: 'running waiting seeding - paused - - ended',
  drained: 'running waiting - drained paused - ending ended',
  paused: '- - - - - running - ended',
  ending: 'running waiting - - paused - - ended',
  ended: '- - - - - - - -',
};

it.each(Object.entries(table))('a job that is %s changes its state to %s', (state, next) => {
  const found = events.map((event) => transitions[state as RunnerState][event] ?? '-');
  expect(found.join(' ')).toBe(next);
});

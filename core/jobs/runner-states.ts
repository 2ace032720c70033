/** States of an active job. Only a running job starts pages. */
export type RunnerState =
  | 'running'
  /** No page may be started until one ends, a time comes or tasks are added. */
  | 'waiting'
  /** No task is left to claim, but start pages are still being read. */
  | 'seeding'
  /** No task is left to claim. */
  | 'drained'
  | 'paused'
  /** Every page has ended: the kind of the job adds some, or the job ends. */
  | 'ending'
  | 'ended';

/** Events that change the state of an active job. */
export type RunnerEvent =
  /** A page may be startable: tasks were added, a page ended, or a time came. */
  'ready' | 'wait' | 'starve' | 'drain' | 'pause' | 'resume' | 'finish' | 'end';

/** Next states by event. */
type Transitions = Readonly<Partial<Record<RunnerEvent, RunnerState>>>;

const open: Transitions = { ready: 'running', wait: 'waiting', pause: 'paused', end: 'ended' };

/** Next state by state and event. An event that is not listed changes nothing. */
export const transitions: Readonly<Record<RunnerState, Transitions>> = {
  running: { ...open, starve: 'seeding', drain: 'drained' },
  waiting: { ...open, starve: 'seeding', drain: 'drained' },
  seeding: { ...open, starve: 'seeding' },
  drained: { ...open, drain: 'drained', finish: 'ending' },
  paused: { resume: 'running', end: 'ended' },
  ending: open,
  ended: {},
};

/** States of an active job. Only a running job starts new pages. */
export type RunnerState =
  | 'running'
  /** No page can start until another page ends, a delay passes or tasks are added. */
  | 'waiting'
  /** No tasks are left to claim, but the search for further start pages, e.g. in sitemaps, is not finished. */
  | 'seeding'
  /** No tasks are left to claim. */
  | 'drained'
  | 'paused'
  /** Every page has ended. The job ends unless its kind adds pages. */
  | 'ending'
  | 'ended';

/** Events that change an active job's state. */
export type RunnerEvent =
  /** A page may be ready to start: tasks were added, a page ended, or a delay passed. */
  'ready' | 'wait' | 'starve' | 'drain' | 'pause' | 'resume' | 'finish' | 'end';

/** Next state for each event. */
type Transitions = Readonly<Partial<Record<RunnerEvent, RunnerState>>>;

const open: Transitions = { ready: 'running', wait: 'waiting', pause: 'paused', end: 'ended' };

/** Next state for each state and event. Events that are not listed change nothing. */
export const transitions: Readonly<Record<RunnerState, Transitions>> = {
  running: { ...open, starve: 'seeding', drain: 'drained' },
  waiting: { ...open, starve: 'seeding', drain: 'drained' },
  seeding: { ...open, starve: 'seeding' },
  drained: { ...open, drain: 'drained', finish: 'ending' },
  paused: { resume: 'running', end: 'ended' },
  ending: open,
  ended: {},
};

/** Names of the model profiles that a request can select. */
export const profileNames = ['spark-1-mini', 'spark-1-pro', 'FIRE-1'] as const;

/** Name of a model profile. */
export type ProfileName = (typeof profileNames)[number];

/** Limits of an agent run. */
export interface AgentBudget {
  readonly maxPages: number;
  readonly maxSteps: number;
  readonly maxCredits: number;
  readonly maxMinutes: number;
}

const freeRuns = 5;

/**
 * Returns the number of free agent runs left today. `startedAt` contains the ISO start times of recent runs. Days start
 * at midnight UTC.
 */
export function freeRunsLeft(startedAt: readonly string[], now: Date = new Date()): number {
  const today = now.toISOString().slice(0, 10);
  return Math.max(0, freeRuns - startedAt.filter((time) => time.startsWith(today)).length);
}

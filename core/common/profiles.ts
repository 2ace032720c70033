/** Names of the model profiles requests may ask for. */
export const profileNames = ['spark-1-mini', 'spark-1-pro', 'FIRE-1'] as const;

/** Name of a model profile. */
export type ProfileName = (typeof profileNames)[number];

/** What one agent run may use up. */
export interface AgentBudget {
  readonly maxPages: number;
  readonly maxSteps: number;
  readonly maxCredits: number;
  readonly maxMinutes: number;
}

/** Agent runs of a day that cost nothing. */
const freeRuns = 5;

/** How many more agent runs cost nothing today, by the ISO times of the last ones; days begin at midnight UTC. */
export function freeRunsLeft(startedAt: readonly string[], now: Date = new Date()): number {
  const today = now.toISOString().slice(0, 10);
  return Math.max(0, freeRuns - startedAt.filter((time) => time.startsWith(today)).length);
}

import type { Job } from '../common/job';
import type { Log } from '../common/log';
import { maskText } from '../common/values/mask-secrets';
import type { Hooks } from '../contract/hooks';
import type { Storage } from '../ports/storage';
import type { RunRowReader } from './run-rows';

/**
 * Writes one line per finished job to the activity log, which is retained longer than results. For a job with zero
 * retention, records only the cost.
 */
export function logActivity(
  hooks: Hooks,
  { activity, frontier }: Pick<Storage, 'activity' | 'frontier'>,
  rows: Pick<RunRowReader, 'isEmpty'>,
  log: Log,
): void {
  const countedOf = async ({ id }: Job) => {
    const { done: pages, credits } = await frontier.counts(id);
    return { pages, credits };
  };
  const write = async (job: Job) => {
    const { id: jobId, kind, state, keyId, zeroDataRetention, finishedAt, spent } = job;
    const cost = { keyId, at: finishedAt ?? new Date().toISOString(), ...(spent ?? (await countedOf(job))) };
    if (zeroDataRetention) await activity.addCost(cost);
    else {
      const facts = (await rows.isEmpty(job)) ? { hasNoResults: true as const } : {};
      await activity.add({ jobId, kind, url: maskText(job.url), state, ...facts, ...cost });
    }
  };
  hooks.jobClosed.tap('activity', (job) => {
    write(job).catch((thrown: unknown) => log.warn(`the activity log could not be written: ${String(thrown)}`));
  });
}

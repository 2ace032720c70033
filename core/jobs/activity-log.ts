import type { Job } from '../common/job';
import { maskText } from '../common/mask-secrets';
import type { Hooks } from '../hooks';
import type { Log } from '../log';
import type { Storage } from '../storage/storage';

/** Pages and credits of an ended job. */
interface Spent {
  readonly pages: number;
  readonly credits: number;
}

/** Writes one line per ended job to the activity log, which outlives results; with zeroDataRetention it names no address. */
export function logActivity(
  hooks: Hooks,
  { activity, frontier }: Pick<Storage, 'activity' | 'frontier'>,
  log: Log,
): void {
  const scrapes = new Map<string, Spent>();
  hooks.taskDone.tap('activity', (outcome) => {
    const { task } = outcome;
    if (task.kind !== 'scrape') return;
    const done = outcome.state === 'succeeded';
    scrapes.set(task.jobId, { pages: done ? 1 : 0, credits: done ? outcome.result.credits : 0 });
  });
  const spentBy = async ({ id, kind }: Job): Promise<Spent> => {
    if (kind !== 'scrape') {
      const { done, credits } = await frontier.counts(id);
      return { pages: done, credits };
    }
    const spent = scrapes.get(id) ?? { pages: 0, credits: 0 };
    scrapes.delete(id);
    return spent;
  };
  const write = async (job: Job) => {
    const { id: jobId, kind, state, keyId, zeroDataRetention } = job;
    const at = job.finishedAt ?? new Date().toISOString();
    await activity.add({
      jobId,
      kind,
      url: zeroDataRetention ? '' : maskText(job.url),
      state,
      keyId,
      at,
      ...(await spentBy(job)),
    });
  };
  hooks.jobClosed.tap('activity', (job) => {
    write(job).catch((thrown: unknown) => log.warn(`the activity log could not be written: ${String(thrown)}`));
  });
}

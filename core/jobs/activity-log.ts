import type { Hooks } from '../hooks';
import type { Log } from '../log';
import type { ActivityStore } from '../storage/ports';

/** Writes one line per closed scrape to the activity log; not with zeroDataRetention, where only the credits count. */
export function logActivity(hooks: Hooks, activity: ActivityStore, log: Log): void {
  const credits = new Map<string, number>();
  hooks.taskDone.tap('activity', (outcome) => {
    const { task } = outcome;
    if (task.kind === 'scrape') credits.set(task.jobId, outcome.state === 'succeeded' ? outcome.result.credits : 0);
  });
  hooks.jobClosed.tap('activity', (job) => {
    const spent = credits.get(job.id);
    if (spent === undefined) return;
    credits.delete(job.id);
    const { id: jobId, kind, state, keyId } = job;
    const url = job.zeroDataRetention ? '' : job.url;
    const at = job.finishedAt ?? new Date().toISOString();
    activity
      .add({ jobId, kind, url, state, pages: state === 'completed' ? 1 : 0, credits: spent, keyId, at })
      .catch((thrown: unknown) => log.warn(`the activity log could not be written: ${String(thrown)}`));
  });
}

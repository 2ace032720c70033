import { z } from 'zod';
import { AppError } from '../../core/common/errors';
import type { Job } from '../../core/common/job';
import type { Row } from '../../core/common/saved-job';
import { newId } from '../../core/common/values/ids';
import { createHooks } from '../../core/contract/hooks';
import { WebhookTargets } from '../../core/jobs/delivery/webhook-targets';
import { JobReader } from '../../core/jobs/job-reader';
import type { JobStarter, StartCall } from '../../core/jobs/job-starter';
import { MonitorNotices } from '../../core/jobs/monitors/monitor-notices';
import { RunRowReader } from '../../core/jobs/run-rows';
import { type SavedJobDocument, SavedJobs } from '../../core/jobs/saved-jobs';
import { SavedRuns } from '../../core/jobs/saved-runs';
import { GuardedAddresses } from '../../core/net/politeness/guarded-addresses';
import { readRunOptions } from '../../core/platform/settings/settings';
import { SettingsService } from '../../core/platform/settings/settings-service';
import { EventBus } from '../../core/ports/delivery/event-bus';
import type { BackgroundJobHandler, JobHandler } from '../../core/ports/jobs/job-handler';
import { JobKinds } from '../../core/ports/jobs/job-kinds';
import { openStorage } from '../../core/storage/open-storage';
import { rememberingLog, spec, type TestClock } from '../storage/support';

/** A job kind that requests no pages. The test ends each job. */
const tableKind = {
  mode: 'background',
  kind: 'table',
  path: 'table',
  schema: () => z.looseObject({ url: z.string() }),
  result: { of: async ({ outcome }: Job) => ({ data: outcome }) },
} as unknown as BackgroundJobHandler;

/** Starts the services for saved jobs and their runs, with the given data folder. No pages are fetched. */
export async function startSavedRig(dataDir: string, clock: TestClock) {
  const log = rememberingLog();
  const storage = await openStorage(dataDir, { clock, log });
  const { jobs, frontier, results, outbox } = storage;
  const hooks = createHooks();
  const events = new EventBus(hooks, log);
  const told: Readonly<Record<string, unknown>>[] = [];
  events.listen(({ type, data }) => void (type === 'notice' && told.push(data)));
  const kinds = new JobKinds([tableKind as JobHandler]);
  const calls: StartCall[] = [];
  let refusal: AppError | undefined;
  const starter = {
    async start(_: JobHandler, { url }: { readonly url: string }, call: StartCall) {
      if (refusal) throw refusal;
      calls.push(call);
      const createdAt = new Date(clock.now()).toISOString();
      const facts = {
        kind: 'table',
        version: 'v2',
        state: 'active',
        zeroDataRetention: false,
        keyId: 'desktop',
      } as const;
      const job: Job = { ...facts, id: newId(), url, spec: spec(url), options: {}, createdAt };
      await jobs.add(job);
      return { job, answer: {} };
    },
  } as unknown as JobStarter;
  const saved = new SavedJobs(
    storage.documents<SavedJobDocument>('saved-jobs'),
    new JobReader(jobs, frontier, results),
    kinds,
    starter,
  );
  const rows = new RunRowReader(kinds, results, frontier);
  const runs = new SavedRuns(saved, jobs, rows, events, log);
  runs.apply(hooks);
  const settings = new SettingsService(readRunOptions({ dataDir }, {}), log);
  const guard = new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: [] });
  const dispatcher = { wake: () => undefined };
  const notices = new MonitorNotices(events, outbox, dispatcher, new WebhookTargets(guard), settings);
  return {
    storage,
    saved,
    runs,
    rows,
    notices,
    log,
    /** The `StartCall` of each run started so far, oldest first. */
    calls,
    /** Desktop notifications sent so far, oldest first. */
    told,
    /** Makes all later starts fail with the given message. */
    refuse(message: string): void {
      refusal = new AppError('PAYMENT_REQUIRED', message);
    },
    /** Saves a job under a name. */
    save: (name: string) => saved.put(name, { kind: 'table', request: { url: 'http://shop.test/' } }),
    /**
     * Ends the newest run of a saved job with the given rows and job changes. Waits until the end has been recorded.
     */
    async end(name: string, outcome: readonly Row[], change: Partial<Job> = {}) {
      const { runs: known = [] } = await saved.document(name);
      const finishedAt = new Date(clock.now()).toISOString();
      const facts = { state: 'completed', outcome, finishedAt, ...change } as const;
      const job = await jobs.change(known.at(-1)!.id, facts);
      await hooks.jobClosed.promise(job!);
      // In this rig, the closing hook only waits until all ended runs have been recorded. It closes nothing.
      await hooks.closing.promise();
      return (await runs.timeline(name)).runs[0]!;
    },
    close: () => storage.close(),
  };
}

/** Test rig for saved jobs. */
export type SavedRig = Awaited<ReturnType<typeof startSavedRig>>;

import { inject, injectable } from 'inversify';
import { type AppError, toAppError } from '../common/errors';
import type { Job } from '../common/job';
import { newId } from '../common/values/ids';
import { Hooks } from '../contract/hooks';
import type {
  BackgroundJobHandler,
  JobHandler,
  JobSpec,
  SyncAnswer,
  SyncCall,
  SyncJobHandler,
} from '../ports/jobs/job-handler';
import { Budget } from './budget';
import { WebhookTargets } from './delivery/webhook-targets';
import { Idempotency } from './idempotency';
import { JobService } from './job-service';
import { LateRecords } from './late-records';

/** Properties of the call that starts a job. */
export interface StartCall extends SyncCall {
  /** ID of the API key, for the activity log. */
  readonly keyId: string;
  /**
   * Job ID chosen by the caller of a synchronous job, so that the caller can follow its progress. Generated when
   * absent.
   */
  readonly jobId?: string;
  /** Value of the `x-idempotency-key` header. */
  readonly idempotencyKey?: string | readonly string[];
  /** True when pages must not come from the cache, regardless of the request. */
  readonly isFresh?: boolean;
  /** Selectors excluded on every page, in addition to those in the request. */
  readonly excludeTags?: readonly string[];
}

/** Outcome of a start: a running job, or the answer from a synchronous job. */
export type Started =
  | { readonly job: Job; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly body: SyncAnswer['body'] };

/** Starts jobs of every kind from validated requests. */
@injectable()
export class JobStarter {
  constructor(
    @inject(JobService) private readonly jobs: JobService,
    @inject(Budget) private readonly budget: Budget,
    @inject(WebhookTargets) private readonly targets: WebhookTargets,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(LateRecords) private readonly records: LateRecords,
  ) {}

  /**
   * Starts a job. Throws PAYMENT_REQUIRED, PRIVATE_ADDRESS_BLOCKED for a webhook with a private address, CONFLICT for a
   * used idempotency key, and the errors of `handler.plan`.
   */
  async start(handler: JobHandler, spec: JobSpec, call: StartCall): Promise<Started> {
    await this.budget.assertCredits(handler.credits?.(spec) ?? 1);
    return handler.mode === 'sync' ? this.#answer(handler, spec, call) : this.#begin(handler, spec, call);
  }

  async #begin(handler: BackgroundJobHandler, spec: JobSpec, call: StartCall): Promise<Started> {
    this.targets.assertAllowed(spec.webhook);
    const asked = await handler.plan(spec);
    const excludeTags = [...asked.scrape.excludeTags, ...(call.excludeTags ?? [])];
    const maxAgeMs = call.isFresh ? 0 : asked.scrape.maxAgeMs;
    const plan = { ...asked, scrape: { ...asked.scrape, maxAgeMs, excludeTags } };
    await this.idempotency.claim(call.idempotencyKey);
    const { kind } = handler;
    const { webhook, zeroDataRetention = false } = spec;
    const { keyId } = call;
    const job = plan.appendTo
      ? await this.jobs.append(plan.appendTo, kind, (known) => plan.tasks?.(known) ?? [])
      : await this.jobs.start({ kind, webhook, zeroDataRetention, keyId }, plan);
    return { job, answer: plan.answer ?? {} };
  }

  /** Runs a synchronous job until it ends or the caller disconnects. */
  async #answer(handler: SyncJobHandler, spec: JobSpec, call: StartCall): Promise<Started> {
    const { url, scrape, options } = await handler.plan(spec);
    const { version, zeroDataRetention = false } = spec;
    const createdAt = new Date().toISOString();
    const job: Job = {
      id: call.jobId ?? newId(),
      kind: handler.kind,
      version,
      state: 'active',
      url,
      spec: await this.hooks.spec.promise(scrape),
      options,
      createdAt,
      startedAt: createdAt,
      zeroDataRetention,
      keyId: call.keyId,
    };
    await this.hooks.jobOpened.promise(job);
    const end = await this.#run(handler, job, call);
    const finishedAt = new Date().toISOString();
    if ('error' in end) {
      const spent = { pages: 0, credits: 0 };
      const closed: Job = { ...job, state: 'failed', error: end.error.message, finishedAt, spent };
      await this.records.add(() => this.hooks.jobClosed.promise(closed));
      throw end.error;
    }
    const { body, ...spent } = end;
    await this.hooks.jobClosed.promise({ ...job, state: 'completed', finishedAt, spent });
    return { body };
  }

  async #run(handler: SyncJobHandler, job: Job, call: SyncCall): Promise<SyncAnswer | { readonly error: AppError }> {
    try {
      return await handler.run(job, call);
    } catch (thrown) {
      return { error: toAppError(thrown) };
    }
  }
}

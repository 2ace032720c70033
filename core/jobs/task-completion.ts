import { inject, injectable } from 'inversify';
import type { AppError } from '../common/errors';
import type { Job, TaskOutcome } from '../common/job';
import type { Result } from '../common/model';
import { Hooks, type Refusal } from '../contract/hooks';
import type { FrontierQueue } from '../pipeline/tasks/frontier-queue';
import type { Ending, EndReport, QueueRequest } from '../pipeline/tasks/queue-parts';
import type { Failure, FrontierTask } from '../ports/jobs/frontier';
import type { Discovery, JobRules, RedirectOutcome } from '../ports/jobs/job-rules';
import { WebhookPublisher } from './delivery/webhook-publisher';
import { type PageOutcome, toTask } from './page-runner';
import { TaskNotifier } from './task-notifier';

/** A processed page whose outcome must be stored. */
export interface EndedPage {
  readonly job: Job;
  readonly rules: JobRules;
  readonly queue: FrontierQueue;
  readonly request: QueueRequest;
  /** Aborts when the job is stopped. */
  readonly signal: AbortSignal;
}

/** Stores the outcomes of pages. A result, its links and its event are stored atomically. */
@injectable()
export class TaskCompletion {
  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(WebhookPublisher) private readonly notices: WebhookPublisher,
    @inject(TaskNotifier) private readonly ends: TaskNotifier,
  ) {}

  /** Stores the outcome of a page, or schedules its next attempt. */
  async settle(page: EndedPage, outcome: PageOutcome): Promise<void> {
    if (outcome.state === 'again') await page.queue.reclaimRequest(page.request, { notBefore: outcome.notBefore });
    else if (outcome.state === 'succeeded') await this.#succeeded(page, outcome, outcome.result);
    else await this.#fail(page, outcome, failure('failed', outcome.error));
  }

  /** Reports a page that was refused before it was fetched. */
  async refused(job: Job, claimed: FrontierTask, { error, reason }: Refusal): Promise<void> {
    await this.ends.notify({ task: toTask(job, claimed), state: 'refused', error, reason });
  }

  async #succeeded(page: EndedPage, outcome: TaskOutcome, result: Result): Promise<void> {
    const { rules, queue, request } = page;
    const task = queue.taskOf(request);
    const landing = (await rules.land?.(task, result.page.finalUrl)) ?? fine;
    if (landing.kind === 'out') return this.#refused(page, outcome, landing.refusal);
    const isKnown = landing.kind === 'fine' && landing.keys.length > 0 && !(await queue.alias(request, landing.keys));
    if (isKnown) return void (await end(page, redirectsToKnown(task.url)));
    const links = await this.hooks.discovered.promise(result.links, outcome.task);
    const { discovered, refused } = (await rules.discover?.(links, task, result, page.signal)) ?? nothing;
    if (landing.kind === 'links-only') {
      // The current page counts towards the limit, but its result will not be stored. Therefore, the limit is raised by
      // one.
      await queue.add(discovered, rules.limit && rules.limit + 1);
      await queue.refuse(refused);
      return this.#refused(page, outcome, landing.refusal);
    }
    return this.#complete(page, outcome, { result: { ...result, links: [] }, discovered, refused });
  }

  async #complete(
    page: EndedPage,
    outcome: TaskOutcome,
    found: Discovery & { readonly result: Result },
  ): Promise<void> {
    const { job, rules } = page;
    const deliveries = this.notices.pageDeliveries(job, found.result);
    const { report } = await end(page, { completion: { ...found, limit: rules.limit, deliveries } });
    if (report?.index === undefined) return;
    if (report.links.overLimit.length > 0) rules.stoppedByLimit?.();
    if (deliveries.length > 0) this.notices.stored();
    await this.ends.notify(outcome);
  }

  async #refused(page: EndedPage, { task }: TaskOutcome, { error, reason }: Refusal): Promise<void> {
    return this.#fail(page, { task, state: 'refused', error, reason }, failure('refused', error, reason));
  }

  /** Stores the failure or refusal of a page. Such a page does not count towards the limit. */
  async #fail(page: EndedPage, outcome: TaskOutcome, ending: Ending): Promise<void> {
    const { wasAlreadyHandled } = await end(page, ending);
    if (!wasAlreadyHandled) await this.ends.notify(outcome);
  }
}

const fine: RedirectOutcome = { kind: 'fine', keys: [] };
const nothing: Discovery = { discovered: [], refused: [] };

function end({ queue, request }: EndedPage, ending: Ending): Promise<EndReport> {
  queue.keep(request, ending);
  return queue.markRequestHandled(request);
}

const failure = (state: Failure['state'], { code, message }: AppError, reason?: string): Ending => ({
  failure: { state, code, message, reason },
});

const redirectsToKnown = (url: string): Ending => ({
  failure: {
    state: 'failed',
    code: 'SCRAPE_RACED_REDIRECT_ERROR',
    message: `${url} redirects to a page that is already part of the job.`,
    hidden: true,
  },
});

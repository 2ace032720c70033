import { inject, injectable } from 'inversify';
import type { Job, TaskOutcome } from '../common/job';
import type { Result } from '../common/model';
import { WebhookPublisher } from '../delivery/webhook-publisher';
import { Hooks, type Refusal } from '../hooks';
import { Frontier, type FrontierTask } from '../storage/job-ports';
import type { Discovery, JobRules, RedirectOutcome } from './job-rules';
import type { PageOutcome } from './run-page';
import { TaskEnds } from './task-ends';

/** Writes down what became of a page. A result, its links and its event go to the disk in one piece, or not at all. */
@injectable()
export class PageEnd {
  constructor(
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(WebhookPublisher) private readonly notices: WebhookPublisher,
    @inject(TaskEnds) private readonly ends: TaskEnds,
  ) {}

  /** Settles a task; gives back true when new tasks came of it. */
  async settle(
    job: Job,
    claimed: FrontierTask,
    outcome: PageOutcome,
    rules: JobRules,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (outcome.state === 'again') {
      await this.frontier.reclaim(job.id, claimed.id, outcome.notBefore);
      return true;
    }
    if (outcome.state === 'succeeded') return this.#succeeded(job, claimed, outcome, rules, signal);
    const { state, error } = outcome;
    const reason = outcome.state === 'refused' ? outcome.reason : undefined;
    await this.frontier.fail(job.id, { taskId: claimed.id, state, code: error.code, message: error.message, reason });
    await this.ends.tell(outcome);
    // A page that failed gives its place under the limit back.
    return true;
  }

  async #succeeded(
    job: Job,
    claimed: FrontierTask,
    outcome: Extract<TaskOutcome, { readonly state: 'succeeded' }>,
    rules: JobRules,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { result } = outcome;
    const landing = rules.land?.(claimed, result.page.finalUrl) ?? fine;
    if (landing.kind === 'out') return this.#refused(job, claimed, outcome, landing.refusal);
    if (
      landing.kind === 'fine' &&
      landing.keys.length > 0 &&
      !(await this.frontier.alias(job.id, claimed.id, landing.keys))
    ) {
      const message = `${claimed.url} redirects to a page the job has already.`;
      await this.frontier.fail(job.id, {
        taskId: claimed.id,
        state: 'failed',
        code: 'SCRAPE_RACED_REDIRECT_ERROR',
        message,
        hidden: true,
      });
      return true;
    }
    const links = await this.hooks.discovered.promise(result.links, outcome.task);
    const { discovered, refused } = (await rules.discover?.(links, claimed, result, signal)) ?? nothing;
    if (landing.kind === 'links-only') {
      await this.frontier.add(job.id, discovered, rules.limit && rules.limit + 1);
      await this.frontier.refuse(job.id, refused);
      return this.#refused(job, claimed, outcome, landing.refusal);
    }
    const kept: Result = { ...result, links: [] };
    const deliveries = this.notices.pageDeliveries(job, kept);
    const completion = { taskId: claimed.id, result: kept, discovered, refused, limit: rules.limit, deliveries };
    const report = await this.frontier.complete(job.id, completion);
    if (report.index === undefined) return false;
    if (report.links.overLimit.length > 0) rules.stoppedByLimit?.();
    if (deliveries.length > 0) this.notices.stored();
    await this.ends.tell(outcome);
    return report.links.added > 0;
  }

  async #refused(job: Job, claimed: FrontierTask, { task }: TaskOutcome, refusal: Refusal): Promise<true> {
    const { error, reason } = refusal;
    await this.frontier.fail(job.id, {
      taskId: claimed.id,
      state: 'refused',
      code: error.code,
      message: error.message,
      reason,
    });
    await this.ends.tell({ task, state: 'refused', error, reason });
    return true;
  }
}

const fine: RedirectOutcome = { kind: 'fine', keys: [] };
const nothing: Discovery = { discovered: [], refused: [] };

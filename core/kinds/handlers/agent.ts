import { inject, injectable } from 'inversify';
import { agentStartAnswer, agentStatusAnswer } from '../../common/api/agent-answers';
import { agentEvents, agentRequest } from '../../common/api/agent-request';
import type { Job } from '../../common/job';
import type { AgentSpec } from '../../common/job-specs';
import { type AgentBudget, freeRunsLeft } from '../../common/profiles';
import { expiryOf, statusWord } from '../../jobs/job-reader';
import { assertSchema } from '../../page/models/schema-checker';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import { SettingsService } from '../../platform/settings/settings-service';
import { Frontier } from '../../ports/jobs/frontier';
import type { BackgroundJobHandler, JobPlan } from '../../ports/jobs/job-handler';
import type { JobRules, Remember } from '../../ports/jobs/job-rules';
import { ResultStore } from '../../ports/jobs/result-store';
import { type AgentOutcome, AgentRules, creditsOf, pagesWithin, type StartedAgent } from '../agent/agent-rules';
import { AgentThreads } from '../agent/agent-threads';
import { AgentTools } from '../agent/agent-tools';
import { messageOf } from '../agent/agent-views';
import { sourcesByPath } from '../answers/merge';
import { inOrder, mergePages } from '../answers/merge-pages';
import { readPages } from '../answers/read-pages';
import { startTask } from '../answers/site-start';
import { StepLog, shown } from '../answers/step-log';

const maxSavedPages = 10;

/** Agent: finds pages for a prompt and merges their data into one answer. */
@injectable()
export default class AgentHandler implements BackgroundJobHandler<AgentSpec> {
  readonly mode = 'background';
  readonly kind = 'agent';
  readonly name = 'Agent';
  readonly path = 'agent';
  readonly versions = ['v2'] as const;
  readonly summary = 'Starts an agent that finds pages and collects structured data from them.';
  readonly example = {
    prompt: 'The title of the page',
    urls: ['https://example.com/'],
    schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  };
  readonly events = { prefix: 'agent', notices: agentEvents, closing: noticeOf };
  readonly result = {
    schema: agentStatusAnswer,
    of: async (job: Job<StartedAgent>) => ({ ...statusOf(job), ...(await this.#partial(job)) }),
  };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(AgentThreads) private readonly threads: AgentThreads,
    @inject(ResultStore) readonly results: ResultStore,
    @inject(Frontier) readonly frontier: Frontier,
    @inject(AgentTools) private readonly tools: AgentTools,
    @inject(SettingsService) private readonly settings: SettingsService,
  ) {}

  schema() {
    return agentRequest(this.schemas.parts);
  }

  answer() {
    return agentStartAnswer;
  }

  async plan(spec: AgentSpec): Promise<JobPlan<StartedAgent>> {
    const { scrape, webhook: _, zeroDataRetention: __, ...options } = spec;
    const { schema, prompt, profile } = spec;
    if (schema) await assertSchema(schema, this.tools.checker);
    const budget = this.#budget(spec);
    const { pages, context, ...thread } = await this.threads.next(spec.threadId);
    const urls = spec.urls.length > 0 ? spec.urls : pages;
    const asked = context
      ? `${prompt}

${context}`
      : prompt;
    const facts = ['links', 'controls', 'markdown'].map((type) => ({ type }));
    const formats = [{ type: 'extraction', schema, prompt: asked, profile }, ...facts];
    return {
      answer: thread,
      url: urls[0] ?? prompt,
      scrape: { ...scrape, formats },
      options: { ...options, ...thread, urls, budget, isFree: await this.#isFree(), count: urls.length },
      tasks: () => urls.slice(0, pagesWithin(budget, profile)).map(startTask),
      seeded: true,
    };
  }

  async open(job: Job<StartedAgent>, remember: Remember): Promise<JobRules> {
    const { results, frontier, tools } = this;
    const { budget = this.#budget(job.options) } = job.options;
    return new AgentRules(job, { results, frontier, tools, budget, remember });
  }

  request({ options }: Job<StartedAgent>) {
    const { prompt, urls, schema, maxCredits, strictConstrainToURLs, profile, model = profile, effort, mode } = options;
    return { prompt, urls, schema, maxCredits, strictConstrainToURLs, model, effort, mode };
  }

  /**
   * Returns the extraction to save in place of an agent run. The extraction reads the pages from which the run took its
   * values.
   */
  async saved({ options, outcome }: Job<StartedAgent>) {
    const { prompt, schema, urls } = options;
    const { sources } = outcome as AgentOutcome;
    const pages = [...new Set(sources.map(({ url }) => url))].slice(0, maxSavedPages);
    const read = pages.length > 0 ? pages : urls.slice(0, maxSavedPages);
    return { kind: 'extract', request: { urls: read, prompt, ...(schema ? { schema } : {}), withoutModel: true } };
  }

  #budget({ profile, maxCredits, effort }: Pick<AgentSpec, 'profile' | 'maxCredits' | 'effort'>): AgentBudget {
    const { model: _, ...budget } = this.settings.current.profiles[profile];
    const factor = effort === 'high' ? 2 : 1;
    const { maxPages, maxSteps } = budget;
    const more = { maxPages: maxPages * factor, maxSteps: maxSteps * factor };
    return { ...budget, ...more, maxCredits: maxCredits ?? budget.maxCredits };
  }

  /** Returns the partial data and the cost of a cancelled or failed run. */
  async #partial(job: Job<StartedAgent>): Promise<Readonly<Record<string, unknown>>> {
    if (job.state !== 'cancelled' && job.state !== 'failed') return {};
    const { urls, schema, profile, steps = [], isFree } = job.options;
    const { all, good } = await readPages(job.id, this);
    const creditsUsed = isFree
      ? 0
      : creditsOf(
          profile,
          all.reduce((sum, { credits }) => sum + credits, 0),
          steps,
        );
    const facts = { stopReason: job.state, creditsUsed };
    if (good.length === 0) return facts;
    const log = new StepLog(steps, { maxSteps: 0 }, async () => undefined);
    const pages = inOrder(log.lasting(good), urls, log.numberOf);
    const { data, sources, missing } = mergePages(pages, schema === undefined);
    return { ...facts, partial: data, sources: sourcesByPath(sources), ...(missing.length > 0 ? { missing } : {}) };
  }

  async #isFree(): Promise<boolean> {
    return freeRunsLeft((await this.threads.all(10)).map(({ createdAt }) => createdAt)) > 0;
  }
}

function statusOf(job: Job<StartedAgent & { readonly warning?: string }>): Readonly<Record<string, unknown>> {
  const { state, options, error, spent } = job;
  const { profile, model = profile, effort, threadId, threadTurn, mode, budget, steps = [], warning } = options;
  const facts = {
    success: true,
    status: statusWord(job),
    ...{ model, effort, threadId, threadTurn, mode },
    expiresAt: expiryOf(job),
    error,
    warning,
    budget,
    steps: steps.map(shown),
  };
  const outcome = job.outcome as AgentOutcome | undefined;
  if (state !== 'completed' || !outcome) return facts;
  const { data, sources, missing, conflicts, stopReason, modelTokens } = outcome;
  const more = {
    ...(missing.length > 0 ? { missing } : {}),
    ...(conflicts.length > 0 ? { conflicts } : {}),
  };
  const message = mode === 'chat' ? { message: messageOf(job) } : {};
  return {
    ...facts,
    ...message,
    data,
    sources: sourcesByPath(sources),
    ...more,
    stopReason,
    creditsUsed: spent?.credits,
    modelTokens,
  };
}

/** Returns the data for the final event of an agent run. */
function noticeOf({ state, outcome, spent }: Job): readonly unknown[] {
  const creditsUsed = spent?.credits ?? 0;
  return state === 'completed'
    ? [{ creditsUsed, data: (outcome as AgentOutcome | undefined)?.data }]
    : [{ creditsUsed }];
}

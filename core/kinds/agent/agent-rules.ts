import type { TakenStep } from '../../common/api/taken-step';
import { AppError } from '../../common/errors';
import type { Job } from '../../common/job';
import type { AgentSpec, StoredOptions } from '../../common/job-specs';
import type { Result } from '../../common/model';
import type { AgentBudget } from '../../common/profiles';
import type { Refusal } from '../../contract/hooks';
import type { Frontier, FrontierTask, NewTask } from '../../ports/jobs/frontier';
import type { Discovery, Finish, JobRules, RedirectOutcome, Remember } from '../../ports/jobs/job-rules';
import type { ResultStore } from '../../ports/jobs/result-store';
import { inOrder, isModelFailure, type MergedPages, mergePages } from '../answers/merge-pages';
import { fieldWords, namedFirst, nextLinks } from '../answers/next-links';
import { landedByStep, type PageStep, stepOf } from '../answers/page-steps';
import { pageTask } from '../answers/page-task';
import { type PagesRead, readPages, robotsRefusal } from '../answers/read-pages';
import { searchWords } from '../answers/site-pages';
import { withoutSlash } from '../answers/site-start';
import { StepLog, type StoredStep, stepOptions } from '../answers/step-log';
import { stepsOn } from '../answers/steps-on-page';
import type { AgentTools } from './agent-tools';
import { ofThing, thingIn } from './named-thing';

/** Reason why a run ended. */
export type StopReason = 'filled' | 'no-gain' | 'no-pages' | 'max-credits' | 'max-pages' | 'max-steps' | 'max-time';

/** Result of a run, stored as the outcome of its job. */
export interface AgentOutcome extends Pick<MergedPages, 'data' | 'sources' | 'missing' | 'conflicts'> {
  readonly stopReason: StopReason;
  /** Tokens that the language model used. Absent for runs by earlier versions of Gleaner. */
  readonly modelTokens?: number;
}

/** A run in progress, with its options. */
export type StartedAgent = StoredOptions<AgentSpec> & {
  readonly count?: number;
  readonly budget?: AgentBudget;
  readonly steps?: readonly StoredStep[];
  /** Possible next steps in the browser. */
  readonly candidates?: readonly Candidate[];
  /** True for the first runs each day, which are free of charge. */
  readonly isFree?: boolean;
};

/** A possible browser step on a page that the agent has read. */
interface Candidate {
  readonly step: PageStep;
  /** Depth of the page, i.e. the number of hops from a start page. */
  readonly depth: number;
}

/** Services and state that a running agent uses. */
export interface AgentParts {
  readonly results: ResultStore;
  readonly frontier: Frontier;
  readonly tools: AgentTools;
  readonly budget: AgentBudget;
  readonly remember: Remember;
}

/** Multipliers for page credits, by model profile. */
const factors = { 'spark-1-mini': 0.4, 'spark-1-pro': 1 } as const;

const pagesPerStep = 4;
/** Number of consecutive steps without new values after which a run stops. */
const maxFruitlessSteps = 2;
/** Estimated number of credits for an unread page. */
const typicalCredits = 5;

/** Maximum number of possible browser steps that a run remembers. */
const maxCandidates = 60;

/** Returns the number of pages that a budget can pay for. */
export const pagesWithin = (
  { maxPages, maxCredits }: Pick<AgentBudget, 'maxPages' | 'maxCredits'>,
  profile: AgentSpec['profile'],
): number => Math.max(0, Math.min(maxPages, Math.floor(maxCredits / (typicalCredits * factors[profile]))));

const isListStep = ({ action }: PageStep): boolean => action === 'next-page' || action === 'load-more';

/** Returns the credits that a run's pages and searches cost. */
export const creditsOf = (profile: AgentSpec['profile'], pageCredits: number, steps: readonly TakenStep[]): number =>
  Math.ceil(pageCredits * factors[profile]) + steps.filter(({ action }) => action === 'search').length;

/** State from which the next step is chosen. */
interface Progress {
  readonly read: PagesRead;
  readonly merged: MergedPages;
  readonly values: number;
  readonly credits: number;
}

/**
 * Rules of a running agent. Once all known pages have been read, the agent opens links or searches for pages that
 * probably contain the missing fields. It stops when all fields are filled, no progress is made or the budget is spent.
 * Page text is only a source of values, never of instructions.
 */
export class AgentRules implements JobRules {
  readonly #log: StepLog;
  #candidates: readonly Candidate[];
  readonly #taken = new Set<Candidate>();

  constructor(
    private readonly job: Job<StartedAgent>,
    private readonly parts: AgentParts,
  ) {
    const { events } = parts.tools;
    const onTaken = (step: TakenStep) => void events.emit('agent.action', job.id, { ...step });
    const limits = { maxSteps: parts.budget.maxSteps, onTaken };
    this.#log = new StepLog(this.#spec.steps ?? [], limits, parts.remember);
    this.#candidates = this.#spec.candidates ?? [];
  }

  async admit({ depth, url }: FrontierTask, signal: AbortSignal): Promise<Refusal | undefined> {
    return depth === 0 ? undefined : robotsRefusal(this.parts.tools.robots, url, signal);
  }

  /** Uses the browser only for browser steps. All other pages are first read without it. */
  pageOptions(task: FrontierTask) {
    return stepOf(task) ? stepOptions(task, this.job.spec) : {};
  }

  /** Records the result of a task's step, and adds the page's possible steps to the candidates. */
  async discover(_links: readonly string[], task: FrontierTask, result: Result): Promise<Discovery> {
    const plain = withoutSlash(task, result);
    if (plain) return { discovered: [plain], refused: [] };
    this.#log.note(task, result);
    const { prompt, schema, strictConstrainToURLs } = this.#spec;
    const steps = result.page.statusCode < 400 ? stepsOn({ task, result }, { prompt, schema }) : [];
    const allowed = steps.filter(({ url }) => !strictConstrainToURLs || url === task.url);
    const offered = allowed.map((step) => ({ step, depth: task.depth }));
    if (offered.length > 0) {
      this.#candidates = [...this.#candidates, ...offered].slice(-maxCandidates);
      void this.parts.remember({ candidates: this.#candidates });
    }
    return { discovered: [], refused: [] };
  }

  /**
   * Candidates that have not been tried. After a restart, pages may offer steps again, so steps with a logged result
   * are also excluded.
   */
  get #open(): readonly Candidate[] {
    return this.#candidates.filter((one) => !this.#taken.has(one) && !this.#log.hasResult(one.step, one.depth));
  }

  land(task: FrontierTask, finalUrl: string): RedirectOutcome {
    return landedByStep(task, finalUrl);
  }

  async finish(signal: AbortSignal): Promise<Finish> {
    const read = await readPages(this.job.id, this.parts);
    const pages = inOrder(this.#log.lasting(read.good), this.#spec.urls, this.#log.numberOf);
    const thing = thingIn(this.#spec.prompt, searchWords({ schema: this.#spec.schema }).split(' '));
    const isDescribed = thing.length > 1 && this.#spec.prompt.includes(thing.join(' '));
    const named = namedFirst(pages, this.#spec.prompt).map((page) => ofThing(page, thing, isDescribed));
    const merged = mergePages(named, this.#spec.schema === undefined);
    const values = merged.sources.length;
    const pageCredits = read.all.reduce((sum, page) => sum + page.credits, 0);
    const credits = creditsOf(this.#spec.profile, pageCredits, this.#log.steps);
    const progress = { read, merged, values, credits };
    const stop = this.#stopReason(progress);
    if (stop) return this.#end(progress, stop);
    const tasks = await this.#next(progress, signal);
    const room = this.#room(progress);
    // The result of the run is returned along with the tasks. If all tasks are already known, as may happen after a
    // restart, the run ends with this result.
    const end = read.good.length > 0 ? this.#end(progress, 'no-gain') : {};
    return tasks.length === 0 ? this.#end(progress, 'no-pages') : { ...end, tasks: tasks.slice(0, room) };
  }

  get #spec(): StartedAgent {
    return this.job.options;
  }

  /** Returns the number of pages that the budget allows in the next step. */
  #room({ read, credits }: Progress): number {
    const { maxPages, maxCredits } = this.parts.budget;
    const left = { maxPages: maxPages - read.all.length, maxCredits: maxCredits - credits };
    return Math.min(pagesPerStep, pagesWithin(left, this.#spec.profile));
  }

  #stopReason(progress: Progress): StopReason | undefined {
    const { read, merged, values } = progress;
    const { maxPages, maxSteps, maxMinutes } = this.parts.budget;
    const isListed = this.#open.some(({ step }) => isListStep(step));
    if (values > 0 && merged.missing.length === 0 && this.#spec.schema && !isListed) return 'filled';
    if (read.all.length >= maxPages) return 'max-pages';
    if (this.#log.steps.length >= maxSteps) return 'max-steps';
    if (Date.now() - Date.parse(this.job.createdAt) > maxMinutes * 60_000) return 'max-time';
    if (this.#room(progress) === 0) return 'max-credits';
    const earlier = this.#log.steps.at(-maxFruitlessSteps);
    return earlier && values > 0 && earlier.values === values ? 'no-gain' : undefined;
  }

  /**
   * Returns the next pages. Prefers further pages of a list, then linked pages, then pages behind browser steps. If
   * none are left, returns search results.
   */
  async #next(progress: Progress, signal: AbortSignal): Promise<readonly NewTask[]> {
    const listed = this.#inBrowser(progress, isListStep);
    if (listed.length > 0) return listed;
    const { tasks, search } = this.#spec.strictConstrainToURLs ? { tasks: [] } : this.#links(progress);
    if (tasks.length > 0) return tasks;
    const inside = this.#inBrowser(progress, () => true);
    return inside.length > 0 || !search ? inside : search(signal);
  }

  /** Returns tasks for possible browser steps on the pages read so far, within the budget. */
  #inBrowser(progress: Progress, isMeant: (step: PageStep) => boolean): readonly NewTask[] {
    const { credits, values } = progress;
    const meant = this.#open.filter(({ step }) => isMeant(step)).slice(0, this.#room(progress));
    for (const one of meant) this.#taken.add(one);
    return meant.flatMap(({ step, depth }) => this.#log.takeAll([step], depth, { credits, values }));
  }

  /**
   * Returns tasks for links on the pages read so far. When no link is suitable, returns a function that searches the
   * web.
   */
  #links({ read, merged, values, credits }: Progress): {
    readonly tasks: readonly NewTask[];
    readonly search?: (signal: AbortSignal) => Promise<readonly NewTask[]>;
  } {
    const { prompt } = this.#spec;
    const missing = merged.missing.map(({ path }) => path);
    const known = new Set(read.all.flatMap(({ askedUrl, url }) => [pageTask(askedUrl, 0).key, pageTask(url, 0).key]));
    const seen = new Set([...known].filter((key) => key !== undefined));
    const links = nextLinks(read.good, seen, missing, prompt).slice(0, pagesPerStep);
    const wanted = fieldWords(missing).join(', ') || 'the answer';
    const before = { values, creditsUsed: credits };
    if (links.length > 0) {
      const reason = `These pages on the site may contain ${wanted}.`;
      this.#log.take({ action: 'open', input: { urls: links }, reason, ...before });
      return { tasks: links.map((url) => pageTask(url, 1)) };
    }
    const query = [prompt.slice(0, 300), ...(read.good.length > 0 ? fieldWords(missing) : [])].join(' ');
    if (this.#log.steps.some(({ action, input }) => action === 'search' && input.query === query)) return { tasks: [] };
    const reason =
      read.good.length > 0 ? `None of the pages read so far contains ${wanted}.` : 'No start page was given.';
    const search = async (signal: AbortSignal) => {
      const { hits } = await this.parts.tools.searches.search(
        { text: query, source: 'web', limit: pagesPerStep + 1, language: 'en', country: 'us' },
        signal,
      );
      this.#log.take({ action: 'search', input: { query, found: hits.map(({ url }) => url) }, reason, ...before });
      return hits.map(({ url }) => pageTask(url, 1)).filter(({ key }) => key === undefined || !seen.has(key));
    };
    return { tasks: [], search };
  }

  #end({ read, merged, credits }: Progress, stopReason: StopReason): Finish {
    if (read.good.length === 0) {
      const code = stopReason === 'max-credits' ? 'PAYMENT_REQUIRED' : 'NOT_FOUND';
      throw new AppError(code, `${sentences[stopReason]} ${read.problems ?? 'No page could be read.'}`);
    }
    const { data, sources, missing, conflicts } = merged;
    const modelTokens = read.all.reduce((sum, page) => sum + page.tokensUsed, 0);
    const outcome: AgentOutcome = { data, sources, missing, conflicts, stopReason, modelTokens };
    const warnings = [stopReason === 'filled' ? undefined : sentences[stopReason], ...merged.warnings, read.problems];
    const usedModel = modelTokens > 0 || read.all.some(isModelFailure);
    if (!usedModel) warnings.push('No model is set up, so values were extracted using rules.');
    return {
      outcome,
      warning: warnings.filter(Boolean).join(' '),
      spent: { pages: read.all.length, credits: this.#spec.isFree ? 0 : credits },
    };
  }
}

const sentences: Readonly<Record<StopReason, string>> = {
  filled: '',
  'no-gain': 'The last steps found nothing new, so the run stopped.',
  'no-pages': 'No other pages are likely to help.',
  'max-credits': 'The run stopped because `maxCredits` does not allow another page.',
  'max-pages': 'The run stopped at the page limit of its model profile.',
  'max-steps': 'The run stopped at the step limit of its model profile.',
  'max-time': 'The run stopped at the time limit of its model profile.',
};

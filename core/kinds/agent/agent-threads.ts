import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import { isFinal, type Job } from '../../common/job';
import { newId } from '../../common/values/ids';
import { ModelHost } from '../../page/models/model-host';
import { JobStore } from '../../ports/jobs/job-store';
import type { AgentOutcome, StartedAgent } from './agent-rules';

/**
 * `maxRuns`: maximum number of agent runs that are searched for the turns of a thread. `maxPages`: maximum number of
 * pages that a turn reuses from the previous turn.
 */
const [maxRuns, maxPages] = [1000, 5];
/** Maximum length of an earlier answer in the context of a later turn, in characters. */
const maxAnswerChars = 2000;

/** The position of a run in its thread, with the pages and context of earlier turns. */
export interface ThreadTurn {
  readonly threadId: string;
  readonly threadTurn: number;
  /** Pages from which the previous turn took its values. */
  readonly pages: readonly string[];
  /**
   * Earlier questions and answers as text. Empty without a language model, because rule-based runs use only the current
   * prompt.
   */
  readonly context: string;
}

/** Threads of agent runs, in which each run builds on earlier answers. */
@injectable()
export class AgentThreads {
  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(ModelHost) private readonly models: ModelHost,
  ) {}

  /** Returns the latest agent runs, newest first. */
  async all(limit = maxRuns): Promise<readonly Job<StartedAgent>[]> {
    const listed = await this.jobs.list({ kinds: ['agent'], limit });
    return listed.map(({ job }) => job as Job<StartedAgent>);
  }

  /** Returns the runs in a thread, oldest first. Throws JOB_NOT_FOUND. */
  async runs(threadId: string): Promise<readonly Job<StartedAgent>[]> {
    const runs = (await this.all()).filter(({ options }) => options.threadId === threadId).reverse();
    if (runs.length > 0) return runs;
    throw new AppError(
      'JOB_NOT_FOUND',
      `Thread ${threadId} does not exist or has expired; the runs of a thread are kept for 24 hours.`,
    );
  }

  /**
   * Returns the next turn in a thread, or the first turn in a new thread. Throws JOB_NOT_FOUND, or CONFLICT while a
   * turn is running.
   */
  async next(threadId: string | undefined): Promise<ThreadTurn> {
    if (threadId === undefined) return { threadId: newId(), threadTurn: 1, pages: [], context: '' };
    const runs = await this.runs(threadId);
    if (runs.some(({ state }) => !isFinal(state)))
      throw new AppError(
        'CONFLICT',
        'The last run of this thread is still in progress; wait until the run has ended, or cancel it.',
      );
    const outcome = runs.findLast((run) => run.outcome !== undefined)?.outcome as AgentOutcome | undefined;
    const pages = [...new Set(outcome?.sources.map(({ url }) => url) ?? [])].slice(0, maxPages);
    return { threadId, threadTurn: runs.length + 1, pages, context: this.#hasModel() ? contextOf(runs) : '' };
  }

  #hasModel(): boolean {
    try {
      return this.models.chosen().fallback !== true;
    } catch {
      return false;
    }
  }
}

const contextOf = (runs: readonly Job<StartedAgent>[]): string =>
  runs
    .map(({ options, outcome }) => {
      const answer = JSON.stringify((outcome as AgentOutcome | undefined)?.data ?? null).slice(0, maxAnswerChars);
      return `Earlier question: ${options.prompt}\nEarlier answer: ${answer}`;
    })
    .join('\n');

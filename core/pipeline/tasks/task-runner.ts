import { inject, injectable } from 'inversify';
import { toAppError } from '../../common/errors';
import { Log } from '../../common/log';
import type { FetchPlan, Page, PageDocument, PageTrace, Result, Stage, Task } from '../../common/model';
import { Hooks } from '../../contract/hooks';
import { EngineChoice, type Visit } from '../../net/engines/engine-choice';
import { DerivationStage } from './derivation-stage';
import { PageSource } from './page-source';
import { StageTimer } from './page-traces';
import { Planner } from './plan-task';
import { toResult, withRemarks } from './to-result';

/** Called at the start of each stage of a task. */
export type Progress = (stage: Exclude<Stage, 'planning'>) => void;

/** Runs a single task, following the data flow in `docs/developers/architecture.md`. */
@injectable()
export class TaskRunner {
  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Planner) private readonly planner: Planner,
    @inject(PageSource) private readonly source: PageSource,
    @inject(EngineChoice) private readonly choice: EngineChoice,
    @inject(DerivationStage) private readonly stage: DerivationStage,
    @inject(Log) private readonly log: Log,
  ) {}

  /**
   * Runs a task: admits it, fetches and reads the page, derives the formats and publishes the result. Rejects with an
   * AppError.
   */
  async run(task: Task, signal: AbortSignal, progress: Progress = () => undefined): Promise<Result> {
    const timer = new StageTimer();
    const enter: Progress = (stage) => {
      timer.enter(stage);
      progress(stage);
    };
    try {
      const result = await this.#run(task, signal, enter);
      await this.#trace(timer.end(), task);
      return result;
    } catch (thrown) {
      await this.#trace(timer.end(toAppError(thrown).code), task);
      throw thrown;
    }
  }

  async #run(task: Task, signal: AbortSignal, progress: Progress): Promise<Result> {
    const visited = task.given
      ? await this.stage.read(task.given, task, signal)
      : await this.#fetched(task, signal, progress);
    const document = await this.hooks.document.promise(visited, task);
    progress('deriving');
    const derived = await this.stage.derive(document, task, signal);
    progress('storing');
    const published = await this.stage.publish(derived, task);
    return this.hooks.result.promise(toResult(withRemarks(derived), published, task), task);
  }

  async #fetched(task: Task, signal: AbortSignal, progress: Progress): Promise<PageDocument> {
    await this.#admit(task);
    return this.#visit(await this.planner.plan(task), task, signal, progress);
  }

  /** Passes a trace to the hook. A failing listener does not affect the page. */
  async #trace(trace: PageTrace, task: Task): Promise<void> {
    try {
      await this.hooks.traced.promise(trace, task);
    } catch (thrown) {
      this.log.warn(`a listener for the trace of task ${task.id} failed: ${String(thrown)}`);
    }
  }

  /** Calls the `admit` hook, and throws the error of the refusal, if any. */
  async #admit(task: Task): Promise<void> {
    const refusal = await this.hooks.admit.promise(task);
    if (refusal) throw refusal.error;
  }

  /** Fetches and reads a page. Repeats this while the engine selection suggests a better plan. */
  async #visit(first: FetchPlan, task: Task, signal: AbortSignal, progress: Progress): Promise<PageDocument> {
    const visits: Visit[] = [];
    for (let plan: FetchPlan | undefined = first; plan; plan = this.choice.nextPlan(visits, task)) {
      visits.push(await this.#visitOnce(plan, task, signal, progress));
    }
    return this.choice.bestOf(visits);
  }

  /**
   * If the task accepts previews, adds a preview handler to the plan. Skips a preview while an earlier one is being
   * read.
   */
  #previewed(plan: FetchPlan, task: Task, signal: AbortSignal): FetchPlan {
    const { onPreview } = task;
    if (!onPreview) return plan;
    let isReading = false;
    const read = async (page: Page): Promise<void> => {
      if (isReading) return;
      isReading = true;
      // Ignores failures, because they are reported when the complete page is read.
      await this.stage.read(page, task, signal).then(onPreview, () => undefined);
      isReading = false;
    };
    return { ...plan, onPreview: (page) => void read(page) };
  }

  async #visitOnce(plan: FetchPlan, task: Task, signal: AbortSignal, progress: Progress): Promise<Visit> {
    progress(plan.engine === 'browser' ? 'rendering' : 'fetching');
    try {
      const page = await this.source.fetch(this.#previewed(this.planner.withProxy(plan), task, signal), task, signal);
      progress('reading');
      return { plan, document: await this.stage.read(page, task, signal) };
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return { plan, error: toAppError(thrown) };
    }
  }
}

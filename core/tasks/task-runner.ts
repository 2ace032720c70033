import { inject, injectable } from 'inversify';
import { toAppError } from '../common/errors';
import type { FetchPlan, PageDocument, Result, Task } from '../common/model';
import { EngineChoice } from '../engines/engine-choice';
import { Hooks } from '../hooks';
import { FormatStage } from './format-stage';
import { PageReader } from './page-reader';
import { PageSource } from './page-source';
import { Planner } from './plan-task';
import { toResult, withRemarks } from './to-result';

/** Told how far a task has come. */
export type Progress = (stage: 'fetching' | 'rendering' | 'reading' | 'deriving' | 'storing') => void;

/** Runs one task: the one way of data, as `docs/architecture.md` draws it. */
@injectable()
export class TaskRunner {
  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Planner) private readonly planner: Planner,
    @inject(PageSource) private readonly source: PageSource,
    @inject(PageReader) private readonly reader: PageReader,
    @inject(EngineChoice) private readonly choice: EngineChoice,
    @inject(FormatStage) private readonly formats: FormatStage,
  ) {}

  /** Task → admit → plan → engine → page → document → formats → result. Rejects with an AppError. */
  async run(task: Task, signal: AbortSignal, progress: Progress = () => undefined): Promise<Result> {
    await this.#admit(task);
    const plan = await this.planner.plan(task);
    const visited = await this.#visit(plan, task, signal, progress);
    const document = await this.hooks.document.promise(visited, task);
    progress('deriving');
    const derived = await this.formats.derive(document, task, signal);
    progress('storing');
    const published = await this.formats.publish(derived, task);
    return this.hooks.result.promise(toResult(withRemarks(derived), published, task), task);
  }

  /** Throws the reason when some tap refuses the task. */
  async #admit(task: Task): Promise<void> {
    const refusal = await this.hooks.admit.promise(task);
    if (refusal) throw refusal.error;
  }

  /** Fetches and reads a page, again by a better plan when the page turned out to be a shell or the site turned us away. */
  async #visit(plan: FetchPlan, task: Task, signal: AbortSignal, progress: Progress): Promise<PageDocument> {
    progress(plan.engine === 'browser' ? 'rendering' : 'fetching');
    const page = await this.source.fetch(plan, task, signal);
    progress('reading');
    const document = await this.reader.read(page, task, signal);
    const better = this.choice.betterPlan(plan, document, task);
    if (!better) return document;
    const again = await this.#again(better, document, task, signal, progress);
    this.choice.learn(document, again);
    return again;
  }

  /** Another visit; when the stealth proxy or the browser fails, what came without it may still be an answer. */
  async #again(
    plan: FetchPlan,
    document: PageDocument,
    task: Task,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<PageDocument> {
    try {
      return await this.#visit(this.planner.withProxy(plan), task, signal, progress);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (signal.aborted) throw thrown;
      const withoutProxy = error.code === 'SCRAPE_PROXY_ERROR' && document.page.proxyUsed !== plan.proxyTier;
      if (!withoutProxy && !this.choice.mayDoWithout(plan, document, error)) throw thrown;
      const loss = withoutProxy ? 'The stealth proxy was of no help' : 'The page could not be rendered';
      return { ...document, warnings: [...document.warnings, `${loss}: ${error.message}`] };
    }
  }
}

import { hash } from 'node:crypto';
import type { TakenStep } from '../../common/api/taken-step';
import type { Result, ScrapeSpec, Task } from '../../common/model';
import type { FrontierTask, NewTask } from '../../ports/jobs/frontier';
import type { Remember } from '../../ports/jobs/job-rules';
import { type ReadPage, toReadPage } from './merge-pages';
import { hasGained, type PageStep, stepOf, stepTask } from './page-steps';
import { countValues } from './value-tree';

/** A step as stored, including internal fields. */
export type StoredStep = TakenStep & {
  readonly key?: string;
  readonly from?: string;
  readonly taskId?: string;
};

/** Limits on steps. */
export interface StepLimits {
  readonly maxSteps: number;
  readonly onTaken?: (step: TakenStep) => void;
}

/** Log of a job's steps. Limits the number of steps and records their results. */
export class StepLog {
  #steps: readonly StoredStep[];
  #leftOut = 0;

  constructor(
    steps: readonly StoredStep[],
    private readonly limits: StepLimits,
    private readonly remember: Remember,
  ) {
    this.#steps = steps;
  }

  /** All steps so far, in order. */
  get steps(): readonly StoredStep[] {
    return this.#steps;
  }

  /** Number of steps that were skipped because of the limit. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Records a step before it is taken. */
  take(step: Omit<StoredStep, 'step' | 'at'>): void {
    const taken: StoredStep = { step: this.#steps.length + 1, ...step, at: new Date().toISOString() };
    this.#steps = [...this.#steps, taken];
    void this.remember({ steps: this.#steps });
    this.limits.onTaken?.(shown(taken));
  }

  /**
   * Returns tasks for browser steps, and records the steps. Steps that were recorded before a restart are not recorded
   * again.
   */
  takeAll(
    steps: readonly PageStep[],
    depth: number,
    used: { readonly credits: number; readonly values?: number },
  ): readonly NewTask[] {
    const tasks: NewTask[] = [];
    for (const step of steps) {
      const task = stepTask(step, depth);
      const isKnown = this.#steps.some(({ key }) => key === task.key);
      if (!isKnown && this.#steps.length >= this.limits.maxSteps) {
        this.#leftOut++;
        continue;
      }
      tasks.push(task);
      if (isKnown) continue;
      const { action, url, label, query, reason, before } = step;
      const input = { url, ...(label === '' ? {} : { label }), ...(query === undefined ? {} : { query }) };
      const facts = { values: used.values ?? before.values, creditsUsed: used.credits, from: before.taskId };
      this.take({ action, input, reason, ...facts, key: task.key });
    }
    return tasks;
  }

  hasResult(step: PageStep, depth: number): boolean {
    const { key } = stepTask(step, depth);
    return this.#steps.some((one) => one.key === key && one.taskId !== undefined);
  }

  /** Records the result of the browser step that a task belongs to, if any. */
  note(task: FrontierTask, result: Result): void {
    const from = stepOf(task);
    if (!from) return;
    const { screenshot } = result.document;
    const { tree } = toReadPage(result);
    const values = countValues(tree);
    const gained = hasGained(from, values, digestOf(result));
    const before = from.action === 'load-more' || from.action === 'unfold' ? from.before.values : 0;
    this.#steps = this.#steps.map((step) =>
      step.key === task.key
        ? {
            ...step,
            url: result.page.finalUrl,
            ...(typeof screenshot === 'string' ? { screenshot } : {}),
            found: gained ? Math.max(0, values - before) : 0,
            taskId: result.taskId,
          }
        : step,
    );
    void this.remember({ steps: this.#steps });
  }

  /** Returns the number of the step that led to a page, or 0 if no step led to it. */
  readonly numberOf = ({ taskId }: Pick<ReadPage, 'taskId'>): number =>
    this.#steps.find((step) => step.taskId === taskId)?.step ?? 0;

  /** Removes pages whose values also appear on the page of a later step, and pages whose step found nothing. */
  lasting(pages: readonly ReadPage[]): readonly ReadPage[] {
    const known = new Set(pages.map(({ taskId }) => taskId));
    const repeated = new Set<string | undefined>();
    for (const { action, from, taskId, found = 0 } of this.#steps) {
      const adds = action === 'load-more' || action === 'unfold';
      if (taskId === undefined || !known.has(taskId)) continue;
      if (adds && found > 0) repeated.add(from);
      else if (found === 0) repeated.add(taskId);
    }
    return pages.filter(({ taskId }) => !repeated.has(taskId));
  }
}

/** Returns a step without its internal fields, as sent in the response. */
export const shown = ({ key: _, from: __, taskId: ___, ...step }: StoredStep): TakenStep => step;

/** Returns a digest of a page's data. */
export const digestOf = ({ document }: Result): string =>
  hash(
    'sha256',
    JSON.stringify((document.extraction as { readonly data?: unknown } | undefined)?.data ?? null),
    'base64url',
  ).slice(0, 22);

/**
 * Returns scrape options for rendering a page in the browser. Includes a screenshot, unless the job requires zero data
 * retention.
 */
export function stepOptions(
  task: FrontierTask,
  { formats, zeroDataRetention }: ScrapeSpec,
): Partial<ScrapeSpec> & Pick<Task, 'isStep'> {
  const step = stepOf(task);
  const picture = zeroDataRetention ? [] : [{ type: 'screenshot', quality: 60 }];
  const driven = { formats: [...formats, ...picture], ...(zeroDataRetention ? { waitForMs: 1 } : {}) };
  return step ? { ...driven, actions: step.actions, isStep: true } : driven;
}

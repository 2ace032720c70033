import { once } from 'node:events';
import type { Task } from '../../core/common/model';
import type { PageOutcome } from '../../core/jobs/page-runner';
import { resultPage } from '../support/result-page';

/** A page that a job has started. It stays in flight until the test ends it. */
export interface StartedPage {
  readonly task: Task;
  readonly signal: AbortSignal;
  end(outcome?: Partial<PageOutcome> & Pick<PageOutcome, 'state'>): void;
}

/** Pages that jobs have started. They stay in flight until the test ends them. */
export class HeldPages {
  readonly started: StartedPage[] = [];
  readonly #changed = new EventTarget();

  /** Starts a page. */
  attempt(task: Task, signal: AbortSignal): Promise<PageOutcome> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const { url } = task.spec;
      const facts = { taskId: task.id, jobId: task.jobId, url, links: [], credits: 1 };
      const document = { markdown: url, metadata: { statusCode: 200, sourceURL: url } };
      const result = { ...facts, page: resultPage(url), document, finishedAt: new Date().toISOString() };
      const end: StartedPage['end'] = (outcome = { state: 'succeeded' }) =>
        resolve({ task, result, ...outcome } as PageOutcome);
      this.started.push({ task, signal, end });
      this.changed();
    });
  }

  /** Makes all pending waits recheck their conditions. */
  changed(): void {
    this.#changed.dispatchEvent(new Event('change'));
  }

  /** Waits until a condition holds. Checks it periodically and whenever a page starts. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) {
      const signal = AbortSignal.timeout(20);
      await once(this.#changed, 'change', { signal }).catch(() => undefined);
    }
  }

  /** Waits until `count` pages have started. Returns the last of them. */
  async at(count: number): Promise<StartedPage> {
    await this.until(() => this.started.length >= count);
    return this.started[count - 1]!;
  }
}

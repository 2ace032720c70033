import { inject, injectable } from 'inversify';
import type { TaskOutcome } from '../common/job';
import { Log } from '../common/log';
import { Hooks } from '../contract/hooks';

/** Notifies listeners once for each task that ends. Errors in listeners do not affect the task. */
@injectable()
export class TaskNotifier {
  constructor(
    @inject(Hooks) private readonly hooks: Hooks,
    @inject(Log) private readonly log: Log,
  ) {}

  /** Notifies all listeners. Never rejects. */
  async notify(outcome: TaskOutcome): Promise<void> {
    try {
      await this.hooks.taskDone.promise(outcome);
    } catch (thrown) {
      this.log.warn(`a listener for the end of task ${outcome.task.id} failed: ${String(thrown)}`);
    }
  }
}

import { injectable } from 'inversify';
import type { Job } from '../../common/job';
import type { NewTask } from '../../storage/job-ports';
import type { JobRules, LongKind } from '../long-kind';

/** A batch's tasks: every entry is one, also when an address comes twice. */
export const batchTasks = (urls: readonly string[], first = 0): readonly NewTask[] =>
  urls.map((url, index) => ({ url, key: `${first + index}`, depth: 0 }));

/** Batch scrape: the given pages, each once per mention, and nothing else. */
@injectable()
export class BatchKind implements LongKind {
  readonly kind = 'batch';

  async rulesOf(job: Job): Promise<JobRules> {
    const { maxConcurrency } = job.options as { readonly maxConcurrency?: number };
    return {
      maxConcurrency,
      seed: async () => undefined,
      last: async () => [],
      admit: async () => undefined,
      land: () => ({ kind: 'fine', keys: [] }),
      discover: async () => ({ discovered: [], refused: [] }),
    };
  }
}

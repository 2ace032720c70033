import type {
  AddReport,
  Completion,
  CompletionReport,
  Failure,
  Frontier,
  FrontierCounts,
  FrontierTask,
  NewTask,
  Problem,
  RefusedUrl,
} from '../job-ports';
import type { JobLog } from './job-log';
import type { JobLogs } from './job-logs';
import { readRecord } from './journal-reader';
import type { IndexedProblem } from './problem-index';

/** The frontier of each job, kept in the job's log. */
export class LogFrontier implements Frontier {
  readonly #logs: JobLogs;

  constructor(logs: JobLogs) {
    this.#logs = logs;
  }

  add(jobId: string, tasks: readonly NewTask[], limit?: number): Promise<AddReport> {
    return this.#logs.use(jobId, (log) => log.add(tasks, limit));
  }

  refuse(jobId: string, urls: readonly RefusedUrl[]): Promise<void> {
    return this.#logs.use(jobId, (log) => log.refuse(urls));
  }

  alias(jobId: string, taskId: string, keys: readonly string[]): Promise<boolean> {
    return this.#logs.use(jobId, (log) => log.alias(taskId, keys));
  }

  claim(jobId: string, n: number): Promise<readonly FrontierTask[]> {
    return this.#logs.use(jobId, (log) => log.claim(n));
  }

  complete(jobId: string, completion: Completion): Promise<CompletionReport> {
    return this.#logs.use(jobId, (log) => log.complete(completion));
  }

  fail(jobId: string, failure: Failure): Promise<boolean> {
    return this.#logs.use(jobId, (log) => log.fail(failure));
  }

  reclaim(jobId: string, taskId: string, notBefore?: number): Promise<void> {
    return this.#logs.use(jobId, (log) => log.reclaim(taskId, notBefore));
  }

  release(jobId: string, taskId: string, notBefore?: number): Promise<void> {
    return this.#logs.use(jobId, (log) => log.release(taskId, notBefore));
  }

  retryFailed(jobId: string): Promise<number> {
    return this.#logs.use(jobId, (log) => log.retryFailed());
  }

  counts(jobId: string): Promise<FrontierCounts> {
    return this.#logs.use(jobId, (log) => log.counts());
  }

  problems(
    jobId: string,
    options: { readonly state?: 'failed' | 'refused'; readonly skip: number; readonly limit: number },
  ): Promise<{ readonly problems: readonly Problem[]; readonly total: number }> {
    return this.#logs.use(jobId, async (log) => {
      const { failed, refused } = log.state.problems;
      const total = { failed, refused, both: failed + refused }[options.state ?? 'both'];
      const problems: Problem[] = [];
      for (const indexed of log.state.problems.list(options.state, options.skip, options.limit)) {
        const problem = await readProblem(log, indexed);
        if (problem) problems.push(problem);
      }
      return { problems, total };
    });
  }

  close(jobId: string): Promise<void> {
    return this.#logs.close(jobId);
  }
}

async function readProblem(log: JobLog, indexed: IndexedProblem): Promise<Problem | undefined> {
  const record = await readRecord(log.media.journal, indexed.offset, indexed.length);
  if (!record || !('at' in record)) return undefined;
  const at = new Date(record.at).toISOString();
  if (record.k === 'fail') {
    const { url, state, code, message, reason, hidden = false } = record;
    const taskId = log.state.ids.id(record.place);
    return { taskId, url, state, code, message, ...(reason ? { reason } : {}), hidden, at };
  }
  const entry = indexed.entry === undefined ? undefined : record.refused?.[indexed.entry];
  if (!entry) return undefined;
  const [url, reason, code, message] = entry;
  return { url, state: 'refused', code, message, reason, hidden: false, at };
}

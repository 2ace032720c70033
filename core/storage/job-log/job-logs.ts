import type { StorageContext } from '../context';
import { JobLog } from './job-log';
import type { JobMediaSource } from './medium';
import { openJob } from './open-job';

/** What the open jobs are made of. */
export interface JobLogsOptions {
  readonly source: JobMediaSource;
  readonly context: StorageContext;
  /** Told about damage. */
  readonly warn: (message: string) => void;
  /** A job that nobody used for so long is closed. */
  readonly idleMs?: number;
}

interface Open {
  readonly log: Promise<JobLog>;
  users: number;
  usedAt: number;
  /** Called when the last user has gone. */
  drained?: () => void;
}

const defaultIdleMs = 60_000;

/** The jobs whose logs are open: opened at first use, closed when idle. */
export class JobLogs {
  readonly #options: JobLogsOptions;
  readonly #open = new Map<string, Open>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: JobLogsOptions) {
    this.#options = options;
    const idleMs = options.idleMs ?? defaultIdleMs;
    this.#timer = setInterval(() => void this.#closeIdle(idleMs), idleMs / 2).unref();
  }

  /** Number of open jobs. */
  get size(): number {
    return this.#open.size;
  }

  /** Runs some work on a job's log, which stays open meanwhile. */
  async use<T>(jobId: string, work: (log: JobLog) => T | Promise<T>): Promise<T> {
    while (this.#closing.has(jobId)) await this.#closing.get(jobId)?.catch(() => undefined);
    const open = this.#open.get(jobId) ?? this.#start(jobId);
    open.users += 1;
    try {
      return await work(await open.log);
    } finally {
      open.users -= 1;
      open.usedAt = performance.now();
      if (open.users === 0) open.drained?.();
    }
  }

  /** Closes the log of a job once its present users are done; it opens again at its next use. */
  close(jobId: string): Promise<void> {
    return this.#end(jobId, async () => undefined);
  }

  /** Closes the log of a job and removes all it kept. */
  remove(jobId: string): Promise<void> {
    return this.#end(jobId, () => this.#options.source.remove(jobId));
  }

  /** Closes all logs. */
  async closeAll(): Promise<void> {
    clearInterval(this.#timer);
    const closed = await Promise.allSettled([...this.#open.keys()].map((jobId) => this.close(jobId)));
    for (const each of closed) if (each.status === 'rejected') throw each.reason;
  }

  /** Ends a log and does something before it may open again. */
  async #end(jobId: string, afterwards: () => Promise<void>): Promise<void> {
    while (this.#closing.has(jobId)) await this.#closing.get(jobId)?.catch(() => undefined);
    const open = this.#open.get(jobId);
    this.#open.delete(jobId);
    const closing = (open ? closeDrained(open) : Promise.resolve())
      .then(afterwards)
      .finally(() => this.#closing.delete(jobId));
    this.#closing.set(jobId, closing);
    return closing;
  }

  #start(jobId: string): Open {
    const open: Open = { log: this.#read(jobId), users: 0, usedAt: performance.now() };
    this.#open.set(jobId, open);
    open.log.catch(() => {
      if (this.#open.get(jobId) === open) this.#open.delete(jobId);
    });
    return open;
  }

  async #read(jobId: string): Promise<JobLog> {
    const { source, context, warn } = this.#options;
    const media = await source.open(jobId);
    try {
      return new JobLog(await openJob({ jobId, media, context, warn }), media, context);
    } catch (thrown) {
      await media.journal.close();
      await media.bodies.close();
      throw thrown;
    }
  }

  /** Jobs with tasks in flight stay open: that they are in flight is known to memory alone. */
  async #closeIdle(idleMs: number): Promise<void> {
    for (const [jobId, open] of [...this.#open]) {
      const idle = open.users === 0 && performance.now() - open.usedAt >= idleMs;
      if (!idle) continue;
      const log = await open.log.catch(() => undefined);
      if (log && open.users === 0 && log.state.inFlight === 0) {
        await this.close(jobId).catch((thrown: unknown) => this.#options.context.log.warn(String(thrown)));
      }
    }
  }
}

/** Waits until nobody uses the log, then closes it; one that could not be opened needs no closing. */
async function closeDrained(open: Open): Promise<void> {
  if (open.users > 0) {
    await new Promise<void>((resolve) => {
      open.drained = resolve;
    });
  }
  const log = await open.log.catch(() => undefined);
  await log?.close();
}

import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import { openStates } from '../../common/job';
import { Log } from '../../common/log';
import type { Task } from '../../common/model';
import { emptySession, type PageSession, type StoredSession } from '../../common/page-session';
import type { Hooks } from '../../contract/hooks';
import { JobStore } from '../../ports/jobs/job-store';
import { SealedSessions } from './sealed-sessions';
import { SharedSession } from './shared-session';
import { isOn, partOf, siteOf } from './sites';

/** Prefix for the session IDs of jobs. */
const prefix = 'job-';

/** Sessions started by actions on a job's first page. Each session ends with its job. */
@injectable()
export class JobSessions {
  readonly #held = new Map<string, SharedSession>();

  constructor(
    @inject(SealedSessions) private readonly sealed: SealedSessions,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(Log) private readonly log: Log,
  ) {}

  /** Deletes a job's session when the job ends. */
  apply(hooks: Hooks): void {
    hooks.jobClosed.tapPromise('sessions of jobs', ({ id, spec }) =>
      // Jobs without actions have no session, so the disk access is skipped.
      spec.actions.length > 0 ? this.#end(id) : Promise.resolve(),
    );
    hooks.ready.tapPromise('sessions of jobs', () => this.#endLeft());
  }

  /**
   * Returns the session for a page in a job. Undefined if the job has no session, or if the session is for another
   * site.
   */
  async sessionFor(task: Task): Promise<PageSession | undefined> {
    if (task.session === 'begin') return this.#beginning(task);
    if (task.session !== 'share') return undefined;
    const held = await this.#heldBy(task.jobId);
    return isOn(task.spec.url, held.sites) ? held : undefined;
  }

  /**
   * Returns the session of the first page. The session starts empty, and saves the state of the page's site and of the
   * site that the page redirects to.
   */
  #beginning({ jobId, spec: { url: asked, zeroDataRetention } }: Task): PageSession {
    return {
      load: async () => emptySession,
      keep: async ({ after, url }) => {
        const sites = [...new Set([asked, url].map(siteOf))];
        const kept = { sites, state: partOf(after, sites) };
        const write = zeroDataRetention ? async () => true : (now: StoredSession) => this.#write(jobId, now);
        this.#held.set(jobId, new SharedSession(kept, write));
        await write(kept);
      },
    };
  }

  async #heldBy(jobId: string): Promise<SharedSession> {
    const kept = this.#held.has(jobId) ? undefined : await this.sealed.read(prefix + jobId);
    if (kept && !this.#held.has(jobId))
      this.#held.set(jobId, new SharedSession(kept, (now) => this.#write(jobId, now)));
    const held = this.#held.get(jobId);
    if (held) return held;
    throw new AppError(
      'SCRAPE_ACTION_ERROR',
      'the session that began with the actions on the first page has ended; start a new job',
    );
  }

  /** Stores a session. If storing fails, the session can still be used until this process exits. */
  async #write(jobId: string, kept: StoredSession): Promise<boolean> {
    try {
      await this.sealed.write(prefix + jobId, kept);
      return true;
    } catch (thrown) {
      this.log.warn(`the session of job ${jobId} could not be stored: ${String(thrown)}`);
      return false;
    }
  }

  async #end(jobId: string): Promise<void> {
    this.#held.delete(jobId);
    await this.sealed.remove(prefix + jobId);
  }

  /** Deletes leftover sessions of finished jobs. */
  async #endLeft(): Promise<void> {
    const ids = (await this.sealed.ids()).filter((id) => id.startsWith(prefix));
    for (const id of ids) {
      const job = await this.jobs.get(id.slice(prefix.length));
      if (!job || !openStates.includes(job.state)) await this.sealed.remove(id);
    }
  }
}

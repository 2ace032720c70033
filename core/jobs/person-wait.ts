import type { AppError } from '../common/errors';
import type { Task } from '../common/model';
import type { NeedsPerson } from '../common/needs-person';
import type { RetryTime } from '../ports/jobs/frontier';
import type { Remember } from '../ports/jobs/job-rules';

/** Dependencies for waiting until a person responds. */
export interface PersonWaitParts {
  readonly remember: Remember;
  /** Called when a job starts waiting. */
  readonly onNeeded: (needs: NeedsPerson) => void;
}

const defaultMinutes = 30;

/** Tracks how long an open job waits for human help. All waiting pages share one time limit. */
export class PersonWait {
  #needs: NeedsPerson | undefined;

  /** `first` is the wait that the job stored before a restart. */
  constructor(
    first: NeedsPerson | undefined,
    private readonly parts: PersonWaitParts,
  ) {
    this.#needs = first;
  }

  /** End of the wait, in milliseconds since 1970. Undefined when no page is waiting. */
  get until(): number | undefined {
    return this.#needs && Date.parse(this.#needs.until);
  }

  /**
   * Makes a page wait for a person. Returns the time at which the wait ends. Undefined if the job's wait has already
   * timed out.
   */
  async begin({ url, profile }: Task['spec'], { message }: AppError): Promise<RetryTime | undefined> {
    const now = Date.now();
    const known = this.#needs;
    if (known && Date.parse(known.until) <= now) return undefined;
    const until = now + (profile?.waitMinutes ?? defaultMinutes) * 60_000;
    const first = { url, message, since: new Date(now).toISOString(), until: new Date(until).toISOString(), pages: 0 };
    const needs = { ...(known ?? first), pages: (known?.pages ?? 0) + 1 };
    this.#needs = needs;
    // Stores the wait before the page is requeued. Otherwise a crash between these steps would lose the information
    // that the job is waiting.
    await this.parts.remember({ needsPerson: needs });
    if (!known) this.parts.onNeeded(needs);
    const at = Date.parse(needs.until);
    return { at, waitMs: at - now };
  }

  /** Applies the stored wait, which another process may have started or ended. */
  learn(needs: NeedsPerson | undefined): void {
    this.#needs = needs;
  }

  /** Ends the wait after a person has helped. Pages that need help again start a new wait. */
  async end(): Promise<void> {
    this.#needs = undefined;
    await this.parts.remember({ needsPerson: undefined });
  }
}

import type { AppError } from '../common/errors';
import type { Task } from '../common/model';
import type { NeedsPerson } from '../common/needs-person';
import type { NotBefore } from '../ports/jobs/frontier';
import type { Remember } from '../ports/jobs/job-rules';

/** What the wait of a job works with. */
export interface PersonWaitParts {
  readonly remember: Remember;
  /** Called when a job begins to wait. */
  readonly onNeeded: (needs: NeedsPerson) => void;
}

const defaultMinutes = 30;

/** The wait of one open job for a person; all its pages that need one wait until the same time. */
export class PersonWait {
  #needs: NeedsPerson | undefined;

  /** `first` is what the job waited for when the engine ended. */
  constructor(
    first: NeedsPerson | undefined,
    private readonly parts: PersonWaitParts,
  ) {
    this.#needs = first;
  }

  /** Until when pages wait, in milliseconds since 1970; undefined when none does. */
  get until(): number | undefined {
    return this.#needs && Date.parse(this.#needs.until);
  }

  /** Lets a page wait that needs a person, and gives back until when; undefined when the time for that is over. */
  async begin({ url, profile }: Task['spec'], { message }: AppError): Promise<NotBefore | undefined> {
    const now = Date.now();
    const known = this.#needs;
    if (known && Date.parse(known.until) <= now) return undefined;
    const until = now + (profile?.waitMinutes ?? defaultMinutes) * 60_000;
    const first = { url, message, since: new Date(now).toISOString(), until: new Date(until).toISOString(), pages: 0 };
    const needs = { ...(known ?? first), pages: (known?.pages ?? 0) + 1 };
    this.#needs = needs;
    // Noted before the page is put back: else a job that dies in between would wait without saying so.
    await this.parts.remember({ needsPerson: needs });
    if (!known) this.parts.onNeeded(needs);
    const at = Date.parse(needs.until);
    return { at, waitMs: at - now };
  }

  /** What the job waits for now: pages elsewhere may need a person, too, and somebody may have helped through another process. */
  learn(needs: NeedsPerson | undefined): void {
    this.#needs = needs;
  }

  /** Somebody has helped: what asks from now on waits anew. */
  async end(): Promise<void> {
    this.#needs = undefined;
    await this.parts.remember({ needsPerson: undefined });
  }
}

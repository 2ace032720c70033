import { SerialQueue } from '../../common/concurrency/promises';
import type { PageSession, SessionChange, SessionState, StoredSession } from '../../common/page-session';
import { isSameSession, mergeSession } from './merge-session';
import { partOf } from './sites';

/** An in-memory session that is stored after each change. Changes are applied one at a time. */
export class SharedSession implements PageSession {
  readonly #turns = new SerialQueue();
  #state: SessionState;
  #stored: SessionState;

  /**
   * `write` stores the session, unless the stored state has changed since it was last read or written. Returns false if
   * nothing was stored.
   */
  constructor(
    private readonly first: StoredSession,
    private readonly write: (kept: StoredSession, before: SessionState) => Promise<boolean>,
  ) {
    this.#state = first.state;
    this.#stored = first.state;
  }

  get sites(): readonly string[] {
    return this.first.sites;
  }

  /** True when the stored state, as returned by `read`, has not changed since it was last read or written. */
  isStored(read: () => Promise<SessionState>): Promise<boolean> {
    return this.#turns.run(async () => isSameSession(await read(), this.#stored));
  }

  load(): Promise<SessionState> {
    return this.#turns.run(async () => partOf(this.#state, this.sites));
  }

  keep({ before, after, url }: SessionChange): Promise<void> {
    const { sites } = this;
    return this.#turns.run(async () => {
      const own = { before: partOf(before, sites), after: partOf(after, sites), url };
      const state = partOf(mergeSession(this.#state, own), sites);
      if (isSameSession(state, this.#state)) return;
      this.#state = state;
      if (await this.write({ sites, state }, this.#stored)) this.#stored = state;
    });
  }
}

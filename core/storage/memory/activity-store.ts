import { byText, newest } from '../newest';
import type { ActivityEntry, ActivityStore, DayUsage } from '../ports';
import { creditsOf, usageByDay } from '../usage';

const byAge = (a: ActivityEntry, b: ActivityEntry): number => byText(a.at, b.at) || byText(a.jobId, b.jobId);

/** The activity log in memory. */
export class MemoryActivityStore implements ActivityStore {
  readonly #entries = new Map<string, ActivityEntry>();

  async add(entry: ActivityEntry): Promise<void> {
    this.#entries.set(entry.jobId, entry);
  }

  async list(options: { readonly limit: number; readonly before?: string }): Promise<readonly ActivityEntry[]> {
    const last = options.before === undefined ? undefined : this.#entries.get(options.before);
    const entries = [...this.#entries.values()].filter((entry) => !last || byAge(entry, last) < 0);
    return newest(entries, options.limit, byAge);
  }

  async creditsSince(since: string): Promise<number> {
    return creditsOf([...this.#entries.values()], since);
  }

  async days(since: string): Promise<readonly DayUsage[]> {
    return usageByDay([...this.#entries.values()], since);
  }
}

import { byText, newest } from '../newest';
import type { ActivityEntry, ActivityStore, DayUsage } from '../ports';
import { creditsOf, usageByDay } from '../usage';
import type { DocumentFile, Row } from './document-file';

/** One line of the activity log as a document. */
export type ActivityRow = Row & ActivityEntry;

const byAge = (a: ActivityRow, b: ActivityRow): number => byText(a.at, b.at) || byText(a._id, b._id);
const entryOf = ({ _id, ...entry }: ActivityRow): ActivityEntry => entry;

/** The activity log in one NeDB file; a second entry of a job replaces its first. */
export class DiskActivityStore implements ActivityStore {
  readonly #file: DocumentFile<ActivityRow>;
  /** The budget is asked for at every request: the last answer is kept and added to. */
  #sum: { readonly since: string; credits: number } | undefined;
  #adding = 0;

  constructor(file: DocumentFile<ActivityRow>) {
    this.#file = file;
  }

  async add(entry: ActivityEntry): Promise<void> {
    this.#adding += 1;
    try {
      const replaced = await this.#file.get(entry.jobId);
      await this.#file.put({ ...entry, _id: entry.jobId });
      this.#count(entry, 1);
      if (replaced) this.#count(replaced, -1);
    } finally {
      this.#adding -= 1;
    }
  }

  async list(options: { readonly limit: number; readonly before?: string }): Promise<readonly ActivityEntry[]> {
    const last = options.before === undefined ? undefined : await this.#file.get(options.before);
    const rows = (await this.#file.all()).filter((row) => !last || byAge(row, last) < 0);
    return newest(rows, options.limit, byAge).map(entryOf);
  }

  async creditsSince(since: string): Promise<number> {
    if (this.#sum?.since === since) return this.#sum.credits;
    const credits = creditsOf(await this.#file.all(), since);
    // An entry on its way may be in the sum already and would be counted again.
    if (this.#adding === 0) this.#sum = { since, credits };
    return credits;
  }

  async days(since: string): Promise<readonly DayUsage[]> {
    return usageByDay(await this.#file.all(), since);
  }

  #count(entry: ActivityEntry, sign: 1 | -1): void {
    if (this.#sum && entry.at >= this.#sum.since) this.#sum.credits += sign * entry.credits;
  }
}

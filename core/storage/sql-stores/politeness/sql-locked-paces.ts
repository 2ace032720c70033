import { sql } from 'kysely';
import { HostRateLimiter, type LimiterState } from '../../../ports/host-rate-limiter';
import { limitsOf } from '../../../ports/host-slots';
import { prepared } from '../../database/prepared';
import { padded, type RowValues } from '../../database/row-values';
import type { Db, Row } from '../../database/schema';

/** Maximum number of rows per statement. */
const rowsAtOnce = 8;
/** Maximum number of slots released by one statement. */
export const slotBatchSize = 8;

/**
 * Pads names of hosts and jobs to the length that a statement expects. The padding matches no row, because names are
 * never empty.
 */
const listOf = (names: RowValues<string>): string[] => padded(names, rowsAtOnce, '');

const forUpdate = (db: Db, names: RowValues<string>) =>
  db.selectFrom('pace').selectAll().where('name', 'in', listOf(names)).orderBy('name').forUpdate();

const awaitSome = prepared(forUpdate);
const lockPaces = prepared((db, names: RowValues<string>) => forUpdate(db, names).skipLocked());

const findPaces = prepared((db, names: RowValues<string>) =>
  db.selectFrom('pace').select('name').where('name', 'in', listOf(names)),
);

const addPace = prepared((db, { name, used_at }: Pick<Row<'pace'>, 'name' | 'used_at'>) =>
  db
    .insertInto('pace')
    .values({ name, state: '', used_at })
    .onConflict((it) => it.column('name').doNothing())
    .returning('name'),
);

/**
 * Counts in-flight pages by host and by job. Ignores slots released by the same transaction. `values` contains the
 * names, followed by these slots. A host and a job never have the same name.
 */
const countSlots = prepared((db, values: RowValues<string>) => {
  const ended = Array.from({ length: slotBatchSize }, (_, n) => values[rowsAtOnce + n] ?? '');
  const of = (column: 'host' | 'job') =>
    db
      .selectFrom('slot')
      .select([sql<string>`${sql.ref(column)}`.as('name'), (it) => it.fn.countAll<number>().as('n')])
      .where(column, 'in', listOf(values))
      .where('id', 'not in', ended)
      .groupBy(column);
  return of('host').unionAll(of('job'));
});

/** Updates the state of a host or job. */
export const savePace = prepared((db, { name, state, used_at }: Row<'pace'>) =>
  db.updateTable('pace').set({ state, used_at }).where('name', '=', name),
);

/**
 * Restores a rate limiter from its row. `now` is in milliseconds since 1970. `most` is the job's limit on concurrent
 * pages, if the limiter belongs to a job.
 */
export function limiterOf(
  name: string,
  row: { readonly state: string; readonly active: number },
  now: number,
  most?: number,
) {
  const clock = { now: () => now, steadyNow: () => now };
  const state = row.state === '' ? undefined : (JSON.parse(row.state) as LimiterState);
  const { active } = row;
  if (most === undefined) return new HostRateLimiter(limitsOf(name), clock, { state, active });
  const limits = { start: most, most, adaptsToLatency: false };
  return new HostRateLimiter(limits, clock, { state: state && { ...state, limit: most }, active });
}

/**
 * Serializes a rate limiter. Omits the time of the last page start, because shared limiters do not delay page starts.
 */
export const stateOf = ({ state: { lastStart: _, ...state } }: HostRateLimiter): string => JSON.stringify(state);

/**
 * Locks and returns the states of hosts or jobs. `names` must be sorted. Inserts missing rows, and waits for rows that
 * other processes have locked.
 */
export async function awaitPaces(db: Db, names: readonly string[], now: number): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  for (let at = 0; at < names.length; at += rowsAtOnce) {
    const some = names.slice(at, at + rowsAtOnce);
    const look = async () => {
      for (const { name, state } of await awaitSome(db, listOf(some))) states.set(name, state);
    };
    await look();
    const missing = some.filter((name) => !states.has(name));
    for (const name of missing) await addPace(db, { name, used_at: now });
    if (missing.length > 0) await look();
  }
  return states;
}

/**
 * Interval in ms at which the row of a host or job in use is rewritten even if unchanged. Otherwise the row would count
 * as unused.
 */
const usedMs = 60_000;

/** Rows of `pace` locked by a transaction, with the number of in-flight pages for each row. */
export class LockedPaces {
  readonly #rows = new Map<string, Row<'pace'>>();
  readonly #limiters = new Map<string, HostRateLimiter | 'locked'>();
  readonly #used = new Set<string>();
  readonly #now: number;
  readonly #most: ReadonlyMap<string, number>;
  readonly #ended: readonly string[];

  /**
   * `now` is in milliseconds since 1970. `most` maps the names of jobs to their limits on concurrent pages. `ended`
   * contains slots that do not count as in use.
   */
  constructor(now: number, most: ReadonlyMap<string, number>, ended: readonly string[]) {
    this.#now = now;
    this.#most = most;
    this.#ended = padded(ended, slotBatchSize, '');
  }

  /**
   * Returns the rate limiter for a host or job. Returns `locked` if another process has locked the row of that host or
   * job, and undefined if the row was not requested.
   */
  of(name: string): HostRateLimiter | 'locked' | undefined {
    return this.#limiters.get(name);
  }

  /** Records that a limiter granted a slot, so that its state is saved. */
  use(name: string): void {
    this.#used.add(name);
  }

  /** Rate limiters for all requested hosts and jobs, by name. */
  get all(): ReadonlyMap<string, HostRateLimiter | 'locked'> {
    return this.#limiters;
  }

  /** Returns the changed rows, which must be saved. */
  rows(): readonly Row<'pace'>[] {
    return [...this.#used].flatMap((name) => {
      const limiter = this.#limiters.get(name);
      const row = this.#rows.get(name);
      if (!(limiter instanceof HostRateLimiter)) return [];
      const state = stateOf(limiter);
      const isKnown = row?.state === state && this.#now - row.used_at < usedMs;
      return isKnown ? [] : { name, state, used_at: this.#now };
    });
  }

  /**
   * Locks the rows of hosts and jobs in name order, and inserts missing rows. Skips rows that other processes have
   * locked.
   */
  async lock(db: Db, names: Iterable<string>): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#limiters.has(name)).sort();
    for (let at = 0; at < unknown.length; at += rowsAtOnce)
      await this.#lockSome(db, unknown.slice(at, at + rowsAtOnce));
  }

  async #lockSome(db: Db, names: readonly string[]): Promise<void> {
    const all = listOf(names);
    // Sends both queries together. Locks the rows first, because slots added between a count and the lock would be
    // missed.
    const [locked, counts] = await Promise.all([lockPaces(db, all), countSlots(db, [...all, ...this.#ended])]);
    for (const row of locked) this.#rows.set(row.name, row);
    const states = new Map(locked.map(({ name, state }) => [name, state]));
    if (states.size < names.length) await this.#add(db, names, states);
    const active = new Map(counts.map(({ name, n }) => [name, n]));
    for (const name of names) {
      const state = states.get(name);
      const row = state === undefined ? undefined : { state, active: active.get(name) ?? 0 };
      this.#limiters.set(name, row ? limiterOf(name, row, this.#now, this.#most.get(name)) : 'locked');
    }
  }

  /**
   * Inserts missing rows and skips existing rows. Inserting an existing row would wait for the process that locked it.
   */
  async #add(db: Db, names: readonly string[], states: Map<string, string>): Promise<void> {
    const known = new Set((await findPaces(db, listOf(names))).map(({ name }) => name));
    for (const name of names)
      if (!states.has(name) && !known.has(name))
        if ((await addPace(db, { name, used_at: this.#now })).length > 0) states.set(name, '');
  }
}

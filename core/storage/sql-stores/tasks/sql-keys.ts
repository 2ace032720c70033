import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { prepared, written } from '../../database/prepared';
import type { Db } from '../../database/schema';

/** Bytes of a key's hash: two of a billion keys share one with a chance of one in 10^20. */
const keyBytes = 16;

/** Keys looked up by one statement: each number has a compiled query of its own. */
const keysAtOnce = [8, 64] as const;

/** A key as tables keep it: the first half of its SHA-256. */
export const keyOf = (key: string): Buffer => hash('sha256', key, 'buffer').subarray(0, keyBytes);

/** A key of a queue. */
export interface QueueKey {
  readonly queue: number;
  readonly key: Uint8Array;
}

/** Keys that are looked up together: queue and key of each, one after the other. */
interface SomeKeys {
  readonly [place: number]: number | Uint8Array;
}

/**
 * Keys as rows; the first one is empty and gives the types of the others. Each key is looked up by a subquery of its own: a join may
 * scan all rows of a job that came after the last ANALYZE.
 */
const wantedKeys = (keys: SomeKeys, length: number) => {
  const typeOf = (column: string) => sql`(select ${sql.ref(column)} from task limit 0)`;
  const pairs = Array.from({ length }, (_, n) => sql`(${keys[2 * n]}, ${keys[2 * n + 1]})`);
  return sql`wanted (queue, key) as (values (${typeOf('queue')}, ${typeOf('key')}), ${sql.join(pairs)})`;
};

/** The row with a key among those of its queue. */
const rowOf = (table: 'task' | 'alias' | 'problem', column: 'place' | 'number') =>
  sql`(select ${sql.ref(column)} from ${sql.table(table)} as kept where kept.queue = wanted.queue and kept.key = wanted.key)`;

/** A key with the place of the task it belongs to: as its own key, or as a further one. */
interface KnownKey {
  readonly queue: number;
  readonly key: Uint8Array;
  readonly own: number | null;
  readonly other: number | null;
}

const places = keysAtOnce.map((length) =>
  prepared<SomeKeys, KnownKey>((db, keys) => {
    const found = sql`select queue, key, ${rowOf('task', 'place')} as own, ${rowOf('alias', 'place')} as other from wanted`;
    return written(
      db,
      sql`with ${wantedKeys(keys, length)}, found as materialized (${found}) select * from found where coalesce(own, other) is not null`,
    );
  }),
);

const refused = keysAtOnce.map((length) =>
  prepared<SomeKeys, { readonly key: Uint8Array }>((db, keys) => {
    const found = sql`select key, ${rowOf('problem', 'number')} as number from wanted`;
    return written(
      db,
      sql`with ${wantedKeys(keys, length)}, found as materialized (${found}) select key from found where number is not null`,
    );
  }),
);

/** Places of tasks by queue and by key in hex. */
export type KnownPlaces = ReadonlyMap<number, Map<string, number>>;

/** Places of the tasks that have some of these keys. */
export async function findPlaces(db: Db, wanted: readonly QueueKey[]): Promise<KnownPlaces> {
  const found = new Map(wanted.map(({ queue }) => [queue, new Map<string, number>()]));
  for (const { some, size } of partsOf(wanted)) {
    const rows = await places[size]?.(db, some);
    for (const { queue, key, own, other } of rows ?? []) {
      const place = own ?? other;
      if (place !== null) found.get(queue)?.set(Buffer.from(key).toString('hex'), place);
    }
  }
  return found;
}

/** Places of the tasks of a queue that have some of these keys, by key in hex. */
export async function placesOf(db: Db, queue: number, keys: readonly Uint8Array[]): Promise<Map<string, number>> {
  const known = await findPlaces(
    db,
    keys.map((key) => ({ queue, key })),
  );
  return known.get(queue) ?? new Map();
}

/** Those of some keys that were refused, in hex. */
export async function refusedOf(db: Db, queue: number, keys: readonly Uint8Array[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { some, size } of partsOf(keys.map((key) => ({ queue, key })))) {
    for (const { key } of (await refused[size]?.(db, some)) ?? []) found.add(Buffer.from(key).toString('hex'));
  }
  return found;
}

/** The last key fills up the last part, so that every part runs the same compiled query. */
function* partsOf(wanted: readonly QueueKey[]): Generator<{ readonly some: SomeKeys; readonly size: number }> {
  const last = wanted.length - 1;
  for (let at = 0; at <= last; ) {
    const size = wanted.length - at <= keysAtOnce[0] ? 0 : 1;
    const length = keysAtOnce[size];
    const some = Array.from({ length }, (_, n) => wanted[Math.min(at + n, last)]);
    yield { some: some.flatMap((each) => (each ? [each.queue, each.key] : [])), size };
    at += length;
  }
}

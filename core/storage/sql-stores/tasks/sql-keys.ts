import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { prepared, written } from '../../database/prepared';
import type { Db } from '../../database/schema';

/** Length of a key hash, in bytes. Among a billion keys, the probability of a collision is one in 10^20. */
const keyBytes = 16;

/** Batch sizes for key lookups. Each size has its own compiled query. */
const keysAtOnce = [8, 64] as const;

/** Returns the stored form of a key: the first half of its SHA-256. */
export const keyOf = (key: string): Buffer => hash('sha256', key, 'buffer').subarray(0, keyBytes);

/** A key within a queue. */
export interface QueueKey {
  readonly queue: number;
  readonly key: Uint8Array;
}

/** Values for several keys. Each key is preceded by its queue. */
interface SomeKeys {
  readonly [place: number]: number | Uint8Array;
}

/**
 * Returns the keys as rows. The first row is empty and defines the column types. Each key is looked up by a separate
 * subquery. A join might scan all rows of a job that was added after the last ANALYZE.
 */
const wantedKeys = (keys: SomeKeys, length: number) => {
  const typeOf = (column: string) => sql`(select ${sql.ref(column)} from task limit 0)`;
  const pairs = Array.from({ length }, (_, n) => sql`(${keys[2 * n]}, ${keys[2 * n + 1]})`);
  return sql`wanted (queue, key) as (values (${typeOf('queue')}, ${typeOf('key')}), ${sql.join(pairs)})`;
};

/** Selects the row with a given key in the key's queue. */
const rowOf = (table: 'task' | 'alias' | 'problem', column: 'place' | 'number') =>
  sql`(select ${sql.ref(column)} from ${sql.table(table)} as kept where kept.queue = wanted.queue and kept.key = wanted.key)`;

/** Key or alias of a task, with the task's place (insertion index). */
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

/** Places (insertion indexes) of tasks, by queue and hex key. */
export type KnownPlaces = ReadonlyMap<number, Map<string, number>>;

/** Returns the places of the tasks that have these keys. */
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

/** Returns the places of a queue's tasks with the given keys, by hex key. */
export async function placesOf(db: Db, queue: number, keys: readonly Uint8Array[]): Promise<Map<string, number>> {
  const known = await findPlaces(
    db,
    keys.map((key) => ({ queue, key })),
  );
  return known.get(queue) ?? new Map();
}

/** Returns the given keys that have already been refused, in hex. */
export async function refusedOf(db: Db, queue: number, keys: readonly Uint8Array[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { some, size } of partsOf(keys.map((key) => ({ queue, key })))) {
    for (const { key } of (await refused[size]?.(db, some)) ?? []) found.add(Buffer.from(key).toString('hex'));
  }
  return found;
}

/**
 * Splits keys into parts of two fixed lengths, so that only two queries are compiled. Pads the last part by repeating
 * the last key.
 */
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

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { prepared } from '../../database/prepared';
import type { Db } from '../../database/schema';

/** Bytes of a key's hash: two of a billion keys share one with a chance of one in 10^20. */
const keyBytes = 16;

/** Keys looked up by one statement: each number has a compiled query of its own. */
const keysAtOnce = [8, 64] as const;

/** A key as tables keep it: the first half of its SHA-256. */
export const keyOf = (key: string): Buffer => hash('sha256', key, 'buffer').subarray(0, keyBytes);

/** Keys of one queue, each under its number. */
interface KeysOfQueue {
  readonly queue: number;
  readonly [place: number]: Uint8Array;
}

const places = keysAtOnce.map((length) =>
  prepared((db, keys: KeysOfQueue) => {
    const of = (table: 'task' | 'alias') =>
      db
        .selectFrom(table)
        .select(['key', 'place'])
        .where(isOneOf(table, keys, length));
    return of('task').unionAll(of('alias'));
  }),
);

const refused = keysAtOnce.map((length) =>
  prepared((db, keys: KeysOfQueue) =>
    db
      .selectFrom('problem')
      .select('key')
      .where(isOneOf('problem', keys, length)),
  ),
);

/**
 * Rows with one of the keys. Each stands beside its queue: with the queue alone PostgreSQL expects one row of a new job, and would go
 * through all of them for the keys. The first pair is of no row, and says of which types the others are.
 */
function isOneOf(table: 'task' | 'alias' | 'problem', keys: KeysOfQueue, length: number) {
  const typeOf = (column: string) => sql`(select ${sql.ref(column)} from ${sql.table(table)} limit 0)`;
  const pairs = Array.from({ length }, (_, n) => sql`(${keys.queue}, ${keys[n] ?? new Uint8Array()})`);
  return sql<boolean>`(queue, key) in (values (${typeOf('queue')}, ${typeOf('key')}), ${sql.join(pairs)})`;
}

/** Places of the tasks that have some of these keys, by key in hex. */
export async function placesOf(db: Db, queue: number, keys: readonly Uint8Array[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { some, size } of partsOf(queue, keys)) {
    const rows = await places[size]?.(db, some);
    for (const { key, place } of rows ?? []) found.set(Buffer.from(key).toString('hex'), place);
  }
  return found;
}

/** Those of some keys that were refused, in hex. */
export async function refusedOf(db: Db, queue: number, keys: readonly Uint8Array[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { some, size } of partsOf(queue, keys)) {
    for (const { key } of (await refused[size]?.(db, some)) ?? []) if (key) found.add(Buffer.from(key).toString('hex'));
  }
  return found;
}

/** The last key fills up the last part, so that every part runs the same compiled query. */
function* partsOf(
  queue: number,
  keys: readonly Uint8Array[],
): Generator<{ readonly some: KeysOfQueue; readonly size: number }> {
  const last = keys.length - 1;
  for (let at = 0; at <= last; ) {
    const size = keys.length - at <= keysAtOnce[0] ? 0 : 1;
    const length = keysAtOnce[size];
    const some = Array.from({ length }, (_, n) => keys[Math.min(at + n, last)] ?? new Uint8Array());
    yield { some: { queue, ...some }, size };
    at += length;
  }
}

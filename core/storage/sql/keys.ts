import { hash } from 'node:crypto';
import type { Db } from './schema';

/** Bytes of a key's hash: two of a billion keys share one with a chance of one in 10^20. */
const keyBytes = 16;

/** Rows or values of one statement at most. */
export const chunkSize = 100;

/** A key as tables keep it: the first half of its SHA-256. */
export const keyOf = (key: string): Buffer => hash('sha256', key, 'buffer').subarray(0, keyBytes);

/** A list in parts of at most `chunkSize`. */
export function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += chunkSize) yield list.slice(at, at + chunkSize);
}

/** Places of the tasks that have some of these keys, by key in hex. */
export async function placesOf(db: Db, queue: number, keys: readonly Uint8Array[]): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (const some of chunks(keys)) {
    for (const table of ['task', 'alias'] as const) {
      const rows = await db
        .selectFrom(table)
        .select(['key', 'place'])
        .where('queue', '=', queue)
        .where('key', 'in', [...some])
        .execute();
      for (const { key, place } of rows) places.set(Buffer.from(key).toString('hex'), place);
    }
  }
  return places;
}

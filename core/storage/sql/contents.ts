import { hash } from 'node:crypto';
import { compress, decompress } from '../compression';
import type { Db } from './schema';

/** Keeps bytes once for all rows that use them; gives back their id and their compressed size. Inside a transaction. */
export async function keepContent(db: Db, bytes: Uint8Array): Promise<{ readonly id: number; readonly size: number }> {
  const digest = hash('sha256', bytes, 'buffer');
  const known = await db
    .updateTable('content')
    .set((it) => ({ uses: it('uses', '+', 1) }))
    .where('hash', '=', digest)
    .returning(['id', (it) => it.fn<number>('length', ['data']).as('size')])
    .executeTakeFirst();
  if (known) return known;
  const data = compress(bytes);
  const row = { hash: digest, bytes: bytes.length, data, uses: 1 };
  const { id } = await db.insertInto('content').values(row).returning('id').executeTakeFirstOrThrow();
  return { id, size: data.length };
}

/** Lets one use of each content go; bytes that nothing uses any more are removed. Inside a transaction. */
export async function dropContents(db: Db, ids: readonly (number | null)[]): Promise<void> {
  for (const id of ids) {
    if (id === null) continue;
    const one = db.updateTable('content').where('id', '=', id);
    const left = await one
      .set((it) => ({ uses: it('uses', '-', 1) }))
      .returning('uses')
      .executeTakeFirst();
    if (left && left.uses <= 0) await db.deleteFrom('content').where('id', '=', id).execute();
  }
}

/** The bytes with an id; undefined when they are missing or damaged. */
export async function readContent(db: Db, id: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('content').select('data').where('id', '=', id).executeTakeFirst();
  try {
    return row && decompress(row.data);
  } catch {
    // Found by nobody any more, so that the same bytes are written anew when they come again.
    await db
      .updateTable('content')
      .set({ hash: Buffer.from(`damaged ${id}`) })
      .where('id', '=', id)
      .execute();
    return undefined;
  }
}

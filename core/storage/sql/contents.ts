import { hash } from 'node:crypto';
import { prepared } from '../../database/prepared';
import type { Db, Row } from '../../database/schema';
import { compress, decompress } from './zstd';

const useContent = prepared((db, { hash: digest }: { readonly hash: Buffer }) =>
  db
    .updateTable('content')
    .set((it) => ({ uses: it('uses', '+', 1) }))
    .where('hash', '=', digest)
    .returning(['id', (it) => it.fn<number>('length', ['data']).as('size')]),
);
const insertContent = prepared((db, { hash: digest, bytes, data }: Pick<Row<'content'>, 'hash' | 'bytes' | 'data'>) =>
  db.insertInto('content').values({ hash: digest, bytes, data, uses: 1 }).returning('id'),
);

/** Keeps bytes once for all rows that use them; gives back their id and their compressed size. Inside a transaction. */
export async function keepContent(db: Db, bytes: Uint8Array): Promise<{ readonly id: number; readonly size: number }> {
  const digest = hash('sha256', bytes, 'buffer');
  const [known] = await useContent(db, { hash: digest });
  if (known) return known;
  const data = compress(bytes);
  const [added] = await insertContent(db, { hash: digest, bytes: bytes.length, data });
  return { id: added?.id ?? 0, size: data.length };
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

import { hash, randomBytes } from 'node:crypto';
import { AppError } from '../../common/errors';
import type { StorageContext } from '../../ports/context';
import type { ObjectStore } from '../../ports/object-store';
import type { SqlDatabase } from '../database/database';
import { prepared, preparedInsert, together } from '../database/prepared';
import { padded, type RowValues } from '../database/row-values';
import type { Db, Row } from '../database/schema';
import { compress, decompress } from '../database/zstd';

/** Bytes prepared for storage. */
export interface ReadyContent {
  readonly hash: Buffer;
  readonly bytes: Uint8Array;
  /** Compressed form of the bytes, if they have already been compressed. */
  readonly data?: Uint8Array;
  /** Name and compressed size in the object store, if the bytes have already been uploaded. */
  readonly object?: { readonly name: string; readonly size: number };
}

/** ID and compressed size of stored content. */
export interface StoredContent {
  readonly id: number;
  readonly size: number;
}

/** Maximum compressed size of content stored in a row, in bytes. Larger content is stored in the object store. */
const largestRow = 1024 ** 2;
/** Age in ms at which an upload without a row counts as abandoned. */
const uploadMs = 60 * 60_000;
/** Number of unused objects deleted per batch. */
const removedAtOnce = 100;

/** Maximum number of content items in one lookup. */
const foundAtOnce = 8;
const noHash = Buffer.alloc(0);

/** Locks content rows in hash order, because processes that lock them in different orders might deadlock. */
const inOrder = (db: Db) => db.selectFrom('content').select('id').orderBy('hash').forUpdate();
const useContents = prepared((db, hashes: RowValues<Buffer>) =>
  db
    .updateTable('content')
    .set((it) => ({ uses: it('uses', '+', 1) }))
    .where('id', 'in', inOrder(db).where('hash', 'in', padded(hashes, foundAtOnce, noHash)))
    .returning(['id', 'hash', (it) => it(it.fn<number>('length', ['data']), '+', it.ref('object_size')).as('size')]),
);
const dropContents = prepared((db, ids: RowValues<number>) =>
  db
    .updateTable('content')
    .set((it) => ({ uses: it('uses', '-', 1) }))
    .where('id', 'in', inOrder(db).where('id', 'in', padded(ids, foundAtOnce, 0)))
    .returning(['id', 'uses', 'object']),
);
const removeContent = prepared((db, { id }: { readonly id: number }) => db.deleteFrom('content').where('id', '=', id));
const insertUnused = preparedInsert('unused_object', ['name', 'at']);
type NewContent = Pick<Row<'content'>, 'hash' | 'bytes' | 'data' | 'object' | 'object_size'>;
/** Inserts content, or adds a reference if another process has stored the same bytes since the lookup. */
const insertContent = prepared((db, { hash: digest, bytes, data, object, object_size }: NewContent) =>
  db
    .insertInto('content')
    .values({ hash: digest, bytes, data, object, object_size, uses: 1 })
    .onConflict((it) => it.column('hash').doUpdateSet((to) => ({ uses: to('content.uses', '+', 1) })))
    .returning(['id', 'object']),
);

/**
 * Stores bytes once for all rows that use them. Large content is stored in the object store, if any. It is uploaded
 * before its row is written, and deleted after the row is deleted. The names of all objects without a row are recorded,
 * so that `removeUnused` can delete them.
 */
export class Contents {
  readonly #database: SqlDatabase;
  readonly #context: StorageContext;
  readonly #objects: ObjectStore | undefined;

  constructor(database: SqlDatabase, context: StorageContext, objects?: ObjectStore) {
    this.#database = database;
    this.#context = context;
    this.#objects = objects;
  }

  /** Prepares bytes for storage. Runs outside a transaction, because an upload takes time. */
  async ready(bytes: Uint8Array): Promise<ReadyContent> {
    const digest = hash('sha256', bytes, 'buffer');
    const ready = { hash: digest, bytes };
    if (!this.#objects || bytes.length <= largestRow) return ready;
    const known = await this.#database.read((db) =>
      db.selectFrom('content').select('id').where('hash', '=', digest).executeTakeFirst(),
    );
    if (known) return ready;
    const data = compress(bytes);
    return data.length > largestRow ? this.#upload(ready, data) : { ...ready, data };
  }

  /**
   * Prepares compressed bytes for the object store. Returns undefined if there is no object store, or if the bytes are
   * small enough for a row.
   */
  async readyLarge(data: Uint8Array): Promise<ReadyContent | undefined> {
    if (!this.#objects || data.length <= largestRow) return undefined;
    const bytes = decompress(data);
    return this.#upload({ hash: hash('sha256', bytes, 'buffer'), bytes }, data);
  }

  async #upload(ready: ReadyContent, data: Uint8Array): Promise<ReadyContent> {
    const hex = Buffer.from(ready.hash).toString('hex');
    const name = `${hex.slice(0, 2)}/${hex}-${randomBytes(4).toString('hex')}`;
    const at = this.#context.clock.now() + uploadMs;
    await this.#database.write((db) => db.insertInto('unused_object').values({ name, at }).execute());
    await this.#objects?.put(name, data);
    return { ...ready, object: { name, size: data.length } };
  }

  /** Stores bytes. Runs inside a transaction. */
  async keep(db: Db, content: ReadyContent): Promise<StoredContent> {
    const [kept] = await this.keepAll(db, [content]);
    return kept ?? { id: 0, size: 0 };
  }

  /** Stores several content items and returns them in the same order. */
  async keepAll(db: Db, contents: readonly ReadyContent[]): Promise<readonly StoredContent[]> {
    const kept = new Map<ReadyContent, StoredContent>();
    const sorted = contents.toSorted((one, other) => Buffer.compare(one.hash, other.hash));
    for (let at = 0; at < sorted.length; at += foundAtOnce) {
      const some = sorted.slice(at, at + foundAtOnce);
      for (const [place, one] of (await this.#keepSome(db, some)).entries())
        if (some[place]) kept.set(some[place], one);
    }
    return contents.map((content) => kept.get(content) ?? { id: 0, size: 0 });
  }

  /** Stores a few content items in hash order. */
  async #keepSome(db: Db, contents: readonly ReadyContent[]): Promise<readonly StoredContent[]> {
    const hashes = contents.map(({ hash: digest }) => digest);
    const known = new Map((await useContents(db, padded(hashes, foundAtOnce, noHash))).map((row) => [hexOf(row), row]));
    // `useContents` has already added one reference to each row. Each further item with the same bytes adds another.
    const take = async (content: ReadyContent) => {
      const name = hexOf(content);
      const row = known.get(name);
      known.delete(name);
      return row ?? this.#insert(db, content);
    };
    return Promise.all(contents.map(take));
  }

  async #insert(db: Db, { hash: digest, bytes, data, object }: ReadyContent): Promise<StoredContent> {
    const kept = object ? new Uint8Array() : (data ?? compress(bytes));
    const size = object?.size ?? kept.length;
    const [added] = await insertContent(db, {
      ...{ hash: digest, bytes: bytes.length, data: kept },
      ...{ object: object?.name ?? null, object_size: object?.size ?? 0 },
    });
    if (object && added?.object === object.name)
      await db.deleteFrom('unused_object').where('name', '=', object.name).execute();
    return { id: added?.id ?? 0, size };
  }

  /** Releases one reference to each content item, and deletes unreferenced bytes. Runs inside a transaction. */
  async drop(db: Db, ids: readonly (number | null)[]): Promise<void> {
    let left = ids.filter((id) => id !== null);
    // Locks the rows in hash order if several statements are needed. A single statement already locks its rows in that
    // order.
    if (left.length > foundAtOnce) await inOrder(db).where('id', 'in', left).execute();
    while (left.length > 0) {
      const some = [...new Set(left)].slice(0, foundAtOnce);
      const dropped = await dropContents(db, padded(some, foundAtOnce, 0));
      await this.#removeAll(
        db,
        dropped.filter(({ uses }) => uses <= 0),
      );
      // An ID that occurs twice releases two references.
      const rest = new Set(some);
      left = left.filter((id) => !rest.delete(id));
    }
  }

  async #removeAll(db: Db, unused: readonly Pick<Row<'content'>, 'id' | 'object'>[]): Promise<void> {
    if (unused.length === 0) return;
    const at = this.#context.clock.now();
    await together(
      db,
      unused.map(({ id }) => removeContent.with({ id })),
    );
    await together(
      db,
      unused.flatMap(({ object: name }) => (name === null ? [] : insertUnused.with({ name, at }))),
    );
  }

  /** Returns the bytes with the given ID. Undefined when they are missing or damaged. */
  async read(db: Db, id: number): Promise<Buffer | undefined> {
    const columns = ['data', 'object', 'object_size', 'bytes'] as const;
    const row = await db.selectFrom('content').select(columns).where('id', '=', id).executeTakeFirst();
    const data = row && (row.object === null ? row.data : await this.#fetch(row.object, row.object_size));
    try {
      const bytes = data && decompress(data, row?.bytes);
      if (bytes && (!row?.object || isNamedAfter(bytes, row.object))) return bytes;
    } catch {
      // Treats damaged bytes as missing.
    }
    // Replaces the hash of the damaged row, so that lookups no longer find the row and the same bytes can be stored
    // again.
    if (row)
      await db
        .updateTable('content')
        .set({ hash: Buffer.from(`damaged ${id}`) })
        .where('id', '=', id)
        .execute();
    return undefined;
  }

  /** Deletes objects that have no row. If the object store is unreachable, a later call retries the deletion. */
  async removeUnused(): Promise<void> {
    if (!this.#objects) return;
    for (;;) {
      const unused = await this.#database.read((db) =>
        db
          .selectFrom('unused_object')
          .select('name')
          .where('at', '<=', this.#context.clock.now())
          .limit(removedAtOnce)
          .execute(),
      );
      for (const { name } of unused) {
        await this.#objects.remove(name);
        await this.#database.write((db) => db.deleteFrom('unused_object').where('name', '=', name).execute());
      }
      if (unused.length < removedAtOnce) return;
    }
  }

  async #fetch(name: string, size: number): Promise<Uint8Array | undefined> {
    if (this.#objects) return this.#objects.get(name, size);
    const sentence =
      'This body is in an object store; start Gleaner with GLEANER_S3_BUCKET and the other GLEANER_S3 settings.';
    throw new AppError('STORAGE_ERROR', sentence);
  }
}

/** True if the hash of the bytes matches the name of their object. A zstd checksum would not detect swapped objects. */
const isNamedAfter = (bytes: Uint8Array, name: string): boolean =>
  name.startsWith(hash('sha256', bytes), name.indexOf('/') + 1);

const hexOf = ({ hash: digest }: { readonly hash: Uint8Array }): string => Buffer.from(digest).toString('hex');

import { systemClock } from '../../../common/concurrency/clock';
import { silentLog } from '../../../common/log';
import { DocumentCollections } from '../../../platform/user-documents/document-collections';
import {
  type DocumentRows,
  type NumberedDocument,
  SharedDocuments,
} from '../../../platform/user-documents/shared-documents';
import type { DocumentStore, StoredDocument } from '../../../ports/document-store';
import type { SqlDatabase } from '../../database/database';
import type { Db } from '../../database/schema';
import { SqlStore } from '../../sql/sql-store';

/** Prefix of the `meta` rows that contain the change counters of collections. */
const prefix = 'documents ';

/**
 * Documents stored as JSON in one table. A change locks the counter of its collection, so that changes run one at a
 * time.
 */
export class SqlDocumentRows extends SqlStore implements DocumentRows {
  async get(collection: string, id: string): Promise<NumberedDocument | undefined> {
    const row = await this.database.read((db) =>
      db
        .selectFrom('document')
        .select(['record', 'version'])
        .where('collection', '=', collection)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    return row && { document: parse(row.record), version: row.version };
  }

  async all(collection: string): Promise<readonly StoredDocument[]> {
    const rows = await this.database.read((db) =>
      db.selectFrom('document').select('record').where('collection', '=', collection).orderBy('id').execute(),
    );
    return rows.map(({ record }) => parse(record));
  }

  add(collection: string, document: StoredDocument): Promise<boolean> {
    const record = JSON.stringify(document);
    return this.database.write(async (db) => {
      const version = await nextVersion(db, collection);
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('document')
        .values({ collection, id: document._id, version, record })
        .onConflict((it) => it.columns(['collection', 'id']).doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  async put(collection: string, document: StoredDocument): Promise<void> {
    const record = JSON.stringify(document);
    await this.database.write(async (db) => {
      const version = await nextVersion(db, collection);
      await db
        .insertInto('document')
        .values({ collection, id: document._id, version, record })
        .onConflict((it) => it.columns(['collection', 'id']).doUpdateSet({ version, record }))
        .execute();
    });
  }

  replace(collection: string, document: StoredDocument, version: number): Promise<boolean> {
    const record = JSON.stringify(document);
    return this.database.write(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('document')
        .set({ version: await nextVersion(db, collection), record })
        .where('collection', '=', collection)
        .where('id', '=', document._id)
        .where('version', '=', version)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  remove(collection: string, id: string): Promise<boolean> {
    return this.database.write(async (db) => {
      await nextVersion(db, collection);
      const { numDeletedRows } = await db
        .deleteFrom('document')
        .where('collection', '=', collection)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  async versions(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.database.read((db) =>
      db.selectFrom('meta').select(['name', 'value']).where('name', 'like', `${prefix}%`).execute(),
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name.slice(prefix.length), value]));
  }
}

/** Returns the document collections in a fleet's database. */
export function sharedDocuments(
  database: SqlDatabase,
): <T extends StoredDocument>(collection: string) => DocumentStore<T> {
  const rows = new SqlDocumentRows(database, { log: silentLog, clock: systemClock });
  const collections = new DocumentCollections((name) => new SharedDocuments(rows, name));
  return (name) => collections.of(name);
}

const parse = (record: string): StoredDocument => JSON.parse(record) as StoredDocument;

async function nextVersion(db: Db, collection: string): Promise<number> {
  const { value } = await db
    .insertInto('meta')
    .values({ name: prefix + collection, value: 1 })
    .onConflict((it) => it.column('name').doUpdateSet((to) => ({ value: to('meta.value', '+', 1) })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

import { randomBytes } from 'node:crypto';
import { keptMs, type StorageContext } from '../context';
import type { FileStore, StoredFile } from '../ports';
import { dropContents, keepContent, readContent } from './contents';
import type { SqlDatabase } from './database';
import type { Db } from './schema';

/** Files behind unguessable ids in SQL. */
export class SqlFileStore implements FileStore {
  readonly #database: SqlDatabase;
  readonly #context: StorageContext;

  constructor(database: SqlDatabase, context: StorageContext) {
    this.#database = database;
    this.#context = context;
  }

  put({ bytes, mediaType }: StoredFile, { jobId }: { readonly jobId?: string } = {}): Promise<string> {
    const id = randomBytes(24).toString('base64url');
    return this.#database.write(async (db) => {
      const content = (await keepContent(db, bytes)).id;
      const at = this.#context.clock.now();
      await db
        .insertInto('file')
        .values({ id, job: jobId ?? null, media_type: mediaType, at, content })
        .execute();
      return id;
    });
  }

  get(id: string): Promise<StoredFile | undefined> {
    return this.#database.read(async (db) => {
      const row = await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row || row.at + keptMs <= this.#context.clock.now()) return undefined;
      const bytes = await readContent(db, row.content);
      return bytes && { bytes, mediaType: row.media_type };
    });
  }

  async removeJob(jobId: string): Promise<void> {
    await this.#database.write(async (db) =>
      removeAll(db, await db.selectFrom('file').select(['id', 'content']).where('job', '=', jobId).execute()),
    );
  }

  expire(before: Date): Promise<number> {
    return this.#database.write(async (db) =>
      removeAll(db, await db.selectFrom('file').select(['id', 'content']).where('at', '<', before.getTime()).execute()),
    );
  }
}

async function removeAll(db: Db, rows: readonly { readonly id: string; readonly content: number }[]): Promise<number> {
  for (const { id } of rows) await db.deleteFrom('file').where('id', '=', id).execute();
  await dropContents(
    db,
    rows.map(({ content }) => content),
  );
  return rows.length;
}

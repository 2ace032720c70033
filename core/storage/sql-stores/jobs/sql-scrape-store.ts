import { sql } from 'kysely';
import { retentionMs } from '../../../common/job';
import type { Result } from '../../../common/model';
import type { ScrapeRecord, ScrapeStore } from '../../../ports/jobs/history';
import { contains } from '../../database/contains';
import type { Db } from '../../database/schema';
import type { Contents } from '../../sql/contents';
import { readRecord, readRecords } from '../../sql/read-records';
import { SqlStore } from '../../sql/sql-store';

/** History of single scrapes, stored in SQL. */
export class SqlScrapeStore extends SqlStore implements ScrapeStore {
  async put(record: ScrapeRecord, result?: Result): Promise<void> {
    const ready = result && (await this.contents.ready(Buffer.from(JSON.stringify(result))));
    await this.database.write(async (db) => {
      await remove(db, this.contents, record.id);
      const content = ready ? (await this.contents.keep(db, ready)).id : null;
      const { id, url, title = '', createdAt, finishedAt } = record;
      const row = { id, created_at: createdAt, finished_at: finishedAt, content, record: JSON.stringify(record) };
      await db
        .insertInto('scrape')
        .values({ ...row, search: `${url}\n${title}`.toLowerCase() })
        .execute();
    });
  }

  list({ limit, before, search = '' }: Parameters<ScrapeStore['list']>[0]): Promise<readonly ScrapeRecord[]> {
    return this.database.read(async (db) => {
      let rows = db.selectFrom('scrape').select('record');
      if (search.trim()) rows = rows.where(contains(sql.ref('search'), search));
      if (before !== undefined) {
        const last = db.selectFrom('scrape').select(['created_at', 'id']).where('id', '=', before);
        rows = rows.where((it) => it(it.refTuple('created_at', 'id'), '<', last.$asTuple('created_at', 'id')));
      }
      const found = await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return readRecords<ScrapeRecord>(found);
    });
  }

  async record(id: string): Promise<ScrapeRecord | undefined> {
    const row = await this.database.read((db) =>
      db.selectFrom('scrape').select('record').where('id', '=', id).executeTakeFirst(),
    );
    return row && readRecord<ScrapeRecord>(row.record);
  }

  result(id: string): Promise<Result | undefined> {
    const oldest = new Date(this.now - retentionMs).toISOString();
    return this.database.read(async (db) => {
      const kept = db.selectFrom('scrape').select('content').where('id', '=', id).where('finished_at', '>=', oldest);
      const content = (await kept.executeTakeFirst())?.content;
      const bytes = typeof content === 'number' ? await this.contents.read(db, content) : undefined;
      return bytes && (JSON.parse(bytes.toString('utf8')) as Result);
    });
  }

  remove(id: string): Promise<boolean> {
    return this.database.write((db) => remove(db, this.contents, id));
  }

  expire(before: Date, maxRecords: number): Promise<number> {
    return this.database.write(async (db) => {
      const surplus = await db
        .selectFrom('scrape')
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        // SQLite supports an offset only together with a limit.
        .limit(sql<number>`9223372036854775807`)
        .offset(maxRecords)
        .execute();
      for (const { id } of surplus) await remove(db, this.contents, id);
      const old = db.selectFrom('scrape').select(['id', 'content']).where('content', 'is not', null);
      const rows = await old.where('finished_at', '<', before.toISOString()).execute();
      for (const { id, content } of rows) {
        await db.updateTable('scrape').set({ content: null }).where('id', '=', id).execute();
        await this.contents.drop(db, [content]);
      }
      return surplus.length + rows.length;
    });
  }
}

async function remove(db: Db, contents: Contents, id: string): Promise<boolean> {
  const row = await db.deleteFrom('scrape').where('id', '=', id).returning('content').executeTakeFirst();
  if (row) await contents.drop(db, [row.content]);
  return row !== undefined;
}

import { retentionMs } from '../../../common/job';
import type { CapturedFile } from '../../../common/model';
import { type FileStore, newFileId, type StoredFile } from '../../../ports/page-stores';
import type { Db } from '../../database/schema';
import type { Contents } from '../../sql/contents';
import { SqlStore } from '../../sql/sql-store';
import { keptForever } from '../jobs/sql-job-store';

/** Files with unguessable IDs, stored in SQL. */
export class SqlFileStore extends SqlStore implements FileStore {
  async put(file: CapturedFile, { jobId }: { readonly jobId?: string } = {}): Promise<string> {
    const { id = newFileId(), bytes, mediaType: media_type } = file;
    const ready = await this.contents.ready(bytes);
    return this.database.write(async (db) => {
      const known = await db
        .selectFrom('file')
        .select(['id', 'content', 'job'])
        .where('id', '=', id)
        .executeTakeFirst();
      const content = (await this.contents.keep(db, ready)).id;
      if (known) await removeAll(db, this.contents, [known]);
      // A file shared by two jobs belongs to neither. It is deleted by age instead of together with a job.
      const job = known && known.job !== jobId ? null : (jobId ?? null);
      const at = this.now;
      await db.insertInto('file').values({ id, job, media_type, at, content }).execute();
      return id;
    });
  }

  get(id: string): Promise<StoredFile | undefined> {
    return this.database.read(async (db) => {
      const row = await db
        .selectFrom('file')
        .selectAll()
        .where('id', '=', id)
        .where((it) => it.or([it('at', '>', this.now - retentionMs), it('job', 'in', keptJobs(db))]))
        .executeTakeFirst();
      if (!row) return undefined;
      const bytes = await this.contents.read(db, row.content);
      return bytes && { bytes, mediaType: row.media_type };
    });
  }

  async removeJob(jobId: string): Promise<void> {
    await this.database.write(async (db) =>
      removeAll(
        db,
        this.contents,
        await db.selectFrom('file').select(['id', 'content']).where('job', '=', jobId).execute(),
      ),
    );
  }

  expire(before: Date): Promise<number> {
    return this.database.write(async (db) => {
      const old = db.selectFrom('file').select(['id', 'content']).where('at', '<', before.getTime());
      const gone = old.where((it) => it.or([it('job', 'is', null), it('job', 'not in', keptJobs(db))]));
      return removeAll(db, this.contents, await gone.execute());
    });
  }
}

/** Selects pinned jobs. Their files do not expire, and are deleted together with the jobs. */
const keptJobs = (db: Db) => db.selectFrom('job').select('id').where('finished_at', '=', keptForever);

async function removeAll(
  db: Db,
  contents: Contents,
  rows: readonly { readonly id: string; readonly content: number }[],
): Promise<number> {
  for (const { id } of rows) await db.deleteFrom('file').where('id', '=', id).execute();
  await contents.drop(
    db,
    rows.map(({ content }) => content),
  );
  return rows.length;
}
